"""Content that is wrong stops loading, with file, entry and field."""

from __future__ import annotations

from importlib.resources import files

import pytest

from moothall.domain.core import content
from moothall.domain.core.errors import ContentError
from moothall.domain.gates_of_mara.content import EDITIONS, Box, box_at

FOLDER = files("moothall.domain.gates_of_mara")
TOML = FOLDER.joinpath("content", "1.toml").read_text("utf-8")
RULES = FOLDER.joinpath("RULES.md").read_text("utf-8")


def load(toml: str) -> None:
    Box(content.parse("mara.toml", toml, RULES))


def test_the_content_as_it_stands_loads() -> None:
    load(TOML)
    box = box_at(1)
    assert EDITIONS[1].header.slug == "gates-of-mara"
    assert len(box.spaces) == 45
    assert len(box.caravan_spaces) == 35
    assert len(box.enchantments) == len(set(box.enchantments)) == 48
    assert len({box.cards[card].title for card in box.enchantments}) == 41
    assert len(box.banners) == len(set(box.banners)) == 25
    assert len(box.figures) == 7
    assert sum(card.cost.gems[0] for card in map(box.cards.__getitem__, box.enchantments)) == 22, "Fire gems"


@pytest.mark.parametrize(
    ("before", "after", "entry", "field"),
    [
        (
            'innate = { cost = { any = 3 }, effects = [{ op = "gain"',
            'innate = { cost = { any = 3 }, effects = [{ op = "steal"',
            "figures.leader",
            "innate.effects[0].op",
        ),
        ("cost = { fire = 3 }\n", "cost = { gold = 3 }\n", "enchantments.conjure_flame", "cost.gold"),
        ("cost = { fire = 3 }\n", "cost = { fire = -3 }\n", "enchantments.conjure_flame", "cost"),
        ("cost = { fire = 3 }\n", "cost = { energy = 3 }\n", "enchantments.conjure_flame", "cost.energy"),
        ('realm = "fire"\nside = "34p"\nshapes', 'realm = "ice"\nside = "34p"\nshapes', "spaces.fire_34p_1", "realm"),
        (
            'realm = "fire"\nside = "34p"\neffects',
            'realm = "ice"\nside = "34p"\neffects',
            "caravan_spaces.fire_34p_c1",
            "realm",
        ),
        ('realm = "fire"\nside = "34p"\nshapes', 'realm = "fire"\nside = "2p"\nshapes', "realms.fire", "2p"),
        ('realm = "fire"\nside = "34p"\neffects', 'realm = "fire"\nside = "2p"\neffects', "realms.fire", "2p"),
        ('banner_slot = "a"', 'banner_slot = "c"', "spaces.fire_34p_2", "banner_slot"),
        ('banner_slot = "a"', 'banner_slot = "b"', "spaces.fire_34p_2", "abilities[1]"),
        (
            '{ id = "b", cost = { energy = 1 }',
            '{ id = "x", cost = { energy = 1 }',
            "spaces.fire_34p_2",
            "abilities[1].id",
        ),
        (
            'effects = [{ op = "gain", what = "energy", n = 2 }] }\npoints_plus = 2',
            'effects = [{ op = "influence", n = 2, where = "figure_realm" }] }\npoints_plus = 2',
            "enchantments.ash_armor",
            "shapes",
        ),
        (
            'ability = { cost = {}, effects = [{ op = "wanderer" }] }     # offered',
            'ability = { cost = {}, effects = [{ op = "occupied" }] }     # offered',
            "lords.water_lord",
            "ability.effects[0]",
        ),
        (
            'on_caravan = [{ op = "influence", n = 1, where = "caravan_realm" }]',
            'on_caravan = [{ op = "influence", n = 1, where = "lord_realm" }]',
            "lords.earth_lord",
            "on_caravan",
        ),
        (
            'effects = [{ op = "gain", what = "fire", n = 2 }]\nsource',
            'effects = [{ op = "gain", what = "fire", n = 0 }]\nsource',
            "caravan_spaces.fire_34p_c3",
            "effects[0].n",
        ),
        (
            'effects = [{ op = "gain", what = "fire", n = 2 }]\nsource',
            'effects = [{ op = "caravan", n = 1, where = "lord_realm" }]\nsource',
            "caravan_spaces.fire_34p_c3",
            "effects[0]",
        ),
        (
            '{ op = "influence", n = 1, where = "figure_realm" }, { op = "caravan", n = 1, where = "figure_realm" }',
            '{ op = "influence", n = 1, where = "lord_realm" }, { op = "caravan", n = 1, where = "figure_realm" }',
            "tribes.elf",
            "specialist.effects",
        ),
        ('effects = [{ op = "enchant", max = 2 }]', "effects = []", "enchantment_board", "ability.effects"),
        ("influence = { realm = 2, standard_gate = 1 }", "influence = { realm = 2 }", "figures.champion", "influence"),
        ('shapes = ["triangle", "square"]\nsource', 'shapes = ["triangle"]\nsource', "gates.gate", "shapes"),
        ("spaces = 1                     # one", "spaces = 2                     # one", "gates.gate", "spaces"),
        ('wanderer_start = "chaos"', 'wanderer_start = "void"', "setup", "wanderer_start"),
        ('side_by_players = { "2" = "2p"', 'side_by_players = { "2" = "5p"', "setup", "side_by_players"),
        ("[elements]", "[five_elements]", "elements", ""),
        (
            '  { id = "a", cost = {}, effects = [{ op = "gain", what = "fire", n = 2 }] },\n',
            "".join(f'  {{ id = "{name}", cost = {{}}, effects = [] }},\n' for name in "abc"),
            "spaces.fire_34p_1",
            "abilities[2].id",
        ),
        ('order = ["fire", "water"', 'order = ["water", "fire"', "elements", "order"),
        ('test = "caravans_placed"', 'test = "caravans_eaten"', "objectives.guide_a_mass_pilgrimage", "test"),
        ("rounds = 4", "rounds = 9", "objectives", ""),
        ("rounds = 4\n", "rounds = 6\n", "wanderer_cards", ""),
        ("cost = { water = 2 }\noptions", "cost = {}\noptions", "wanderer_cards.wanderer_water", "cost"),
        ("enchantments = 48", "enchantments = 47", "counts", "enchantments"),
        ("banners = 25", "banners = 26", "counts", "banners"),
        ('id = "banner_of_energy"', 'id = "banner_of_unity"', "banners.banner_of_unity", "id"),
    ],
)
def test_what_is_wrong_is_named(before: str, after: str, entry: str, field: str) -> None:
    assert before in TOML, before
    with pytest.raises(ContentError) as refused:
        load(TOML.replace(before, after, 1))
    assert refused.value.file == "mara.toml"
    assert (refused.value.entry, refused.value.field) == (entry, field)
