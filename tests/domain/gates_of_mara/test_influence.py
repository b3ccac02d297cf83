"""GM-4 and GM-5: influence and the Water Lord's conversion."""

from __future__ import annotations

import pytest

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import InfluenceGained, PointsGained
from moothall.domain.gates_of_mara.moves import Activate, ChooseCaravanSpace, ChooseInfluence, EndTurn, Place
from moothall.domain.gates_of_mara.state import InfluenceQuestion
from tests.domain.gates_of_mara.tables import (
    attached,
    due,
    influenced,
    question_of,
    rich,
    scene,
    settle,
    table,
)
from tests.support.scenes import rule

WATER = {"water_lord": "water", "fire_lord": "air"}


@rule("GM-4.1")
@pytest.mark.parametrize(
    ("figure", "space", "gains"),
    [
        ("leader", "fire_34p_5", {"fire": 3}),
        ("leader", "gate_2", {"fire": 2, "water": 2}),
        ("leader", "gate_5", {"chaos": 2, "air": 2}),
        ("leader", "central_gate", dict.fromkeys(("chaos", "fire", "water", "earth", "air"), 1)),
        ("champion", "earth_34p_5", {"earth": 2}),
        ("champion", "gate_1", {"chaos": 1, "fire": 1}),
        ("specialist", "air_34p_1", {"air": 1}),
        ("merchant_1", "chaos_34p_1", {"chaos": 1}),
        ("enchanter_1", "enchantment_board", {}),
    ],
)
def test_placing_gains_influence(figure: str, space: str, gains: dict[str, int]) -> None:
    found = scene(table()).when(0, Place(figure, space))
    assert dict(zip(found.state.ring, found.state.seats[0].influence, strict=True)) == {
        realm: gains.get(realm, 0) for realm in found.state.ring
    }


@rule("GM-4.2")
def test_placement_influence_comes_before_abilities() -> None:
    state = attached(table(lords=WATER), 0, merchant_1="banner_of_victory_1")
    found = scene(state).when(0, Place("merchant_1", "fire_34p_2"))
    kinds = [type(change).__name__ for change in found.changes]
    assert kinds[:2] == ["FigurePlaced", "InfluenceGained"]
    assert found.changes[1] == InfluenceGained(0, "fire", 1, 1)


@rule("GM-4.3")
def test_realms_gain_in_ring_order_and_a_choice_comes_in_its_place() -> None:
    found = scene(table(lords=WATER)).when(0, Place("leader", "central_gate"))
    gained = [change.realm for change in found.changes if isinstance(change, InfluenceGained)]
    assert gained == ["chaos", "fire"]
    assert question_of(found.state) == InfluenceQuestion("water", 1)
    found = found.when(0, ChooseInfluence("influence"))
    gained = [change.realm for change in found.changes if isinstance(change, InfluenceGained)]
    assert gained == ["water", "earth", "air"]


@rule("GM-4.4")
def test_influence_beyond_the_track_is_lost() -> None:
    found = scene(influenced(table(), "fire", 5)).when(0, Place("leader", "fire_34p_5"))
    found.then(InfluenceGained(0, "fire", 2, 7))
    assert found.state.seats[0].influence[1] == 7
    full = scene(influenced(table(), "fire", 7)).when(0, Place("leader", "fire_34p_5"))
    assert not [change for change in full.changes if isinstance(change, InfluenceGained)]


@rule("GM-4.5")
def test_influence_is_kept_per_seat_and_lost_with_the_round() -> None:
    state = due(table(), "score_round", fire=(3, 1, 0, 0))
    assert [seat.influence[1] for seat in state.seats] == [3, 1, 0, 0]
    found = scene(state).step("score_round")
    assert [seat.influence[1] for seat in found.state.seats] == [0, 0, 0, 0]


@rule("GM-5.1")
def test_conversion_is_offered_for_placement_ability_caravan_and_banner() -> None:
    """A Champion at Water: placement, its caravan on a space that gives influence, and a Fire Banner."""
    state = attached(rich(table(lords=WATER), 0), 0, champion="fire_banner_1")
    found = scene(state).when(0, Place("champion", "water_34p_5"))
    assert question_of(found.state) == InfluenceQuestion("water", 2)
    found = found.when(0, ChooseInfluence("points"), Activate("innate"), ChooseCaravanSpace("water_34p_c1"))
    assert question_of(found.state) == InfluenceQuestion("water", 1)
    found = found.when(0, ChooseInfluence("influence"), Activate("card:fire_banner_1"))
    assert question_of(found.state) == InfluenceQuestion("water", 1)
    found = found.when(0, ChooseInfluence("points"))
    assert found.state.seats[0].points.get("water_lord", 0) == 3
    assert found.state.seats[0].influence[2] == 1


@rule("GM-5.1")
def test_an_ability_is_converted_too() -> None:
    state = rich(table(lords=WATER), 0)
    found = scene(state).when(0, Place("specialist", "water_34p_1"), ChooseInfluence("influence"), Activate("innate"))
    assert question_of(found.state) == InfluenceQuestion("water", 2)
    assert found.when(0, ChooseInfluence("points")).state.seats[0].points.get("water_lord", 0) == 2


@rule("GM-5.2")
def test_it_is_all_or_nothing() -> None:
    found = scene(table(lords=WATER)).when(0, Place("leader", "water_34p_5"))
    found.lists(0, ChooseInfluence("influence"), ChooseInfluence("points"))
    assert len(list(GATES_OF_MARA.legal_moves(found.state, 0))) == 2
    found.when(0, ChooseInfluence("points")).then(PointsGained(0, "water_lord", 3, "water"))
    found.when(0, ChooseInfluence("influence")).then(InfluenceGained(0, "water", 3, 3))
    found.when(0, ChooseInfluence("both")).breaks("GM-5.2")  # type: ignore[arg-type]


@rule("GM-5.3")
def test_at_the_end_of_the_track_nothing_is_asked() -> None:
    state = influenced(table(lords=WATER), "water", 7)
    found = scene(state).when(0, Place("leader", "water_34p_5"))
    assert question_of(found.state) is None
    assert found.state.seats[0].points.get("water_lord", 0) == 0


@rule("GM-5.4")
def test_only_the_lords_realm_is_converted() -> None:
    found = scene(table(lords=WATER)).when(0, Place("leader", "gate_2"), ChooseInfluence("points"))
    assert found.state.seats[0].influence == (0, 2, 0, 0, 0)
    assert found.state.seats[0].points.get("water_lord", 0) == 2


@rule("GM-5.5")
def test_the_gaining_seat_answers_before_anything_else() -> None:
    found = scene(table(lords=WATER)).when(0, Place("champion", "water_34p_5"))
    found.when(0, Activate("innate")).breaks("GM-6.5")
    found.when(0, EndTurn()).breaks("GM-6.5")
    found.when(1, ChooseInfluence("points")).breaks("GM-2.1")
    assert GATES_OF_MARA.awaiting(found.state).seats[0].kind == "choose_influence"
    settled, _ = settle(found, 0)
    settled.when(0, ChooseInfluence("points")).breaks("GM-5.1")
