"""GM-10: sharing a space."""

from __future__ import annotations

from moothall.domain.gates_of_mara.changes import CaravanPlaced, FigurePlaced, InfluenceGained, OnyxGained, QuestionPut
from moothall.domain.gates_of_mara.moves import Activate, ChooseCaravanSpace, EndTurn, Place
from moothall.domain.gates_of_mara.state import CaravanQuestion, Gems
from tests.domain.gates_of_mara.tables import (
    attached,
    influenced,
    out_of_caravans,
    own,
    rich,
    scene,
    standing,
    table,
)
from tests.support.scenes import rule

LORDS = {"fire_lord": "fire", "earth_lord": "water"}


@rule("GM-10.1")
def test_five_things_permit_sharing() -> None:
    state = table(lords=LORDS, tribes=("dragonkin", "antid", "elf", "goblin"))
    state = standing(rich(state, 0), 1, merchant_1="fire_34p_2", champion="fire_34p_5", merchant_2="air_34p_1")
    state = attached(state, 0, champion="banner_of_unity_1", merchant_1="emblem_of_fazzar_1")
    state = attached(state, 0, merchant_2="glacier_mines", leader="mist_armor")
    found = scene(state)
    vias = {
        "champion": "card:banner_of_unity_1",
        "merchant_1": "card:emblem_of_fazzar_1",
        "specialist": "innate",
        "merchant_2": "card:glacier_mines",
        "leader": "card:mist_armor",
    }
    for figure, via in vias.items():
        found.lists(0, Place(figure, "fire_34p_5", via)).lacks(0, Place(figure, "fire_34p_5"))
        found.when(0, Place(figure, "fire_34p_5", via)).then()
        found.when(0, Place(figure, "fire_34p_5")).breaks("GM-3.4")
        wrong = "card:banner_of_victory_1" if figure == "champion" else "card:banner_of_unity_1"
        found.when(0, Place(figure, "fire_34p_5", wrong)).breaks("GM-10.1")
    found.lacks(0, Place("merchant_1", "air_34p_1", "card:emblem_of_fazzar_1"))
    found.when(0, Place("merchant_1", "air_34p_1", "card:emblem_of_fazzar_1")).breaks("GM-10.1")


@rule("GM-10.2")
def test_shapes_still_count_and_newcomers_use_the_space() -> None:
    state = standing(table(lords=LORDS), 1, merchant_1="air_34p_1", merchant_2="air_34p_2")
    state = standing(state, 2, merchant_1="air_34p_2")
    state = attached(state, 0, champion="banner_of_unity_1")
    scene(state).when(0, Place("champion", "air_34p_1", "card:banner_of_unity_1")).breaks("GM-3.3")
    found = scene(state).when(0, Place("champion", "air_34p_2", "card:banner_of_unity_1"))
    found = found.lists(0, Activate("space:a"), Activate("space:b")).when(0, Activate("space:a"))
    assert found.state.seats[0].gems[3] == 2
    assert [seat.figures["merchant_1"].place for seat in found.state.seats[1:3]] == ["air_34p_1", "air_34p_2"]


@rule("GM-10.3")
def test_the_permission_is_paid_with_the_placement() -> None:
    state = attached(own(table(lords=LORDS), 0, energy=2, gems={"water": 1, "air": 1}), 0, merchant_1="glacier_mines")
    state = standing(state, 1, merchant_1="air_34p_2")
    found = scene(state).when(0, Place("merchant_1", "air_34p_2", "card:glacier_mines"))
    found.then(FigurePlaced(0, "merchant_1", "air_34p_2", 2, "card:glacier_mines", Gems(water=1, air=1), True))
    for poor in (own(state, 0, energy=1), own(state, 0, gems={"water": 1})):
        move = Place("merchant_1", "air_34p_2", "card:glacier_mines")
        scene(poor).lacks(0, move).when(0, move).breaks("GM-10.3")
    for space in ("air_34p_4", "fire_34p_1"):
        scene(state).when(0, Place("merchant_1", space, "card:glacier_mines")).breaks("GM-10.3")
    scene(state).when(0, Place("enchanter_1", "enchantment_board", "innate")).breaks("GM-10.3")


@rule("GM-10.4")
def test_the_rest_of_a_paid_permission_follows_the_influence() -> None:
    state = attached(rich(table(lords=LORDS), 0), 0, champion="glacier_mines")
    found = scene(standing(state, 1, merchant_1="air_34p_2"))
    found = found.when(0, Place("champion", "air_34p_2", "card:glacier_mines"))
    found.then(InfluenceGained(0, "air", 2, 2))
    assert isinstance(found.changes[-1], QuestionPut)
    assert found.changes[-1].question == CaravanQuestion("air")
    found = found.when(0, ChooseCaravanSpace("air_34p_c2")).then(CaravanPlaced(0, "air", "air_34p_c2"))
    found.then(OnyxGained(0, 1))
    found.when(0, Activate("card:glacier_mines")).breaks("GM-6.1")


@rule("GM-10.5")
def test_on_a_free_space_it_is_an_ability_like_any_other() -> None:
    state = attached(rich(table(lords=LORDS), 0), 0, champion="glacier_mines")
    found = scene(state).when(0, Place("champion", "air_34p_2")).lists(0, Activate("card:glacier_mines"))
    found = found.when(0, Activate("card:glacier_mines"), ChooseCaravanSpace("air_34p_c2"))
    assert found.state.seats[0].onyx == 10


@rule("GM-10.5")
def test_the_dragonkin_specialist_chooses_on_an_empty_space() -> None:
    """Ruling: it enters for 1 energy, and may then pay 2 for the influence or leave it."""
    dragon = scene(rich(table(lords=LORDS, tribes=("dragonkin", "antid", "elf", "goblin")), 0))
    dragon.lacks(0, Place("specialist", "air_34p_2", "innate"))
    dragon.when(0, Place("specialist", "air_34p_2", "innate")).breaks("GM-10.3")
    placed = dragon.when(0, Place("specialist", "air_34p_2")).lists(0, Activate("innate"), EndTurn())
    assert (placed.state.seats[0].influence[4], placed.state.seats[0].energy) == (1, 8 - 1)
    used = placed.when(0, Activate("innate"))
    assert (used.state.seats[0].influence[4], used.state.seats[0].energy) == (2, 8 - 1 - 2)
    assert placed.when(0, EndTurn()).state.seats[0].influence[4] == 1


@rule("GM-10.6")
def test_the_one_named_is_spent_and_the_others_are_not() -> None:
    state = attached(rich(table(lords=LORDS), 0), 0, champion=("banner_of_unity_1", "glacier_mines"))
    state = standing(state, 1, merchant_1="air_34p_2")
    found = scene(state)
    found.lists(
        0,
        Place("champion", "air_34p_2", "card:banner_of_unity_1"),
        Place("champion", "air_34p_2", "card:glacier_mines"),
    )
    free = found.when(0, Place("champion", "air_34p_2", "card:banner_of_unity_1"))
    assert free.state.seats[0].gems == (9, 9, 9, 9)
    free.lists(0, Activate("card:glacier_mines")).lacks(0, Activate("card:banner_of_unity_1"))
    free.when(0, Activate("card:banner_of_unity_1")).breaks("GM-6.6")


@rule("GM-10.7")
def test_a_permission_is_good_even_if_the_rest_of_it_does_nothing() -> None:
    state = influenced(table(lords=LORDS, tribes=("dragonkin", "antid", "elf", "goblin")), "air", 7)
    found = scene(standing(state, 1, merchant_1="air_34p_2")).when(0, Place("specialist", "air_34p_2", "innate"))
    assert found.state.seats[0].influence[4] == 7
    assert found.state.seats[0].energy == 8
    armor = attached(out_of_caravans(rich(table(lords=LORDS), 0), 0), 0, leader="mist_armor")
    armed = scene(standing(armor, 1, merchant_1="air_34p_5"))
    armed = armed.when(0, Place("leader", "air_34p_5", "card:mist_armor"))
    assert armed.state.seats[0].gems[1:] == (8, 8, 8)
