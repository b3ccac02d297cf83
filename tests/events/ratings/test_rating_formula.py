"""The formula, by its digits: whoever changes one of them gives the formula another number."""

from __future__ import annotations

import pytest

from moothall.domain.table.ending import Placed
from moothall.events.projections.rating_formula import FORMULA, NEW, Skill, rate

STRONG, WEAK = Skill(31.5, 2.25), Skill(22.125, 4.0)


def placed(*players: tuple[str, int]) -> list[Placed]:
    return [Placed(player, place) for player, place in players]


def test_the_digits_are_those_of_formula_1() -> None:
    assert FORMULA == 1, "then these are others"
    pair, uneven = {"ann": NEW, "ben": NEW}, {"ann": STRONG, "ben": WEAK}
    four = {"ann": STRONG, "ben": WEAK, "cat": NEW, "ai:greedy": STRONG}
    assert rate(placed(("ann", 1), ("ben", 2)), pair) == {
        "ann": Skill(27.635389, 8.065901),
        "ben": Skill(22.364611, 8.065901),
    }
    assert rate(placed(("ann", 1), ("ben", 1)), pair) == dict.fromkeys(pair, Skill(25.0, 8.065901))
    assert rate(placed(("ann", 2), ("ben", 1)), uneven) == {
        "ann": Skill(30.97189, 2.246215),
        "ben": Skill(23.792525, 3.947454),
    }
    assert rate(placed(("ann", 1), ("ben", 1)), uneven) == {
        "ann": Skill(31.311217, 2.246215),
        "ben": Skill(22.721088, 3.947454),
    }
    assert rate(placed(("ann", 2), ("ben", 1), ("cat", 2), ("ai:greedy", 4)), four) == {
        "ann": Skill(31.417789, 2.248779),
        "ben": Skill(23.176295, 3.992894),
        "cat": Skill(25.394241, 7.943295),
        "ai:greedy": Skill(31.220486, 2.248779),
    }
    assert rate(placed(("ann", 1), ("ai:greedy", 2), ("ai:greedy", 3)), four) == {
        "ann": Skill(31.911992, 2.246364),
        "ai:greedy": Skill(31.294004, 2.240523),
    }


def test_what_people_read() -> None:
    assert (NEW.ordinal, NEW.rating) == (1e-06, 1_000)
    assert (Skill(31.5, 2.25).ordinal, Skill(31.5, 2.25).rating) == (24.75, 1_990)
    assert (Skill(10.0, 5.0).ordinal, Skill(10.0, 5.0).rating) == (-5.0, 800)


def test_who_wins_gains_and_who_loses_does_not() -> None:
    after = rate(placed(("ann", 1), ("ben", 2), ("cat", 3)), dict.fromkeys(("ann", "ben", "cat"), NEW))
    assert after["ann"].mu > after["ben"].mu > after["cat"].mu
    assert all(skill.sigma < NEW.sigma for skill in after.values()), "every game tells something"


def test_an_upset_moves_more_than_what_was_expected() -> None:
    before = {"ann": STRONG, "ben": WEAK}
    upset = rate(placed(("ann", 2), ("ben", 1)), before)
    expected = rate(placed(("ann", 1), ("ben", 2)), before)
    tie = rate(placed(("ann", 1), ("ben", 1)), before)
    assert upset["ben"].mu - WEAK.mu > expected["ann"].mu - STRONG.mu > 0
    assert upset["ann"].mu < tie["ann"].mu < STRONG.mu, "a tie with somebody weaker costs something"


def test_it_makes_no_difference_who_is_named_first_or_what_the_places_are_called() -> None:
    before = {"ann": STRONG, "ben": WEAK, "cat": NEW}
    standing = placed(("ann", 2), ("ben", 1), ("cat", 2))
    turned = rate(list(reversed(standing)), before)
    assert rate(standing, before) == turned
    assert rate(placed(("ann", 7), ("ben", 4), ("cat", 7)), before) == turned


def test_a_level_with_several_seats_is_rated_once_by_their_mean() -> None:
    before = {"ann": NEW, "ai:greedy": NEW}
    after = rate(placed(("ai:greedy", 1), ("ann", 2), ("ai:greedy", 3)), before)
    three = rate(placed(("x", 1), ("y", 2), ("z", 3)), dict.fromkeys("xyz", NEW))
    assert set(after) == {"ann", "ai:greedy"}
    assert after["ann"] == three["y"]
    assert after["ai:greedy"].mu == pytest.approx((three["x"].mu + three["z"].mu) / 2, abs=1e-6)
