"""GM-2 and GM-3: turns and placements."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import CentralKeysTaken, FigurePlaced, SeatPassed, StepCalled, TurnStarted
from moothall.domain.gates_of_mara.moves import Activate, Enchant, EndTurn, Pass, Place
from moothall.domain.gates_of_mara.state import Acting, Placing
from tests.domain.gates_of_mara.tables import BOX, own, scene, settle, standing, table, to_place
from tests.support.scenes import rule

FIGURES = ("leader", "champion", "specialist", "merchant_1", "merchant_2", "enchanter_1", "enchanter_2")


@rule("GM-2.1")
def test_seats_take_single_turns_in_order() -> None:
    state = replace(table(3), order=(2, 0, 1), phase=Placing(2))
    found = scene(state).when(2, Place("merchant_1", "fire_34p_1")).then(TurnStarted(0))
    found.when(2, Place("merchant_2", "fire_34p_4")).breaks("GM-2.1")
    found = found.when(0, Place("merchant_1", "fire_34p_4")).then(TurnStarted(1))
    found = found.when(1, Place("merchant_1", "water_34p_1")).then(TurnStarted(2))
    assert found.state.phase == Placing(2)


@rule("GM-2.1")
def test_a_turn_places_one_figure() -> None:
    found = scene(table()).when(0, Place("champion", "fire_34p_2"))
    assert isinstance(found.state.phase, Acting)
    found.when(0, Place("leader", "gate_1")).breaks("GM-2.1")
    found.when(0, Pass()).breaks("GM-2.1")


@rule("GM-2.2")
def test_who_passed_is_skipped_for_the_round() -> None:
    found = scene(table(2)).lists(0, Pass()).when(0, Pass()).exactly(SeatPassed(0), TurnStarted(1))
    found = found.when(1, Place("merchant_1", "fire_2p_2"), EndTurn())
    assert found.state.phase == Placing(1)
    found.when(0, Place("merchant_1", "fire_2p_1")).breaks("GM-2.1")


@rule("GM-2.3")
def test_without_energy_the_turn_is_a_pass() -> None:
    state = own(table(3), 1, energy=0)
    scene(state).when(0, Pass()).exactly(SeatPassed(0), SeatPassed(1, forced=True), TurnStarted(2))


@rule("GM-2.3")
def test_without_a_legal_placement_the_turn_is_a_pass() -> None:
    """Seat 1 has energy for circles only, and all of its circles are placed."""
    state = own(table(3), 1, energy=1)
    state = standing(state, 1, merchant_1="fire_34p_1", merchant_2="fire_34p_4", specialist="water_34p_1")
    scene(state).when(0, Pass()).then(SeatPassed(1, forced=True), TurnStarted(2))


@rule("GM-2.4")
def test_the_round_ends_when_all_have_passed() -> None:
    found = scene(table(2)).when(0, Pass()).when(1, Pass()).exactly(SeatPassed(1), StepCalled("score_claims"))
    assert GATES_OF_MARA.awaiting(found.state).step == "score_claims"
    assert not list(GATES_OF_MARA.legal_moves(found.state, 0))
    found.when(0, Pass()).breaks("GM-2.4")
    found.when(1, Place("merchant_1", "fire_2p_1")).breaks("GM-2.4")


@rule("GM-2.5")
def test_abilities_come_after_the_placement() -> None:
    found = scene(table())
    found.when(0, Activate("innate")).breaks("GM-2.5")
    found.when(0, EndTurn()).breaks("GM-2.5")
    found.when(0, Enchant(1, "leader")).breaks("GM-2.5")


@rule("GM-3.1")
def test_every_figure_has_its_price() -> None:
    spaces = {"leader": "gate_1", "champion": "gate_1", "specialist": "fire_34p_1", "merchant_1": "fire_34p_1"}
    prices = {"leader": 3, "champion": 2, "specialist": 1, "merchant_1": 1, "enchanter_1": 2}
    for figure, price in prices.items():
        space = spaces.get(figure, "enchantment_board")
        poor = own(table(), 0, energy=price - 1)
        scene(poor).when(0, Place(figure, space)).breaks("GM-3.1")
        scene(poor).lacks(0, Place(figure, space))
        found = scene(own(table(), 0, energy=price)).when(0, Place(figure, space))
        placed = next(change for change in found.changes if isinstance(change, FigurePlaced))
        assert placed.energy == price
        settled, _ = settle(found, 0)
        assert settled.state.seats[0].figures[figure].place is not None


@rule("GM-3.2")
def test_every_figure_has_its_places() -> None:
    allowed = {
        "leader": {"fire_34p_5", "gate_1", "central_gate"},
        "champion": {"fire_34p_5", "gate_1"},
        "specialist": {"fire_34p_5"},
        "merchant_1": {"fire_34p_5"},
        "merchant_2": {"fire_34p_5"},
        "enchanter_1": {"enchantment_board"},
        "enchanter_2": {"enchantment_board"},
    }
    for figure in FIGURES:
        for space in ("fire_34p_5", "gate_1", "central_gate", "enchantment_board"):
            found = scene(table())
            if space in allowed[figure]:
                found.lists(0, Place(figure, space)).when(0, Place(figure, space)).then()
            else:
                found.lacks(0, Place(figure, space)).when(0, Place(figure, space)).breaks("GM-3.2")


@rule("GM-3.2")
def test_places_out_of_play_are_refused() -> None:
    found = scene(table(3))
    for space in ("air_34p_1", "fire_2p_1", "gate_5", "fire_34p_c1", "enchantment_board_1", "nowhere"):
        found.when(0, Place("leader", space)).breaks("GM-3.2")


@rule("GM-3.3")
def test_spaces_take_the_shapes_they_list() -> None:
    found = scene(table())
    shapes = {"leader": "triangle", "champion": "square", "specialist": "circle", "merchant_1": "circle"}
    for space in BOX.boards["fire", "34p"]:
        for figure, shape in shapes.items():
            if shape in BOX.spaces[space].shapes:
                found.lists(0, Place(figure, space))
            else:
                found.lacks(0, Place(figure, space)).when(0, Place(figure, space)).breaks("GM-3.3")


@rule("GM-3.4")
def test_an_occupied_space_is_refused_even_to_its_owner() -> None:
    state = standing(standing(table(), 0, merchant_1="fire_34p_1"), 1, merchant_1="fire_34p_4")
    for space in ("fire_34p_1", "fire_34p_4"):
        scene(state).lacks(0, Place("merchant_2", space)).when(0, Place("merchant_2", space)).breaks("GM-3.4")


@rule("GM-3.5")
def test_a_gate_has_one_space() -> None:
    state = standing(table(tribes=("dragonkin", "antid", "elf", "goblin")), 1, champion="gate_1", leader="central_gate")
    for figure, gate in (("leader", "gate_1"), ("champion", "gate_1"), ("leader", "central_gate")):
        scene(state).lacks(0, Place(figure, gate)).when(0, Place(figure, gate)).breaks("GM-3.4")
        scene(state).when(0, Place(figure, gate, "innate")).breaks("GM-3.5")


@rule("GM-3.6")
def test_enchanters_fill_the_board_from_the_arrow() -> None:
    state = standing(table(), 1, enchanter_1="enchantment_board_1", enchanter_2="enchantment_board_3")
    found = scene(state).when(0, Place("enchanter_1", "enchantment_board"))
    assert found.state.seats[0].figures["enchanter_1"].place == "enchantment_board_2"
    full = table()
    for seat in range(4):
        spaces = {f"enchanter_{i}": f"enchantment_board_{2 * seat + i}" for i in (1, 2)}
        full = standing(full, seat, **spaces)
    last = standing(full, 3, enchanter_2=None)
    found = scene(to_place(last, 3)).when(3, Place("enchanter_2", "enchantment_board"))
    assert found.state.seats[3].figures["enchanter_2"].place == "enchantment_board_8"


@rule("GM-3.7")
def test_a_leader_at_the_centre_takes_all_keys() -> None:
    found = scene(replace(table(), central_keys=3)).when(0, Place("leader", "central_gate"))
    found.then(CentralKeysTaken(0, 3))
    assert (found.state.central_keys, found.state.seats[0].keys) == (0, 3)
    empty = scene(replace(table(), central_keys=0)).when(0, Place("leader", "central_gate"))
    assert empty.state.seats[0].keys == 0


@rule("GM-3.8")
def test_only_figures_at_home_are_placed() -> None:
    state = standing(table(), 0, merchant_1="fire_34p_1")
    scene(state).when(0, Place("merchant_1", "fire_34p_4")).breaks("GM-3.8")
    scene(state).when(0, Place("dragon", "fire_34p_4")).breaks("GM-3.8")
    moves = list(GATES_OF_MARA.legal_moves(state, 0))
    assert not [move for move in moves if isinstance(move, Place) and move.figure == "merchant_1"]
