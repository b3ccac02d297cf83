"""The worked examples of RULES.md, with their numbers."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    ClaimsPlaced,
    EnchantmentDealt,
    FireBannersOffered,
    KeysGained,
    LordPlaced,
    ObjectiveMet,
    PointsGained,
    StepCalled,
)
from moothall.domain.gates_of_mara.moves import (
    Activate,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    Enchant,
    EndTurn,
    Place,
    PlaceLord,
)
from moothall.domain.gates_of_mara.rules import takers
from moothall.domain.gates_of_mara.state import Deck, ExchangeQuestion, Gems, GemsQuestion, InfluenceQuestion, LordsOff
from tests.domain.gates_of_mara.tables import (
    BOX,
    attached,
    awards,
    claimed,
    due,
    influenced,
    laid,
    objectives,
    offered,
    out_of_caravans,
    own,
    question_of,
    scene,
    standing,
    table,
    to_place,
    wandering,
    with_caravans,
)
from tests.support.scenes import rule

FAR = {"earth_lord": "water", "fire_lord": "earth"}


def test_1_champion_on_a_realm() -> None:
    state = laid(table(lords=FAR), "fire", 0, "banner_of_victory_1")
    found = scene(state).when(0, Place("champion", "fire_34p_2"))
    assert (found.state.seats[0].energy, found.state.seats[0].influence[1]) == (9, 2)
    found = found.when(0, Activate("innate"), ChooseCaravanSpace("fire_34p_c1"))
    seat = found.state.seats[0]
    assert (seat.energy, seat.influence[1], seat.caravans_left) == (8, 3, 4)
    found = found.when(0, Activate("space:b"), ChooseFigure("specialist"))
    assert found.state.seats[0].energy == 7
    assert found.state.seats[0].figures["specialist"].cards == ("banner_of_victory_1",)
    later = scene(to_place(found.state, 0)).when(0, Place("specialist", "air_34p_1"))
    later = later.when(0, Activate("card:banner_of_victory_1"))
    assert later.state.seats[0].points.get("abilities", 0) == 1


def test_2_wanderer_exchange() -> None:
    state = wandering(own(table(lords=FAR), 0, gems={"water": 2}), "wanderer_water", "air")
    found = scene(state).when(0, Place("merchant_1", "air_34p_2"), Activate("wanderer"))
    first = found.when(0, ChooseExchange(1))
    assert question_of(first.state) == GemsQuestion(2, ("fire", "water", "earth", "air"))
    first = first.when(0, ChooseGems(Gems(fire=1, air=1)))
    assert (first.state.seats[0].gems, first.state.seats[0].points.get("abilities", 0)) == ((1, 0, 0, 1), 1)
    second = found.when(0, ChooseExchange(2))
    assert (second.state.seats[0].onyx, second.state.seats[0].gems) == (1, (0, 0, 0, 0))
    third = found.when(0, ChooseExchange(3))
    assert (third.state.seats[0].keys, third.state.seats[0].gems) == (1, (0, 0, 0, 0))
    poor = scene(own(state, 0, gems={"water": 1})).when(0, Place("merchant_1", "air_34p_2"))
    poor.lacks(0, Activate("wanderer")).when(0, Activate("wanderer")).breaks("GM-6.6")


def test_3_enchanting() -> None:
    state = offered(own(table(number=2), 0, energy=6, gems={"air": 3}, onyx=1), 3, "manipulate_wind")
    state = offered(state, 1, "everflame")
    state = attached(state, 0, enchanter_1="heatstone")
    top = state.enchantment_deck.cards[0]
    found = scene(state).when(0, Place("enchanter_1", "enchantment_board"), Enchant(3, "merchant_1"))
    seat = found.state.seats[0]
    assert (seat.energy, seat.gems[3], seat.onyx, seat.points.get("enchantments", 0)) == (4, 1, 0, 7)
    assert found.state.market[2] is None
    found = found.when(0, EndTurn()).then(EnchantmentDealt(3, top))
    assert found.state.market[2] == top


def test_4_using_it() -> None:
    state = wandering(own(table(), 0, gems={"air": 1}), "wanderer_earth", "fire")
    state = attached(state, 0, merchant_1="manipulate_wind")
    found = scene(state).when(0, Place("merchant_1", "earth_34p_1"), Activate("card:manipulate_wind"))
    assert found.state.seats[0].gems == (0, 0, 0, 0)
    found = found.when(0, ChooseCaravanSpace("earth_34p_c3"), ChooseGems(Gems(earth=1)))
    assert found.state.seats[0].gems == (0, 0, 3, 0)
    assert question_of(found.state) == ExchangeQuestion("wanderer_earth")
    elsewhere = scene(state).when(0, Place("merchant_1", "earth_34p_1"), Activate("card:manipulate_wind"))
    elsewhere = elsewhere.when(0, ChooseCaravanSpace("earth_34p_c1"), ChooseGems(Gems(earth=1)))
    assert question_of(elsewhere.state) is None, "one Earth does not pay for it"


def test_5_capacities() -> None:
    mixed = attached(table(), 0, merchant_1=("banner_of_unity_1", "firewater")).seats[0]
    assert "merchant_1" in takers(BOX, mixed, "banner_of_unity_2")
    assert "merchant_1" in takers(BOX, mixed, "eternalbloom")
    banners = attached(table(), 0, merchant_1=("banner_of_unity_1", "banner_of_unity_2")).seats[0]
    assert "merchant_1" not in takers(BOX, banners, "banner_of_unity_3")
    assert "merchant_1" in takers(BOX, banners, "eternalbloom")


def test_6_claims() -> None:
    state = table(3, ring=("chaos", "fire", "water", "air"), lords={"earth_lord": "fire", "water_lord": "water"})
    found = scene(due(state, "score_claims", air=(5, 3, 1))).step()
    assert [seat.claims[3] for seat in found.state.seats] == [2, 1, 0]


def test_7_fire_lord() -> None:
    state = table(2, ring=("chaos", "fire", "air"), lords={"fire_lord": "fire", "earth_lord": "air"})
    found = scene(due(state, "score_claims", fire=(5, 3))).step()
    assert awards(found) == (ClaimsPlaced(0, "fire", 2, "first", 5, 2), FireBannersOffered((0,)))


def test_8_keys() -> None:
    state = table(2, ring=("chaos", "earth", "air"), lords={"water_lord": "earth", "air_lord": "air"})
    state = with_caravans(standing(state, 0, merchant_1="earth_2p_1", merchant_2="earth_2p_2"), 0, "earth_2p_c1")
    state = standing(state, 1, merchant_1="earth_2p_4", champion="gate_2", leader="central_gate")
    found = scene(due(state, "score_round")).step()
    assert [change for change in found.changes if isinstance(change, KeysGained)] == [
        KeysGained(0, 1, "earth", 3),
        KeysGained(1, 1, "earth", 3),
    ]


def test_9_tie_for_most() -> None:
    state = table(3, ring=("chaos", "fire", "water", "air"), lords={"earth_lord": "fire", "water_lord": "water"})
    found = scene(due(state, "score_claims", air=(4, 4, 2))).step()
    assert [seat.claims[3] for seat in found.state.seats] == [1, 1, 0]
    assert [seat.points.get("second_place_ties", 0) for seat in found.state.seats] == [0, 0, 0]


def test_10_tie_for_second() -> None:
    found = scene(due(table(lords=FAR), "score_claims", air=(5, 3, 3, 0))).step()
    assert [seat.claims[4] for seat in found.state.seats] == [2, 0, 0, 0]
    assert [seat.points.get("second_place_ties", 0) for seat in found.state.seats] == [0, 2, 2, 0]


def test_11_tie_for_second_at_the_fire_lord() -> None:
    state = table(lords={"fire_lord": "air", "earth_lord": "fire"})
    found = scene(due(state, "score_claims", air=(6, 4, 4, 3))).step()
    assert awards(found) == (
        ClaimsPlaced(0, "air", 2, "first", 6, 2),
        PointsGained(1, "second_place_ties", 2, "air", "tied_second", 4),
        PointsGained(2, "second_place_ties", 2, "air", "tied_second", 4),
        FireBannersOffered((0,)),
    )
    assert awards(scene(due(state, "score_claims", air=(3, 2, 1, 0))).step()) == (StepCalled("score_round"),)


def test_12_water_lord_and_the_end_of_the_track() -> None:
    state = table(lords={"water_lord": "air", "earth_lord": "fire"})
    found = scene(influenced(state, "air", 6)).when(0, Place("leader", "air_34p_5"))
    assert question_of(found.state) == InfluenceQuestion("air", 1)
    assert found.when(0, ChooseInfluence("points")).state.seats[0].points.get("water_lord", 0) == 1
    assert found.when(0, ChooseInfluence("influence")).state.seats[0].influence[4] == 7
    full = scene(influenced(state, "air", 7)).when(0, Place("leader", "air_34p_5"))
    assert question_of(full.state) is None
    assert full.state.seats[0].points.get("water_lord", 0) == 0


def test_13_water_lord_from_a_gate() -> None:
    state = table(ring=("chaos", "fire", "earth", "water", "air"), lords={"water_lord": "water", "fire_lord": "fire"})
    state = wandering(own(state, 0, gems={"fire": 2}), "wanderer_fire", "chaos")
    found = scene(state).when(0, Place("leader", "gate_4"))
    assert question_of(found.state) == InfluenceQuestion("water", 2)
    points = found.when(0, ChooseInfluence("points"))
    assert (points.state.seats[0].influence[3:], points.state.seats[0].points.get("water_lord", 0)) == ((0, 2), 2)
    points.lists(0, Activate("lord:water_lord"))
    assert found.when(0, ChooseInfluence("influence")).state.seats[0].influence[3:] == (2, 2)
    poor = scene(own(state, 0, gems={"fire": 1, "water": 2})).when(0, Place("leader", "gate_4"))
    poor.when(0, ChooseInfluence("points")).lacks(0, Activate("lord:water_lord")).lists(0, Activate("innate"))


def test_14_dragonkin() -> None:
    state = table(lords=FAR, tribes=("dragonkin", "antid", "elf", "goblin"))
    state = standing(own(state, 0, energy=3, gems={}), 1, merchant_1="air_34p_1")
    found = scene(state).when(0, Place("specialist", "air_34p_1", "innate"))
    seat = found.state.seats[0]
    assert (seat.energy, seat.influence[4], seat.gems[3]) == (0, 2, 2), "space:a is collected by itself"
    poor = scene(own(state, 0, energy=2))
    poor.lacks(0, Place("specialist", "air_34p_1", "innate"))
    poor.when(0, Place("specialist", "air_34p_1", "innate")).breaks("GM-10.3")
    free = poor.when(0, Place("specialist", "air_34p_4"))
    assert free.state.seats[0].energy == 1


def test_15_unity_and_gates() -> None:
    state = attached(table(lords=FAR), 0, champion="banner_of_unity_1", merchant_1="emblem_of_fazzar_1")
    state = standing(state, 1, merchant_1="air_34p_2", champion="gate_1", merchant_2="earth_34p_1")
    state = standing(state, 2, merchant_1="air_34p_1")
    found = scene(state).lists(0, Place("champion", "air_34p_2", "card:banner_of_unity_1"))
    found.when(0, Place("champion", "gate_1", "card:banner_of_unity_1")).breaks("GM-3.5")
    found.when(0, Place("champion", "air_34p_1", "card:banner_of_unity_1")).breaks("GM-3.3")
    found.lists(0, Place("merchant_1", "earth_34p_1", "card:emblem_of_fazzar_1"))
    found.when(0, Place("merchant_1", "air_34p_1", "card:emblem_of_fazzar_1")).breaks("GM-10.1")


def test_16_mist_armor_as_placed() -> None:
    state = attached(table(lords=FAR), 0, leader="mist_armor")
    state = own(state, 0, energy=3, gems={"water": 1, "earth": 1, "air": 1})
    shared = scene(standing(state, 1, merchant_1="air_34p_5"))
    found = shared.when(0, Place("leader", "air_34p_5", "card:mist_armor"))
    seat = found.state.seats[0]
    assert (seat.gems, seat.energy, seat.influence[4]) == ((0, 0, 0, 0), 0, 3)
    found = found.when(0, ChooseCaravanSpace("air_34p_c1"))
    assert found.state.seats[0].caravans == ("air_34p_c1",)
    free = scene(state).when(0, Place("leader", "air_34p_5")).lists(0, Activate("card:mist_armor"))
    free = free.when(0, Activate("card:mist_armor"), ChooseCaravanSpace("air_34p_c1"))
    assert free.state.seats[0].caravans == ("air_34p_c1",)


def test_17_one_realm_only() -> None:
    ring = ("chaos", "air", "water", "earth", "fire")
    state = table(ring=ring, lords={"earth_lord": "earth", "water_lord": "air"})
    state = attached(influenced(state, "earth", 1), 0, champion="banner_of_caravans_1")
    found = scene(state).when(0, Place("champion", "gate_4"), Activate("card:banner_of_caravans_1", "earth"))
    found = found.when(0, ChooseCaravanSpace("earth_34p_c3"))
    assert found.state.seats[0].influence == (0, 0, 0, 3, 1)
    assert found.state.seats[0].gems == (1, 1, 3, 1)


def test_18_late_attachment() -> None:
    state = laid(own(table(2), 0, energy=9), "fire", 0, "banner_of_victory_1")
    found = scene(state).when(0, Place("merchant_2", "fire_2p_2"), Activate("space:b"))
    late = found.when(0, ChooseFigure("merchant_2"))
    assert late.state.seats[0].points.get("abilities", 0) == 0
    assert late.state.seats[0].figures["merchant_2"].cards == ("banner_of_victory_1",)
    home = found.when(0, ChooseFigure("merchant_1"))
    home = scene(to_place(home.state, 0)).when(0, Place("merchant_1", "water_2p_2"))
    assert home.when(0, Activate("card:banner_of_victory_1")).state.seats[0].points.get("abilities", 0) == 1


def test_19_turn_order() -> None:
    state = table()
    for seat, energy in enumerate((2, 0, 2, 1)):
        state = own(state, seat, energy=energy)
    state = standing(state, 0, enchanter_1="enchantment_board_3")
    state = standing(state, 2, enchanter_1="enchantment_board_1")
    found = scene(due(state, "score_round")).step()
    assert found.state.order == (2, 0, 3, 1)
    assert found.state.phase == LordsOff((2, 0))


def test_20_default_payment() -> None:
    state = own(table(), 0, gems={"fire": 3, "water": 3, "earth": 1})
    found = scene(state).when(0, Place("leader", "gate_1"), Activate("innate"))
    assert found.state.seats[0].gems == (1, 2, 1, 0)


def test_21_lords_with_two_players() -> None:
    state = table(2, ring=("chaos", "fire", "air"), lords={"earth_lord": "fire", "water_lord": "air"})
    found = scene(due(state, "score_round")).step().when(0, PlaceLord("earth_lord", "air"))
    found.then(LordPlaced("earth_lord", "air", 0), LordPlaced("water_lord", "fire"))


def test_22_final_majorities() -> None:
    ring = ("chaos", "fire", "water", "air")
    state = claimed(claimed(table(3, ring=ring), "fire", 6, 6, 3), "air", 5, 0, 0)
    for seat, keys in enumerate((7, 4, 4)):
        state = own(state, seat, keys=keys)
    seats = scene(due(state, "score_game")).step().state.seats
    assert [seat.points.get("claims_fire", 0) for seat in seats] == [10, 10, 0]
    assert [seat.points.get("claims_air", 0) for seat in seats] == [20, 0, 0]
    assert [seat.points.get("keys", 0) for seat in seats] == [20, 5, 5]


def test_23_leftovers() -> None:
    state = own(table(), 0, gems={"fire": 2, "water": 2, "earth": 2, "air": 1}, onyx=2)
    seat = scene(due(state, "score_game")).step().state.seats[0]
    assert (seat.points.get("gems", 0), seat.points.get("onyx", 0)) == (3, 6)


@rule("GM-6.9")
def test_24_leader_at_the_centre() -> None:
    state = table(lords={"air_lord": "fire", "earth_lord": "air"}, wanderer="water", number=3)
    state = wandering(own(replace(state, central_keys=3), 0, gems={"fire": 3, "water": 2}), "wanderer_water", "water")
    found = scene(objectives(state, "become_the_divine_emissary")).when(0, Place("leader", "central_gate"))
    seat = found.state.seats[0]
    assert (seat.energy, seat.keys, seat.influence) == (8, 3, (1, 1, 1, 1, 1))
    offered_now = [move.ability for move in GATES_OF_MARA.legal_moves(found.state, 0) if isinstance(move, Activate)]
    assert offered_now == ["innate", "lord:air_lord", "wanderer"]
    ended = scene(due(found.when(0, EndTurn()).state, "score_round")).step()
    ended.then(ObjectiveMet(0, "become_the_divine_emissary", 4))


@rule("GM-8.5")
def test_25_empty_deck() -> None:
    state = own(table(), 0, gems={"fire": 9, "water": 9, "earth": 9, "air": 9})
    empty = replace(state, enchantment_deck=Deck((), state.enchantment_deck.cards))
    found = scene(empty).when(0, Place("enchanter_1", "enchantment_board"), Enchant(2, "enchanter_1"))
    found = found.when(0, Enchant(3, "enchanter_1"))
    assert [found.state.market[1], found.state.market[2]] == [None, None]
    after = scene(due(found.state, "score_round")).step().state
    assert [after.market[1], after.market[2]] == [None, None]


@rule("GM-8.2")
def test_26_points_without_a_number() -> None:
    state = offered(offered(own(table(number=3), 0, gems=(9, 9, 9, 9)), 1, "everclean"), 2, "conjure_ice")
    found = scene(state).when(0, Place("enchanter_1", "enchantment_board"), Enchant(1, "enchanter_2"))
    assert found.state.seats[0].points.get("enchantments", 0) == 3
    assert found.when(0, Enchant(2, "enchanter_2")).state.seats[0].points.get("enchantments", 0) == 3 + 5


@rule("GM-10.6", "GM-10.7")
def test_27_two_permissions() -> None:
    state = attached(out_of_caravans(table(lords=FAR), 0), 0, leader=("banner_of_unity_1", "mist_armor"))
    state = own(state, 0, gems={"water": 1, "earth": 1, "air": 1})
    found = scene(standing(state, 1, merchant_1="air_34p_5"))
    unity = found.when(0, Place("leader", "air_34p_5", "card:banner_of_unity_1"))
    assert unity.state.seats[0].gems == (0, 1, 1, 1)
    unity.lacks(0, Activate("card:mist_armor")).when(0, Activate("card:mist_armor")).breaks("GM-6.6")
    armor = found.when(0, Place("leader", "air_34p_5", "card:mist_armor"))
    seat = armor.state.seats[0]
    assert (seat.gems[1:3], len(seat.caravans), seat.caravans_left) == ((0, 0), 5, 0)
