"""Every level plays every title, on what its seat may see and on nothing else."""

from __future__ import annotations

import dataclasses
from itertools import islice
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from moothall.workers.bots import levels
from moothall.workers.bots.planner import Budget
from moothall.workers.simulate import simulate
from tests.laws.walk import walk
from tests.support.tally import TALLY

CASES = [(slug, players) for slug, title in TITLES.items() for players in title.players]
FEW = Budget(iterations=3)


def decisions(title: AnyTitle, players: int, seed: int, every: int) -> list[tuple[Any, int]]:
    """Some positions of a random game, with the seat that is to move."""
    points = [point for point in walk(title, players, seed) if point.seat is not None]
    return [(point.state, point.seat) for point in islice(points, 0, None, every) if point.seat is not None]


@pytest.mark.parametrize("level", levels.BOTS)
@pytest.mark.parametrize(("slug", "players"), CASES)
def test_a_plan_is_legal_move_by_move(slug: str, players: int, level: str) -> None:
    title = TITLES[slug]
    for state, seat in decisions(title, players, 5, 60):
        plan = levels.choose(title, state, seat, level, FastDraw(3), FEW)
        assert plan
        for move in plan:
            assert title.awaiting(state).asks(seat)
            state = title.play(state, seat, move, FastDraw(4)).state


@pytest.mark.parametrize("level", levels.BOTS)
@pytest.mark.parametrize("slug", TITLES)
def test_states_that_look_the_same_get_the_same_plan(slug: str, level: str) -> None:
    """The law of bots: what a seat cannot see has no influence on what its bot does."""
    title = TITLES[slug]
    players = title.players[-1]
    for state, seat in decisions(title, players, 11, 70):
        other = title.determinize(state, seat, FastDraw(99))
        assert title.view(other, seat) == title.view(state, seat)
        assert levels.choose(title, state, seat, level, FastDraw(7), FEW) == levels.choose(
            title, other, seat, level, FastDraw(7), FEW
        )


@pytest.mark.parametrize(("slug", "players"), CASES)
def test_what_is_imagined_hangs_on_nothing_but_what_is_seen(slug: str, players: int) -> None:
    title = TITLES[slug]
    for state, _ in decisions(title, players, 21, 12):
        for seat in range(players):
            other = title.determinize(state, seat, FastDraw(5))
            assert title.determinize(other, seat, FastDraw(6)) == title.determinize(state, seat, FastDraw(6))


@pytest.mark.parametrize("slug", TITLES)
def test_the_same_seed_and_iterations_give_the_same_plan(slug: str) -> None:
    title = TITLES[slug]
    for state, seat in decisions(title, 2, 13, 70):
        first, second = (levels.choose(title, state, seat, "mcts", FastDraw(8), FEW) for _ in range(2))
        assert first == second


def test_a_forced_move_is_not_thought_about() -> None:
    state = TALLY.new(2, TALLY.options(), FastDraw(1)).state
    only = next(iter(TALLY.legal_moves(state, 0)))

    def no_evaluation(state: Any, seat: int) -> float:
        raise AssertionError("there was nothing to choose")

    forced = dataclasses.replace(TALLY, legal_moves=lambda state, seat: [only], evaluate=no_evaluation)
    assert levels.choose(forced, state, 0, "mcts", FastDraw(1)) == (only,)


@pytest.mark.parametrize("level", ["greedy", "mcts"])
def test_an_overture_comes_before_the_plan(level: str) -> None:
    state = TALLY.new(2, TALLY.options(), FastDraw(1)).state
    last = list(TALLY.legal_moves(state, 0))[-1]
    forward = dataclasses.replace(TALLY, overture=lambda state, seat: last)
    assert levels.choose(forward, state, 0, level, FastDraw(1)) == (last,)
    assert levels.choose(TALLY, state, 0, level, FastDraw(1), FEW) != ()


@pytest.mark.parametrize(
    ("name", "level", "budget"),
    [
        ("random", "random", Budget()),
        ("mcts:200", "mcts", Budget(iterations=200)),
        ("mcts:500ms", "mcts", Budget(ms=500)),
    ],
)
def test_a_bot_is_named_with_its_budget(name: str, level: str, budget: Budget) -> None:
    assert levels.named(name) == (level, budget)


@pytest.mark.parametrize("name", ["", "genius", "mcts:", "mcts:0", "mcts:-1", "mcts:5s", "mcts 5", "MCTS"])
def test_a_name_that_no_bot_answers_to_is_refused(name: str) -> None:
    with pytest.raises(levels.UnknownBot, match="there are random, greedy, mcts"):
        levels.named(name)


def test_iterations_are_counted_and_time_is_kept() -> None:
    meter = Budget(iterations=3).start()
    assert [meter.iterate() for _ in range(5)] == [True, True, True, False, False]
    assert not meter.late()
    assert Budget(ms=0).start().late()
    assert not Budget(iterations=3, ms=0).start().iterate()
    assert not Budget().start().iterate()


@pytest.mark.parametrize("slug", TITLES)
def test_greedy_beats_random(slug: str) -> None:
    """A smoke test: docs/bots.md tells of the hundreds of games behind it."""
    report = simulate(TITLES[slug], ["greedy", "random"], 4, 3)
    assert report["wins"]["by_bot"]["greedy"] >= 3
