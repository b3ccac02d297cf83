"""Lines of English, and the table as text."""

from __future__ import annotations

import pytest

from domain.manaforge import MANAFORGE
from domain.manaforge import changes as c
from domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    ManaforgeMove,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from tests.domain.manaforge.table import given, player, table

DICE = ("fire_1 transmute", "arcane_1 earth_or_wind", "earth_1 double_earth")


@pytest.mark.parametrize(
    ("move", "text"),
    [
        (DraftTalent("famous"), "Pick Famous"),
        (KeepTalents("famous", "archmage"), "Keep Famous and Archmage"),
        (Choose("archmage_die", "arcane"), "Take one more arcane die"),
        (Choose("reserve_roll", "keep"), "Keep the held die as it is"),
        (Choose("reserve_roll", "release"), "Roll the held die with the others"),
        (Choose("extra_mana", "2", "fire:2"), "Pay 2 further mana for prestige, paid with fire:2"),
        (Choose("rod_gems", "none"), "Pay no gem"),
        (Choose("rod_gems", "earth+fire"), "Pay the gems earth and fire"),
        (Choose("mimic", "spark_wand"), "Copy Spark Wand"),
        (Choose("replica_gift", "none"), "Hand over nothing"),
        (Choose("replica_gift", "gem"), "Hand over a gem"),
        (Choose("replica_gift", "prism"), "Exchange a prism and hand over the gem"),
        (SpendDie("earth_1"), "Spend earth die 1 (double earth)"),
        (
            SpendDie("fire_1", copy="arcane_1", take="wind"),
            "Spend fire die 1 (transmute) copying arcane die 1 for wind mana",
        ),
        (SpendDie("wind_1", target="hellforge"), "Spend wind die 1 to recharge Hellforge"),
        (SpendDie("water_1", gem="fire"), "Spend water die 1 for one more fire gem"),
        (Build("hellforge", replace="stone_circle"), "Build Hellforge in place of Stone Circle"),
        (
            Build("hellforge", "discard", payment="fire:5", scavenge_gem="water"),
            "Build Hellforge from the discard pile paying fire:5 with one water gem on top",
        ),
        (GainPrism(), "Take a prism instead of building"),
        (ExchangePrism("fire"), "Exchange a prism for one fire gem"),
        (Activate("stone_circle", 1), "Activate Stone Circle with 1 gem"),
        (Activate("runed_obelisk", 0, take="earth+wind"), "Activate Runed Obelisk for earth and wind mana"),
        (Activate("mana_accelerator", 0, target="hellforge"), "Activate Mana Accelerator to recharge Hellforge"),
        (
            Activate("mana_condenser", 0, element="fire", payment="fire:1"),
            "Activate Mana Condenser on fire mana paying fire:1",
        ),
        (
            Activate("enchanting_runes", 2, exhaust="hellforge+stone_circle"),
            "Activate Enchanting Runes with 2 gems exhausting Hellforge and Stone Circle",
        ),
        (Upgrade("stone_circle"), "Attach a gem to Stone Circle"),
        (Upgrade("gem_amplifier", "fire"), "Attach one fire gem to Gem Amplifier"),
        (ActivateTalent("geomancer", die="earth_1"), "Use Geomancer on earth die 1"),
        (ActivateTalent("wizards_apprentice", take="fire"), "Use Wizard's Apprentice for fire mana"),
        (ActivateTalent("earth_enchanter"), "Use Earth Enchanter"),
        (ReserveStore("earth_1"), "Put earth die 1 on Aether Reserve"),
        (ReserveRelease(), "Take the die off Aether Reserve"),
        (EndTurn(), "End the turn"),
        (PrecogRaise(3), "Raise card 3 of the item deck to its top"),
    ],
)
def test_moves_in_english(move: ManaforgeMove, text: str) -> None:
    assert MANAFORGE.describe_move(move, table(player(*DICE))) == text


@pytest.mark.parametrize(
    ("change", "text"),
    [
        (
            c.TalentsDealt(((), ("famous", "archmage")), ()),
            "Talents are dealt to 2 seats: seat 1 gets Famous and Archmage",
        ),
        (c.TalentsDealt(((), ()), ()), "Talents are dealt to 2 seats"),
        (c.TalentsRevealed((("famous",), ("archmage",))), "Seat 0 keeps Famous; Seat 1 keeps Archmage"),
        (c.Paid(0, (1, 0, 0, 2), (0, 1, 0, 0)), "Seat 0 pays 1 earth and 2 water mana and 1 fire gem"),
        (c.GemsGained(1, (0, 0, 1, 0)), "Seat 1 gains 1 wind gem"),
        (c.ManaGained(1, (1, 1, 0, 0)), "Seat 1 gains 1 earth and 1 fire mana"),
        (
            c.OffersClosed((1, 2), ("none", "prism")),
            "The offers are answered: seat 1 gives nothing, seat 2 gives a prism",
        ),
        (
            c.OffersOpened(0, "fire", 2, "replica_greatswords", (1, 2), 1),
            "Seat 1 and seat 2 may hand seat 0 one fire gem for 2 prestige",
        ),
        (c.PrestigeGained(2, "talents", "famous", 3), "Seat 2 scores 3 prestige for Famous"),
        (c.PrestigeGained(2, "wands", "spark_wand", 1), "Seat 2 scores 1 prestige for Spark Wand"),
        (c.GameEnded(((1,), (0, 2))), "The last round is over: seat 1, then seat 0 and seat 2"),
        (c.BoardCleared(()), "To the discard pile: nothing"),
        (c.ChoiceMade(0, "mimic", "spark_wand"), "Seat 0 answers Spark Wand"),
        (c.FaceRemembered(1, 4), "A die that seat 1 gains this round will show face 4"),
    ],
)
def test_changes_in_english(change: c.ManaforgeChange, text: str) -> None:
    assert MANAFORGE.describe_change(change) == text


def test_the_table_as_text() -> None:
    me = player(
        "earth_1 double_earth spent",
        "fire_1 gem_fire",
        gems={"earth": 2},
        prisms=1,
        workshop=["stone_circle earth", "hellforge exhausted"],
        store=["portal_staff"],
        talents=["aether_reserve", "precognition"],
        held="fire_1",
        prestige=7,
    )
    deck = ["wind_catcher", "sun_fragment", "phoenix_egg", "steam_vents", "spark_wand", "blinding_wand"]
    state = table(me, player(prisms=3), mana={"earth": 2}, board=["spellblock_armguards", "glacial_spike"], deck=deck)
    asked = given(state)
    text = MANAFORGE.table_text(MANAFORGE.view(asked.state, 0))
    assert text.splitlines() == [
        "Round 3 of 9 - first player: seat 0 - turn of seat 0: 4 expenditures, mana earth 2",
        "Deck 36 - discard 0 - dice left earth 7 fire 7 wind 8 water 8 arcane 8",
        "  1. Spellblock Armguards",
        "  2. Glacial Spike",
        "  3. -",
        "  4. -",
        "  5. -",
        "  6. -",
        "Next: Wind Catcher, Sun Fragment, Phoenix Egg, Steam Vents, Spark Wand and Blinding Wand",
        "Seat 0: 7 prestige, gems earth 2, 1 prism",
        "  Talents: Aether Reserve and Precognition",
        "  Dice: earth_1 double_earth (spent), fire_1 gem_fire (held)",
        "  Workshop: Stone Circle +1, Hellforge (exhausted)",
        "  Store: Portal Staff",
        "Seat 1: 0 prestige, gems none, 3 prisms",
    ]
    building = asked.when(0, Build("spellblock_armguards")).state
    shown = MANAFORGE.table_text(MANAFORGE.view(building, None))
    assert "building Spellblock Armguards" in shown
    assert "Next:" not in shown
