"""How the search decides: visits against the evaluation, each by how far it can be trusted."""

from __future__ import annotations

from statistics import variance

import pytest

from domain.core.draw import FastDraw
from domain.winds_of_numa_sera.moves import BuySkill
from tests.domain.winds_of_numa_sera.tables import WINDS, has, skilled, start
from workers.bots.budget import Budget
from workers.bots.mcts import Arm, Search
from workers.bots.plans import Plan


def arm(value: float, *gains: float) -> Arm:
    """A plan the evaluation says this much of, and what its visits gained."""
    found = Arm(Plan(value, (), None), 0.0)
    for gain in gains:
        found.node.visits += 1
        found.learn(gain)
    return found


def searching(*arms: Arm) -> Search:
    """A search that has come so far."""
    search = Search(WINDS, start("krill", "edrik"), 0, FastDraw(1), Budget(iterations=1).start())
    search._arms = list(arms)
    return search


def judged(*arms: Arm) -> list[float]:
    search = searching(*arms)
    return [search._judged(each, search._trust()) for each in arms]


def test_the_scatter_of_gains_is_kept_visit_by_visit() -> None:
    gains = (3.0, -1.0, 7.5, 2.0)
    found = arm(0.0, *gains)
    assert found.gain == pytest.approx(sum(gains))
    assert found.scatter / (len(gains) - 1) == pytest.approx(variance(gains))


def test_without_visits_the_evaluation_decides() -> None:
    assert judged(arm(-3.0), arm(2.0)) == pytest.approx([-3.0, 2.0])


def test_steady_gains_outweigh_the_evaluation_and_scattered_ones_do_not() -> None:
    (steady,) = judged(arm(-1.0, *[2.0] * 30))
    (scattered,) = judged(arm(-1.0, *[42.0, -38.0] * 15))
    assert steady > 1.5
    assert scattered < 0, "the same mean, but it may well be chance"


def test_what_was_visited_often_leaves_less_to_hope_for() -> None:
    few, many = arm(0.0, 1.0, 1.0), arm(0.0, *[1.0] * 40)
    search = searching(few, many)
    trust = search._trust()
    hopes = [search._judged(each, trust, 1.0) - search._judged(each, trust) for each in (few, many)]
    assert hopes[0] > hopes[1] > 0


def test_a_move_that_wins_is_made_at_once() -> None:
    state = has(skilled(start("krill", "edrik"), 0, weapon=3), 0, treasury=40)
    meter = Budget(iterations=1_000).start()
    assert Search(WINDS, state, 0, FastDraw(1), meter).run() == (BuySkill("weapon"),)
    left = 0
    while meter.iterate():
        left += 1
    assert left >= 990
