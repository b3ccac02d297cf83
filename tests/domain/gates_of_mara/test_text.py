"""Moves, changes and the table in English."""

from __future__ import annotations

from typing import get_args

import pytest

from domain.gates_of_mara import GATES_OF_MARA
from domain.gates_of_mara import changes as happened
from domain.gates_of_mara.moves import (
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
from domain.gates_of_mara.state import (
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    GemsQuestion,
    InfluenceQuestion,
)
from tests.domain.gates_of_mara.tables import attached, offered, rich, scene, standing, table, wandering

MOVES: list[tuple[AnyMove, str]] = [
    (Place("champion", "gate_2"), "Place the Champion on Gate 2"),
    (Place("leader", "central_gate"), "Place the Leader on the Central Gate"),
    (Place("enchanter_1", "enchantment_board"), "Place the Enchanter 1 on the Enchantment board"),
    (Place("leader", "air_34p_5", "card:mist_armor"), "Place the Leader on Air Court by Mist Armor"),
    (Place("specialist", "air_34p_5", "innate"), "Place the Specialist on Air Court by its own ability"),
    (Pass(), "Pass for this round"),
    (Activate("lord:air_lord"), "Use the Air Lord"),
    (Activate("wanderer"), "Use the Wanderer"),
    (Activate("space:b", payment={"fire": 2}), "Use ability b of its space, paying 2 Fire"),
    (Activate("card:banner_of_caravans_3", "earth"), "Use Banner of Caravans at the Earth Realm"),
    (Enchant(1, "merchant_1"), "Buy Firewater from slot 1 for the Merchant 1"),
    (EndTurn(), "End the turn"),
    (EndTurn(collect=False), "End the turn without collecting free gains"),
    (ChooseInfluence("points"), "Take points"),
    (ChooseGems(("fire", "fire")), "Take 2 Fire"),
    (ChooseCaravanSpace("air_34p_c2"), "Place the caravan on Air Caravan Stop 2"),
    (ChooseExchange(0), "Decline the exchange"),
    (ChooseExchange(2), "Exchange for option 2"),
    (ChooseFigure("merchant_2"), "Attach the banner to the Merchant 2"),
    (TakeFireBanner("none"), "Take no Fire Banner"),
    (TakeFireBanner("leader"), "Attach a Fire Banner to the Leader"),
    (PlaceLord("fire_lord", "air"), "Place the Fire Lord at the Air Realm"),
]


@pytest.mark.parametrize(("move", "text"), MOVES, ids=lambda case: case if isinstance(case, str) else "")
def test_moves_read_well(move: AnyMove, text: str) -> None:
    assert GATES_OF_MARA.describe_move(move, offered(table(), 1, "firewater")) == text


def test_pending_choices_are_named() -> None:
    state = wandering(rich(table(), 0), "wanderer_water", "air")
    found = scene(state).when(0, Place("champion", "air_34p_2"))
    exchange = found.when(0, Activate("wanderer")).state
    assert GATES_OF_MARA.describe_move(ChooseExchange(1), exchange) == (
        "Exchange with Tide Peddler for 2 of any element and 1 point"
    )
    banner = found.when(0, Activate("space:b")).state
    assert GATES_OF_MARA.describe_move(ChooseFigure("leader"), banner) == "Attach Banner of Energy to the Leader"


CHANGES: list[tuple[happened.AnyChange, str]] = [
    (happened.TribesDealt(("elf", "antid")), "Tribes: seat 0 Elves, seat 1 Antids"),
    (happened.RingLaid(("chaos", "air"), "2p", (0, 2), "chaos"), "The ring: Chaos Realm, Air Realm"),
    (happened.LordPlaced("air_lord", "fire"), "The Air Lord stands at the Fire Realm"),
    (happened.LordPlaced("air_lord", "fire", 2), "Seat 2 places the Air Lord at the Fire Realm"),
    (happened.DeckShuffled("wanderer_cards", 5), "The 5 Wanderer cards are shuffled"),
    (happened.TurnOrderSet((1, 0)), "Turn order: seat 1, seat 0"),
    (happened.BannerDealt("air", 1, "banner_of_unity_2"), "Banner of Unity is dealt to slot b of the Air Realm"),
    (happened.EnchantmentDealt(3, "mist_armor"), "Mist Armor is dealt to market slot 3"),
    (happened.WandererCardRevealed("wanderer_air"), "The Wanderer offers Gale Peddler"),
    (happened.ObjectivesRevealed(("study_the_arcane",)), "Objectives: Study the Arcane"),
    (happened.RoundStarted(2), "Round 2 begins"),
    (happened.TurnStarted(1), "Seat 1 is to place a figure"),
    (happened.SeatPassed(1), "Seat 1 passes"),
    (happened.SeatPassed(1, forced=True), "Seat 1 cannot place anything and passes"),
    (
        happened.FigurePlaced(0, "leader", "air_34p_5", 3, "card:mist_armor", (0, 1, 1, 1), True),
        "Seat 0 places the Leader on Air Court by Mist Armor for 1 Water, 1 Earth, 1 Air, 3 energy",
    ),
    (
        happened.FigurePlaced(0, "enchanter_1", "enchantment_board_2", 2),
        "Seat 0 places the Enchanter 1 on the Enchantment board, space 2 for 2 energy",
    ),
    (happened.CentralKeysTaken(0, 2), "Seat 0 takes 2 keys from the Central Gate"),
    (happened.InfluenceGained(0, "air", 2), "Seat 0 gains 2 influence in the Air Realm"),
    (happened.PointsGained(0, "water_lord", 1), "Seat 0 scores 1 point instead of influence"),
    (happened.PointsGained(0, "claims_air", 20), "Seat 0 scores 20 points for claims in the Air Realm"),
    (happened.GemsGained(0, (1, 0, 0, 2)), "Seat 0 gains 1 Fire, 2 Air"),
    (happened.OnyxGained(0, 1), "Seat 0 gains 1 onyx"),
    (happened.KeysGained(0, 1), "Seat 0 gains 1 key"),
    (happened.EnergyGained(0, 1), "Seat 0 gains 1 energy"),
    (
        happened.AbilityUsed(0, "innate", "air", (0, 0, 0, 0), 0, 1),
        "Seat 0 uses its own ability at the Air Realm for 1 energy",
    ),
    (happened.AbilityUsed(0, "space:a"), "Seat 0 uses ability a of its space"),
    (
        happened.QuestionPut(0, InfluenceQuestion("air", 2)),
        "Seat 0 is to choose between 2 influence in the Air Realm and 2 points",
    ),
    (happened.QuestionPut(0, GemsQuestion(1, ("fire", "air"))), "Seat 0 is to choose 1 gem among fire, air"),
    (happened.QuestionPut(0, CaravanQuestion("air")), "Seat 0 is to choose a caravan space of the Air Realm"),
    (
        happened.QuestionPut(0, ExchangeQuestion("wanderer_air")),
        "Seat 0 is to choose an exchange with Gale Peddler",
    ),
    (
        happened.QuestionPut(0, FigureQuestion("banner_of_unity_1", "air", 0)),
        "Seat 0 is to choose a figure for Banner of Unity",
    ),
    (happened.QuestionAnswered(0, "0"), "Seat 0 has chosen: no exchange"),
    (happened.QuestionAnswered(0, "2"), "Seat 0 has chosen: option 2"),
    (happened.QuestionAnswered(0, "fire,air"), "Seat 0 has chosen: fire, air"),
    (happened.QuestionAnswered(0, "air_34p_c1"), "Seat 0 has chosen: Air Caravan Stop 1"),
    (happened.CaravanPlaced(0, "air", "air_34p_c1"), "Seat 0 places a caravan on Air Caravan Stop 1"),
    (
        happened.ExchangePaid(0, "wanderer_air", 2, (0, 0, 0, 2)),
        "Seat 0 pays Gale Peddler 2 Air for option 2",
    ),
    (
        happened.BannerGained(0, "banner_of_unity_1", "air", 0, "leader"),
        "Seat 0 attaches Banner of Unity to the Leader",
    ),
    (
        happened.BannerDiscarded(0, "banner_of_unity_1", "air", 0),
        "Seat 0 has no figure for Banner of Unity: it leaves the game",
    ),
    (
        happened.EnchantmentGained(0, "manipulate_wind", 3, "champion", (0, 0, 0, 2), 1, 7),
        "Seat 0 buys Manipulate Wind from slot 3 for 2 Air, 1 Onyx, attaches it to the Champion and scores 7 points",
    ),
    (happened.StepCalled("score_claims"), "The round is over: claims are placed"),
    (happened.ClaimsPlaced(0, "air", 2), "Seat 0 places 2 claims in the Air Realm"),
    (happened.FireBannersOffered((1, 2)), "A Fire Banner is offered to seat 1, seat 2"),
    (happened.FireBannerTaken(1, "fire_banner_1", "leader"), "Seat 1 attaches a Fire Banner to the Leader"),
    (happened.FireBannerDeclined(1), "Seat 1 takes no Fire Banner"),
    (happened.ObjectiveMet(1, "study_the_arcane", 4), "Seat 1 meets Study the Arcane and scores 4 points"),
    (happened.AreaCleared(), "All figures and caravans go home, all influence is gone"),
    (happened.CentralKeysAdded(1), "1 key more lies on the Central Gate"),
    (happened.WandererMoved("air"), "The Wanderer moves to the Air Realm"),
    (happened.EnergyRestored(11), "Every seat has 11 energy again"),
    (happened.LordsLifted((2, 0)), "The lords leave the board; seat 2, seat 0 will place them"),
    (happened.GameEnded(), "The game has ended"),
]


@pytest.mark.parametrize(("change", "text"), CHANGES, ids=lambda case: case if isinstance(case, str) else "")
def test_changes_read_well(change: happened.AnyChange, text: str) -> None:
    assert GATES_OF_MARA.describe_change(change) == text


def test_every_move_and_change_stands_above() -> None:
    assert {type(move) for move, _ in MOVES} == set(get_args(AnyMove))
    assert {type(change) for change, _ in CHANGES} == set(get_args(happened.AnyChange))


def test_the_table_shows_who_stands_where() -> None:
    state = standing(table(), 1, leader="gate_2", merchant_1="air_34p_1", enchanter_1="enchantment_board_1")
    state = attached(state, 2, champion="root_armor")
    text = GATES_OF_MARA.table_text(GATES_OF_MARA.view(state, None))
    for line in (
        "2. Fire Realm (Earth Lord)   influence 0 0 0 0   claims 0 0 0 0",
        "3. Water Realm (Fire Lord, claims from 4)   influence 0 0 0 0   claims 0 0 0 0",
        "   air_34p_1     Air Market          circle                  seat 1 Merchant 1",
        "Gate 2  fire-water    seat 1 Leader",
        "Enchantment board: 1 seat 1 Enchanter 1",
        "   Champion      home                            Root Armor",
        "Seat 0, Antids: 0 points, 11 energy, 1 Fire, 1 Water, 1 Earth, 1 Air, 0 onyx, 0 keys, 5 caravans",
    ):
        assert line in text.splitlines()
