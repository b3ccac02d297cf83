"""The evaluation prefers what players would."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.draw import FastDraw
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    Enchant,
    EndTurn,
    Pass,
    Place,
)
from moothall.domain.gates_of_mara.state import Gems, Options, Over, State
from moothall.workers.bots.levels import greedy_bot
from moothall.workers.bots.planner import Budget
from tests.domain.gates_of_mara.tables import (
    attached,
    claimed,
    due,
    influenced,
    offered,
    own,
    rich,
    scene,
    standing,
    table,
    wandering,
)

evaluate = GATES_OF_MARA.evaluate


def considered(state: State, most: int = 400) -> Sequence[AnyMove]:
    """What bots think about in the place of seat 0."""
    return GATES_OF_MARA.candidates(GATES_OF_MARA, state, 0, FastDraw(1), most)


def planned(state: State) -> tuple[AnyMove, ...]:
    """What greedy does in the place of seat 0, whatever its seed."""
    plans = {greedy_bot(GATES_OF_MARA, state, 0, FastDraw(seed), Budget()) for seed in range(3)}
    return max(plans, key=len)


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


def test_of_like_figures_one_is_considered() -> None:
    placed = [move.figure for move in considered(table()) if isinstance(move, Place)]
    assert {"merchant_1", "enchanter_1"} < set(placed)
    assert not {"merchant_2", "enchanter_2"} & set(placed)
    unlike = attached(table(), 0, merchant_2="firewater")
    assert {"merchant_1", "merchant_2"} < {move.figure for move in considered(unlike) if isinstance(move, Place)}
    board = scene(offered(rich(table(), 0), 1, "firewater")).when(0, Place("enchanter_1", "enchantment_board"))
    assert [move.figure for move in considered(board.state) if isinstance(move, Enchant) and move.slot == 1] == [
        "specialist",
        "merchant_1",
    ]
    banner = scene(rich(table(), 0)).when(0, Place("merchant_1", "fire_34p_2"), Activate("space:b"))
    assert considered(banner.state) == [
        ChooseFigure(figure) for figure in ("leader", "champion", "specialist", "merchant_1", "merchant_2")
    ], "one Merchant is placed and the other is not"


def test_a_long_list_is_cut_and_a_short_one_is_whole() -> None:
    assert len(considered(table(), 10)) == len(set(considered(table(), 10))) == 10
    assert set(considered(table(), 10)) < set(considered(table()))


def test_no_exchange_is_asked_for_to_be_declined() -> None:
    state = wandering(rich(table(), 0), "wanderer_water", "air")
    asked = scene(state).when(0, Place("champion", "air_34p_5"), Activate("wanderer"))
    asked.lists(0, ChooseExchange(0))
    assert considered(asked.state) == [ChooseExchange(option) for option in (1, 2, 3)]
    goblin = wandering(rich(table(tribes=("goblin", "elf", "antid", "dragonkin")), 0), "wanderer_water", "fire")
    brought = scene(goblin).when(0, Place("specialist", "air_34p_2"), Activate("innate"), ChooseGems(Gems(fire=1)))
    assert ChooseExchange(0) in considered(brought.state), "it came with the rest of the ability"


def test_no_turn_ends_with_a_gift_left_lying() -> None:
    found = scene(table(lords={"air_lord": "fire", "earth_lord": "water"})).when(0, Place("champion", "fire_34p_5"))
    found.lists(0, Activate("lord:air_lord"), EndTurn())
    assert EndTurn() not in considered(found.state)
    assert EndTurn() in considered(found.when(0, Activate("lord:air_lord"), ChooseGems(Gems(fire=1))).state)


def test_no_enchanter_is_placed_for_nothing() -> None:
    """Without gems it can buy nothing."""
    state = own(table(2), 0, gems={}, energy=5)
    state = standing(
        state, 0, leader="gate_1", champion="gate_2", specialist="fire_2p_4", enchanter_2="enchantment_board_1"
    )
    state = standing(state, 0, merchant_1="water_2p_2", merchant_2="chaos_2p_2")
    scene(state).lists(0, Place("enchanter_1", "enchantment_board"))
    assert considered(state) == [Pass()]
    assert planned(state) == (Pass(),)
    assert Place("enchanter_1", "enchantment_board") in considered(attached(state, 0, enchanter_1="everflame"))
    assert Place("enchanter_1", "enchantment_board") in planned(rich(state, 0)), "with gems it can"
