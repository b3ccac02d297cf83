"""Listings: derived from the games, never needed to play, and made anew by one command."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import repeat
from typing import Any

import pytest

from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.projections.lobby import Page, Projections
from tests.support.house import ANN, BEN, RESIGN, WAVE, House, everything
from tests.support.looking import LookingStore


def ids(page: Page) -> list[str]:
    return [game.id for game in page.games]


def listings(redis: Any) -> dict[bytes, bytes]:
    """All that a rebuild makes."""
    return {
        name: data
        for name, data in everything(redis).items()
        if name.startswith((b"mh:list:", b"mh:mine:")) or name.endswith(b":meta")
    }


@pytest.fixture
def lobby(house: House) -> House:
    """An open game, an active one, a finished one, an aborted one and a private one."""
    house.create("open")
    house.start("active")
    house.start("finished", rounds=1).play_round("finished")
    house.create("aborted")
    house.commands.abort("aborted", ANN)
    house.start("private", private=True)
    house.projections.project(["finished"])
    return house


class TestListing:
    def test_public_games_are_listed_newest_first(self, lobby: House) -> None:
        assert ids(lobby.projections.games()) == ["aborted", "finished", "active", "open"]

    @pytest.mark.parametrize("status", ["open", "active", "finished", "aborted"])
    def test_by_status(self, lobby: House, status: str) -> None:
        assert ids(lobby.projections.games(status=status)) == [status]
        assert ids(lobby.projections.games(title="tally", status=status)) == [status]

    def test_by_title(self, lobby: House) -> None:
        assert len(ids(lobby.projections.games(title="tally"))) == 4
        assert ids(lobby.projections.games(title="chess")) == []
        assert ids(lobby.projections.games_of("ann", title="chess")) == []

    def test_an_entry_says_what_a_lobby_shows(self, lobby: House) -> None:
        entry = lobby.projections.games(status="active").games[0]
        assert (entry.title, entry.seq, entry.round, entry.awaiting) == ("tally", 2, 1, [0, 1])
        assert [seat.name for seat in entry.seats] == ["Ann", "Ben"]
        assert entry.updated_at > entry.created_at

    def test_an_index_that_is_behind_lists_nothing_wrong(self, lobby: House) -> None:
        """The game moved on and nobody projected it yet."""
        lobby.start("late", rounds=1).play_round("late")
        assert "late" not in ids(lobby.projections.games(status="active"))

    def test_who_projects_late_takes_nothing_away(self, lobby: House) -> None:
        """Two project one game: the first has read that it is open, the second already lists it as active."""

        class Late(Store):
            def metas(self, game_ids: Sequence[str]) -> list[bytes | None]:
                read = super().metas(game_ids)
                lobby.commands.join("open", BEN, None, "")
                return read

        Projections(Late(lobby.redis)).project(["open"])
        assert ids(lobby.projections.games(status="active")) == ["active", "open"]
        assert ids(lobby.projections.games(status="open")) == []


class TestMine:
    def test_everyone_finds_the_own_games_private_ones_included(self, lobby: House) -> None:
        assert ids(lobby.projections.games_of("ben")) == ["private", "finished", "active"]
        assert ids(lobby.projections.games_of("ann", status="open")) == ["open"]
        assert ids(lobby.projections.games_of("zoe")) == []

    def test_who_leaves_or_resigns_has_it_no_longer(self, house: House) -> None:
        house.create("g1", seats=3)
        house.commands.join("g1", BEN, None, "")
        assert ids(house.projections.games_of("ben")) == ["g1"]
        house.commands.leave("g1", BEN)
        assert ids(house.projections.games_of("ben")) == []
        assert ids(house.projections.games_of("ann")) == ["g1"]
        house.start("g2").play(BEN, RESIGN, game_id="g2")
        assert ids(house.projections.games_of("ben")) == []


class TestPaging:
    @pytest.fixture
    def many(self, house: House) -> House:
        """120 games, twelve at a time created in the same millisecond; every third one private."""
        for number in range(120):
            house.time = repeat(1_000 + number // 12)
            house.create(f"game-{number:03d}", private=number % 3 == 0)
        return house

    @pytest.mark.parametrize("limit", [1, 7, 40, 79, 80, 81, 500])
    def test_the_pages_together_hold_every_game_once(self, many: House, limit: int) -> None:
        seen: list[str] = []
        cursor: str | None = None
        while True:
            page = many.projections.games(cursor=cursor, limit=limit)
            assert page.games
            assert len(page.games) <= limit
            seen += ids(page)
            cursor = page.cursor
            if cursor is None:
                break
        assert seen == [f"game-{number:03d}" for number in reversed(range(120)) if number % 3]

    def test_filtering_keeps_pages_full(self, many: House) -> None:
        for number in range(0, 120, 2):
            many.commands.abort(f"game-{number:03d}", ANN)
        first = many.projections.games_of("ann", status="open", limit=50)
        assert len(first.games) == 50
        second = many.projections.games_of("ann", status="open", limit=50, cursor=first.cursor)
        assert (len(second.games), second.cursor) == (10, None)
        assert len({*ids(first), *ids(second)}) == 60

    def test_games_that_begin_while_someone_pages_move_no_page(self, many: House) -> None:
        first = many.projections.games(limit=10)
        many.time = repeat(9_000)
        many.create("newest")
        second = many.projections.games(limit=10, cursor=first.cursor)
        assert not set(ids(first)) & set(ids(second))
        assert ids(second)[0] < ids(first)[-1]


class TestRebuilding:
    def test_projecting_twice_is_projecting_once(self, lobby: House) -> None:
        before = everything(lobby.redis)
        lobby.projections.project(["open", "active", "finished", "aborted", "private", "unknown"])
        lobby.projections.project([])
        assert everything(lobby.redis) == before

    def test_a_rebuild_makes_the_same_listings_from_the_streams_alone(self, lobby: House) -> None:
        before = listings(lobby.redis)
        lobby.redis.delete(*before)
        assert ids(lobby.projections.games()) == []
        fresh = House(lobby.redis)
        assert fresh.projections.rebuild(fresh.games, now=9_999) == 5
        assert listings(lobby.redis) == before

    def test_a_rebuild_clears_what_should_not_be_there(self, lobby: House) -> None:
        before = listings(lobby.redis)
        lobby.redis.zadd(keys.listing(None, "open"), {"000000000000001:ghost": 0})
        lobby.redis.zadd(keys.games_of("zoe"), {"000000000000001:ghost": 0})
        lobby.projections.rebuild(lobby.games, now=9_999)
        assert listings(lobby.redis) == before

    def test_nobody_sees_a_lobby_with_less_in_it_while_it_is_rebuilt(self, lobby: House) -> None:
        lobby.redis.zadd(keys.listing(None, "open"), {"000000000000001:ghost": 0})
        before = [ids(lobby.projections.games()), ids(lobby.projections.games_of("ben"))]
        seen = []

        def look() -> None:
            seen.append([ids(lobby.projections.games()), ids(lobby.projections.games_of("ben"))])

        Projections(LookingStore(lobby.redis, look)).rebuild(lobby.games, now=9_999)
        assert len(seen) > 10
        assert seen == [before] * len(seen)

    def test_who_comes_in_while_a_rebuild_tidies_up_stays(self, lobby: House) -> None:
        """A wrong entry becomes a right one just before it is taken out."""
        joined: list[Any] = []

        class Busy(Store):
            def metas(self, game_ids: Sequence[str]) -> list[bytes | None]:
                read = super().metas(game_ids)
                if "open" in game_ids and self.tidying and not joined:
                    joined.append(lobby.commands.join("open", BEN, None, ""))
                return read

            tidying = False

        class Tidying(Projections):
            def _weed(self, key: str, fits: Any) -> None:
                store.tidying = key == keys.listing(None, "active")
                super()._weed(key, fits)

        store = Busy(lobby.redis)
        opened = lobby.store.read_metas(["open"])[0]
        lobby.redis.zadd(keys.listing(None, "active"), {f"{opened.created_at:015d}:open": 0})
        Tidying(store).rebuild(lobby.games, now=9_999)
        assert joined
        assert ids(lobby.projections.games(status="active")) == ["active", "open"]

    def test_a_game_that_cannot_be_read_keeps_nobody_from_being_listed(self, lobby: House) -> None:
        before = listings(lobby.redis)
        lobby.redis.set(keys.secret("lost"), bytes(32))
        assert lobby.projections.rebuild(lobby.games, now=9_999) == 6
        assert listings(lobby.redis) == before

    def test_a_move_made_during_a_rebuild_is_not_lost_from_the_listing(self, lobby: House) -> None:
        class Busy(Store):
            """A store in which the active game goes on just after it was read."""

            played = False

            def keep_meta(self, game_id: str, meta: bytes) -> None:
                if game_id == "active" and not self.played:
                    self.played = True
                    lobby.play(ANN, WAVE, game_id="active")
                super().keep_meta(game_id, meta)

        Projections(Busy(lobby.redis)).rebuild(lobby.games, now=9_999)
        assert lobby.projections.games(status="active").games[0].seq == lobby.length("active") == 3
