"""Every component does what it says: tables of expectations, one line per component."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    CapitalGained,
    CapitalPlaced,
    CardGiven,
    CardTaken,
    DieRolled,
    PowerHealed,
    PowerLost,
    TurnBegan,
)
from moothall.domain.winds_of_numa_sera.content import box_at
from moothall.domain.winds_of_numa_sera.moves import Attack, AttemptTest, Build, Choose, CommitBattle, Explore, Use
from moothall.domain.winds_of_numa_sera.rules.payment import battle_card_costs
from moothall.domain.winds_of_numa_sera.rules.standing import battle_stat, residual, standing, stat
from moothall.domain.winds_of_numa_sera.state import Seat, State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    hand,
    has,
    play,
    rolling,
    scene,
    shown,
    skilled,
    start,
    ticked,
    top,
)
from tests.support.scenes import Scene


def stats(seat: Seat) -> dict[str, int]:
    """All standing modifiers: plain ones, and those of battles as `stat/role/aim`."""
    found = {name: stat(BOX, seat, name) for name in (*standing(BOX, seat.mat).sums, *_NAMES)}
    for name in ("attack", "defense", "stronghold_defense", "damage_dealt", "damage_taken"):
        for role in ("attacker", "defender"):
            for aim in ("hero", "independent", "stronghold"):
                extra = battle_stat(BOX, seat, name, role, aim) - found[name]
                if extra:
                    found[f"{name}/{role}/{aim}"] = extra
    return {name: value for name, value in found.items() if value}


_NAMES = ("attack", "defense", "stronghold_defense", "max_power", "residual", "damage_dealt", "damage_taken")


def gain(before: State, after: State) -> dict[str, int]:
    """What changed in seat 0's modifiers."""
    old, new = stats(before.seats[0]), stats(after.seats[0])
    changed = {name: new.get(name, 0) - old.get(name, 0) for name in (*old, *new)}
    return {name: value for name, value in changed.items() if value}


def both_roles(name: str, aims: tuple[str, ...], amount: int) -> dict[str, int]:
    return {f"{name}/{role}/{aim}": amount for role in ("attacker", "defender") for aim in aims}


def as_attacker(name: str, amount: int) -> dict[str, int]:
    return {f"{name}/attacker/{aim}": amount for aim in ("hero", "independent", "stronghold")}


def of_kingdom(kingdom: str) -> State:
    """A plain hero of the kingdom against another kingdom."""
    hero = BOX.kingdoms[kingdom].heroes[0]
    return start(hero, "ashkari" if kingdom != "meran" else "krill")


# ---------------------------------------------------------------- blocks

STATIC_BLOCKS: dict[str, dict[str, int]] = {
    "efficiency": {"residual": 1},
    "bountiful_empire": {"residual": 2},
    "imperial_academy": {"skill_cost": -2},
    "ordained_bloodline": {"max_power": 2, "defense": 1},
    "city_watch": {"stronghold_defense": 1, "defense": 1},
    "standing_army": {"attack": 2},
    "imperial_legion": {"attack": 2},
    "tariffs": {"item_cost": -1},
    "salvage_yards": {"residual": 2},
    "bazaar": {"residual": 2, "item_cost": -1},
    "stalkers": {"attack": 1, **both_roles("attack", ("stronghold",), 1)},
    "nine_lives": {"max_power": 3},
    "cat_reflexes": {"defense": 1},
    "pride_guard": {"stronghold_defense": 2},
    "elders_tales": {"skill_cost": -2},
    "living_legend": {"residual": 1},
    "war_camps": both_roles("attack", ("hero",), 2),
    "blood_frenzy": as_attacker("damage_dealt", 2),
    "warlord": {"battle_card_limit": 1, "attack": 1},
    "headhunters": both_roles("attack", ("hero",), 2),
    "plunder": {"residual": 2},
    "tribute": {"residual": 2},
    "palisades": {"stronghold_defense": 2},
    "trophy_hall": {"max_power": 3, "defense": 2},
    "garrison": {"stronghold_defense": 1},
    "watchtowers": {"stronghold_defense": 1},
    "bastion": {"stronghold_defense": 1, "residual": 1},
    "squires": {"defense": 1},
    "knighthood": {"attack": 1},
    "oath_of_valour": {"attack": 1},
    "siegecraft": both_roles("attack", ("independent", "stronghold"), 2),
    "high_pastures": {"residual": 1},
    "granaries": {"residual": 1},
    "mountain_folk": {"max_power": 2, "hazard_damage": -1},
}

BUILT: dict[str, dict[str, int]] = {
    "royal_mint": {"treasury": 2},
    "scholars_charter": {"skill_credit": 8},
    "court_physicians": {"power": 5},
    "second_hand_forge": {"item_credit": 7},
    "licking_wounds": {"power": 3},
    "weapon_smiths": {"item_credit": 8},
    "feast_of_bones": {"power": 4},
    "armoury": {"item_credit": 7},
    "levy": {"treasury": 2},
    "cathedral_school": {"skill_credit": 6},
    "field_hospital": {"power": 3},
}

SPECIAL_BLOCKS = {
    "tithe",
    "grand_library",
    "embassy",
    "scavengers",
    "rag_and_bone",
    "night_raids",
    "many_masks",
    "raiders",
    "bone_shamans",
    "war_spoils",
}
"""Blocks with a test of their own below."""


def test_every_block_has_an_expectation() -> None:
    assert {*STATIC_BLOCKS, *BUILT, *SPECIAL_BLOCKS} == set(BOX.blocks)


@pytest.mark.parametrize("block", STATIC_BLOCKS)
def test_an_ongoing_block_changes_these_stats(block: str) -> None:
    state = of_kingdom(BOX.blocks[block].kingdom).with_mat(0, ticked=())
    assert gain(state, ticked(state, 0, block)) == STATIC_BLOCKS[block]


@pytest.mark.parametrize("block", BUILT)
def test_a_built_block_gives_this(block: str) -> None:
    kingdom = BOX.blocks[block].kingdom
    state = has(explored(of_kingdom(kingdom)), 0, power=2)
    state = ticked(state, 0, *BOX.blocks[block].requires, *BOX.blocks[block].requires_any[:1])
    before = state.seats[0]
    after = scene(state).when(0, Build(block)).state.seats[0]
    income = {"treasury": residual(BOX, before)}
    found = {name: getattr(after, name) - getattr(before, name) for name in ("treasury", "power", "skill_credit")}
    found["item_credit"] = after.item_credit
    expected = {name: BUILT[block].get(name, 0) + income.get(name, 0) for name in found}
    assert found == expected


def test_tithe_pays_once_per_turn() -> None:
    state = top(start("corvane", "ashkari"), "forgotten_tomb", "battle_cry_1", "war_drums_1")
    table = scene(state).when(0, Explore(), Choose("option", "delve"))
    assert table.changes.count(CapitalGained(0, 1, "tithe")) == 1


def test_grand_library_and_bone_shamans_act_at_the_start_of_a_turn() -> None:
    library = explored(ticked(start("ashkari", "corvane"), 1, "grand_library"))
    scene(library).when(0, Build("stalkers")).then(TurnBegan(1), CapitalPlaced(1, "grand_library", 1))
    shamans = explored(has(ticked(start("ashkari", "sjorsja"), 1, "bone_shamans"), 1, power=4))
    scene(shamans).when(0, Build("stalkers")).then(TurnBegan(1), PowerHealed(1, 1, "bone_shamans"))


def test_embassy_recruits_or_pays() -> None:
    state = discarded(explored(ticked(start("corvane", "ashkari"), 0, "efficiency", "tariffs")), "fenn_gambler")
    table = scene(state).when(0, Build("embassy"))
    recruited = table.when(0, Choose("option", "recruit"))
    assert recruited.state.seats[0].mat.mavens == ("fenn_gambler",)
    table.when(0, Choose("option", "treasure")).then(CapitalGained(0, 4, "embassy"))


def test_scavengers_roll_for_a_card() -> None:
    state = discarded(start("ashkari", "corvane"), "battle_cry_1", "fenn_gambler", "sunfang")
    table = scene(state).when(0, Use("scavengers"), draw=rolling(1))
    table.lists(0, Choose("take_card", "battle_cry_1"), Choose("take_card", "sunfang"))
    table.lacks(0, Choose("take_card", "fenn_gambler"))
    failed = scene(state).when(0, Use("scavengers"), draw=rolling(-1))
    assert failed.state.pending is None


def test_rag_and_bone_and_war_spoils() -> None:
    state = discarded(explored(start("ashkari", "corvane")), "battle_cry_1")
    scene(state).when(0, Build("rag_and_bone")).then(
        CapitalGained(0, 1, "rag_and_bone"), CardTaken(0, "battle_cry_1", "hand")
    )
    spoils = discarded(explored(ticked(start("sjorsja", "corvane"), 0, "war_camps")), "battle_cry_1", "sunfang")
    scene(spoils).when(0, Build("war_spoils")).then(
        CapitalGained(0, 2, "war_spoils"), CardTaken(0, "battle_cry_1", "hand")
    )


@pytest.mark.parametrize(
    ("hero", "block", "change"),
    [
        ("tamsu", "night_raids", CapitalGained(0, 2, "night_raids")),
        ("sjorsja", "raiders", CapitalGained(0, BOX.blocks["raiders"].effects[0].amount, "raiders")),
        ("halvard", "oath_of_valour", PowerHealed(0, 1, "oath_of_valour")),
    ],
)
def test_blocks_that_reward_a_won_attack(hero: str, block: str, change: Any) -> None:
    state = has(explored(start(hero, "corvane").with_mat(0, ticked=(block,))), 0, power=5)
    scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3})).then(change)
    lost = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: -3, 1: 3}))
    assert change not in lost.changes


def test_salvage_yards_live_on_the_hazards_of_others() -> None:
    state = top(ticked(start("corvane", "tamsu", "halvard"), 1, "salvage_yards"), "rockslide_1")
    scene(state).when(0, Explore()).then(CapitalGained(1, 2, "salvage_yards"))
    harmless = scene(top(state, "lantern_festival")).when(0, Explore())
    assert not [each for each in harmless.changes if isinstance(each, CapitalGained) and each.source == "salvage_yards"]
    own = scene(top(ticked(start("tamsu", "corvane"), 0, "salvage_yards"), "rockslide_1")).when(0, Explore())
    assert not [each for each in own.changes if isinstance(each, CapitalGained)]
    assert len(box_at(1).blocks["salvage_yards"].effects) == 1, "from edition 2 on"


def test_living_legend_and_oshira_pay_for_classes() -> None:
    state = ticked(explored(start("oshira", "corvane")), 0, "elders_tales", "living_legend")
    state = state.with_mat(0, classes=("heir", "sage", "rogue"))
    table = scene(state).when(0, Build("many_masks"), Choose("class", "tyrant"))
    table.then(CapitalGained(0, 4, "oshira"), CapitalGained(0, 3, "living_legend"))


def test_many_masks_unlocks_any_locked_class() -> None:
    state = ticked(explored(start("ashkari", "corvane")), 0, "elders_tales")
    state = state.with_mat(0, classes=("heir", "sage", "rogue"))
    table = scene(state).when(0, Build("many_masks"))
    assert [move.option for move in WINDS.legal_moves(table.state, 0)] == ["paladin", "tyrant"]
    scene(state.with_mat(0, classes=("heir",))).when(0, Build("many_masks")).breaks("NS-10.2")


# ---------------------------------------------------------------- heroes

HERO_STATS = {
    "lelia": (2, 3, 13, {}),
    "krill": (4, 2, 13, {"hazard_damage": -1}),
    "corvane": (3, 3, 14, {"residual": 1}),
    "ashkari": (3, 3, 15, {}),
    "tamsu": (4, 3, 14, {}),
    "oshira": (3, 3, 14, {"maven_reject": 2}),
    "sjorsja": (4, 1, 10, {}),
    "vharga": (5, 2, 14, {}),
    "urzhen": (4, 2, 15, both_roles("attack", ("hero",), 1)),
    "kelesandra": (4, 3, 12, {"battle_cost": -1}),
    "halvard": (4, 4, 14, {}),
    "edrik": (3, 3, 13, both_roles("attack", ("independent",), 1)),
}


@pytest.mark.parametrize("hero", BOX.heroes)
def test_a_hero_has_these_stats(hero: str) -> None:
    attack, defense, power, static = HERO_STATS[hero]
    found = BOX.heroes[hero]
    assert (found.attack, found.defense, found.power) == (attack, defense, power)
    state = start(hero, "ashkari" if found.kingdom != "meran" else "krill").with_mat(0, ticked=())
    assert {k: v for k, v in stats(state.seats[0]).items() if k != "max_power"} == static
    assert standing(BOX, state.seats[0].mat).max_power == power


def test_heroes_that_act_on_battles() -> None:
    ashkari = discarded(explored(start("ashkari", "corvane")), "battle_cry_1")
    won = scene(ashkari).when(0, Attack("hero", "1"), draw=dice(ashkari, {0: 3, 1: -3}))
    won.then(CardTaken(0, "battle_cry_1", "hand"))
    tamsu = hand(explored(start("tamsu", "corvane")), 1, "war_drums_1")
    stolen = scene(tamsu).when(0, Attack("hero", "1")).when(1, CommitBattle(), draw=dice(tamsu, {0: 3, 1: -3}))
    stolen.then(CardGiven(1, 0, "war_drums_1", "hand", "hand", secret=True, source="tamsu"))
    halvard = has(explored(start("krill", "halvard")), 1, power=5)
    held = scene(halvard).when(0, Attack("hero", "1"), draw=dice(halvard, {0: -3, 1: 3}))
    held.then(PowerHealed(1, 2, "halvard"))
    sjorsja = has(explored(start("sjorsja", "krill")), 0, power=5)
    scene(sjorsja).when(0, Attack("hero", "1"), draw=dice(sjorsja, {0: 3, 1: -3})).then(PowerHealed(0, 2, "sjorsja"))


def test_heroes_with_conditions() -> None:
    strong, weak = start("vharga", "krill"), has(start("vharga", "krill"), 0, power=4)
    assert battle_stat(BOX, strong.seats[0], "attack", "attacker", "hero") == 0
    assert battle_stat(BOX, weak.seats[0], "attack", "attacker", "hero") == 1
    assert battle_card_costs(BOX, start("kelesandra", "krill").seats[0], ("war_drums_1",)) == (2, 0)
    assert battle_card_costs(BOX, start("kelesandra", "krill").seats[0], ("blood_oath_1",)) == (0, 2)
    scene(explored(start("ashkari", "lelia"))).when(0, Build("stalkers")).then(CapitalPlaced(1, "lelia", 1))
    krill = scene(top(start("krill", "ashkari"), "night_thieves")).when(0, Explore())
    krill.then(CapitalGained(0, 3, "krill"))


# ---------------------------------------------------------------- Skills, Classes, Strongholds

SKILL_LEVELS: dict[str, list[dict[str, int]]] = {
    "weapon": [{"attack": 1}, {"attack": 2}, {"attack": 2}, {"attack": 3}],
    "defense": [
        {"defense": 1},
        {"defense": 2, "stronghold_defense": 1},
        {"defense": 2, "stronghold_defense": 1},
        {"defense": 4, "stronghold_defense": 2},
    ],
    "forge": [{"item_cost": -1}, {"item_cost": -2}, {"item_cost": -2}, {"item_cost": -5}],
    "agriculture": [{"residual": 1}, {"residual": 2}, {"residual": 2}, {"residual": 5}],
    "lore": [
        {"explore_draw": 1},
        {"explore_draw": 1, "check_roll": 1},
        {"explore_draw": 1, "check_roll": 1},
        {"explore_draw": 2, "check_roll": 2},
    ],
}


@pytest.mark.parametrize("skill", BOX.skills)
@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_skill_level_changes_these_stats(skill: str, level: int) -> None:
    state = start("krill", "ashkari")
    assert gain(state, skilled(state, 0, **{skill: level})) == SKILL_LEVELS[skill][level - 1]


@pytest.mark.parametrize(("level", "capital"), [(1, 0), (2, 1), (3, 2), (4, 4)])
def test_lore_pays_for_exploring(level: int, capital: int) -> None:
    state = replace(skilled(start("ashkari", "krill"), 0, lore=level), setting="empire")
    table = scene(top(state, "battle_cry_1")).when(0, Explore(), Choose("explored_card", "battle_cry_1"))
    assert table.state.seats[0].treasury - state.seats[0].treasury == capital


CLASS_STATS: dict[str, dict[str, int]] = {
    "heir": {"residual": 1},
    "paladin": {"stronghold_defense": 1},
    "rogue": {},
    "sage": {"skill_cost": -2},
    "tyrant": {"attack": 1},
}


@pytest.mark.parametrize("name", BOX.classes)
def test_a_class_changes_these_stats(name: str) -> None:
    state = start("krill", "ashkari")
    assert gain(state, state.with_mat(0, classes=(name,))) == CLASS_STATS[name]


def test_the_rogue_is_paid_for_every_battle_won() -> None:
    state = explored(start("krill", "halvard")).with_mat(1, classes=("rogue",))
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: -3, 1: 3}))
    table.then(CapitalGained(1, 2, "rogue"))


STRONGHOLDS: dict[str, tuple[int, int, int, int, frozenset[str]]] = {
    "reedwatch": (6, 5, 1, 1, frozenset(("heal",))),
    "emberhold": (7, 6, 1, 1, frozenset(("battle_card",))),
    "ironmarch_keep": (8, 7, 2, 2, frozenset(("item",))),
    "sapphire_gate": (4, 5, 3, 1, frozenset(("item", "battle_card"))),
    "scholars_spire": (9, 7, 1, 2, frozenset(("skill_lore", "skill_agriculture", "skill_forge"))),
    "barrow_fort": (9, 8, 1, 1, frozenset(("battle_card", "heal"))),
    "highcrag": (11, 9, 2, 2, frozenset(("skill_weapon", "skill_defense"))),
    "vineyard_citadel": (10, 9, 2, 0, frozenset()),
    "stormwall": (12, 10, 3, 2, frozenset(("skill",))),
    "obsidian_seat": (13, 12, 3, 2, frozenset(("any",))),
}


@pytest.mark.parametrize("name", BOX.strongholds)
def test_a_stronghold_is_won_pays_and_works(name: str) -> None:
    defense, initial, income, placed, tags = STRONGHOLDS[name]
    state = shown(explored(start("halvard", "ashkari")), name)
    state = skilled(play(state, 0, "worldsplitter", "horned_warhelm"), 0, weapon=3)
    table = scene(state).when(0, Attack("independent", name), draw=dice(state, {0: 3}))
    opened = table.changes[0]
    assert opened.defense == defense
    table.then(CapitalGained(0, initial, name))
    assert residual(BOX, table.state.seats[0]) - residual(BOX, state.seats[0]) == income
    assert dict(standing(BOX, table.state.seats[0].mat).purses).get(name, frozenset()) == tags
    owner = has(explored(play(start("ashkari", "krill"), 1, name)), 1, power=4)
    turn = scene(owner).when(0, Build("stalkers"))
    expected = CapitalPlaced(1, name, placed) if placed else PowerHealed(1, 1, name)
    turn.then(TurnBegan(1), expected)


# ---------------------------------------------------------------- Items

ITEMS: dict[str, tuple[int, dict[str, int], dict[str, int]]] = {
    "iron_helm": (4, {"defense": 1}, {"defense": 2}),
    "horned_warhelm": (6, {"attack": 1}, {"attack": 2}),
    "circlet_of_insight": (5, {"explore_draw": 1}, {"explore_draw": 1}),
    "travellers_hood": (3, {"hazard_damage": -1}, {"hazard_damage": -2, "max_power": 2}),
    "gilded_coronet": (6, {"residual": 1}, {"residual": 2}),
    "padded_jerkin": (3, {"max_power": 2}, {"max_power": 3, "defense": 1}),
    "chain_hauberk": (5, {"defense": 1}, {"defense": 3}),
    "breastplate": (8, {"defense": 2}, {"defense": 2, "damage_taken": -1}),
    "thornmail": (4, {}, {"defense": 1}),
    "menders_robe": (7, {}, {}),
    "short_sword": (6, {"attack": 1}, {"attack": 2}),
    "longsword": (8, {"attack": 1, **as_attacker("damage_dealt", 1)}, {"attack": 3}),
    "siege_pick": (
        4,
        both_roles("attack", ("independent", "stronghold"), 1),
        both_roles("attack", ("independent", "stronghold"), 2),
    ),
    "duelling_rapier": (
        4,
        both_roles("attack", ("hero",), 1),
        {**both_roles("attack", ("hero",), 2), **as_attacker("damage_dealt", 2)},
    ),
    "buckler": (4, {"defense": 1}, {"defense": 2}),
    "tower_shield": (7, {"defense": 2}, {"defense": 3}),
    "parrying_dagger": (7, {"attack": 1}, {"attack": 1, "defense": 2}),
    "signal_horn": (3, {"battle_cost": -1}, {"battle_cost": -2}),
    "greatsword": (11, {"attack": 2}, {"attack": 4}),
    "war_bow": (
        9,
        {"attack": 1, **as_attacker("damage_taken", -1)},
        {"attack": 3, **as_attacker("damage_taken", -2)},
    ),
    "halberd": (9, {"attack": 1, "defense": 1}, {"attack": 3, "defense": 3}),
    "pack_mule": (4, {}, {}),
    "war_chest": (4, {}, {}),
    "medicine_satchel": (5, {}, {}),
    "book_satchel": (6, {"skill_cost": -1}, {"skill_cost": -3}),
    "crown_of_the_first_ones": (0, {"attack": 1, "defense": 1, "max_power": 2}, {}),
    "heartplate": (0, {"defense": 2, "damage_taken": -1}, {}),
    "sunfang": (0, {"attack": 2}, {}),
    "worldsplitter": (0, {"attack": 3, **as_attacker("damage_dealt", 1)}, {}),
    "mirror_aegis": (0, {"defense": 2}, {}),
    "horn_of_plenty": (0, {"residual": 2}, {}),
}


@pytest.mark.parametrize("item", BOX.items)
def test_an_item_changes_these_stats(item: str) -> None:
    cost, base, upgraded = ITEMS[item]
    state = start("ashkari", "krill")
    assert BOX.items[item].cost == cost
    assert gain(state, play(state, 0, item)) == base
    better = state.with_mat(0, upgraded=BOX.items[item].slots)
    assert gain(better, play(better, 0, item)) == (upgraded if cost else base)


@pytest.mark.parametrize(
    ("item", "upgraded", "change"),
    [
        ("menders_robe", False, PowerHealed(1, 1, "menders_robe")),
        ("menders_robe", True, PowerHealed(1, 2, "menders_robe")),
        ("pack_mule", False, CapitalPlaced(1, "pack_mule", 1)),
        ("pack_mule", True, CapitalPlaced(1, "pack_mule", 2)),
        ("war_chest", False, CapitalPlaced(1, "war_chest", 1)),
        ("war_chest", True, CapitalPlaced(1, "war_chest", 2)),
    ],
)
def test_items_that_act_at_the_start_of_a_turn(item: str, upgraded: bool, change: Any) -> None:
    state = has(explored(play(start("ashkari", "krill"), 1, item)), 1, power=3)
    if upgraded:
        state = state.with_mat(1, upgraded=BOX.items[item].slots)
    scene(state).when(0, Build("stalkers")).then(TurnBegan(1), change)


@pytest.mark.parametrize(
    ("item", "upgraded", "tags"),
    [
        ("pack_mule", False, {"item"}),
        ("pack_mule", True, {"item", "battle_card"}),
        ("war_chest", False, {"battle_card"}),
        ("war_chest", True, {"battle_card", "heal"}),
    ],
)
def test_the_current_effect_defines_what_capital_is_for(item: str, upgraded: bool, tags: set[str]) -> None:
    state = play(start("ashkari", "krill"), 0, item)
    if upgraded:
        state = state.with_mat(0, upgraded=("pack",))
    assert standing(BOX, state.seats[0].mat).purses == ((item, frozenset(tags)),)


def test_items_that_act_on_battles() -> None:
    for upgraded, drained in (((), 1), (("chest",), 2)):
        thorn = explored(play(start("krill", "halvard"), 1, "thornmail"))
        thorn = thorn.with_mat(1, upgraded=upgraded)
        table = scene(thorn).when(0, Attack("hero", "1"), draw=dice(thorn, {0: 3, 1: -3}))
        table.then(PowerLost(0, drained, "thornmail"))
    sun = has(skilled(explored(play(start("krill", "halvard"), 0, "sunfang")), 0, weapon=1), 0, power=5)
    scene(sun).when(0, Attack("hero", "1"), draw=dice(sun, {0: 3, 1: -3})).then(PowerHealed(0, 1, "sunfang"))
    circlet = top(play(start("ashkari", "krill"), 0, "circlet_of_insight").with_mat(0, upgraded=("head",)), "pillage_1")
    found = scene(circlet).when(0, Explore(), Choose("explored_card", "pillage_1"))
    found.then(CapitalGained(0, 1, "circlet_of_insight"))


def test_the_medicine_satchel_sells_power() -> None:
    state = has(play(start("ashkari", "krill"), 0, "medicine_satchel"), 0, power=3, treasury=9)
    base = scene(state).when(0, Use("medicine_satchel")).state.seats[0]
    assert (base.treasury, base.power) == (7, 5)
    better = scene(state.with_mat(0, upgraded=("pack",))).when(0, Use("medicine_satchel")).state.seats[0]
    assert (better.treasury, better.power) == (8, 6)


@pytest.mark.parametrize(
    ("item", "skill", "level"),
    [
        ("crown_of_the_first_ones", "lore", 1),
        ("heartplate", "defense", 1),
        ("sunfang", "weapon", 1),
        ("worldsplitter", "weapon", 2),
        ("mirror_aegis", "forge", 1),
        ("horn_of_plenty", "agriculture", 1),
    ],
)
def test_mythic_items_need_this_skill(item: str, skill: str, level: int) -> None:
    state = play(start("ashkari", "krill"), 0, item)
    assert standing(BOX, skilled(state, 0, **{skill: level - 1}).seats[0].mat).unmet == (item,)
    assert standing(BOX, skilled(state, 0, **{skill: level}).seats[0].mat).unmet == ()


# ---------------------------------------------------------------- Exploration cards


def explore(card: str, *choices: tuple[str, str], roll: int = 1, state: State | None = None) -> Scene:
    """A hero of Meran with 5 Power and 10 Capital explores this card."""
    state = top(state or start("ashkari", "krill"), card)
    state = has(state, 0, power=5, treasury=10)
    table = scene(state).when(0, Explore(), draw=rolling(roll))
    for kind, option in choices:
        table = table.when(0, Choose(kind, option), draw=rolling(roll))  # type: ignore[arg-type]
    return table


REVEALED: list[tuple[str, str, int, dict[str, int]]] = [
    ("abandoned_caravan_1", "", 1, {"treasury": 5}),
    ("healing_spring_1", "", 1, {"power": 4}),
    ("grateful_merchant_1", "capital", 1, {"treasury": 4}),
    ("grateful_merchant_1", "heal", 1, {"power": 3}),
    ("fair_winds_1", "", 1, {"treasury": 2, "power": 2}),
    ("bumper_harvest", "", 1, {"treasury": 2}),
    ("wandering_smith", "voucher", 1, {"item_credit": 6}),
    ("wandering_smith", "capital", 1, {"treasury": 3}),
    ("pilgrim_scholar", "voucher", 1, {"skill_credit": 6}),
    ("pilgrim_scholar", "heal", 1, {"power": 3}),
    ("forgotten_tomb", "capital", 1, {"treasury": 3}),
    ("fallen_arsenal", "capital", 1, {"treasury": 4}),
    ("lantern_festival", "", 1, {"treasury": 5}),
    ("omen_of_fortune", "", 1, {"treasury": 8}),
    ("omen_of_fortune", "", -1, {"treasury": 3}),
    ("rockslide_1", "", 1, {"power": -2}),
    ("bandit_ambush_1", "pay", 1, {"treasury": -3}),
    ("bandit_ambush_1", "fight", 1, {"power": -3}),
    ("marsh_fever", "", 1, {"power": -4}),
    ("night_thieves", "", 1, {"treasury": -3}),
    ("cursed_idol", "", 1, {"power": -4}),
    ("cave_wyrm_1", "", 2, {"treasury": 5}),
    ("cave_wyrm_1", "", 1, {"power": -2}),
    ("toll_bridge", "pay", 1, {"treasury": -2}),
    ("toll_bridge", "swim", 1, {"power": -2}),
    ("tax_revolt", "", 1, {"treasury": -1}),
    ("sandstorm", "", 1, {"power": -1, "treasury": -1}),
]


def test_every_boon_and_hazard_has_an_expectation() -> None:
    cards = {BOX.cards[card].id for card, *_ in REVEALED}
    assert cards == {card.id for card in BOX.cards.values() if card.type in ("boon", "hazard")}


@pytest.mark.parametrize(("card", "option", "roll", "effect"), REVEALED)
def test_a_revealed_card_does_this(card: str, option: str, roll: int, effect: dict[str, int]) -> None:
    after = explore(card, *([("option", option)] if option else []), roll=roll).state.seats[0]
    assert after.treasury - 10 == effect.get("treasury", 0)
    assert after.power - 5 == effect.get("power", 0)
    assert (after.skill_credit, after.item_credit) == (effect.get("skill_credit", 0), effect.get("item_credit", 0))


def test_cards_that_do_more() -> None:
    festival = explore("lantern_festival")
    festival.then(CapitalGained(0, 5, "lantern_festival"), CapitalGained(1, 1, "lantern_festival"))
    arsenal = discarded(start("ashkari", "krill"), "battle_cry_1", "war_drums_1", "pillage_1", "sunfang")
    table = explore("fallen_arsenal", ("option", "salvage"), ("take_card", "pillage_1"), state=arsenal)
    table = table.when(0, Choose("take_card", "battle_cry_1"))
    assert table.state.seats[0].hand == ("pillage_1", "battle_cry_1")
    tomb = top(start("ashkari", "krill"), "battle_cry_1", "war_drums_1")
    assert explore("forgotten_tomb", ("option", "delve"), state=tomb).state.seats[0].hand == (
        "battle_cry_1",
        "war_drums_1",
    )
    fever = play(start("ashkari", "krill"), 0, "fenn_gambler")
    cured = explore("marsh_fever", ("option", "maven"), state=fever)
    assert (cured.state.seats[0].mat.mavens, cured.state.seats[0].power) == ((), 5)
    toll = hand(start("ashkari", "krill"), 0, "battle_cry_1")
    crossed = explore("toll_bridge", ("option", "card"), ("discard_card", "battle_cry_1"), state=toll)
    assert (crossed.state.seats[0].hand, crossed.state.seats[0].treasury) == ((), 10)
    idol = play(start("ashkari", "krill"), 0, "buckler")
    assert explore("cursed_idol", ("option", "item"), state=idol).state.seats[0].mat.items == ()


MAVENS: dict[str, tuple[dict[str, int], dict[str, int]]] = {
    "joric_master_at_arms": ({"attack": 1}, {"power": 3}),
    "ilsabet_shield_captain": ({"defense": 1}, {"power": 3}),
    "bel_quartermaster": ({"item_cost": -3}, {"treasury": 3}),
    "ostrava_treasurer": ({"residual": 2}, {"treasury": 4}),
    "hollis_field_surgeon": ({}, {"power": 4}),
    "dag_siege_engineer": (both_roles("attack", ("independent", "stronghold"), 1), {"treasury": 3}),
    "fenn_gambler": ({}, {"treasury": 4}),
    "mirel_fence": ({}, {"treasury": 4}),
    "sura_pathfinder": ({}, {"treasury": 3}),
    "tolliver_bonepicker": ({}, {"treasury": 3}),
    "nyx_shadowblade": ({}, {"treasury": 3}),
    "quill_war_architect": ({}, {"power": 3}),
}


@pytest.mark.parametrize("card", [card for card, each in BOX.cards.items() if each.type == "maven"])
def test_a_maven_helps_or_pays(card: str) -> None:
    static, rejected = MAVENS[card]
    state = start("ashkari", "krill")
    assert gain(state, play(state, 0, card)) == static
    after = explore(card, ("maven", "reject")).state.seats[0]
    assert (after.treasury - 10, after.power - 5) == (rejected.get("treasury", 0), rejected.get("power", 0))
    assert explore(card, ("maven", "accept")).state.seats[0].mat.mavens == (card,)


def test_mavens_that_are_used() -> None:
    state = hand(play(start("ashkari", "krill"), 0, "fenn_gambler", "mirel_fence", "sura_pathfinder"), 0, "pillage_1")
    state = top(state, "abandoned_caravan_1")
    scene(state).when(0, Use("fenn_gambler"), draw=rolling(1)).then(CapitalGained(0, 2, "fenn_gambler"))
    sold = scene(state).when(0, Use("mirel_fence"), Choose("discard_card", "pillage_1"))
    sold.then(CapitalGained(0, 4, "mirel_fence"))
    scene(state).when(0, Use("sura_pathfinder"), draw=rolling(2)).then(CapitalGained(0, 5, "abandoned_caravan_1"))
    failed = scene(state).when(0, Use("sura_pathfinder"), draw=rolling(1))
    assert failed.changes[-1] == DieRolled(0, "sura_pathfinder", (1,), 1, least=2)
    bones = discarded(play(start("krill", "ashkari"), 0, "tolliver_bonepicker"), "battle_cry_1", "sunfang")
    scene(bones).when(0, Use("tolliver_bonepicker"), draw=rolling(1)).then(CardTaken(0, "battle_cry_1", "hand"))
    nyx = play(start("krill", "ashkari"), 0, "nyx_shadowblade")
    scene(nyx).when(0, Use("nyx_shadowblade"), draw=rolling(-1)).then(PowerLost(1, 4, "nyx_shadowblade"))
    hollis = has(explored(play(start("ashkari", "krill"), 1, "hollis_field_surgeon")), 1, power=4)
    scene(hollis).when(0, Build("stalkers")).then(PowerHealed(1, 1, "hollis_field_surgeon"))


BATTLE_CARDS: dict[str, tuple[tuple[int, str, str], tuple[int, int]]] = {
    # what it costs, in what, for which role; what it adds to the own score and takes from the enemy's roll
    "battle_cry": ((1, "capital", "any"), (1, 0)),
    "war_drums": ((3, "capital", "any"), (2, 0)),
    "reckless_charge": ((1, "power", "attacker"), (2, 0)),
    "shield_wall": ((2, "capital", "defender"), (3, 0)),
    "blood_oath": ((2, "power", "any"), (3, 0)),
    "favour_of_the_winds": ((2, "capital", "any"), (2, 0)),
    "ill_omen": ((1, "capital", "any"), (1, -2)),
    "turn_the_tide": ((2, "capital", "any"), (1, 0)),
    "pillage": ((1, "capital", "any"), (0, 0)),
    "disarm": ((2, "capital", "any"), (1, 0)),
    "second_wind": ((1, "capital", "any"), (1, 0)),
    "killing_blow": ((3, "capital", "any"), (1, 0)),
    "last_stand": ((1, "capital", "any"), (1, 0)),
    "steady_hand": ((2, "capital", "any"), (1, 0)),
    "poisoned_blade": ((1, "power", "any"), (1, 0)),
}


@pytest.mark.parametrize("name", BATTLE_CARDS)
def test_a_battle_card_changes_the_scores(name: str) -> None:
    """The first die of each side shows +1, the second +3 for oneself and -1 for the enemy."""
    (cost, cost_in, role), (own, enemy) = BATTLE_CARDS[name]
    card = BOX.cards[f"{name}_1"]
    assert (card.cost, card.cost_in, card.role) == (cost, cost_in, role)
    seat = 1 if role == "defender" else 0
    state = hand(has(has(explored(start("krill", "halvard")), 0, treasury=9), 1, treasury=9), seat, f"{name}_1")
    table = scene(state).when(0, Attack("hero", "1"))
    rolls = {seat: (1, 3), 1 - seat: (1, -1)}
    table = table.when(seat, CommitBattle((f"{name}_1",)), draw=dice(state, dict(rolls)))
    fought = next(change for change in table.changes if type(change).__name__ == "BattleFought")
    scores = [fought.attacker_score, fought.defender_score]
    plain = [4 + 1, 4 + 1]
    assert scores[seat] - plain[seat] == own
    assert scores[1 - seat] - plain[1 - seat] == enemy
    assert table.state.seats[seat].treasury == 9 - (cost if cost_in == "capital" else 0) + (
        2 + 4 if name == "pillage" else 0
    )


def test_what_battle_cards_do_afterwards() -> None:
    state = has(has(explored(start("krill", "halvard")), 0, treasury=9, power=5), 1, treasury=3)

    def won(card: str, base: State = state) -> Scene:
        table = scene(hand(base, 0, card)).when(0, Attack("hero", "1"))
        return table.when(0, CommitBattle((card,)), draw=dice(state, {0: 3, 1: -3}))

    pillaged = won("pillage_1").state
    assert [seat.treasury for seat in pillaged.seats] == [9 - 1 + 3 + 2, 0]
    won("second_wind_1").then(PowerHealed(0, 2, "second_wind_1"))
    won("killing_blow_1").then(PowerLost(1, (4 + 3 + 1) - (4 - 3) + 2, "battle"))
    won("poisoned_blade_1").then(PowerLost(1, 7, "battle"), PowerLost(1, 2, "poisoned_blade_1"))
    armed = play(state, 1, "buckler", "iron_helm")
    disarmed = won("disarm_1", armed)
    disarmed.lists(0, Choose("steal_item", "buckler"), Choose("steal_item", "iron_helm"))
    taken = disarmed.when(0, Choose("steal_item", "iron_helm"))
    assert taken.state.seats[0].hand == ("iron_helm",)
    nothing = won("disarm_1")
    assert nothing.state.pending is None


def test_last_stand_halves_what_the_attacker_takes() -> None:
    state = hand(has(explored(start("krill", "halvard")), 0, treasury=9), 0, "last_stand_1")
    table = scene(state).when(0, Attack("hero", "1"))
    table = table.when(0, CommitBattle(("last_stand_1",)), draw=dice(state, {0: -3, 1: 3}))
    table.then(PowerLost(0, 3, "battle"))


def test_pools_bless_with_their_effects() -> None:
    state = start("ashkari", "krill")
    assert gain(state, play(state, 0, "pool_of_embers")) == {"attack": 2}
    assert gain(state, play(state, 0, "pool_of_stone")) == {"defense": 2}
    assert gain(state, play(state, 0, "pool_of_tides")) == {"max_power": 2}
    assert standing(BOX, play(state, 0, "pool_of_dawn").seats[0].mat).prevented == 4
    echoes = explored(play(start("krill", "ashkari"), 0, "pool_of_echoes"))
    attacked = scene(echoes).when(0, Attack("hero", "1"), draw=dice(echoes, {0: (-1, 2), 1: 1}))
    attacked.then(DieRolled(0, "battle", (-1, 2), 2), DieRolled(1, "battle", (1,), 1))
    defended = explored(play(start("krill", "ashkari"), 1, "pool_of_echoes"))
    scene(defended).when(0, Attack("hero", "1"), draw=dice(defended, {0: 1, 1: 1})).then(
        DieRolled(1, "battle", (1,), 1)
    )


@pytest.mark.parametrize(
    ("pool", "power", "treasury", "after"),
    [
        ("pool_of_embers", 4, 0, (1, 0)),
        ("pool_of_embers", 3, 9, None),
        ("pool_of_stone", 5, 6, (5, 0)),
        ("pool_of_stone", 5, 5, None),
        ("pool_of_dawn", 5, 3, (5, 0)),
        ("pool_of_dawn", 5, 2, None),
    ],
)
def test_the_tests_of_pools(pool: str, power: int, treasury: int, after: tuple[int, int] | None) -> None:
    state = play(hand(start("ashkari", "krill"), 0, pool), 0, "vineyard_citadel")
    table = scene(has(state, 0, power=power, treasury=treasury)).when(0, AttemptTest(pool))
    if after is None:
        table.breaks("NS-5.5")
    else:
        assert (table.state.seats[0].power, table.state.seats[0].treasury) == after
        assert table.state.seats[0].mat.blessing == pool
