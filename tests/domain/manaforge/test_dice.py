"""MF-5 and MF-6: spending dice and what every face gives."""

from __future__ import annotations

import pytest

from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.changes import CardRecharged, DieSpent, ManaGained
from moothall.domain.manaforge.content import box_at
from moothall.domain.manaforge.content.ops import GainGems, GainMana
from moothall.domain.manaforge.moves import Activate, ActivateTalent, SpendDie
from moothall.domain.manaforge.state import Die, Mana, Seat
from tests.domain.manaforge.table import gems, given, mana, player, table, workshop
from tests.support.scenes import rule

BOX = box_at(1)

RING = {
    "earth": ("water", "fire"),
    "fire": ("earth", "wind"),
    "wind": ("fire", "water"),
    "water": ("wind", "earth"),
}
"""The neighbours of an element, as faces 4 and 5 show them."""
SPECIAL = {"earth": "runestone", "fire": "transmute", "wind": "power_surge", "water": "gem_copy"}
PAIRS = ["earth_or_fire", "earth_or_wind", "earth_or_water", "fire_or_wind", "fire_or_water", "wind_or_water"]


def spends(seat: Seat, expenditures: int = 4) -> list[SpendDie]:
    """What the seat can spend."""
    moves = MANAFORGE.legal_moves(table(seat, expenditures=expenditures), 0)
    return [move for move in moves if isinstance(move, SpendDie)]


@rule("MF-5.1", "MF-5.5")
def test_a_die_is_spent_once_for_one_expenditure() -> None:
    me = player("earth_1 double_earth", "fire_1 double_fire", workshop=["aether_geyser"])
    done = given(table(me, expenditures=1)).when(0, SpendDie("earth_1"))
    done.exactly(DieSpent(0, "earth_1", 3), ManaGained(0, Mana(2, 0, 0, 0), "earth_1"))
    assert done.state.phase.expenditures == 0
    done.when(0, SpendDie("fire_1")).breaks("MF-5.1")
    more = done.when(0, Activate("aether_geyser", 0))
    more.when(0, SpendDie("earth_1")).breaks("MF-5.1")
    more.when(0, SpendDie("fire_1")).then(ManaGained(0, Mana(0, 2, 0, 0), "fire_1"))
    more.when(0, SpendDie("wind_1")).breaks("MF-5.1")


@rule("MF-5.4")
def test_expenditures_are_used_up_without_a_die() -> None:
    me = player("earth_1 double_earth", talents=["wizards_apprentice"], workshop=["aether_bombs"])
    done = given(table(me, expenditures=3)).when(0, ActivateTalent("wizards_apprentice", take="fire"))
    done = done.when(0, Activate("aether_bombs", 0))
    assert done.state.phase.expenditures == 0
    assert not done.state.seats[0].dice[0].spent
    done.when(0, ActivateTalent("wizards_apprentice", take="fire")).breaks("MF-5.4")


@rule("MF-5.6", "MF-5.7", "MF-5.11")
@pytest.mark.parametrize("kind", RING)
@pytest.mark.parametrize("face", [1, 2, 3, 4, 5])
def test_faces_of_an_elemental_die(kind: str, face: int) -> None:
    state = table(Seat(dice=(Die(f"{kind}_1", kind, face),)))
    done = given(state).when(0, SpendDie(f"{kind}_1"))
    before, after = RING[kind]
    expected = {1: {}, 2: {}, 3: {kind: 2}, 4: {before: 1}, 5: {after: 1}}
    assert mana(done) == expected[face]
    assert gems(done) == ({kind: 1} if face <= 2 else {})


@rule("MF-5.11")
def test_face_6_is_special_and_an_arcane_die_shows_all_pairs() -> None:
    assert {kind: BOX.faces[kind][6].id for kind in RING} == SPECIAL
    assert [face.id for face in BOX.faces["arcane"][1:]] == PAIRS


@rule("MF-5.8")
@pytest.mark.parametrize("face", PAIRS)
def test_an_arcane_face_gives_one_of_its_two(face: str) -> None:
    start = given(table(player(f"arcane_1 {face}")))
    pair = face.split("_or_")
    assert spends(start.state.seats[0]) == [SpendDie("arcane_1", take=element) for element in pair]
    for element in ("earth", "fire", "wind", "water"):
        done = start.when(0, SpendDie("arcane_1", take=element))
        if element in pair:
            assert mana(done) == {element: 1}
        else:
            done.breaks("MF-5.8")
    start.when(0, SpendDie("arcane_1")).breaks("MF-5.8")


@rule("MF-5.9")
def test_a_die_that_could_do_nothing_is_not_spent() -> None:
    useless = player("water_1 gem_copy", "wind_1 power_surge", "fire_1 transmute", workshop=["hellforge"])
    assert spends(useless) == []
    start = given(table(useless))
    start.when(0, SpendDie("water_1", gem="water")).breaks("MF-6.7")
    start.when(0, SpendDie("wind_1", target="hellforge")).breaks("MF-6.6")
    start.when(0, SpendDie("fire_1", copy="water_1", gem="fire")).breaks("MF-6.7")


@rule("MF-5.1")
def test_parameters_that_nothing_asks_for_are_refused() -> None:
    start = given(table(player("earth_1 double_earth", "fire_1 gem_fire")))
    for move in (
        SpendDie("earth_1", take="earth"),
        SpendDie("earth_1", gem="earth"),
        SpendDie("earth_1", target="hellforge"),
        SpendDie("earth_1", copy="fire_1"),
    ):
        start.when(0, move).breaks("MF-5.1")


@rule("MF-6.1")
def test_runestone_gives_one_of_two_pairs() -> None:
    start = given(table(player("earth_1 runestone")))
    start.lists(0, SpendDie("earth_1", take="earth+wind"), SpendDie("earth_1", take="fire+water"))
    assert mana(start.when(0, SpendDie("earth_1", take="earth+wind"))) == {"earth": 1, "wind": 1}
    assert mana(start.when(0, SpendDie("earth_1", take="fire+water"))) == {"fire": 1, "water": 1}
    start.when(0, SpendDie("earth_1", take="earth+fire")).breaks("MF-6.1")
    start.when(0, SpendDie("earth_1", take="earth")).breaks("MF-6.1")


@rule("MF-6.2")
def test_transmute_copies_a_held_die_and_leaves_it() -> None:
    me = player("fire_1 transmute", "water_1 double_water", talents=["aether_reserve"], held="water_1")
    done = given(table(me)).when(0, SpendDie("fire_1", copy="water_1"))
    assert mana(done) == {"water": 2}
    assert done.state.seats[0].held == "water_1"
    assert mana(done.when(0, SpendDie("water_1"))) == {"water": 4}


@rule("MF-6.2")
@pytest.mark.parametrize("copy", [None, "fire_1", "earth_9", ""])
def test_transmute_names_another_own_die(copy: str | None) -> None:
    start = given(table(player("fire_1 transmute", "water_1 double_water")))
    start.when(0, SpendDie("fire_1", copy=copy)).breaks("MF-6.2")


@rule("MF-6.2")
def test_a_list_names_the_first_die_of_each_face_and_any_is_accepted() -> None:
    me = player("water_1 double_water", "water_2 double_water", "fire_1 transmute", "arcane_1 earth_or_wind")
    assert [move for move in spends(me) if move.die == "fire_1"] == [
        SpendDie("fire_1", copy="water_1"),
        SpendDie("fire_1", copy="arcane_1", take="earth"),
        SpendDie("fire_1", copy="arcane_1", take="wind"),
    ]
    assert mana(given(table(me)).when(0, SpendDie("fire_1", copy="water_2"))) == {"water": 2}


@rule("MF-6.4")
def test_transmutes_alone_cannot_be_spent() -> None:
    assert spends(player("fire_1 transmute", "fire_2 transmute")) == []
    given(table(player("fire_1 transmute", "fire_2 transmute"))).when(0, SpendDie("fire_1", copy="fire_2")).breaks(
        "MF-6.3"
    )


@rule("MF-6.5")
def test_a_copied_gem_copy_costs_one_expenditure() -> None:
    me = player("fire_1 transmute", "water_1 gem_copy", gems={"wind": 1})
    done = given(table(me)).when(0, SpendDie("fire_1", copy="water_1", gem="wind"))
    assert gems(done) == {"wind": 2}
    assert done.state.phase.expenditures == 3


@rule("MF-6.6")
def test_power_surge_recharges_any_exhausted_card() -> None:
    me = player("wind_1 power_surge", workshop=["mana_accelerator exhausted", "hellforge exhausted", "stone_circle"])
    assert spends(me) == [SpendDie("wind_1", target="mana_accelerator"), SpendDie("wind_1", target="hellforge")]
    done = given(table(me)).when(0, SpendDie("wind_1", target="mana_accelerator"))
    done.then(CardRecharged(0, "mana_accelerator", "wind_1"))
    assert workshop(done) == {"mana_accelerator": True, "hellforge": False, "stone_circle": True}
    done.lists(0, Activate("mana_accelerator", 0, target="hellforge"))


@rule("MF-6.7")
@pytest.mark.parametrize("element", ["earth", "fire", "wind", "water"])
def test_gem_copy_doubles_an_owned_element_only(element: str) -> None:
    me = player("water_1 gem_copy", gems={element: 1})
    assert spends(me) == [SpendDie("water_1", gem=element)]
    assert gems(given(table(me)).when(0, SpendDie("water_1", gem=element))) == {element: 2}


def test_every_face_of_every_die_shows_an_effect_that_can_be_spent() -> None:
    for kind, faces in BOX.faces.items():
        for face in faces[1:]:
            dice = (Die(f"{kind}_9", kind, face.n), Die("earth_1", "earth", 3))
            me = Seat(dice=dice, gems=(1, 1, 1, 1), workshop=player(workshop=["hellforge exhausted"]).workshop)
            mine = [move for move in spends(me) if move.die == f"{kind}_9"]
            assert mine, face.id
            if isinstance(face.effect, GainMana | GainGems):
                assert mine == [SpendDie(f"{kind}_9")]
