"""The table as text."""

from __future__ import annotations

import pytest

from moothall.domain.core.words import Reader
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.moves import Activate, Place
from moothall.domain.gates_of_mara.state import State
from tests.domain.gates_of_mara.tables import (
    attached,
    claimed,
    influenced,
    offered,
    scene,
    standing,
    table,
    wandering,
    with_caravans,
)
from tests.laws.walk import walk

READER = Reader(("Ada", "Ben", "Cleo", "Dan"), 1)


def drawn(state: State) -> str:
    return GATES_OF_MARA.table_text(GATES_OF_MARA.view(state, READER.you), READER)


def shows(text: str, *blocks: str) -> None:
    """Each of the blocks stands there, line for line."""
    for block in blocks:
        assert f"\n{block}\n" in f"\n{text}\n", block


def test_a_realm_shows_what_a_decision_needs() -> None:
    state = influenced(claimed(table(), "fire", 2, 1), "fire", 0, 3, 1)
    state = standing(with_caravans(state, 1, "fire_34p_c3"), 2, merchant_1="fire_34p_1")
    shows(
        drawn(state),
        """\
2. FIRE REALM
   Earth Lord: A caravan placed here also brings 1 influence.
   influence you 3, Cleo 1; claims Ada 2, you 1
   Fire Market     M     gain 2 Fire [Cleo's Merchant 1]
   Fire Outer Hall C M   gain 1 Fire; pay 1 energy: gain Banner of Caravans
                         (place 1 caravan in its realm)
   Fire Inner Hall L C   gain 1 gem of any element; pay 1 energy: gain Banner of
                         Caravans (place 1 caravan in its realm)
   Fire Bazaar     M     gain 1 energy and 1 point
   Fire Court      L C M gain 1 Fire; pay 2 Fire: gain 2 influence here
   Caravan Stop    1 gain 1 influence here; 2 gain 1 influence here; 3 gain 2
                   Fire [you]; 4 gain 1 energy""",
    )


def test_gates_market_and_head() -> None:
    state = standing(table(2), 1, leader="gate_2", enchanter_1="enchantment_board_1")
    text = drawn(wandering(offered(state, 1, "emblem_of_fazzar_1"), "wanderer_chaos", "fire"))
    shows(
        text,
        "Round 1 of 4. Turn order: Ada, you. Ada is to place a figure or pass.",
        """\
Wanderer, at the Fire Realm: pay 3 gems of any element for 2 energy and 1 point,
  or for 1 onyx and 1 point, or for 1 key and 1 point.""",
        """\
GATES: Gate 1 (Chaos and Fire); Gate 2 (Fire and Water) [your Leader]; Gate 3
   (Water and Chaos); Central Gate (every realm, 1 key)""",
        """\
ENCHANTMENT BOARD: an Enchanter placed here buys up to 2 of these. Enchanters
there, nearest the arrow first: your Enchanter 1. 42 cards in the deck.
  1 Emblem of Fazzar: 2 gems of any element; 1 point; for a Specialist or
    Merchant: enter an occupied realm space, if a lord stands in that realm""",
        "2. FIRE REALM, the Wanderer is here",
    )


def test_a_seat_shows_its_supply_figures_and_cards() -> None:
    state = standing(attached(table(2), 1, champion=("root_armor", "banner_of_unity_1")), 1, leader="gate_2")
    shows(
        drawn(state),
        """\
You (Dragonkin): 0 points, 11 energy, 1 Fire, 1 Water, 1 Earth, 1 Air, 0 onyx,
   0 keys, 5 caravans left
   Specialist: pay 2 energy to enter an occupied realm space, or later in the
   turn: gain 1 influence in its realm
   at home (energy to place): Champion (2), Specialist (1), Merchant 1 (1),
   Merchant 2 (1), Enchanter 1 (2), Enchanter 2 (2)
   placed: Leader on Gate 2
   Champion holds Root Armor: pay 1 Fire, 1 Water and 1 Earth: place 2 caravans
      in its realm; Banner of Unity: enter an occupied realm space""",
    )
    assert drawn(state).index("\nAda (Antids)") < drawn(state).index("\nYou (Dragonkin)"), "one's own board is nearest"


def test_the_head_says_who_owes_what() -> None:
    placed = scene(table(2)).when(0, Place("merchant_1", "chaos_2p_1"))
    head = "Round 1 of 4. Turn order: Ada, you. Ada has placed Merchant 1 on Chaos Market\n"
    assert drawn(placed.state).startswith(head + "and may use abilities.\n")
    assert drawn(placed.when(0, Activate("space:a")).state).startswith(head + "and owes a choice.\n")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_fits_on_eighty_columns_at_any_time(seats: int) -> None:
    names = Reader(("Annabelle", "Bartholomew the Elder", "Cleo", "Dan"), 0)
    for point in walk(GATES_OF_MARA, seats, seats):
        text = GATES_OF_MARA.table_text(GATES_OF_MARA.view(point.turn.state, 0), names)
        for line in text.splitlines():
            assert len(line) <= 80, line
            assert line == line.rstrip()
        assert "_" not in text
        assert "None" not in text
