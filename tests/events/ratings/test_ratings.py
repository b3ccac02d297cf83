"""Ratings: the same digits in whatever order, however often and by however many they are told of the games."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from threading import Barrier
from typing import Any

import pytest

from moothall.events import keys
from moothall.events.projections import rating_formula, rating_ledger
from moothall.events.projections.rating_formula import NEW
from moothall.events.projections.rating_ledger import FEWEST_GAMES
from moothall.events.projections.ratings import Ratings
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis
from tests.support.house import everything
from tests.support.rated import annulled, digits, drawn_at_random, over, register

PEOPLE = ("ann", "ben", "cat", "dan", "eva")
BOTS = ("robbie", "ai:greedy", "ai:random")
PLAYERS = (*PEOPLE, *BOTS)


@pytest.fixture
def ratings(redis: Any) -> Ratings:
    """Five people and a bot, of whom nobody has played."""
    register(redis, *PEOPLE)
    register(redis, "robbie", kind="bot")
    return Ratings(redis)


def counted(ratings: Ratings, metas: list[Any]) -> None:
    """All of these, one after the other."""
    for meta in metas:
        ratings.note([meta])
        ratings.settle_all(["tally"])


@pytest.fixture
def in_order(ratings: Ratings, redis: Any) -> Any:
    """What becomes of sixty games that are told of one after the other; then it is as if nobody had played."""
    games = drawn_at_random(60, PLAYERS, seed=1)
    counted(ratings, games)
    found = digits(redis)
    forget(redis)
    return games, found


def forget(redis: Any) -> None:
    redis.delete(*redis.scan_iter(match=keys.all_ratings("tally")))


class TestCounting:
    def test_a_game_rates_everybody_who_was_in_it(self, ratings: Ratings) -> None:
        counted(ratings, [over("g1", 1_000, ["ann", "ben", "cat"], ((1,), (0, 2)))])
        stands = {player: ratings.of(player, ["tally"])["tally"].rating for player in ("ann", "ben", "cat")}
        assert stands["ben"].mu > NEW.mu > stands["ann"].mu == stands["cat"].mu
        assert {(each.place, each.of, each.games, each.formula) for each in stands.values()} == {
            (1, 3, 1, 1),
            (2, 3, 1, 1),
        }
        assert ratings.of("dan", ["tally"]) == {}
        assert ratings.of("ann", ["chess"]) == {}

    def test_ties_are_ties(self, ratings: Ratings) -> None:
        counted(ratings, [over("g1", 1_000, ["ann", "ben"], ((0, 1),))])
        ann, ben = (ratings.of(player, ["tally"])["tally"].rating for player in ("ann", "ben"))
        assert ann == ben
        assert ann.mu == NEW.mu
        assert ann.sigma < NEW.sigma

    def test_titles_have_nothing_to_do_with_each_other(self, ratings: Ratings, redis: Any) -> None:
        counted(ratings, drawn_at_random(20, PLAYERS, seed=3))
        before = digits(redis)
        ratings.note(drawn_at_random(20, PLAYERS, seed=4, title="chess"))
        ratings.settle_all(["tally", "chess"])
        assert digits(redis) == before
        assert digits(redis, "chess")

    def test_games_that_are_not_rated_or_not_over_are_passed_over(self, ratings: Ratings, redis: Any) -> None:
        import msgspec

        meta = over("g1", 1_000, ["ann", "ben"], ((0,), (1,)))
        assert ratings.note([msgspec.structs.replace(meta, rated=False)]) == set()
        assert ratings.note([msgspec.structs.replace(meta, status="active")]) == set()
        assert digits(redis) == {}


class TestAnyOrder:
    def test_being_told_twice_is_being_told_once(self, in_order: Any, ratings: Ratings, redis: Any) -> None:
        games, wanted = in_order
        counted(ratings, games)
        before = everything(redis)
        counted(ratings, games)
        ratings.note(games)
        assert everything(redis) == before
        assert digits(redis) == wanted

    @pytest.mark.parametrize("seed", range(8))
    def test_the_digits_do_not_depend_on_when_a_game_is_heard_of(
        self, in_order: Any, ratings: Ratings, redis: Any, seed: int
    ) -> None:
        games, wanted = in_order
        luck = Random(seed)
        luck.shuffle(games)
        while games:
            some = [games.pop() for _ in range(min(len(games), luck.randint(1, 9)))]
            ratings.note(some)
            for _ in range(luck.randint(0, 3)):
                ratings.settle("tally", luck.randint(1, 7))
        ratings.settle_all(["tally"])
        assert digits(redis) == wanted

    def test_a_late_game_leaves_those_before_it_alone(self, in_order: Any, ratings: Ratings, redis: Any) -> None:
        games, wanted = in_order
        counted(ratings, [*games[:40], *games[41:]])
        ratings.note([games[40]])
        assert ratings.ledger("tally").settle(most=20) == "done", "the games from there on, and no more"
        assert digits(redis) == wanted

    def test_ids_that_begin_alike_keep_their_order(self, ratings: Ratings, redis: Any) -> None:
        """In one moment: the list of games and everybody's history agree on which comes first."""
        names = ("g1", "g10", "g1-0", "g2", "g1_", "G1", "g1A")
        games = [
            over(name, 1_000, ["ann", "ben"], ((index % 2,), (1 - index % 2,))) for index, name in enumerate(names)
        ]
        counted(ratings, sorted(games, key=lambda meta: meta.id))
        wanted = digits(redis)
        forget(redis)
        counted(ratings, games)
        assert digits(redis) == wanted
        history = ratings.history("ann", ["tally"]).entries
        assert [entry.game for _, entry in history] == sorted(names, reverse=True)
        assert [entry.rating.games for _, entry in history] == list(range(len(names), 0, -1))


class TestAnnulling:
    @pytest.mark.parametrize("number", [0, 17, 59])
    def test_it_is_as_if_the_game_had_never_been(self, ratings: Ratings, redis: Any, number: int) -> None:
        games = drawn_at_random(60, PLAYERS, seed=2)
        counted(ratings, games[:number] + games[number + 1 :])
        wanted = digits(redis)
        forget(redis)
        counted(ratings, [*games, annulled(games[number])])
        assert digits(redis) == wanted

    @pytest.mark.parametrize("early", [0, 2])
    def test_several_at_once(self, ratings: Ratings, redis: Any, early: int) -> None:
        games = drawn_at_random(60, PLAYERS, seed=5)
        gone = [*games[7 : 7 + early], *games[-8:]]
        counted(ratings, [game for game in games if game not in gone])
        wanted = digits(redis)
        forget(redis)
        counted(ratings, games)
        ratings.note(map(annulled, gone))
        ratings.settle_all(["tally"])
        assert digits(redis) == wanted

    def test_who_has_no_other_game_has_no_rating_and_leaves_the_leaderboard(self, ratings: Ratings) -> None:
        games = [over(f"g{number}", 1_000 + number, ["ann", "ben"], ((0,), (1,))) for number in range(FEWEST_GAMES)]
        counted(ratings, games)
        assert [row.player.id for row in ratings.leaderboard("tally").rows] == ["ann", "ben"]
        ratings.note([annulled(games[-1])])
        assert ratings.leaderboard("tally").rows == [], "one game too few, at once"
        ratings.note(map(annulled, games))
        ratings.settle_all(["tally"])
        assert ratings.of("ann", ["tally"]) == {}
        assert ratings.history("ann", ["tally"]).entries == []

    def test_an_end_that_was_lost_gives_way_to_the_one_there_is(self, ratings: Ratings, redis: Any) -> None:
        """A primary was lost with the last event of a game, and it ended otherwise, at the same event."""
        before, lost, instead, later = (
            over("g1", 1_000, ["ann", "ben"], ((0,), (1,))),
            over("g2", 1_001, ["ann", "cat"], ((0,), (1,))),
            over("g2", 1_003, ["ann", "cat"], ((1,), (0,))),
            over("g3", 1_002, ["ben", "cat"], ((0,), (1,))),
        )
        counted(ratings, [before, later, instead])
        wanted = digits(redis)
        forget(redis)
        counted(ratings, [before, lost, later, instead])
        assert digits(redis) == wanted

    def test_who_tells_late_of_how_it_ended_brings_it_not_back(self, ratings: Ratings, redis: Any) -> None:
        game = over("g1", 1_000, ["ann", "ben"], ((0,), (1,)))
        counted(ratings, [annulled(game), game])
        assert digits(redis) == {}


class TestTogether:
    @pytest.mark.parametrize("seed", range(3))
    def test_several_writers_come_to_the_same(
        self, in_order: Any, redis_server: EmbeddedRedis, redis: Any, seed: int
    ) -> None:
        games, wanted = in_order
        gone = games[13]
        counted(Ratings(redis), [game for game in games if game is not gone])
        without = digits(redis)
        assert without != wanted
        forget(redis)
        writers = 4
        barrier = Barrier(writers)

        def write(number: int) -> None:
            luck, told = Random(f"{seed} {number}"), list(games)
            luck.shuffle(told)
            with connect(redis_server.url) as own:
                mine = Ratings(own)
                barrier.wait()
                for game in told:
                    mine.note([game])
                    if luck.random() < 0.3:
                        mine.settle("tally", luck.randint(1, 9))
                mine.note([annulled(gone)])
                mine.settle_all(["tally"])

        with ThreadPoolExecutor(writers) as pool:
            list(pool.map(write, range(writers)))
        assert digits(redis) == without

    def test_who_was_overtaken_writes_nothing(self, ratings: Ratings, redis: Any) -> None:
        """Two read the same; the second to write reads again."""
        games = drawn_at_random(6, PLAYERS, seed=6)
        ratings.note(games)

        class Slow(rating_ledger.Ledger):
            def _rated(self, start: str, members: Any) -> Any:
                ratings.settle_all(["tally"])
                overtaken.append(everything(redis))
                return super()._rated(start, members)

        overtaken: list[Any] = []
        live = ratings.live("tally")
        assert Slow(redis, "tally", live, live).settle() == "lost"
        assert everything(redis) == overtaken[0]

    def test_nothing_is_written_where_nobody_reads(self, ratings: Ratings, redis: Any) -> None:
        """A generation that was live when it was looked up, and no longer is."""
        (game,) = drawn_at_random(1, PLAYERS, seed=6)
        old = ratings.ledger("tally")
        redis.set(keys.live_ratings("tally"), "next")
        before = everything(redis)
        assert not old.note([game])
        assert everything(redis) == before
        assert ratings.note([game]) == {"tally"}
        assert digits(redis), "who looks it up again writes there"


class TestFormula:
    def test_another_formula_rates_everything_anew(
        self, in_order: Any, ratings: Ratings, redis: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        games, wanted = in_order
        counted(ratings, games)
        for module in (rating_ledger, rating_formula):
            monkeypatch.setattr(module, "FORMULA", 2)
        assert not ratings.settle("tally", most=59)
        assert ratings.settle("tally", most=59)
        assert {entry.rating.formula for _, entry in ratings.history("ann", ["tally"]).entries} == {2}
        for module in (rating_ledger, rating_formula):
            monkeypatch.setattr(module, "FORMULA", 1)
        ratings.note([annulled(games[-1])])
        assert ratings.settle("tally"), "what a later version has rated is left to it"
        assert {entry.rating.formula for _, entry in ratings.history("ann", ["tally"]).entries} == {2}
        assert digits(redis) != wanted
