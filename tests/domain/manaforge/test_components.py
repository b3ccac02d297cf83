"""Every component has a line of text, made from its data."""

from __future__ import annotations

import pytest

from moothall.domain.manaforge import MANAFORGE
from moothall.domain.manaforge.content import box_at

BOX = box_at(1)

TEXTS = MANAFORGE.component_texts(1)
LISTS = {
    name: [entry["id"] for entry in table] for name, table in BOX.content.tables.items() if isinstance(table, list)
}


@pytest.mark.parametrize("name", LISTS)
def test_every_entry_of_every_list_has_a_text(name: str) -> None:
    assert set(TEXTS[name]) == set(LISTS[name])


def test_every_face_of_a_die_has_a_text_and_one_only() -> None:
    faces = [face for die in BOX.dice.values() for face in die.faces]
    assert set(TEXTS["faces"]) == {face.id for face in faces}
    assert all(face.effects == other.effects for face in faces for other in faces if face.id == other.id)


def test_texts_are_sentences_without_ids() -> None:
    for kind, lines in TEXTS.items():
        for component, text in lines.items():
            where = f"{kind} {component}: {text}"
            assert text[0].isupper() or text[0].isdigit(), where
            assert text.endswith("."), where
            assert "_" not in text, where
            assert "None" not in text, where
            assert "  " not in text, where


@pytest.mark.parametrize(
    ("kind", "component", "text"),
    [
        (
            "items",
            "phoenix_egg",
            "Fire Workshop card. Cost 3 fire, 2 wind and 2 any. Exhaust: gain 1 fire and 1 wind mana. With 1 fire gem "
            "attached: gain 2 fire and 1 wind mana.",
        ),
        (
            "items",
            "gem_amplifier",
            "Arcane Workshop card. Cost 2 any. With 2 gems of any elements attached, exhaust: gain 1 mana for each "
            "attached gem, of that gem's element.",
        ),
        (
            "items",
            "cavalier_shields",
            "Earth Workshop card. Cost 3 earth and 3 any. Exhaust and pay 1 earth mana: score 1 prestige. With 1 earth "
            "gem attached, pay 2 earth mana: score 3 prestige.",
        ),
        (
            "items",
            "aether_bombs",
            "Fire Workshop card. Cost 2 fire and 3 any. Exhaust and give up spending 2 dice: score 2 prestige. With 1 "
            "fire gem attached, give up spending 3 dice: score 4 prestige. With 2 fire gems attached, give up spending "
            "4 dice: score 6 prestige.",
        ),
        (
            "items",
            "enchanting_runes",
            "Wind Workshop card. Cost 3 wind and 2 any. Exhaust this and 1 other charged card: score 2 prestige. With "
            "1 wind gem attached, exhaust 2 other charged cards: score 4 prestige. With 2 wind gems attached, exhaust "
            "3 other charged cards: score 5 prestige.",
        ),
        (
            "items",
            "mana_condenser",
            "Water Workshop card. Cost 1 water and 1 any. Exhaust and pay 1 mana of any element: gain 2 gems of the "
            "element paid.",
        ),
        (
            "items",
            "runed_obelisk",
            "Earth Workshop card. Cost 2 earth and 1 any. Exhaust: gain 1 earth and 1 wind mana, or 1 fire and 1 water "
            "mana.",
        ),
        (
            "items",
            "earth_boots",
            "Earth Store card. Cost 2 earth and 2 any. When built: score 1 prestige and gain an earth die, rolled at "
            "once.",
        ),
        (
            "items",
            "thunder_wand",
            "Wind Store card, a wand. Cost 2 wind and 1 any. When built: score 2 prestige and 1 more for each wand "
            "already in your Store.",
        ),
        (
            "items",
            "elemental_rod",
            "Water Store card. Cost 2 water and 1 any. When built: pay up to 4 gems of different elements and score 2 "
            "prestige for each.",
        ),
        (
            "items",
            "replica_greatswords",
            "Fire Store card. Cost 3 fire and 3 any. When built: score 6 prestige and let each other player give you 1 "
            "fire gem, for which they score 2 prestige.",
        ),
        (
            "items",
            "truesight_blindfold",
            "Wind Store card. Cost 3 wind and 3 any. When built: score 2 prestige for each charged and 1 for each "
            "exhausted card of your Workshop.",
        ),
        ("talents", "earth_enchanter", "Once per turn: pay 1 earth gem to score 1 prestige. Brings an earth die."),
        ("talents", "arcane_crafter", "After you build an arcane item: gain 1 prism. Brings an arcane die."),
        (
            "talents",
            "pyromancer",
            "Once per turn: turn one of your fire dice, ready or spent, to a fire gem. Brings a fire die.",
        ),
        (
            "talents",
            "wizards_apprentice",
            "Any number of times in your turn: give up spending 1 die to gain 1 mana of any element. Brings no die.",
        ),
        (
            "talents",
            "secret_stash",
            "At the start of the game: gain 1 earth, 1 fire, 1 wind and 1 water gem. Brings an arcane die.",
        ),
        (
            "dice",
            "wind",
            "8 in the box. Its sides: 1 wind gem (twice), 2 wind mana, 1 fire mana, 1 water mana and Power Surge.",
        ),
        ("faces", "gem_copy", "Gain another gem of an element of which you own one."),
        ("faces", "fire_or_wind", "Gain 1 fire or 1 wind mana."),
        ("elements", "earth", "Of mana, gems, dice and item cards. Beside fire and water, opposed to wind."),
        (
            "tokens",
            "prism",
            "Exchanged for 1 gem of any element at any time in your turn. No gem itself: it pays nothing. 14 in the "
            "box, and there are always enough.",
        ),
    ],
)
def test_texts_say_what_the_rulebook_says(kind: str, component: str, text: str) -> None:
    assert TEXTS[kind][component] == text
