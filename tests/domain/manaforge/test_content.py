"""The content file: what it holds, and what stops it from loading."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from moothall.domain.core.content import parse
from moothall.domain.core.errors import ContentError
from moothall.domain.manaforge.content import Box, box_at
from moothall.domain.manaforge.content.ops import OPS

BOX = box_at(1)

FOLDER = files("moothall.domain.manaforge")
TOML = FOLDER.joinpath("content", "1.toml").read_text("utf-8")
RULES = FOLDER.joinpath("RULES.md").read_text("utf-8")


def entry(name: str) -> str:
    """The text of one entry, from its id on."""
    start = TOML.index(f'id = "{name}"\n')
    end = TOML.find("\n[[", start)
    return TOML[start : end if end > 0 else len(TOML)]


def load(old: str, new: str, within: str | None = None) -> Box:
    """The tables with one place of the file changed."""
    text = TOML
    if within is not None:
        part = entry(within)
        assert old in part
        text = text.replace(part, part.replace(old, new, 1))
    else:
        assert old in text
        text = text.replace(old, new, 1)
    return Box(parse("content.toml", text, RULES))


def test_the_file_itself_is_sound() -> None:
    assert Box(BOX.content).items == BOX.items
    assert box_at(1).edition == 1
    assert (BOX.content.header.slug, BOX.content.header.rule_prefix) == ("manaforge", "MF")


def test_the_decks_hold_what_the_box_holds() -> None:
    assert {deck: len(cards) for deck, cards in BOX.decks.items()} == {"dawn": 24, "noon": 24, "dusk": 24}
    for deck, cards in BOX.decks.items():
        elements = Counter(BOX.items[card].element for card in cards)
        assert elements == {"earth": 5, "fire": 5, "wind": 5, "water": 5, "arcane": 4}, deck
        assert sum(BOX.items[card].wand for card in cards) == 5
    assert Counter(item.kind for item in BOX.items.values()) == {"workshop": 31, "store": 41}
    assert [item.number for item in BOX.items.values()] == list(range(1, 73))
    assert [talent.order for talent in BOX.talents.values()] == list(range(1, 21))
    assert {kind: die.count for kind, die in BOX.dice.items()} == dict.fromkeys(
        ("earth", "fire", "wind", "water", "arcane"), 8
    )


def test_every_operation_is_used_by_some_component() -> None:
    used: set[type] = set()
    for die in BOX.dice.values():
        used |= {type(op) for face in die.faces for op in face.effects}
    for item in BOX.items.values():
        used |= {type(op) for op in item.effects}
        used |= {type(op) for ability in item.abilities for op in (*ability.pay, *ability.effects)}
    for talent in BOX.talents.values():
        used |= {type(op) for op in (*talent.pay, *talent.effects)}
    assert used == set(OPS.values())


def test_standing_talents_are_known_by_what_they_permit() -> None:
    assert {"aether_reserve"} == BOX.holders
    assert BOX.looks == {"precognition": 6}
    assert BOX.scavengers == {"scavenger": 1}


@pytest.mark.parametrize(
    ("within", "old", "new", "where", "field"),
    [
        ("stone_circle", 'op = "gain_mana"', 'op = "gain_manna"', "items.stone_circle", "abilities[0].effects[0].op"),
        ("stone_circle", "earth = 1 }", "arcane = 1 }", "items.stone_circle", "abilities[0].effects[0].arcane"),
        ("stone_circle", 'slots = ["earth"]', 'slots = ["stone"]', "items.stone_circle", "slots[0]"),
        ("stone_circle", 'slots = ["earth"]', "slots = []", "items.stone_circle", "abilities"),
        ("stone_circle", "any = 1", "some = 1", "items.stone_circle", "cost.some"),
        ("stone_circle", 'deck = "dawn"', 'deck = "night"', "items.stone_circle", "deck"),
        ("stone_circle", 'deck = "dawn"', 'deck = "noon"', "setup", "cards_per_deck"),
        ("stone_circle", "wand = false", "wand = true", "items.stone_circle", "wand"),
        ("stone_circle", "count = 1", "count = 2", "counts", "items"),
        ("stone_circle", 'kind = "workshop"', 'kind = "store"', "items.stone_circle", "abilities"),
        ("portal_staff", 'kind = "store"', 'kind = "workshop"', "items.portal_staff", "effects"),
        ("portal_staff", "n = 7", 'n = "seven"', "items.portal_staff", "effects[0].n"),
        ("portal_staff", "gain_prestige", "copy_gem", "items.portal_staff", "effects[0].op"),
        (
            "mimic_essence",
            '{ op = "copy_store_card" }',
            '{ op = "copy_store_card" }, { op = "gain_prisms", n = 1 }',
            "items.mimic_essence",
            "effects[0]",
        ),
        ("mana_condenser", "any = 1 }]", "any = 2 }]", "items.mana_condenser", "abilities[0].pay"),
        ("aether_bombs", "level = 2", "level = 1", "items.aether_bombs", "abilities"),
        ("famous", 'number = "C15"', 'number = "15"', "talents.famous", "number"),
        ("famous", 'when = "setup"', 'when = "standing"', "talents.famous", "effects[0]"),
        ("famous", "limit = 0", "limit = 1", "talents.famous", "when"),
        ("archmage", 'when = "setup"', 'when = "activate"', "talents.archmage", "effects[0]"),
        ("geomancer", 'element = "earth"\npay', 'element = "stone"\npay', "talents.geomancer", "element"),
        (
            "geomancer",
            'when = "activate"\nlimit = 1',
            'when = "after_build"\nlimit = 0',
            "talents.geomancer",
            "effects[0]",
        ),
        ("copy_die", 'role = "gain"', 'role = "pay"', "ops.copy_die", "role"),
        ("copy_die", "fields = []", 'fields = ["n"]', "ops.copy_die", "fields"),
        ("copy_die", 'id = "copy_die"', 'id = "copy_dice"', "ops.copy_dice", "id"),
        (None, '{ n = 2, id = "gem_earth"', '{ n = 3, id = "gem_earth"', "dice.earth", "faces"),
        (None, 'categories = ["talents", "workshop"', 'categories = ["workshop", "talents"', "scoring", "categories"),
        (None, "talents = 20", "talents = 21", "counts", "talents"),
        (None, "talents_kept = 2", "talents_kept = 3", "setup", "talents_kept"),
        ("stone_circle", "any = 1", "any = -1", "items.stone_circle", "cost.any"),
        (
            "earth_enchanter",
            "pay = [{",
            'pay = [{ op = "pay_expenditures", n = 1 }, {',
            "talents.earth_enchanter",
            "pay",
        ),
        (None, "rounds = 9", "rounds = 8", "setup", "cards_used_per_deck"),
        (None, '[[elements]]\nid = "earth"', '[[elements]]\nid = "stone"', "elements", "id"),
    ],
)
def test_what_is_wrong_stops_the_loading_and_is_named(
    within: str | None, old: str, new: str, where: str, field: str
) -> None:
    with pytest.raises(ContentError) as caught:
        load(old, new, within)
    assert (caught.value.file, caught.value.entry, caught.value.field) == ("content.toml", where, field)
    assert caught.value.text


@pytest.mark.parametrize(("name", "listed", "total"), [("stone_circle", "items", 72), ("famous", "talents", 20)])
def test_items_and_talents_are_unique_whatever_the_counts_say(name: str, listed: str, total: int) -> None:
    part = entry(name)
    text = TOML.replace(part, part.replace("count = 1", "count = 2")).replace(
        f"{listed} = {total}", f"{listed} = {total + 1}", 1
    )
    with pytest.raises(ContentError) as caught:
        Box(parse("content.toml", text, RULES))
    assert (caught.value.entry, caught.value.field) == (f"{listed}.{name}", "count")


def test_a_missing_operation_is_named() -> None:
    part = "[[ops]]\n" + entry("copy_die")
    with pytest.raises(ContentError, match="copy_die"):
        Box(parse("content.toml", TOML.replace(part, "").replace("ops = 28", "ops = 27"), RULES))
