"""Moves and changes in English."""

from __future__ import annotations

import pytest

from moothall.domain.core.words import Reader
from moothall.domain.medieval_realms import MEDIEVAL_REALMS, changes as c, moves as m
from moothall.domain.medieval_realms.state import Mayors, Placement, Standing, Tokens
from tests.domain.medieval_realms.tables import acting, moves_of, pair_realm, placing, realm
from tests.support.scenes import Scene

NAMES = ("Ada", "Ben", "Cleo")
ADA = Reader(NAMES, 0)
CLEO = Reader(NAMES, 2)
WATCHING = Reader(NAMES)

SCENE = acting(
    realm(["war_1", "island_war"], ["city_black"], gold=3, production=3, battle_point=7, vp=4, colour=0),
    realm(raw_material=4),
    realm(),
    current={2: "castle_1", 5: "market_1", 6: "leader_admiral_1", 7: "island_great"},
)
AUCTION = SCENE.when(0, m.OpenAuction(6, 2))
CHOOSING = acting(realm(["tithe_1"], religion=5), realm(), realm()).when(0, m.PlayCard("tithe_1"))
TAKING = acting(realm(["patronage_1"], culture=4), realm(), realm(), current={1: "market_1", 2: "tithe_1"}).when(
    0, m.PlayCard("patronage_1")
)
PLACING = placing(realm(admirals=2), realm(), realm()).when(0, m.PlaceMayors(4, 0, 0, 0, 0, 0), m.PlaceGenerals((3,)))


@pytest.mark.parametrize(
    ("scene", "move", "text"),
    [
        (SCENE, m.PickStartingPair(("culture", "raw_material")), "Take 1 culture and 1 raw material to start with"),
        (PLACING, m.PlaceMayors(1, 0, 3, 0, 0, 0), "Place 4 mayors to gain 1 production and 3 culture"),
        (
            PLACING,
            m.PlaceGenerals((1, 3, 3)),
            "Place 3 generals: 1 on area 1 (strength 2, 2 battle points to win), "
            "2 on area 3 (strength 4, 1 gold and 2 battle points to win)",
        ),
        (
            PLACING,
            m.PlaceAdmirals((3, 3)),
            "Place 2 admirals on area 3 (strength 4, 1 gold and 2 battle points to win)",
        ),
        (
            PLACING,
            m.PlaceBuffers((2, 2)),
            "Place 2 buffers on area 2 (strength 4, 1 science and 1 battle point kept from the rival)",
        ),
        (
            SCENE,
            m.ActivateCard(2),
            "Pay 1 production for Castle (orange) on square 2: it goes to Ben with 4 raw materials; to be played for "
            "6 raw materials: each round 1 battle point; at the end 1 VP per point of combat value",
        ),
        (
            SCENE,
            m.ActivateCard(5),
            "Pay 2 production for Market (red) on square 5; to be played for 6 production: at the end 1 VP per stamp "
            "colour in play, itself included",
        ),
        (
            SCENE,
            m.ActivateCard(7),
            "Pay 2 production for Sages' Island (turquoise) on square 7; to be played with 1 admiral: at once 2 VP; at "
            "the end 3 VP with at least 2 great persons in play",
        ),
        (
            SCENE,
            m.OpenAuction(6, 2),
            "Open the auction of Sea Captain (yellow Realm Leader) on square 6 with 2 gold; it brings at once 1 "
            "admiral",
        ),
        (
            SCENE,
            m.PlayCard("war_1"),
            "Play War (black) for 7 battle points: 6 VP; 1 battle point and 1 VP from Garrison Town (City); "
            "2 bonus tokens for reaching 11 VP",
        ),
        (
            SCENE,
            m.PlayCard("island_war"),
            "Play Victors' Island (turquoise): 2 VP; 1 bonus token for reaching 6 VP; at the end 3 VP with at least "
            "1 war in play",
        ),
        (SCENE, m.Pass(), "Pass for the rest of the round; you may still bid and receive majority cards"),
        (CHOOSING, m.ChooseResource("gold"), "Take 4 gold"),
        (
            TAKING,
            m.TakeRealmCard(1),
            "Take Market (red) from square 1 without paying its price; to be played for 6 production: at the end 1 VP "
            "per stamp colour in play, itself included",
        ),
        (SCENE, m.TakeBonusToken("raw_material"), "Take 1 raw material as bonus token"),
    ],
)
def test_moves(scene: Scene, move: m.AnyMove, text: str) -> None:
    assert MEDIEVAL_REALMS.describe_move(move, scene.state, ADA) == text


def test_moves_in_an_auction() -> None:
    scene = acting(realm(gold=3), realm(gold=5), realm(), current={6: "leader_admiral_1"}).when(0, m.OpenAuction(6, 2))
    ben = Reader(NAMES, 1)
    told = [MEDIEVAL_REALMS.describe_move(move, scene.state, ben) for move in moves_of(scene, 1)]
    assert told[0] == "Bid 3 of your 5 gold for Sea Captain (Realm Leader), which brings at once 1 admiral"
    assert told[-1] == "Leave the auction of Sea Captain (Realm Leader); Ada leads with 2 gold"


def test_a_majority_card_that_nobody_can_take() -> None:
    scene = acting(realm(["war_1"], production=1), realm(["war_2"]), realm(["war_3"]), current={1: "war_4"})
    told = MEDIEVAL_REALMS.describe_move(m.ActivateCard(1), scene.state, ADA)
    assert told == "Pay 1 production for War (black) on square 1: nobody's display can take it, it is discarded"


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (c.PairPicked(0, ("gold", "battle_point")), "You take 1 gold and 1 battle point to start with"),
        (c.MayorsPlaced(0, Mayors(0, 2, 0, 0, 2, 0)), "You place 4 mayors to gain 2 science and 2 gold"),
        (c.GeneralsPlaced(0, (3, 5)), "You place 2 generals on areas 3 and 5"),
        (c.AdmiralsPlaced(0, (5, 5)), "You place 2 admirals on area 5"),
        (c.BuffersPlaced(0, (1, 2)), "You place 2 buffers on areas 1 and 2"),
        (
            c.AreaSettled(3, (2, 3, 2), 1, Tokens(gold=1, battle_point=2)),
            "Area 3: Ben (3) beats you (2) and Cleo (2) and takes 1 gold and 2 battle points",
        ),
        (c.AreaSettled(1, (1, 0, 0), 0, Tokens(battle_point=2)), "Area 1: you are alone (1) and take 2 battle points"),
        (
            c.AreaSettled(8, (1, 1, 0)),
            "Area 8: you (1) and Ben (1) are tied, nobody takes 1 gold and 1 raw material",
        ),
        (c.AreaSettled(6, (4, 2), 0), "Area 6: your buffers (4) keep Ben (2) from 1 religion and 1 gold"),
        (c.AreaSettled(6, (0, 2), 1), "Area 6: Ben's buffers (2) meet nobody"),
        (c.TokensGained(1, Tokens(science=2, gold=1), "mayors"), "Ben's mayors bring 2 science and 1 gold"),
        (c.TokensGained(1, Tokens(gold=1), "city_yellow"), "Capital (City) gives Ben 1 gold"),
        (c.TokensGained(1, Tokens(production=2), "extra_goods"), ""),
        (
            c.TurnOrderChanged((1, 0), (2, 5)),
            "Everybody gains 2 production as extra goods; the turn order by production is Ben (5), you (2)",
        ),
        (c.TokensPaid(0, "raw_material", 6, "castle_3", "cost"), "You play Castle (orange) for 6 raw materials"),
        (c.TokensPaid(1, "production", 1, "castle_3", "price"), "Ben activates Castle (orange) for 1 production"),
        (c.TokensPaid(1, "production", 1, "market_1", "price"), ""),
        (c.TokensPaid(2, "gold", 3, "leader_mayor_1", "bid"), "Cleo wins Chancellor (yellow Realm Leader) for 3 gold"),
        (c.CardTaken(1, 5, "market_1", "price"), "Ben takes Market (red) from square 5 for 2 production"),
        (c.CardTaken(0, 5, "market_1", "effect"), "You take Market (red) from square 5 without paying its price"),
        (
            c.CardTaken(1, 4, "castle_1", "majority", "raw_material", (4, 6, 7), (2,)),
            "Ben receives Castle (orange) with their 6 raw materials; you have 4; Cleo's display cannot take it",
        ),
        (
            c.CardTaken(0, 4, "war_1", "majority", "battle_point", (3, 3, 1)),
            "You receive War (black) with your 3 battle points by the tie-break; Ben has 3 and Cleo has 1",
        ),
        (c.SeatPassed(2, forced=True), "Cleo can do nothing more and passes for the rest of the round"),
        (c.SeatPassed(0), "You pass for the rest of the round"),
        (
            c.CardDiscarded(4, "war_1", "majority"),
            "War (black) on square 4 is discarded: nobody's display can take it",
        ),
        (c.CardDiscarded(1, "war_1", "round_end"), "War (black) on square 1 is discarded: nobody took it"),
        (
            c.AuctionOpened(1, 6, "territory_gold", "battle_point", 1),
            "Ben opens the auction of Gold March (grey Territory) on square 6 with 1 battle point",
        ),
        (c.BidMade(1, 3, "gold"), "Ben bids 3 gold"),
        (c.AuctionPassed(1), "Ben leaves the auction"),
        (c.AuctionPassed(0, forced=True), "You cannot bid higher and leave the auction"),
        (c.CardPlayed(1, "war_1"), ""),
        (c.CardPlayed(1, "island_war"), "Ben plays Victors' Island (turquoise)"),
        (
            c.PointsGained(0, 6, "immediate", "war_1", 12, 2),
            "You gain 6 VP from War and stand at 12, which earns 2 bonus tokens",
        ),
        (c.PointsGained(1, 1, "colour", "city_red", 3), "Ben gains 1 VP from Fair Town (City) and stands at 3"),
        (
            c.LeaderGained(0, "general", 1, "gunpowder_1"),
            "You gain 1 general from Gunpowder, to be placed from the next round on",
        ),
        (
            c.EffectSkipped(1, "patronage_1", "take_realm_card"),
            "Patronage gives Ben nothing more: no realm card of the panel fits their display",
        ),
        (
            c.EffectSkipped(0, "university_1", "gain_leader"),
            "University gives you nothing more: no such leader is left in the supply",
        ),
        (
            c.ResourceAsked(1, "tithe_1", 2, 4, ("religion",)),
            "Tithe: Ben may choose 4 tokens of one resource other than religion",
        ),
        (
            c.RealmCardAsked(0, "patronage_1", 2),
            "Patronage: you may take a realm card of the panel without paying its price",
        ),
        (c.BonusTaken(1, "battle_point"), "Ben takes 1 battle point as bonus token"),
        (c.DeckShuffled((), 100, 12, 6), "The 100 event cards are shuffled"),
        (
            c.CardsDrawn("future", (5, 6), ("artist_dante", "castle_1")),
            "Drawn to the future panel: Dante (violet Artist) on 5 and Castle (orange) on 6",
        ),
        (
            c.RealmFounded(1, "violet", Tokens(*[1] * 7), 6, 2, 1, 1),
            "Ben rules the violet realm: 6 mayors, 1 general and 1 admiral (2 of the mayors as buffers); 1 token of "
            "each resource",
        ),
        (
            c.RealmFounded(1, "violet", Tokens(gold=2), 4, 0, 1, 1),
            "Ben rules the violet realm: 4 mayors, 1 general and 1 admiral; 2 gold",
        ),
        (c.TurnOrderDrawn((1, 0, 2)), "By lot the first turn order is Ben, you, Cleo"),
        (c.RoundBegan(2), "Round 2 of 7 begins: all place their leaders in secret"),
        (
            c.PlacementsRevealed(
                (Placement(Mayors(4, 0, 0, 0, 0, 0), (1,), (2,), (3, 3)), Placement(Mayors(4, 0, 0, 0, 0, 0), (), ()))
            ),
            "The walls come down: you have 1 general on area 1, 1 admiral on area 2 and 2 buffers on area 3; "
            "Ben has nobody on the map",
        ),
        (c.ActionsEnded(3, last=False), "All have passed: round 3 is over"),
        (c.ActionsEnded(7, last=True), "All have passed: the last round is over"),
        (c.PanelsMoved((), ()), "The remaining cards of the panels move up"),
        (
            c.StandingsTaken(1, (Standing(0, 2, 1, 0, 6, 9, 2), Standing(1, 7, 3, 1, 6, 1, 1))),
            "After round 1: 1st Ben with 7 VP, 3 cards in play and 1 token; 2nd you with 2 VP, 1 card in play and "
            "9 tokens",
        ),
        (
            c.EndEffectScored(1, "castle_1", "castles", 5),
            "Castle scores Ben 5 VP (1 VP per point of combat value)",
        ),
        (c.StoredTokensScored(0, 9, 4), "You score 4 VP for 9 stored tokens"),
        (c.StoredTokensScored(0, 0, 0), ""),
        (c.GreatPersonsScored(1, 2, 3), "Ben scores 3 VP for 2 great persons"),
        (c.GreatPersonsScored(1, 0, 0), ""),
        (c.GameEnded(((1,), (0,), (2,)), (58, 67, 40)), "Ben wins with 67 VP, before you (58) and Cleo (40)"),
        (c.GameEnded(((0,), (1,)), (58, 58)), "You win with 58 VP by the tie-break, before Ben (58)"),
    ],
)
def test_changes(change: c.AnyChange, text: str) -> None:
    assert MEDIEVAL_REALMS.describe_change(change, ADA) == text


def test_the_same_change_for_others() -> None:
    change = c.CardTaken(0, 4, "castle_1", "majority", "raw_material", (6, 4, 0))
    assert MEDIEVAL_REALMS.describe_change(change, CLEO) == (
        "Ada receives Castle (orange) with their 6 raw materials; Ben has 4 and you have 0"
    )
    assert MEDIEVAL_REALMS.describe_change(change, WATCHING).endswith("Ben has 4 and Cleo has 0")


def told(scene: Scene, reader: Reader = ADA) -> list[str]:
    """The lines of the latest event."""
    lines = (MEDIEVAL_REALMS.describe_change(change, reader) for change in scene.changes)
    return [line for line in lines if line]


def test_an_activated_majority_card_is_told_with_price_and_holdings() -> None:
    assert told(SCENE.when(0, m.ActivateCard(2)))[:2] == [
        "You activate Castle (orange) for 1 production",
        "Ben receives Castle (orange) with their 4 raw materials; you have 0 and Cleo has 0",
    ]


def test_a_played_card_is_told_with_its_cost_and_what_it_sets_off() -> None:
    assert told(SCENE.when(0, m.PlayCard("war_1"))) == [
        "You play War (black) for 7 battle points",
        "You gain 6 VP from War and stand at 10, which earns 2 bonus tokens",
        "Garrison Town (City) gives you 1 battle point",
        "You gain 1 VP from Garrison Town (City) and stand at 11",
    ]


def test_an_auction_is_told_to_the_end() -> None:
    scene = acting(realm(gold=3), realm(gold=5), realm(), current={6: "leader_admiral_1"})
    scene = scene.when(0, m.OpenAuction(6, 2))
    assert told(scene) == ["You open the auction of Sea Captain (yellow Realm Leader) on square 6 with 2 gold"]
    scene = scene.when(1, m.Bid(3))
    lines = told(scene)
    assert lines[:3] == [
        "Ben bids 3 gold",
        "Cleo cannot bid higher and leaves the auction",
        "You cannot bid higher and leave the auction",
    ]
    assert lines[3:5] == [
        "Ben wins Sea Captain (yellow Realm Leader) for 3 gold",
        "Ben gains 1 admiral from Sea Captain (Realm Leader), to be placed from the next round on",
    ]


def test_the_map_is_told_in_words() -> None:
    moves = (m.PlaceMayors(4, 0, 0, 0, 0, 0), m.PlaceGenerals((3,)), m.PlaceAdmirals((1,)), m.PlaceBuffers((2, 2)))
    other = (m.PlaceMayors(0, 4, 0, 0, 0, 0), m.PlaceGenerals((2,)), m.PlaceAdmirals((3,)), m.PlaceBuffers((6, 7)))
    scene = placing(pair_realm(), pair_realm(), current={1: "market_1"}).when(0, *moves).when(1, *other)
    assert told(scene, Reader(("Ada", "Ben"), 1))[1:] == [
        "The walls come down: Ada has 1 general on area 3, 1 admiral on area 1 and 2 buffers on area 2; you have "
        "1 general on area 2, 1 admiral on area 3 and 2 buffers on areas 6 and 7",
        "Ada's mayors bring 4 production",
        "Your mayors bring 4 science",
        "Area 1: Ada is alone (1) and takes 2 battle points",
        "Area 2: Ada's buffers (4) keep you (2) from 1 science and 1 battle point",
        "Area 3: Ada (2) beats you (1) and takes 1 gold and 2 battle points",
        "Area 6: your buffers (2) meet nobody",
        "Area 7: your buffers (2) meet nobody",
        "Everybody gains 2 production as extra goods; the turn order by production is Ada (6), you (2)",
    ]
