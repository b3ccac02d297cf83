"""Moves and changes in English."""

from __future__ import annotations

from typing import get_args

import pytest
from msgspec.structs import replace

from moothall.domain.core.words import Reader
from moothall.domain.gates_of_mara import GATES_OF_MARA, changes as happened
from moothall.domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    Enchant,
    EndTurn,
    Pass,
    Place,
    PlaceLord,
    TakeFireBanner,
)
from moothall.domain.gates_of_mara.state import CaravanQuestion, FireBanners, Gems, GemsQuestion, Lord, LordsOff, State
from tests.domain.gates_of_mara.tables import (
    BOX,
    attached,
    influenced,
    offered,
    out_of_caravans,
    own,
    rich,
    scene,
    standing,
    table,
    wandering,
)

READER = Reader(("Ada", "Ben", "Cleo", "Dan"), 1)
"""Ben reads."""

DRAGONS = ("dragonkin", "antid", "elf", "goblin")
LORDS = {"air_lord": "air", "earth_lord": "earth"}


def told(state: State, *moves: AnyMove) -> str:
    """The last of the moves of seat 0, after the others were made."""
    found = scene(state).when(0, *moves[:-1])
    assert found.when(0, moves[-1]).state, "only legal moves are told"
    return GATES_OF_MARA.describe_move(moves[-1], found.state, READER)


SHARED = standing(rich(table(lords=LORDS), 0), 1, champion="air_34p_5")
AT_COURT = Place("champion", "fire_34p_5")
BOARD = Place("enchanter_1", "enchantment_board")
FIREWATER = offered(own(table(number=2), 0, gems={"fire": 1, "water": 1}), 1, "firewater")
WANDERER = wandering(rich(table(lords=LORDS), 0), "wanderer_water", "air")

MOVES: list[tuple[State, tuple[AnyMove, ...], str]] = [
    (
        table(),
        (Place("champion", "gate_2"),),
        "Place the Champion on Gate 2 (Fire and Water) for 2 energy: 1 influence each in the Fire Realm and the Water "
        "Realm",
    ),
    (
        influenced(table(), "fire", 6),
        (Place("leader", "gate_2"),),
        "Place the Leader on Gate 2 (Fire and Water) for 3 energy: 1 influence in the Fire Realm and 2 influence in "
        "the Water Realm",
    ),
    (
        replace(table(), central_keys=2),
        (Place("leader", "central_gate"),),
        "Place the Leader on the Central Gate for 3 energy: 2 keys and 1 influence in every realm",
    ),
    (table(), (BOARD,), "Place Enchanter 1 on the Enchantment board for 2 energy: buy up to 2 enchantments"),
    (
        table(),
        (Place("merchant_2", "fire_34p_2"),),
        "Place Merchant 2 on Fire Outer Hall for 1 energy: 1 influence in the Fire Realm. There: gain 1 Fire; pay 1 "
        "energy: gain Banner of Caravans (place 1 caravan in its realm)",
    ),
    (
        attached(SHARED, 0, leader="mist_armor"),
        (Place("leader", "air_34p_5", "card:mist_armor"),),
        "Place the Leader on the occupied Air Court by Mist Armor for 1 Water, 1 Earth, 1 Air and 3 energy: 3 "
        "influence in the Air Realm, then place 1 caravan there. There: gain 1 Air; pay 1 Air: place 1 caravan here",
    ),
    (
        replace(table(), banners=((), (None, None), *table().banners[2:]), removed=table().banners[1]),
        (Place("merchant_2", "fire_34p_2"),),
        "Place Merchant 2 on Fire Outer Hall for 1 energy: 1 influence in the Fire Realm. There: gain 1 Fire",
    ),
    (
        influenced(standing(table(tribes=DRAGONS, lords=LORDS), 1, champion="air_34p_5"), "air", 6),
        (Place("specialist", "air_34p_5", "innate"),),
        "Place the Specialist on the occupied Air Court by the Specialist's ability for 3 energy: 1 influence in the "
        "Air Realm. There: gain 1 Air; pay 1 Air: place 1 caravan here",
    ),
    (
        table(),
        (Pass(),),
        "Pass: no more turns this round, with 11 energy left (whoever has most goes first in the next round)",
    ),
    (
        own(own(own(table(number=4), 1, passed=True), 2, passed=True), 3, passed=True),
        (Pass(),),
        "Pass, which ends the round",
    ),
    (
        rich(table(lords=LORDS), 0),
        (Place("champion", "gate_4"), Activate("lord:air_lord")),
        "Use the Air Lord: gain 1 gem of any element",
    ),
    (
        WANDERER,
        (Place("champion", "air_34p_5"), Activate("wanderer")),
        "Use the Wanderer: pay 2 Water for 2 gems of any element and 1 point, or for 1 onyx, or for 1 key",
    ),
    (
        rich(table(), 0),
        (AT_COURT, Activate("space:b")),
        "Use Fire Court: pay 2 Fire: gain 2 influence in the Fire Realm",
    ),
    (
        influenced(rich(table(), 0), "fire", 4),
        (AT_COURT, Activate("space:b")),
        "Use Fire Court: pay 2 Fire: gain 1 influence in the Fire Realm",
    ),
    (
        rich(table(), 0),
        (Place("leader", "gate_2"), Activate("innate")),
        "Use the Leader's ability: pay 1 Fire, 1 Water and 1 Earth (or with other gems): gain 1 onyx",
    ),
    (
        rich(table(), 0),
        (Place("leader", "gate_2"), Activate("innate", payment=Gems(fire=3))),
        "Use the Leader's ability: pay 3 Fire: gain 1 onyx",
    ),
    (
        attached(table(lords=LORDS), 0, champion="banner_of_caravans_1"),
        (Place("champion", "gate_4"), Activate("card:banner_of_caravans_1", "earth")),
        "Use Banner of Caravans: place 1 caravan in the Earth Realm",
    ),
    (
        attached(out_of_caravans(rich(table(), 0), 0), 0, champion="lava_mines"),
        (Place("champion", "air_34p_5"), Activate("card:lava_mines")),
        "Use Lava Mines: pay 1 Fire, 1 Earth and 1 energy: gain 1 onyx",
    ),
    (
        FIREWATER,
        (BOARD, Enchant(1, "merchant_1")),
        "Buy Firewater for 1 Fire and 1 Water, for Merchant 1: 2 points; when it is placed, you may gain 1 Fire or 1 "
        "Water",
    ),
    (
        standing(FIREWATER, 0, merchant_1="fire_34p_1"),
        (BOARD, Enchant(1, "merchant_1")),
        "Buy Firewater for 1 Fire and 1 Water, for Merchant 1: 2 points; from the next round on, when it is placed, "
        "you may gain 1 Fire or 1 Water",
    ),
    (FIREWATER, (BOARD, Enchant(1, "merchant_1"), EndTurn()), "End the turn; new cards come to the market"),
    (rich(table(), 0), (AT_COURT, EndTurn()), "End the turn, taking 1 Fire (Fire Court)"),
    (rich(table(), 0), (AT_COURT, EndTurn(collect=False)), "End the turn, leaving 1 Fire (Fire Court)"),
    (
        influenced(table(lords={"water_lord": "fire", "air_lord": "air"}), "fire", 2),
        (AT_COURT, ChooseInfluence("influence")),
        "Take 2 influence in the Fire Realm, 4 then",
    ),
    (
        table(lords={"water_lord": "fire", "air_lord": "air"}),
        (AT_COURT, ChooseInfluence("points")),
        "Take 2 points instead of the influence in the Fire Realm",
    ),
    (
        table(),
        (Place("merchant_1", "chaos_34p_1"), Activate("space:a"), ChooseGems(Gems(fire=1, air=1))),
        "Take 1 Fire and 1 Air",
    ),
    (
        table(lords=LORDS),
        (Place("champion", "earth_34p_5"), Activate("innate"), ChooseCaravanSpace("earth_34p_c3")),
        "Place the caravan on Earth Caravan Stop 3: gain 2 Earth, and from the Earth Lord gain 1 influence there",
    ),
    (
        WANDERER,
        (Place("champion", "air_34p_5"), Activate("wanderer"), ChooseExchange(1)),
        "Pay 2 Water for 2 gems of any element and 1 point",
    ),
    (
        WANDERER,
        (Place("champion", "air_34p_5"), Activate("wanderer"), ChooseExchange(0)),
        "Do not exchange anything",
    ),
    (
        rich(table(), 0),
        (Place("champion", "fire_34p_2"), Activate("space:b"), ChooseFigure("leader")),
        "Attach Banner of Caravans to the Leader: when it is placed, you may place 1 caravan in its realm",
    ),
    (
        rich(table(number=4), 0),
        (Place("champion", "fire_34p_2"), Activate("space:b"), ChooseFigure("champion")),
        "Attach Banner of Caravans to the Champion: in this last round of no use any more, but it counts as an "
        "attachment",
    ),
    (replace(table(), phase=FireBanners((0,))), (TakeFireBanner("none"),), "Take no Fire Banner"),
    (
        replace(table(), phase=FireBanners((0,))),
        (TakeFireBanner("leader"),),
        "Attach Fire Banner to the Leader: from the next round on, when it is placed, you may gain 1 influence in its "
        "realm and 1 Fire",
    ),
    (
        replace(table(), lords=(Lord("air_lord", None), Lord("fire_lord", None)), phase=LordsOff((0, 1))),
        (PlaceLord("air_lord", "fire"),),
        "Place the Air Lord at the Fire Realm. A figure placed there may gain 1 gem of any element",
    ),
    (
        replace(table(2), lords=(Lord("air_lord", None), Lord("fire_lord", None)), phase=LordsOff((0, 1))),
        (PlaceLord("air_lord", "fire"),),
        "Place the Air Lord at the Fire Realm. A figure placed there may gain 1 gem of any element. The Fire Lord goes "
        "to the Water Realm",
    ),
]


@pytest.mark.parametrize(("state", "moves", "text"), MOVES, ids=lambda case: case[:60] if isinstance(case, str) else "")
def test_moves_say_what_they_cost_and_do(state: State, moves: tuple[AnyMove, ...], text: str) -> None:
    assert told(state, *moves) == text


CHANGES: list[tuple[happened.AnyChange, str]] = [
    (happened.TribesDealt(("elf", "antid")), "Ada plays the Elves and you play the Antids"),
    (
        happened.SuppliesDealt(11, Gems(fire=1, earth=2), 1, 0, 5, tuple(BOX.figures)),
        "Everybody begins with 7 figures and 5 caravans, and with 1 Fire, 2 Earth, 1 onyx and 11 energy",
    ),
    (
        happened.SuppliesDealt(8, Gems(), 0, 2, 1, ("leader",)),
        "Everybody begins with 1 figure, 1 caravan and 2 keys, and with 8 energy",
    ),
    (happened.MarketOpened(6), ""),
    (
        happened.RingLaid(("chaos", "air"), "2p", (0, 2), "chaos"),
        "The realms lie clockwise: Chaos Realm and Air Realm; the Wanderer begins at the Chaos Realm",
    ),
    (happened.LordPlaced("air_lord", "fire"), "The Air Lord stands at the Fire Realm"),
    (happened.LordPlaced("air_lord", "fire", 2), "Cleo places the Air Lord at the Fire Realm"),
    (happened.DeckShuffled("wanderer_cards", (), 5), ""),
    (happened.TurnOrderSet((1, 0)), "Turn order: you, Ada"),
    (happened.BannerDealt("air", 1, "banner_of_unity_2"), "Banner of Unity lies at Air Inner Hall"),
    (happened.EnchantmentDealt(3, "mist_armor"), "Mist Armor comes to the market for 1 Water, 1 Earth and 1 Air"),
    (
        happened.WandererCardRevealed("wanderer_air"),
        "The Wanderer's card is Gale Peddler: pay 2 Air for 2 gems of any element and 1 point, or for 1 onyx, or for 1 "
        "key",
    ),
    (
        happened.ObjectivesRevealed(("study_the_arcane", "display_devotion")),
        "Objectives of the round: Study the Arcane, buy 3 or more enchantments this round (4 points); Display "
        "Devotion, own 5 or more gems of one element (4 points)",
    ),
    (happened.RoundStarted(2), "Round 2 of 4 begins"),
    (happened.TurnStarted(1), "It is your turn"),
    (happened.TurnStarted(0), "It is Ada's turn"),
    (happened.SeatPassed(1), "You pass"),
    (happened.SeatPassed(0, forced=True), "Ada passes: nothing can be placed any more"),
    (
        happened.FigurePlaced(0, "leader", "air_34p_5", 3, "card:mist_armor", Gems(water=1, earth=1, air=1), True),
        "Ada places the Leader on the occupied Air Court by Mist Armor for 1 Water, 1 Earth, 1 Air and 3 energy",
    ),
    (
        happened.FigurePlaced(0, "enchanter_1", "enchantment_board_2", 2),
        "Ada places Enchanter 1 on the Enchantment board for 2 energy",
    ),
    (happened.CentralKeysTaken(0, 2), "Ada takes 2 keys from the Central Gate"),
    (happened.InfluenceGained(0, "air", 2, 5), "Ada gains 2 influence in the Air Realm: now 5"),
    (
        happened.InfluenceGained(1, "air", 1, 7, "earth_lord"),
        "You gain 1 influence in the Air Realm from the Earth Lord: now 7, the end of the track",
    ),
    (happened.PointsGained(0, "abilities", 1), "Ada scores 1 point"),
    (happened.PointsGained(0, "water_lord", 1, "air"), "Ada takes 1 point instead of influence in the Air Realm"),
    (
        happened.PointsGained(0, "second_place_ties", 2, "air", "tied_second", 3),
        "Ada ties for the second most influence in the Air Realm (3): 2 points",
    ),
    (
        happened.PointsGained(0, "claims_air", 20, "air", "first", 6),
        "Ada has the most claims in the Air Realm (6): 20 points",
    ),
    (
        happened.PointsGained(1, "claims_air", 10, "air", "second", 4),
        "You have the second most claims in the Air Realm (4): 10 points",
    ),
    (happened.PointsGained(0, "keys", 10, "", "tied_first", 4), "Ada ties for the most keys (4): 10 points"),
    (happened.PointsGained(0, "gems", 3, count=7), "Ada scores 3 points for 7 gems"),
    (happened.PointsGained(0, "onyx", 6, count=2), "Ada scores 6 points for 2 onyx"),
    (happened.GemsGained(0, Gems(fire=1, air=2)), "Ada gains 1 Fire and 2 Air"),
    (happened.OnyxGained(0, 1), "Ada gains 1 onyx"),
    (happened.KeysGained(0, 1), "Ada gains 1 key"),
    (
        happened.KeysGained(0, 1, "air", 3),
        "Ada gains 1 key for 3 pieces in the Air Realm, where a lord stands",
    ),
    (happened.EnergyGained(0, 1), "Ada gains 1 energy"),
    (
        happened.AbilityUsed(0, "innate", "champion", "gate_4", "air", Gems(), 0, 1),
        "Ada uses the Champion's ability in the Air Realm for 1 energy",
    ),
    (
        happened.AbilityUsed(0, "innate", "champion", "air_34p_5", "air", Gems(), 0, 1),
        "Ada uses the Champion's ability for 1 energy",
    ),
    (happened.AbilityUsed(1, "space:a", "merchant_1", "air_34p_5"), "You use Air Court"),
    (happened.AbilityUsed(0, "wanderer", "merchant_1", "air_34p_5"), "Ada uses the Wanderer"),
    (happened.AbilityUsed(0, "lord:air_lord", "merchant_1", "air_34p_5"), "Ada uses the Air Lord"),
    (
        happened.AbilityUsed(0, "card:sigil_of_elements_2", "merchant_1", "air_34p_5", None, Gems(fire=2, air=1)),
        "Ada uses Sigil of Elements for 2 Fire and 1 Air",
    ),
    (happened.QuestionPut(0, GemsQuestion(1, ("fire", "air"))), ""),
    (happened.QuestionPut(0, CaravanQuestion("air")), ""),
    (happened.QuestionAnswered(0, "0"), "Ada declines the exchange"),
    (happened.QuestionAnswered(0, "fire,air"), ""),
    (happened.CaravanPlaced(0, "air", "air_34p_c1"), "Ada places a caravan on Air Caravan Stop 1"),
    (happened.ExchangePaid(0, "wanderer_air", 2, Gems(air=2)), "Ada pays the Wanderer 2 Air"),
    (
        happened.BannerGained(0, "banner_of_unity_1", "air", 0, "leader"),
        "Ada attaches Banner of Unity to the Leader",
    ),
    (
        happened.BannerDiscarded(0, "banner_of_unity_1", "air", 0),
        "Ada has no figure for Banner of Unity: it leaves the game",
    ),
    (
        happened.EnchantmentGained(0, "manipulate_wind", 3, "champion", Gems(air=2), 1, 7),
        "Ada buys Manipulate Wind for 2 Air and 1 onyx, attaches it to the Champion and scores 7 points",
    ),
    (happened.StepCalled("score_claims"), "Everybody has passed: the round is over"),
    (happened.StepCalled("score_round"), ""),
    (
        happened.ClaimsPlaced(0, "air", 2, "first", 5, 3),
        "Ada has the most influence in the Air Realm (5) and places 2 claims: 3 there now",
    ),
    (
        happened.ClaimsPlaced(1, "air", 1, "tied_first", 5, 1),
        "You tie for the most influence in the Air Realm (5) and place 1 claim: 1 there now",
    ),
    (happened.RealmUnclaimed("air", 1), "Nobody has any influence in the Air Realm: no claims there"),
    (happened.RealmUnclaimed("air", 4), "Nobody has 4 influence in the Air Realm: no claims there"),
    (
        happened.FireBannersOffered((1, 2)),
        "A Fire Banner for a claim beside the Fire Lord is offered to you and Cleo",
    ),
    (happened.FireBannerTaken(0, "fire_banner_1", "leader"), "Ada attaches a Fire Banner to the Leader"),
    (happened.FireBannerDeclined(1), "You take no Fire Banner"),
    (
        happened.ObjectiveMet(0, "study_the_arcane", 4),
        "Ada meets Study the Arcane (buy 3 or more enchantments this round): 4 points",
    ),
    (happened.RoundScored(1, (12, 9)), "Points after round 1: Ada 12 and you 9"),
    (happened.AreaCleared(), "All figures and caravans go home, and all influence is gone"),
    (happened.CentralKeysAdded(1, 1), "1 key now lies on the Central Gate"),
    (happened.CentralKeysAdded(1, 3), "3 keys now lie on the Central Gate"),
    (happened.WandererMoved("air"), "The Wanderer moves to the Air Realm"),
    (happened.EnergyRestored(11), "Everybody has 11 energy again"),
    (happened.LordsLifted((2, 0)), "The lords leave their realms; Cleo places one of them anew"),
    (happened.GameEnded((120, 98)), "Points in the end: Ada 120 and you 98"),
]


@pytest.mark.parametrize(("change", "text"), CHANGES, ids=lambda case: case[:60] if isinstance(case, str) else "")
def test_changes_read_well(change: happened.AnyChange, text: str) -> None:
    assert GATES_OF_MARA.describe_change(change, READER) == text


def test_every_move_and_change_stands_above() -> None:
    assert {type(moves[-1]) for _, moves, _ in MOVES} == set(get_args(AnyMove))
    assert {type(change) for change, _ in CHANGES} == set(get_args(happened.AnyChange))
