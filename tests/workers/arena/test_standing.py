"""Who beats whom, and when it is certain: on results that are made up."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import takewhile

import pytest

from moothall.workers.arena.results import Failure, Result
from moothall.workers.arena.standing import is_certain, looks, mean_share, ranked, ratings, shares

MOST = 80
"""Deals of an arena here."""


def result(game: int, deal: int, bots: Sequence[str], *ranking: Sequence[int], failed: Failure | None = None) -> Result:
    return Result(
        game=game,
        deal=deal,
        bots=tuple(bots),
        ranking=tuple(map(tuple, ranking)),
        scores=(0,) * len(bots),
        rounds=1,
        decisions=1,
        factions=(),
        endings=(),
        broken=(),
        failed=failed,
        record="",
    )


def duels(luck: random.Random, strength: float, deals: int = MOST) -> list[Result]:
    """Both seatings of every deal, each won by the first bot with that chance."""
    found = []
    for game in range(2 * deals):
        bots = ("one", "two") if game % 2 == 0 else ("two", "one")
        first = bots.index("one" if luck.random() < strength else "two")
        found.append(result(game, game // 2, bots, (first,), (1 - first,)))
    return found


def certain_after(results: Sequence[Result]) -> int | None:
    """The deals after which the order is certain."""
    for look, deals in enumerate(takewhile(lambda deals: deals <= MOST, looks()), 1):
        if is_certain(["one", "two"], shares(results[: 2 * deals]), look):
            return deals
    return None


def test_equal_bots_are_hardly_ever_told_apart() -> None:
    luck = random.Random(19)
    wrong = sum(certain_after(duels(luck, 0.5)) is not None for _ in range(200))
    assert wrong <= 10  # 5 %


def test_unequal_bots_are_told_apart_and_the_more_they_differ_the_sooner() -> None:
    luck = random.Random(20)
    needed = {strength: [certain_after(duels(luck, strength)) for _ in range(30)] for strength in (0.7, 0.8, 1.0)}
    assert set(needed[1.0]) == {10}
    assert None not in needed[0.8]
    assert sum(each is not None for each in needed[0.7]) >= 25
    assert sum(each or MOST for each in needed[0.8]) < sum(each or MOST for each in needed[0.7])


def test_looks_are_few() -> None:
    assert list(takewhile(lambda deals: deals < 100, looks())) == [10, 15, 23, 35, 53, 80]


def test_the_order_of_three_is_certain_when_both_neighbours_are() -> None:
    names, games = ["one", "two", "three"], list[Result]()
    for deal in range(20):
        for pair in (("one", "three"), ("one", "two"), ("two", "three")):
            even = pair == ("two", "three") and deal % 2
            for bots in (pair, pair[::-1]):
                better = bots.index(pair[1] if even else pair[0])
                games.append(result(len(games), deal, bots, (better,), (1 - better,)))
    assert ranked(names, shares(games))[0] == "one"
    assert not is_certain(names, shares(games), 1)
    clear = [game for game in games if game.deal % 2 == 0]
    assert is_certain(names, shares(clear), 1)


def test_games_of_a_deal_that_always_end_alike_count_as_one() -> None:
    luck, alike = random.Random(3), list[Result]()
    for deal in range(40):
        winner = "one" if luck.random() < 0.5 else "two"
        for bots in (("one", "two"), ("two", "one")):
            first = bots.index(winner)
            alike.append(result(len(alike), deal, bots, (first,), (1 - first,)))
    met = shares(alike)["one", "two"]
    assert (met.games, met.worth) == (80, 40)
    opposed = [result(game, game // 2, ("one", "two"), (game % 2,), (1 - game % 2,)) for game in range(80)]
    opposed[0] = result(0, 0, ("one", "two"), (1,), (0,))
    assert shares(opposed)["one", "two"].worth == 80
    low, high = met.interval()
    assert low < met.share < high


def test_ties_and_several_seats_are_shared() -> None:
    met = shares([result(0, 0, ("one", "one", "two"), (0,), (1, 2))])
    assert met["one", "two"].share == 0.75
    assert met["two", "one"].share == 0.25
    assert mean_share("one", met) == 0.75


def test_a_game_that_a_bot_lost_by_failing_tells_nothing_of_the_others() -> None:
    failed = result(0, 0, ("one", "two", "three"), (0, 1), (2,), failed=Failure("three", 2, 0, "raised"))
    assert set(shares([failed])) == {("one", "three"), ("three", "one"), ("two", "three"), ("three", "two")}
    fine = result(1, 1, ("one", "two", "three"), (0,), (1,), (2,))
    names = ["one", "two", "three"]
    before, after = ratings(names, [fine]), ratings(names, [fine, failed])
    assert after["three"].mu < before["three"].mu
    assert after["one"].mu - after["two"].mu == pytest.approx(before["one"].mu - before["two"].mu, abs=1)


def test_ratings_hold_more_firmly_with_every_game() -> None:
    few, many = (ratings(["one", "two"], duels(random.Random(1), 0.7, deals)) for deals in (5, 50))
    assert many["one"].mu > many["two"].mu
    assert many["one"].sigma < few["one"].sigma
