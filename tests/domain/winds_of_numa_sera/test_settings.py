"""The laws with the title's own options, and what random games come to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.winds_of_numa_sera.moves import AnyMove, OfferTrade
from moothall.domain.winds_of_numa_sera.state import Finished, Options, Setting, State
from tests.domain.winds_of_numa_sera.tables import BOX, WINDS
from tests.laws.laws import LAWS

Law = Callable[[AnyTitle, int, int, dict[str, object]], None]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize(("seats", "seed"), [(2, 115), (3, 134), (4, 120)])  # games that do not drag on
def test_the_laws_hold_in_the_empire_setting(law: Law, seats: int, seed: int) -> None:
    law(WINDS, seats, seed, {"setting": "empire", "round_limit": 36, "seat_bonus": True})


def random_game(seats: int, seed: int, setting: Setting) -> State:
    """A game played at random to its end."""
    luck = FastDraw(seed)
    state: State = WINDS.new(seats, Options(setting, round_limit=60), luck).state
    while not (awaiting := WINDS.awaiting(state)).finished:
        if awaiting.step is not None:
            state = WINDS.run_step(state, luck).state
        else:
            seat = awaiting.seats[0].seat
            state = WINDS.play(state, seat, WINDS.sample_move(WINDS, state, seat, luck), luck).state
    return state


def test_every_condition_wins_some_random_game_of_four() -> None:
    won: Counter[str] = Counter()
    for seed in range(100):
        end = random_game(4, seed, "throne")
        assert isinstance(end.phase, Finished)
        won.update(end.phase.reasons)
        if set(BOX.conditions) <= set(won):
            return
    assert set(BOX.conditions) <= set(won), won


def test_sampled_moves_are_listed_but_for_some_trades() -> None:
    luck = FastDraw(5)
    state: State = WINDS.new(3, Options(), luck).state
    for _ in range(250):
        awaiting = WINDS.awaiting(state)
        if awaiting.finished:
            break
        if awaiting.step is not None:
            state = WINDS.run_step(state, luck).state
            continue
        seat = awaiting.seats[0].seat
        move: AnyMove = WINDS.sample_move(WINDS, state, seat, luck)
        assert isinstance(move, OfferTrade) or move in list(WINDS.legal_moves(state, seat))
        state = WINDS.play(state, seat, move, luck).state
