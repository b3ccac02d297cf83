"""Lines of English for moves and changes, and the table as text."""

from __future__ import annotations

import pytest

from moothall.domain.core.words import Reader
from moothall.domain.manaforge import MANAFORGE, changes as c
from moothall.domain.manaforge.changes import RoundSheet
from moothall.domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    AnyMove,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from moothall.domain.manaforge.state import Gems, Mana, PreRoll, Prestige, Seat, State
from tests.domain.manaforge.table import given, pay, player, table
from tests.laws.walk import walk

ADA = Reader(("Ada", "Ben", "Cleo"), 0)
ONLOOKER = Reader(("Ada", "Ben", "Cleo"))
NEXT = ["wind_catcher", "glacial_spike", "phoenix_egg", "steam_vents", "levitation_wand", "blinding_wand"]
DECK = ["wind_catcher", "sun_fragment", "phoenix_egg", "steam_vents", "spark_wand", "blinding_wand"]


def rich() -> Seat:
    """A seat that can do a bit of everything."""
    return player(
        "fire_1 transmute",
        "arcane_1 earth_or_wind",
        "earth_1 double_earth",
        "earth_2 runestone",
        "wind_1 power_surge",
        "water_1 gem_copy",
        gems={"earth": 2, "fire": 3},
        prisms=1,
        workshop=[
            "stone_circle earth",
            "mithril_shirts",
            "hellforge exhausted",
            "gem_amplifier fire water",
        ],
        talents=["geomancer", "precognition"],
    )


def engines() -> Seat:
    """A seat whose cards ask for all kinds of prices."""
    return player(
        "earth_1 double_earth",
        gems={"fire": 2, "earth": 1},
        workshop=["aether_bombs fire", "enchanting_runes wind", "mana_condenser", "gemstone_gloves"],
        talents=["wizards_apprentice", "fire_enchanter"],
    )


STATE = table(rich(), mana={"earth": 2, "fire": 2, "wind": 1}, board=["sun_fragment", "spark_wand"], deck=NEXT)


def says(move: AnyMove, state: State, text: str) -> None:
    assert move in MANAFORGE.legal_moves(state, 0), MANAFORGE.legal_moves(state, 0)
    assert MANAFORGE.describe_move(move, state, ADA) == text


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (SpendDie("earth_1"), "Spend the earth die to gain 2 earth mana"),
        (
            SpendDie("earth_2", take="fire+water"),
            "Spend the second earth die (Runestone) to gain 1 fire and 1 water mana",
        ),
        (SpendDie("arcane_1", take="wind"), "Spend the arcane die (1 earth or 1 wind mana) to gain 1 wind mana"),
        (
            SpendDie("fire_1", copy="earth_1"),
            "Spend the fire die (Transmute), copying the earth die, to gain 2 earth mana",
        ),
        (SpendDie("wind_1", target="hellforge"), "Spend the wind die (Power Surge) to recharge Hellforge"),
        (SpendDie("water_1", gem="fire"), "Spend the water die (Gem Copy) to gain another fire gem"),
        (
            Build("sun_fragment", replace="stone_circle"),
            "Build Sun Fragment for 1 earth and 2 fire mana in place of Stone Circle with 1 attached gem. Exhaust: "
            "gain 1 fire mana. With 1 fire gem attached: gain 2 fire mana",
        ),
        (
            Build("spark_wand", **pay("fire:1+wind:1")),
            "Build Spark Wand for 1 fire and 1 wind mana. When built: score 1 prestige and 1 more for each wand "
            "already in your Store",
        ),
        (GainPrism(), "Take a prism instead of building an item"),
        (ExchangePrism("fire"), "Exchange a prism for 1 fire gem"),
        (Activate("stone_circle", 1), "Activate Stone Circle to gain 2 earth mana"),
        (Activate("mithril_shirts", 0), "Activate Mithril Shirts, pay 1 earth and 1 fire mana and score 2 prestige"),
        (Activate("gem_amplifier", 2), "Activate Gem Amplifier to gain 1 fire and 1 water mana"),
        (
            Upgrade("mithril_shirts"),
            "Attach 1 earth gem to Mithril Shirts, which then lets you pay 1 earth and 2 fire mana to score 4 prestige",
        ),
        (ActivateTalent("geomancer", die="earth_1"), "Use Geomancer: turn the earth die to an earth gem"),
        (PrecogRaise(3), "Put Phoenix Egg, card 3 of the item deck, on its top"),
        (EndTurn(), "End the turn, losing 2 earth, 2 fire and 1 wind mana"),
    ],
)
def test_moves_say_what_they_cost_and_do(move: AnyMove, text: str) -> None:
    says(move, STATE, text)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (Activate("aether_bombs", 1), "Activate Aether Bombs, give up spending 3 dice and score 4 prestige"),
        (
            Activate("enchanting_runes", 1, exhaust="aether_bombs+gemstone_gloves"),
            "Activate Enchanting Runes, exhaust Aether Bombs and Gemstone Gloves too and score 4 prestige",
        ),
        (Activate("mana_condenser", 0, element="fire"), "Activate Mana Condenser, pay 1 fire gem and gain 2 fire gems"),
        (
            Activate("gemstone_gloves", 0, **pay("gem_earth:1")),
            "Activate Gemstone Gloves, pay 1 earth gem and score 1 prestige",
        ),
        (ActivateTalent("fire_enchanter"), "Use Fire Enchanter: pay 1 fire gem to score 1 prestige"),
        (
            ActivateTalent("wizards_apprentice", take="wind"),
            "Use Wizard's Apprentice: give up spending 1 die to gain 1 wind mana",
        ),
        (EndTurn(), "End the turn"),
    ],
)
def test_every_kind_of_price_is_named(move: AnyMove, text: str) -> None:
    says(move, table(engines()), text)


def test_the_first_of_two_gems_says_that_a_second_is_needed() -> None:
    state = table(player(gems={"fire": 2}, workshop=["gem_amplifier"]))
    says(Upgrade("gem_amplifier", "fire"), state, "Attach 1 fire gem to Gem Amplifier, which needs 2 gems to work")
    half = given(state).when(0, Upgrade("gem_amplifier", "fire")).state
    text = "Attach 1 fire gem to Gem Amplifier, which then lets you gain 2 fire mana"
    says(Upgrade("gem_amplifier", "fire"), half, text)


def test_scavengers_price_stands_apart() -> None:
    state = table(player(gems={"water": 2}, talents=["scavenger"]), discard=["mana_prisms_dawn"])
    text = "Build Mana Prisms from the discard pile for 1 water gem, and 1 water gem on top. When built: gain 2 prisms"
    says(Build("mana_prisms_dawn", "discard"), state, text)


def test_the_held_die_is_named_with_what_it_shows() -> None:
    ready = player("earth_1 double_earth", talents=["aether_reserve"])
    text = "Put the earth die (2 earth mana) on Aether Reserve, so that it need not be rolled again"
    says(ReserveStore("earth_1"), table(ready), text)
    held = player("earth_1 double_earth", talents=["aether_reserve"], held="earth_1")
    says(ReserveRelease(), table(held), "Take the earth die (2 earth mana) off Aether Reserve")
    asked = table(held, player(), phase=PreRoll(0))
    says(Choose("reserve_roll", "keep"), asked, "Keep the earth die (2 earth mana) as it lies")
    says(Choose("reserve_roll", "release"), asked, "Roll the earth die (2 earth mana) with the others")


def test_answers_to_a_card_being_built() -> None:
    mana = {"earth": 2, "fire": 2}
    extra = given(table(player(gems={"wind": 1}), mana=mana, board=["spellblock_armguards"]))
    extra = extra.when(0, Build("spellblock_armguards"))
    says(Choose("extra_mana", "3"), extra.state, "Pay 2 fire mana and 1 wind gem more to score 3 prestige")
    says(Choose("extra_mana", "0"), extra.state, "Pay no more mana")
    rod = given(table(player(gems={"wind": 1, "fire": 1}), mana={"water": 3}, board=["elemental_rod"]))
    rod = rod.when(0, Build("elemental_rod"))
    says(Choose("rod_gems", "fire+wind"), rod.state, "Pay 1 fire and 1 wind gem to score 4 prestige")
    says(Choose("rod_gems", "none"), rod.state, "Pay no gem")
    store = player(store=["portal_staff", "spark_wand"])
    mimic = given(table(store, mana=dict.fromkeys(("earth", "fire", "wind", "water"), 2), board=["mimic_essence"]))
    mimic = mimic.when(0, Build("mimic_essence"))
    text = "Copy Spark Wand: score 1 prestige and 1 more for each wand already in your Store"
    says(Choose("mimic", "spark_wand"), mimic.state, text)


def test_answers_to_an_offer_name_the_builder() -> None:
    giver = player(gems={"fire": 1}, prisms=1)
    start = table(giver, player(), seat=1, mana={"fire": 6}, board=["replica_greatswords"])
    state = given(start).when(1, Build("replica_greatswords")).state
    says(Choose("replica_gift", "none"), state, "Give Ben nothing")
    says(Choose("replica_gift", "gem"), state, "Give Ben 1 fire gem and score 2 prestige")
    text = "Exchange a prism for 1 fire gem, give that to Ben and score 2 prestige"
    says(Choose("replica_gift", "prism"), state, text)


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (
            DraftTalent("famous"),
            "Pick Famous: At the start of the game: score 3 prestige. Brings an arcane die",
        ),
        (
            KeepTalents("earth_crafter", "famous"),
            "Keep Earth Crafter and Famous: after you build an earth item: gain 1 earth gem; at the start of the game: "
            "score 3 prestige",
        ),
        (Choose("archmage_die", "arcane"), "Take an arcane die more"),
    ],
)
def test_the_draft_in_english(move: AnyMove, text: str) -> None:
    assert MANAFORGE.describe_move(move, table(player()), ADA) == text


@pytest.mark.parametrize(
    "move",
    [
        Build("nonsense"),
        Build("portal_staff", gems=Gems()),
        Activate("nonsense", 0),
        Activate("stone_circle", 7),
        Upgrade("nonsense"),
        ActivateTalent("nonsense"),
        SpendDie("nonsense"),
        SpendDie("earth_1", copy="nonsense"),
        DraftTalent("nonsense"),
        KeepTalents("nonsense", "famous"),
        Choose("extra_mana", "2"),
        Choose("rod_gems", "earth"),
        Choose("mimic", "nonsense"),
        Choose("replica_gift", "gem"),
        Choose("reserve_roll", "keep"),
        ReserveRelease(),
        ReserveStore("nonsense"),
        PrecogRaise(9),
    ],
)
def test_what_cannot_be_done_can_still_be_told(move: AnyMove) -> None:
    assert MANAFORGE.describe_move(move, STATE, ONLOOKER)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            c.TalentsDealt((("famous", "archmage"), ()), 2, (), 16),
            "Talents are dealt to everybody: you get Famous and Archmage",
        ),
        (c.TalentsDealt(((), ()), 5, (), 10), "Talents are dealt to everybody"),
        (c.TalentsRevealed((("famous",), ("archmage",))), "You keep Famous; Ben keeps Archmage"),
        (c.DieTaken(1, "arcane_1", "arcane", "famous"), "Ben takes an arcane die for Famous"),
        (
            c.DiceRolled(1, (6, 1, 2), ("earth_1", "earth_2", "arcane_1")),
            "Ben rolls Runestone (earth die), 1 earth gem (second earth die) and 1 earth or 1 wind mana (arcane die)",
        ),
        (c.DieSpent(1, "earth_2", 3), "Ben spends the second earth die to gain 2 earth mana"),
        (
            c.DieSpent(0, "fire_1", 6, "water_1", 6, "wind"),
            "You spend the fire die (Transmute), copying the water die, to gain another wind gem",
        ),
        (c.TurnEnded(1, Mana(0, 2, 0, 1)), "Ben ends the turn and loses 2 fire and 1 water mana"),
        (c.TurnEnded(0), "You end the turn"),
        (c.TurnStarted(0, 4), "Your turn begins"),
        (
            c.ItemTaken(1, "spark_wand", "discard", Mana(0, 1, 0, 0), Gems(0, 0, 0, 1)),
            "Ben builds Spark Wand from the discard pile for 1 fire mana and 1 water gem",
        ),
        (c.Paid(1, Mana(), Gems(1, 0, 0, 0), "scavenger"), "Ben pays 1 earth gem for Scavenger"),
        (
            c.Paid(0, Mana(0, 2, 0, 0), Gems(), "spellblock_armguards"),
            "You pay 2 fire mana more for Spellblock Armguards",
        ),
        (
            c.CardDiscarded(1, "hunters_arrows", ("water",)),
            "Ben discards Hunter's Arrows with 1 attached gem to make room",
        ),
        (
            c.CardActivated(1, "mithril_shirts", 1, Mana(1, 1, 0, 0), Gems(0, 1, 0, 0)),
            "Ben activates Mithril Shirts, paying 1 earth and 1 fire mana and 1 fire gem, to score 4 prestige",
        ),
        (
            c.CardActivated(0, "aether_bombs", 0),
            "You activate Aether Bombs, giving up spending 2 dice, to score 2 prestige",
        ),
        (
            c.CardActivated(0, "gem_amplifier", 2, answer="fire+fire"),
            "You activate Gem Amplifier to gain 2 fire mana",
        ),
        (c.CardExhausted(1, "hellforge", "enchanting_runes"), "Ben exhausts Hellforge for Enchanting Runes"),
        (c.GemAttached(1, "aether_bombs", "fire", 2), "Ben attaches 1 fire gem to Aether Bombs, 2 of 2"),
        (c.GemAttached(0, "stone_circle", "earth", 1), "You attach 1 earth gem to Stone Circle"),
        (
            c.TalentUsed(1, "wizards_apprentice", "wind"),
            "Ben uses Wizard's Apprentice, giving up spending 1 die, to gain 1 wind mana",
        ),
        (c.TalentUsed(1, "geomancer", "earth_1"), "Ben uses Geomancer to turn the earth die to an earth gem"),
        (c.GemsGained(1, Gems(1, 0, 0, 0), "earth_crafter"), "Ben gains 1 earth gem from Earth Crafter"),
        (
            c.GemsGained(0, Gems(1, 1, 1, 1), "secret_stash"),
            "You gain 1 earth, 1 fire, 1 wind and 1 water gem from Secret Stash",
        ),
        (c.PrismsGained(1, 2), "Ben gains 2 prisms"),
        (c.PrismsGained(1, 1, "arcane_crafter"), "Ben gains 1 prism from Arcane Crafter"),
        (c.PrestigeGained(1, "wands", "spark_wand", 2), "Ben scores 2 prestige for Spark Wand"),
        (c.PrestigeGained(1, "talents", "famous", 3), "Ben scores 3 prestige for Famous"),
        (c.DieGained(1, "earth_2", "earth", 3), "Ben gains an earth die and rolls it: 2 earth mana"),
        (
            c.OffersOpened(0, "fire", 2, "replica_greatswords", (1, 2), 1),
            "Ben and Cleo may give you 1 fire gem for 2 prestige (Replica Greatswords)",
        ),
        (c.OfferAnswered(0, "prism"), "You decide to give the gem for a prism"),
        (c.OffersClosed((1, 2), ("none", "none")), "Ben and Cleo give nothing"),
        (c.OffersClosed((1, 2), ("none", "gem")), "Ben gives nothing"),
        (c.GemGiven(1, 0, "fire", False), "Ben gives you 1 fire gem"),
        (c.GemGiven(1, 0, "fire", True), "Ben exchanges a prism for 1 fire gem and gives it to you"),
        (c.PrestigeGained(1, "replica_gifts", "replica_greatswords", 2), "Ben scores 2 prestige for the gift"),
        (c.ChoiceOpened(0, "elemental_rod", "rod_gems", 0), "You have to decide which gems to pay for Elemental Rod"),
        (c.ChoiceMade(1, "extra_mana", "0"), "Ben pays nothing more"),
        (
            c.FaceRemembered(1, 4),
            "What was rolled stays known: a die that Ben gains this round shows its side 4",
        ),
        (c.GameEnded(((1,), (0, 2))), "The item deck is empty and the game ends. Final order: Ben, then you and Cleo"),
    ],
)
def test_changes_in_english(change: c.AnyChange, text: str) -> None:
    assert MANAFORGE.describe_change(change, ADA) == text


def test_a_round_ends_with_its_scores_the_leader_first() -> None:
    def sheet(seat: int, total: int, gained: int) -> RoundSheet:
        return RoundSheet(seat, Prestige(store=gained), total, None, 0, 0, 0, 0)

    change = c.RoundScored(3, (sheet(0, 4, 1), sheet(1, 9, 5)), ((1,), (0,)))
    assert MANAFORGE.describe_change(change, ADA) == "Round 3 is over. Prestige: Ben 9 (+5), you 4 (+1)"
    assert MANAFORGE.describe_change(change, ONLOOKER) == "Round 3 is over. Prestige: Ben 9 (+5), Ada 4 (+1)"


@pytest.mark.parametrize(
    "change",
    [
        c.ManaGained(0, Mana(1, 0, 0, 0), "earth_1"),
        c.GemsGained(0, Gems(1, 0, 0, 0), "earth_1"),
        c.PrestigeGained(0, "workshop", "illusion_globes", 1),
        c.PrestigeGained(0, "talents", "earth_enchanter", 1),
        c.Paid(0, Mana(), Gems(1, 0, 0, 0), "earth_enchanter"),
        c.OffersClosed((1,), ("gem",)),
        c.ChoiceMade(0, "mimic", "spark_wand"),
        c.DieTaken(0, "earth_1", "earth"),
    ],
)
def test_what_another_line_of_the_event_says_is_not_said_again(change: c.AnyChange) -> None:
    assert MANAFORGE.describe_change(change, ADA) == ""


def test_the_table_as_text() -> None:
    me = player(
        "earth_1 double_earth spent",
        "earth_2 runestone",
        "fire_1 gem_fire",
        gems={"earth": 2},
        prisms=1,
        workshop=["stone_circle earth", "hellforge exhausted"],
        store=["portal_staff"],
        talents=["aether_reserve", "scavenger"],
        held="fire_1",
        prestige=7,
    )
    board = ["spellblock_armguards", "glacial_spike"]
    state = table(me, player(prisms=3), mana={"earth": 2}, board=board, discard=["spark_wand"])
    text = MANAFORGE.table_text(MANAFORGE.view(state, 0), ADA)
    assert text.splitlines() == [
        "Round 3 of 9, you are first player. Your turn: up to 4 dice still to spend, 2",
        "  earth mana in the reserve.",
        "Item deck 36 cards. Discard pile 1 card: Spark Wand (1 fire and 1 any).",
        "Dice left in the box: 6 earth, 7 fire, 8 wind, 8 water and 8 arcane.",
        "",
        "On the board",
        "  1 Spellblock Armguards. Earth Store card. Cost 2 earth. When built: pay up to",
        "    8 more mana of any elements and score 1 prestige for each.",
        "  2 Glacial Spike. Water Workshop card. Cost 2 wind, 2 water and 1 any. Exhaust:",
        "    gain 1 wind and 1 water mana.",
        "",
        "You: 7 prestige, 2 earth gems, 1 prism.",
        "  Talent Aether Reserve: you may put one of your ready dice on this card in your",
        "    turn, if none lies there: it is not rolled again until you take it off,",
        "    which you may do at any time.",
        "  Talent Scavenger: you may build from the discard pile instead of the board,",
        "    for 1 gem more.",
        "  Dice ready: Runestone (second earth die), 1 fire gem (fire die, on Aether",
        "    Reserve).",
        "  Dice spent: 2 earth mana (earth die).",
        "  Workshop: Stone Circle (charged, earth gem attached). Exhaust: gain 1 earth",
        "    mana. With 1 earth gem attached: gain 2 earth mana.",
        "  Workshop: Hellforge (exhausted). Exhaust: gain 1 earth and 1 fire mana.",
        "  Store: Portal Staff.",
        "",
        "Ben: 0 prestige, no gems, 3 prisms.",
        "",
        "What the dice mean",
        "  Runestone: gain 1 earth and 1 wind mana, or 1 fire and 1 water mana.",
    ]
    seen = MANAFORGE.table_text(MANAFORGE.view(state, None), ONLOOKER)
    assert "Ada's turn" in seen
    assert "Spark Wand" not in seen


def test_no_line_of_the_table_is_wider_than_80_columns() -> None:
    names = ("Ada", "Balthasar", "Cleo", "Desdemona")
    for point in walk(MANAFORGE, 4, 5):
        for viewer in (None, 2):
            text = MANAFORGE.table_text(MANAFORGE.view(point.state, viewer), Reader(names, viewer))
            assert max(map(len, text.splitlines())) <= 80, text


def test_who_sees_the_next_cards_reads_what_they_do() -> None:
    state = table(player(talents=["precognition"]), player(), deck=DECK)
    own = MANAFORGE.table_text(MANAFORGE.view(state, 0), ADA)
    assert "  1 Wind Catcher. Wind Workshop card. Cost 2 wind and 1 any." in own
    assert "Wind Catcher" not in MANAFORGE.table_text(MANAFORGE.view(state, 1), Reader(ADA.names, 1))


def test_a_card_being_built_and_a_pending_offer_are_shown() -> None:
    state = table(
        player(), player(prisms=1), mana={"earth": 3, "fire": 6}, board=["spellblock_armguards", "replica_greatswords"]
    )
    building = given(state).when(0, Build("spellblock_armguards")).state
    assert "Spellblock Armguards is being built." in MANAFORGE.table_text(MANAFORGE.view(building, 1), ONLOOKER)
    offers = given(state).when(0, Build("replica_greatswords")).state
    assert "Ben may give Ada 1 fire gem for 2" in MANAFORGE.table_text(MANAFORGE.view(offers, None), ONLOOKER)
