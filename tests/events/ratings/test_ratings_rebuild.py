"""Ratings made anew from the streams: the same digits, and never less to read than before."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from moothall.domain.core.ranking import Ranking, rank
from moothall.domain.table.decide import Person
from moothall.domain.table.moves import Adjudicate, AnnulGame
from moothall.domain.table.state import Reserved, Seat
from moothall.events import keys
from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.store import Store
from moothall.events.projections.ratings import Ratings, rebuild
from tests.support.house import CAT, SECRET, House, everything
from tests.support.rated import digits, register
from tests.support.tally import TALLY

STRENGTHS = {"ann": 40, "ben": 32, "dan": 24, "eva": 16, "fay": 8, "gus": 0}
"""How well they play: what a game comes to is this and some luck."""


@pytest.fixture
def ratings(house: House) -> Ratings:
    register(house.redis, *STRENGTHS)
    return Ratings(house.redis)


def decide(house: House, game_id: str, people: Sequence[str], ranking: Ranking, level: str | None = None) -> None:
    """A rated game that Cat organises, and that she decides like that."""
    seats = [Seat("human")] * len(people) + ([] if level is None else [Seat("ai", level=level)])
    kept = [Reserved(seat, name, name) for seat, name in enumerate(people)]
    house.commands.create(game_id, CAT, TALLY, seats, {}, SECRET, organise=True, rated=True, reserved=kept)
    for name in people:
        house.commands.join(game_id, Person(name, name), None, "")
    house.arbiter.rule(game_id, CAT, Adjudicate(ranking, "by their strength"))


def play(house: House, count: int, seed: int, first: int = 0) -> list[str]:
    """Games of two to four, the AI of the house now and then among them."""
    luck, made = Random(seed), []
    for number in range(first, first + count):
        people = luck.sample(list(STRENGTHS), luck.randint(2, 3))
        level = luck.choice(["greedy", None, None])
        shown = [STRENGTHS[name] + luck.gauss(0, 12) for name in people] + ([12.0] if level else [])
        decide(house, f"game{number}", people, rank([round(each / 4) for each in shown]), level)
        made.append(f"game{number}")
    return made


def tell(house: House, ratings: Ratings, game_ids: Sequence[str]) -> None:
    ratings.note(house.store.read_metas(game_ids))
    ratings.settle_all(["tally"])


def wreck(redis: Any) -> None:
    """Nothing is as it was."""
    live = Ratings(redis).live("tally")
    redis.delete(keys.leaderboard("tally", live, "human"), keys.rating_history("tally", live, "ann"))
    redis.zadd(keys.leaderboard("tally", live, "all"), {"nobody": 99.5})
    redis.zadd(keys.rated_games("tally", live), {"000000000000001:ghost": 0})
    redis.zadd(keys.rating_history("tally", live, "ben"), {"000000000000001:ghost [25.0,1.0,3,1,2,1]": 0})
    redis.hset(
        keys.rated_results("tally", live), "game3", '[99,5,[{"player":"ann","place":1},{"player":"zoe","place":2}]]'
    )
    redis.hset(
        keys.rated_results("tally", live), "ghost", '[99,5,[{"player":"ann","place":1},{"player":"zoe","place":2}]]'
    )


def test_from_the_streams_alone_to_the_last_digit(house: House, ratings: Ratings) -> None:
    made = play(house, 40, seed=1)
    house.arbiter.rule("game7", CAT, AnnulGame("collusion"))
    for start in range(0, 40, 7):
        tell(house, ratings, made[start : start + 7])
    wanted = digits(house.redis)
    assert len(wanted["board:all"]) == len(STRENGTHS)
    wreck(house.redis)
    assert digits(house.redis) != wanted
    house.redis.delete(*house.redis.scan_iter(match="mh:*:meta"))
    fresh = House(house.redis)
    fresh.projections.rebuild(fresh.games, 9_999)
    assert rebuild(fresh.store, ["tally", "chess"], 9_999) == 39
    assert digits(house.redis) == wanted
    assert rebuild(fresh.store, ["tally"], 10_000) == 39
    assert digits(house.redis) == wanted
    tell(house, ratings, play(house, 5, seed=2, first=40))
    assert len(digits(house.redis)["games"]) == 44, "and it goes on from there"


def test_a_title_that_nothing_is_left_of_is_emptied(house: House, ratings: Ratings) -> None:
    wreck(house.redis)
    assert digits(house.redis)
    rebuild(house.store, ["tally"], 9_999)
    assert digits(house.redis) == {}


def test_nobody_sees_less_while_it_goes_on(house: House, ratings: Ratings) -> None:
    tell(house, ratings, play(house, 40, seed=3))
    seen: list[Any] = []

    def look() -> Any:
        page = ratings.leaderboard("tally")
        return page, ratings.levels("tally"), ratings.history("ann", ["tally"]), ratings.of("ben", ["tally"])

    class Watched:
        """A Redis in front of which somebody looks whenever it is written to."""

        def __init__(self, redis: Any) -> None:
            self._redis = redis

        def __getattr__(self, name: str) -> Any:
            if name in ("eval", "expire"):
                seen.append(look())
            return getattr(self._redis, name)

    before = look()
    store = Store(house.redis)
    store.redis = Watched(house.redis)
    rebuild(store, ["tally"], 9_999)
    assert len(seen) > 5
    assert [*seen, look()] == [before] * (len(seen) + 1)


def test_what_was_read_before_goes_after_a_minute_and_what_came_to_nothing_too(house: House, ratings: Ratings) -> None:
    tell(house, ratings, play(house, 5, seed=3))
    broken_off = keys.rated_games("tally", "000000000005000-abcdef01")
    house.redis.zadd(broken_off, {"000000000000001:game1": 0})
    begun_later = keys.rated_games("tally", "000000000020000-abcdef01")
    house.redis.zadd(begun_later, {"000000000000001:game1": 0})
    rebuild(house.store, ["tally"], 9_999)
    live = ratings.live("tally")
    for name in map(bytes.decode, house.redis.scan_iter(match=keys.all_ratings("tally"))):
        stays = name == begun_later or keys.generation_of(name) in (live, "live")
        assert (house.redis.ttl(name) == -1) == stays, name
    assert house.redis.ttl(broken_off) > 0


def test_a_game_that_ends_meanwhile_is_not_lost(house: House, ratings: Ratings) -> None:
    """It is noted where people still read then, after the games were looked through."""
    made = play(house, 20, seed=4)
    tell(house, ratings, made)

    class Busy(Store):
        told = False

        def read_metas(self, game_ids: Sequence[str]) -> list[Meta]:
            found = super().read_metas(game_ids)
            if not self.told:
                self.told = True
                decide(house, "late", ["gus", "ann"], ((0,), (1,)))
                house.arbiter.rule("game4", CAT, AnnulGame("collusion"))
                tell(house, ratings, ["late", "game4"])
            return found

    assert rebuild(Busy(house.redis), ["tally"], 9_999) == 20
    found = digits(house.redis)
    ids = {member.decode().partition(":")[2] for member, _ in found["games"]}
    assert ids == {*made, "late"} - {"game4"}
    rebuild(house.store, ["tally"], 10_000)
    assert digits(house.redis) == found


def test_of_two_that_rebuild_at_once_one_is_read(
    house: House, ratings: Ratings, caplog: pytest.LogCaptureFixture
) -> None:
    tell(house, ratings, play(house, 20, seed=5))
    wanted = digits(house.redis)

    class Overtaken(Store):
        told = False

        def read_metas(self, game_ids: Sequence[str]) -> list[Meta]:
            if not self.told:
                self.told = True
                made.append(ratings.live("tally"))
            return super().read_metas(game_ids)

    made: list[str] = []

    class Slow:
        def __init__(self, redis: Any) -> None:
            self._redis = redis

        def __getattr__(self, name: str) -> Any:
            if name == "eval" and len(made) == 1:
                made.append("overtaken")
                rebuild(house.store, ["tally"], 10_000)
                made.append(ratings.live("tally"))
            return getattr(self._redis, name)

    store = Overtaken(house.redis)
    store.redis = Slow(house.redis)
    rebuild(store, ["tally"], 9_999)
    assert ratings.live("tally") == made[-1] != made[0]
    assert "rebuilt by somebody else" in caplog.text
    assert digits(house.redis) == wanted


def test_two_thousand_games_come_to_the_same_digits_and_the_stronger_rank_above_the_weaker(
    house: House, ratings: Ratings
) -> None:
    made = play(house, 2_000, seed=6)
    told = list(made)
    Random(7).shuffle(told)
    for start in range(0, len(told), 250):
        tell(house, ratings, told[start : start + 250])
    wanted = digits(house.redis)
    rows = ratings.leaderboard("tally").rows
    assert [row.player.id for row in rows] == list(STRENGTHS), "in the order of their strengths"
    assert all(row.rating.games > 500 and row.rating.sigma < 2 for row in rows)
    before = everything(house.redis)
    house.redis.delete(*house.redis.scan_iter(match=keys.all_ratings("tally")))
    fresh = House(house.redis)
    fresh.projections.rebuild(fresh.games, 9_999)
    assert rebuild(fresh.store, ["tally"], 9_999) == 2_000
    assert digits(house.redis) == wanted
    assert {name for name in before if name.endswith(b":events")} <= set(everything(house.redis))
