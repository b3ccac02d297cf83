"""What is wrong with a content file is said with file, entry and field."""

from __future__ import annotations

from importlib.resources import files

import pytest

from moothall.domain.core.content import Content, parse
from moothall.domain.core.errors import ContentError
from moothall.domain.medieval_realms.content import EDITIONS, Box
from tests.domain.medieval_realms.tables import BOX

_FOLDER = files("moothall.domain.medieval_realms")
TOML = _FOLDER.joinpath("content", "1.toml").read_text("utf-8")
RULES = _FOLDER.joinpath("RULES.md").read_text("utf-8")


def bent(old: str, new: str) -> Content:
    """The content with one place changed."""
    assert old in TOML
    return parse("medieval.toml", TOML.replace(old, new, 1), RULES)


def test_the_content_as_it_is_loads() -> None:
    built, kept = Box(parse("medieval.toml", TOML, RULES)), BOX
    assert {**vars(built), "content": None} == {**vars(kept), "content": None}
    assert built != kept, "boxes are equal only to themselves"
    assert EDITIONS[1].header.slug == "medieval-realms"


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        ('op = "gain_vp", amount = 1, per = "combat_value"', 'op = "gain_luck"', "cards.castle", "effects[1].op"),
        ('{ when = "production", op', '{ when = "sunrise", op', "cards.castle", "effects[0].when"),
        ('{ when = "production", op', '{ when = "end", op', "cards.castle", "effects[0].when"),
        ('per = "combat_value"', 'per = "moods"', "cards.castle", "effects[1].per"),
        ('amount = 1, per = "combat_value"', 'amount = "1"', "cards.castle", "effects[1].amount"),
        ('amount = 1, per = "combat_value"', 'amount = 1, pro = "x"', "cards.castle", "effects[1].pro"),
        (
            'resource = "battle_point", amount = 1 },',
            'resource = "wood", amount = 1 },',
            "cards.castle",
            "effects[0].resource",
        ),
        ('trigger = "orange"', 'trigger = "pink"', "cards.city_orange", "effects[0].trigger"),
        ('when = "colour", trigger = "orange"', 'when = "colour"', "cards.city_orange", "effects[0].trigger"),
        ('family = "castle", at_least', 'family = "palace", at_least', "cards.island_castle", "effects[1].if.family"),
        (
            'counter = "family_cards", family = "castle"',
            'counter = "family_cards"',
            "cards.island_castle",
            "effects[1].if.family",
        ),
        (
            'per = "stamp_cards", stamp = "violet"',
            'per = "cards", stamp = "violet"',
            "cards.artist_dante",
            "effects[1].stamp",
        ),
        ('leader = "mayor", amount', 'leader = "bishop", amount', "cards.leader_mayor", "effects[0].leader"),
        ('except = ["religion"]', 'except = ["wood"]', "cards.tithe", "effects[1].except[0]"),
        ('family = "castle"\nname', 'family = "palace"\nname', "cards.castle", "family"),
        ('count = 6\nstamp = "orange"', 'count = 6\nstamp = "red"', "cards.castle", "stamp"),
        (
            'type = "majority"\nmajority = "raw_material"',
            'type = "realm"\nmajority = "raw_material"',
            "cards.castle",
            "type",
        ),
        ('majority = "raw_material"\n', "", "cards.castle", "printed"),
        (
            'cost = { kind = "fixed", resource = "raw_material", amount = 6 }',
            'cost = { kind = "credit" }',
            "cards.castle",
            "cost.kind",
        ),
        (
            'cost = { kind = "fixed", resource = "raw_material", amount = 6 }',
            'cost = { kind = "bid", resource = "gold" }',
            "cards.castle",
            "cost",
        ),
        ('"4" = 6, "5" = 5 } }', '"4" = 6 } }', "cards.war", "cost.amounts"),
        ('end_category = "castles"', 'end_category = "huts"', "families.castle", "end_category"),
        ('end_category = "castles"\n', "", "cards.castle", "effects[1].when"),
        ('cards = 6\nstamp = "orange"', 'cards = 6\nstamp = "pink"', "families.castle", "stamp"),
        ('cards = 6\nstamp = "orange"', 'cards = 5\nstamp = "orange"', "families.castle", "cards"),
        ('name = "Orange"\ncards = 6', 'name = "Orange"\ncards = 7', "stamps.orange", "cards"),
        ('name = "Realm card"\ncards = 50', 'name = "Realm card"\ncards = 51', "card_types.realm", "cards"),
        ("reward = { battle_point = 2 }", "reward = { wood = 2 }", "areas.area_1", "reward"),
        ("resources = { production = 1,", "resources = { wood = 1,", "starting_capital", "resources"),
        ('discard_squares = { "2" = 4,', 'discard_squares = { "6" = 4,', "end_of_round", "discard_squares"),
        ('resource = "science"\ntokens_per_mayor', 'resource = "gold"\ntokens_per_mayor', "management_squares", "id"),
        ("players = 5\nmayors", "players = 4\nmayors", "starting_leaders", "players"),
        ("rounds = 7", 'rounds = "seven"', "game", "rounds"),
        ("cards = 100\nsource", "cards = 99\nsource", "counts", "cards"),
        ("count = 26", "count = 25", "counts", "leaders"),
        ('id = "castle"\nfamily', 'id = "Castle"\nfamily', "cards.Castle", "id"),
    ],
)
def test_a_mistake_stops_loading_and_is_named(old: str, new: str, entry: str, field: str) -> None:
    with pytest.raises(ContentError) as caught:
        Box(bent(old, new))
    error = caught.value
    assert (error.file, error.entry, error.field) == ("medieval.toml", entry, field), str(error)


def test_majority_belongs_on_majority_cards_only() -> None:
    with pytest.raises(ContentError, match=r"cards\.market: majority"):
        Box(
            bent(
                'type = "realm"\ncost = { kind = "fixed", resource = "production"',
                'type = "realm"\nmajority = "gold"\ncost = { kind = "fixed", resource = "production"',
            )
        )
