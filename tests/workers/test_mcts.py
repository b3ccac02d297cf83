"""How the search decides: visits against the evaluation, each by how far it can be trusted."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import partial
from statistics import variance
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw, KeyedDraw
from moothall.domain.core.title import Insight, Outlook
from moothall.domain.gates_of_mara.state import Placing
from moothall.domain.manaforge.moves import Build, EndTurn, GainPrism
from moothall.domain.titles import TITLES
from moothall.domain.winds_of_numa_sera.moves import BuySkill
from moothall.workers.bots.levels import choose, greedy_bot
from moothall.workers.bots.mcts import ARMS, BRANCH, WIDTH, Arm, Search
from moothall.workers.bots.planner import UNLIMITED, Budget, Plan, Planner
from tests.domain.manaforge.table import given, player, table
from tests.domain.winds_of_numa_sera.tables import WINDS, has, skilled, start
from tests.laws.walk import walk
from tests.support.tally import TALLY

GATES, MANAFORGE = TITLES["gates-of-mara"], TITLES["manaforge"]


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


def test_plans_that_begin_differently_are_searched_before_those_that_end_differently() -> None:
    state = GATES.new(2, GATES.options(), FastDraw(2)).state
    while not isinstance(state.phase, Placing):
        seat = GATES.awaiting(state).seats[0].seat
        state = GATES.play(state, seat, next(iter(GATES.legal_moves(state, seat))), FastDraw(2)).state
    (seat,) = (asked.seat for asked in GATES.awaiting(state).seats)
    search = Search(GATES, state, seat, FastDraw(1), Budget(iterations=1).start())
    plans = [search._best.node.plan, *(each.node.plan for each in search._arms)]
    assert len(plans) == ARMS
    assert len({plan.moves[0] for plan in plans}) >= ARMS - 2
    assert [plan.value for plan in plans] == sorted((plan.value for plan in plans), reverse=True)


def in_round(number: int) -> tuple[Any, int]:
    """A turn of Manaforge, and whose it is."""
    for point in walk(MANAFORGE, 2, 3):
        if point.seat is not None and point.state.turn is not None and point.state.round == number:
            return point.state, point.seat
    raise AssertionError("there is such a round")


@pytest.mark.parametrize(("ahead", "reached"), [(0, 6), (1, 7), (2, 8), (9, 9)])
def test_a_search_looks_as_far_ahead_as_the_title_says(ahead: int, reached: int) -> None:
    state, seat = in_round(6)
    title = dataclasses.replace(MANAFORGE, outlook=Outlook(ahead=ahead))
    search = Search(title, state, seat, FastDraw(1), Budget(iterations=1).start())
    end = search._descend(state, None, [], KeyedDraw(1))
    assert MANAFORGE.round_of(end) >= reached
    assert MANAFORGE.awaiting(end).finished == (ahead == 9)
    assert MANAFORGE.round_of(end) == reached or not ahead


def test_a_search_judges_by_its_own_insight_and_greedy_does_not() -> None:
    state, seat = in_round(3)

    def prisms(state: Any, seat: int, *_: Any) -> float:
        return float(state.seats[seat].prisms)

    insight = Insight(prisms, MANAFORGE.candidates, lambda state, seat, move: prisms(state, seat))
    title = dataclasses.replace(MANAFORGE, insight=insight)
    search = Search(title, state, seat, FastDraw(1), Budget(iterations=1).start())
    assert GainPrism() in search._best.node.plan.moves
    assert greedy_bot(title, state, seat, FastDraw(1), UNLIMITED) == greedy_bot(
        MANAFORGE, state, seat, FastDraw(1), UNLIMITED
    )
    assert TALLY.searched() is TALLY


def test_in_the_last_turn_of_manaforge_the_search_takes_what_scores_most() -> None:
    """Nothing lasts any more: of two wands in reach the dearer one, and no prism is left where it could have paid."""
    me = player("fire_1 double_fire", "earth_1 gem_earth", prisms=2)
    last = given(
        table(me, mana={"fire": 1}, board=["immolation_wand", "conflagration_wand"], deck_left=0, round_number=9)
    )
    moves = choose(MANAFORGE, last.state, 0, "mcts", FastDraw(1), Budget(iterations=20))
    assert Build("conflagration_wand") in moves
    assert moves[-1] == EndTurn()


def _always(moves: Sequence[Any], state: Any, seat: int) -> Sequence[Any]:
    return moves


def test_a_sketch_is_played_as_far_as_it_is_legal() -> None:
    state = TALLY.new(2, TALLY.options(), FastDraw(1)).state
    move = next(iter(TALLY.legal_moves(state, 0)))
    after = TALLY.play(state, 0, move, KeyedDraw(1)).state
    for moves, expected in (((move, move), after), ((), None)):
        title = dataclasses.replace(TALLY, sketch=partial(_always, moves))
        search = Search(title, state, 0, FastDraw(1), Budget(iterations=1).start())
        assert search._sketched(state, 0, KeyedDraw(1)) == expected


def test_plans_about_something_else_are_searched_before_other_ways_to_the_same() -> None:
    state, seat = in_round(3)
    search = Search(MANAFORGE, state, seat, FastDraw(1), Budget(iterations=1).start())
    searched = [MANAFORGE.gist(arm.node.plan.moves) for arm in (search._best, *search._arms)]
    title = MANAFORGE.searched()
    found = Planner(title, seat, FastDraw(1), UNLIMITED.start(), WIDTH, BRANCH, apart=True).plans(state)
    assert len(set(searched)) == min(ARMS, len({MANAFORGE.gist(plan.moves) for plan in found})) > 2
