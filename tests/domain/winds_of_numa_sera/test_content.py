"""The content file: what is in it, and that mistakes in it stop the loading."""

from __future__ import annotations

from importlib.resources import files

import pytest

from moothall.domain.core.content import parse
from moothall.domain.core.errors import ContentError
from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.content import BOXES, EDITIONS, Box, box_at
from moothall.domain.winds_of_numa_sera.content.effects import OPS, PREDICATES, VALUES
from moothall.domain.winds_of_numa_sera.decide.effects import _OPERATIONS
from moothall.domain.winds_of_numa_sera.moves import ChooseKingdom, SetSuccession
from moothall.domain.winds_of_numa_sera.rules.standing import _PREDICATES
from moothall.domain.winds_of_numa_sera.state import Options
from tests.domain.winds_of_numa_sera.tables import BOX, WINDS
from tests.support.scenes import Scene, Scripted

FOLDER = files("moothall.domain.winds_of_numa_sera")
TOML = FOLDER.joinpath("content", "1.toml").read_text("utf-8")
RULES = FOLDER.joinpath("RULES.md").read_text("utf-8")


def load(toml: str) -> Box:
    """The content from a text."""
    return Box(parse("winds/content.toml", toml, RULES))


def test_the_printed_counts_hold() -> None:
    assert len(BOX.kingdoms) == 4
    assert len(BOX.heroes) == 12
    assert len(BOX.cards) == 80
    assert sum(item.cost > 0 for item in BOX.items.values()) == 25
    assert [BOX.kind_of(card) for card in BOX.card_ids].count("skill") == 35
    assert BOX.skill_of("weapon_7") == "weapon"
    assert BOX.die == (-3, -2, -1, 1, 2, 3)


def test_all_instances_have_names_and_no_id_means_two_things() -> None:
    assert all(card in BOX.names for card in BOX.card_ids)
    assert len(set(BOX.card_ids)) == len(BOX.card_ids) == 80 + 25 + 35 + 10
    groups = (BOX.heroes, BOX.blocks, BOX.strongholds, BOX.classes, BOX.items)
    ids = [name for group in groups for name in group]
    assert len(set(ids)) == len(ids)


def test_the_vocabulary_is_what_the_engine_understands() -> None:
    words = EDITIONS[1].tables["vocabulary"]
    assert set(words["ops"]) == set(OPS)
    assert set(words["stats"]) == set(VALUES["stat"])
    assert set(words["triggers"]) == set(VALUES["when"])
    assert set(words["predicates"]) == set(PREDICATES) == set(_PREDICATES)
    assert set(words["spend_tags"]) == set(VALUES["spend_on"])
    holding = {"modify", "roll_mode", "set_roll", "cancel_card", "halve_damage", "prevent_slain"}
    assert set(OPS) == set(_OPERATIONS) | holding


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        (
            'effects = [{ op = "heal", amount = 4 }]',
            'effects = [{ op = "cure", amount = 4 }]',
            "blocks.feast_of_bones",
            "effects[0].op",
        ),
        (
            'effects = [{ op = "heal", amount = 4 }]',
            'effects = [{ op = "heal" }]',
            "blocks.feast_of_bones",
            "effects[0].amount",
        ),
        (
            'effects = [{ op = "heal", amount = 4 }]',
            'effects = [{ op = "heal", amount = 4, colour = "red" }]',
            "blocks.feast_of_bones",
            "effects[0].colour",
        ),
        (
            'effects = [{ op = "heal", amount = 4 }]',
            'effects = [{ op = "heal", amount = "much" }]',
            "blocks.feast_of_bones",
            "effects[0]",
        ),
        (
            'effects = [{ op = "modify", when = "static", stat = "residual", amount = 1 }]',
            'effects = [{ op = "modify", when = "static", stat = "luck", amount = 1 }]',
            "heroes.corvane",
            "effects[0].stat",
        ),
        (
            '{ op = "gain_capital", when = "explore", card_types = ["hazard"], amount = 3 }',
            '{ op = "gain_capital", when = "dawn", card_types = ["hazard"], amount = 3 }',
            "heroes.krill",
            "effects[0].when",
        ),
        (
            'cost = [{ op = "lose_capital", amount = 3 }], effects = []',
            'cost = [{ op = "heal", amount = 3 }], effects = []',
            "exploration_cards.bandit_ambush",
            "effects[0].options[0].cost[0].op",
        ),
        ('if = [{ pred = "ticked", value = 6 }]', 'if = [{ pred = "brave", value = 6 }]', "classes.heir", "if[0].pred"),
        ('if = [{ pred = "ticked", value = 6 }]', 'if = [{ pred = "ticked" }]', "classes.heir", "if[0]"),
        ('if = [{ pred = "ticked", value = 6 }]', 'if = [{ pred = "power_at_most", value = 6 }]', "classes.heir", "if"),
        ('requires = ["efficiency"]', 'requires = ["stalkers"]', "blocks.bountiful_empire", "requires"),
        ('pre_ticked = "tithe"', 'pre_ticked = "tax"', "kingdoms.numa_sera", "pre_ticked"),
        (
            'heroes = ["lelia", "krill", "corvane"]',
            'heroes = ["lelia", "krill", "nobody"]',
            "kingdoms.numa_sera",
            "heroes",
        ),
        ('heroes = ["lelia", "krill", "corvane"]', 'heroes = ["lelia", "krill"]', "kingdoms.numa_sera", "heroes"),
        ('kingdom = "numa_sera"\nattack = 2', 'kingdom = "nowhere"\nattack = 2', "heroes.lelia", "kingdom"),
        ("attack = 2\ndefense = 3", 'attack = "two"\ndefense = 3', "heroes.lelia", "attack"),
        ('slot = "head"\neffects', 'slot = "nose"\neffects', "items.iron_helm", "slot"),
        ('skill = "lore", value = 1', 'skill = "magic", value = 1', "items.crown_of_the_first_ones", "if"),
        ('type = "repeatable"', 'type = "sometimes"', "blocks.royal_mint", "type"),
        ('use.kind = "one_time"', 'use.kind = "never"', "exploration_cards.nyx_shadowblade", "use.kind"),
        ('use.discard = "always"', 'use.discard = "maybe"', "exploration_cards.nyx_shadowblade", "use.discard"),
        ('cost_in = "capital"\nrole = "any"', 'role = "any"', "exploration_cards.battle_cry", "cost_in"),
        ("{ level = 4, effects", "{ level = 5, effects", "skills.weapon", "levels"),
        ("boon = 15\nhazard = 12", "boon = 14\nhazard = 13", "exploration_split", "boon"),
        ("exploration_cards = 80", "exploration_cards = 81", "counts", "exploration_cards"),
        ("heroes = 12", "heroes = 13", "counts", "heroes"),
        ('id = "krill"', 'id = "Krill"', "heroes.Krill", "id"),
    ],
)
def test_a_mistake_is_named_by_file_entry_and_field(old: str, new: str, entry: str, field: str) -> None:
    assert old in TOML
    with pytest.raises(ContentError) as caught:
        load(TOML.replace(old, new, 1))
    assert (caught.value.file, caught.value.entry, caught.value.field) == ("winds/content.toml", entry, field)


def test_a_list_that_is_missing_is_named() -> None:
    with pytest.raises(ContentError, match="victory_conditions"):
        load(TOML.replace("[[victory_conditions]]", "[[conditions]]"))


def test_the_file_as_it_is_loads() -> None:
    assert load(TOML).heroes == box_at(1).heroes


def test_a_game_is_played_with_the_box_of_its_edition(monkeypatch: pytest.MonkeyPatch) -> None:
    krill = BOX.heroes["krill"]
    stats = f"attack = {krill.attack}\ndefense = {krill.defense}\npower = {{}}"
    old = f'kingdom = "numa_sera"\n{stats.format(krill.power)}\n'
    assert TOML.count(old) == 1
    again = TOML.replace(old, f'kingdom = "numa_sera"\n{stats.format(29)}\n')
    monkeypatch.setitem(BOXES, 2, load(again))
    for edition, power in ((1, krill.power), (2, 29)):
        table = Scene(WINDS, WINDS.new(2, Options(), Scripted({"first-player": 0}), edition).state)
        table = table.when(1, ChooseKingdom("meran")).when(0, ChooseKingdom("numa_sera"))
        line = SetSuccession(("krill", "lelia", "corvane"))
        assert f"Power {power})" in WINDS.describe_move(line, table.state, Reader())
        table = table.when(0, line).when(1, SetSuccession(BOX.kingdoms["meran"].heroes))
        assert (table.state.seats[0].power, WINDS.view(table.state, 1).seats[0].max_power) == (power, power)
        assert f"Power {power}." in WINDS.component_texts(edition)["heroes"]["krill"]
