"""How games ended for their players: counted once, over public games that count, and made anew by a rebuild."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from moothall.domain.table.decide import Person
from moothall.domain.table.moves import Adjudicate, AnnulGame, ReplaceSeat
from moothall.domain.table.state import Seat
from moothall.events import keys
from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.store import Store
from moothall.events.projections.lobby import Profiles, Projections, weed_results
from tests.support.house import ANN, BEN, CAT, DONE, RESIGN, SECRET, House, write
from tests.support.looking import LookingStore
from tests.support.tally import TALLY


@pytest.fixture
def profiles(redis: Any) -> Profiles:
    return Profiles(redis)


def counts(won: int = 0, shared: int = 0, lost: int = 0, left: int = 0) -> dict[str, dict[str, int]]:
    return {"tally": {"won": won, "shared": shared, "lost": lost, "left": left}}


def decided(house: House, game_id: str, *ranking: tuple[int, ...], **more: Any) -> None:
    """A game that Cat organises, decided like that."""
    seats = [Seat("human")] * 2
    house.commands.create(game_id, CAT, TALLY, seats, {}, SECRET, organise=True, **more)
    for person in (ANN, BEN):
        house.commands.join(game_id, person, None, "")
    house.arbiter.rule(game_id, CAT, Adjudicate(ranking, "late"))


def of(profiles: Profiles, player: str) -> dict[str, dict[str, int]]:
    return profiles.of(player, ["tally", "chess"])


def test_each_game_counts_once_for_each_player(house: House, profiles: Profiles) -> None:
    decided(house, "g1", (0,), (1,))
    decided(house, "g2", (1,), (0,))
    decided(house, "g3", (0,), (1,))
    decided(house, "g4", (0, 1))
    for _ in range(3):
        house.projections.project(["g1", "g2", "g3", "g4"])
    assert of(profiles, "ann") == counts(won=2, shared=1, lost=1)
    assert of(profiles, "ben") == counts(won=1, shared=1, lost=2)
    assert of(profiles, "cat") == {}, "who organises does not play"


def test_a_game_that_goes_on_is_private_or_a_fork_does_not_count(house: House, profiles: Profiles) -> None:
    house.start("active")
    decided(house, "private", (0,), (1,), private=True)
    house.start("over", rounds=1).play_round("over")
    house.projections.project(["over"])
    before = of(profiles, "ann")
    assert sum(before["tally"].values()) == 1
    house.forks.fork("over", ANN, 3, "fork", SECRET, level="random", seats=[Seat("human")] * 2)
    house.commands.join("fork", BEN, None, "")
    for person, move in ((BEN, write(2)), (ANN, DONE), (BEN, DONE)):
        house.play(person, move, game_id="fork")
    house.commands.step("fork", house.length("fork"))
    assert house.table("fork").status == "finished"
    house.projections.project(["fork", "private", "active"])
    assert of(profiles, "ann") == before


def test_who_left_is_counted_as_such_and_who_came_instead_as_who_played(house: House, profiles: Profiles) -> None:
    seats = [Seat("human")] * 2
    house.commands.create("g1", CAT, TALLY, seats, {}, SECRET, organise=True)
    for person in (ANN, BEN):
        house.commands.join("g1", person, None, "")
    house.play(BEN, RESIGN)
    house.arbiter.rule("g1", CAT, ReplaceSeat(0, "ill", player="dan"), Person("dan", "Dan"))
    house.arbiter.rule("g1", CAT, Adjudicate(((0,), (1,)), "late"))
    assert of(profiles, "ann") == counts(left=1)
    assert of(profiles, "ben") == counts(left=1)
    assert of(profiles, "dan") == counts(won=1)


def test_an_annulled_game_counts_no_more(house: House, profiles: Profiles) -> None:
    decided(house, "g1", (0,), (1,))
    assert of(profiles, "ann") == counts(won=1)
    house.arbiter.rule("g1", CAT, AnnulGame("collusion"))
    assert of(profiles, "ann") == {}


def test_a_rebuild_counts_anew(house: House, profiles: Profiles, redis: Any) -> None:
    decided(house, "g1", (0,), (1,))
    decided(house, "g2", (0,), (1,), tags=["cup"])
    assert [meta.id for meta in house.projections.games(tag="cup").games] == ["g2"]
    for name in [*redis.scan_iter("mh:{p*}:results:*"), keys.tagged("cup"), *map(keys.meta, ("g1", "g2"))]:
        redis.delete(name)
    assert of(profiles, "ann") == {}
    redis.zadd(keys.tagged("cup"), {"000000000000001:g1": 0})
    house.projections.rebuild(house.games, 5_000)
    assert of(profiles, "ann") == counts(won=2)
    assert [meta.id for meta in house.projections.games(tag="cup").games] == ["g2"]
    assert redis.zcard(keys.tagged("cup")) == 1, "what has no place in an index is taken out"


class TestRebuilding:
    """Given games that are over, and sets that say something else of them."""

    @pytest.fixture
    def wrong(self, house: House, redis: Any) -> House:
        decided(house, "g1", (0,), (1,))
        decided(house, "g2", (0, 1))
        decided(house, "annulled", (0,), (1,))
        house.arbiter.rule("annulled", CAT, AnnulGame("collusion"))
        house.start("active")
        for game_id in ("g1", "annulled", "active", "ghost"):
            redis.sadd(keys.results("ann", "tally", "lost"), game_id)
        return house

    def test_what_has_no_place_in_a_count_is_taken_out(self, wrong: House, profiles: Profiles) -> None:
        assert of(profiles, "ann") == counts(won=1, shared=1, lost=4)
        wrong.projections.rebuild(wrong.games, 5_000)
        assert of(profiles, "ann") == counts(won=1, shared=1)
        assert of(profiles, "ben") == counts(lost=1, shared=1)

    def test_nobody_sees_less_than_there_is_meanwhile(self, wrong: House, profiles: Profiles) -> None:
        seen: list[dict[str, int]] = []
        watched = LookingStore(wrong.redis, lambda: seen.append(of(profiles, "ann")["tally"]))
        Projections(watched).rebuild(wrong.games, 5_000)
        assert len(seen) > 10
        assert {(each["won"], each["shared"]) for each in seen} == {(1, 1)}

    def test_a_game_that_ends_while_it_is_tidied_up_is_counted(self, house: House, profiles: Profiles) -> None:
        """A wrong entry becomes a right one just before it is taken out."""
        house.start("g1", rounds=1)
        house.redis.sadd(keys.results("ben", "tally", "won"), "g1")

        def read(game_ids: Sequence[str]) -> list[Meta | None]:
            known: list[Meta | None] = [*house.store.read_metas(game_ids)]
            house.play_round("g1")
            return known

        weed_results(house.redis, read, house.projections.project)
        assert (of(profiles, "ann"), of(profiles, "ben")) == (counts(lost=1), counts(won=1))


def test_what_an_earlier_version_wrote_of_a_game_is_read(house: House, redis: Any) -> None:
    """Neither tags nor results, and every seat with what it had then."""
    old = (
        b'{"id":"old","title":"tally","status":"finished","seq":9,"round":1,"seats":[{"seat":0,"kind":"human",'
        b'"player":"ann","name":"Ann","level":null}],"awaiting":[],"private":false,"creator":"ann",'
        b'"created_at":1000,"updated_at":1000,"decisions":[],"organiser":null,"work":"none"}'
    )
    Store(redis).keep_meta("old", old)
    house.projections.project(["old"])
    (meta,) = house.projections.games(status="finished").games
    assert (meta.tags, meta.result, meta.seats[0].reserved) == ([], None, None)
