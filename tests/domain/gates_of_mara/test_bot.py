"""The evaluation prefers what players would."""

from __future__ import annotations

from domain.core.draw import FastDraw
from domain.gates_of_mara import GATES_OF_MARA
from domain.gates_of_mara.state import Options, Over, State
from tests.domain.gates_of_mara.tables import attached, claimed, due, influenced, own, scene, table

evaluate = GATES_OF_MARA.evaluate


def test_more_is_better() -> None:
    state = table()
    before = evaluate(state, 0)
    for better in (
        own(state, 0, onyx=1),
        own(state, 0, keys=1),
        own(state, 0, gems={"fire": 2, "water": 1, "earth": 1, "air": 1}),
        attached(state, 0, merchant_1="firewater"),
        influenced(state, "air", 3),
        claimed(state, "air", 2, 0, 0, 0),
    ):
        assert evaluate(better, 0) > before
    assert evaluate(own(state, 0, energy=5), 0) < before


def test_influence_counts_for_what_it_wins() -> None:
    leading = evaluate(influenced(table(), "air", 5, 2, 0, 0), 0)
    trailing = evaluate(influenced(table(), "air", 2, 5, 0, 0), 0)
    assert leading > trailing
    short = evaluate(influenced(table(lords={"fire_lord": "air", "earth_lord": "fire"}), "air", 3), 0)
    assert evaluate(influenced(table(), "air", 3), 0) > short, "beside the Fire Lord three is too little"


def test_a_finished_game_is_worth_its_score() -> None:
    state = scene(due(own(table(number=4), 0, onyx=2), "score_game")).step().state
    assert isinstance(state.phase, Over)
    assert [evaluate(state, seat) for seat in range(4)] == [sheet.total for sheet in GATES_OF_MARA.score_sheet(state)]


def greedy(state: State, seat: int, luck: FastDraw) -> State:
    moves = list(GATES_OF_MARA.legal_moves(state, seat))
    states = [GATES_OF_MARA.play(state, seat, move, luck).state for move in moves]
    return max(states, key=lambda after: evaluate(after, seat))


def test_playing_by_it_beats_chance() -> None:
    won = 0
    for seed in range(6):
        luck = FastDraw(seed)
        state = GATES_OF_MARA.new(2, Options(), luck).state
        while not (awaiting := GATES_OF_MARA.awaiting(state)).finished:
            if awaiting.step is not None:
                state = GATES_OF_MARA.run_step(state, luck).state
            elif awaiting.seats[0].seat == 0:
                state = greedy(state, 0, luck)
            else:
                move = GATES_OF_MARA.sample_move(GATES_OF_MARA, state, 1, luck)
                state = GATES_OF_MARA.play(state, 1, move, luck).state
        won += GATES_OF_MARA.ranking(state)[0] == (0,)
    assert won >= 5
