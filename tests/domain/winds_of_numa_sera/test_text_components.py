"""What components cost and do, in English made from their effects."""

from __future__ import annotations

import re

import pytest

from moothall.domain.core.words import sentence
from moothall.domain.winds_of_numa_sera.content import EDITIONS
from moothall.domain.winds_of_numa_sera.content.effects import OPS, PREDICATES, VALUES, Effect, Option, Predicate, Use
from moothall.domain.winds_of_numa_sera.text.effects import does, holding, need, says, task, use_text
from tests.domain.winds_of_numa_sera.tables import BOX, WINDS, stats

TEXTS = WINDS.component_texts(EDITIONS[1].header.edition)
LISTS = [
    (kind, entry["id"]) for kind, table in EDITIONS[1].tables.items() if isinstance(table, list) for entry in table
]


@pytest.mark.parametrize(("kind", "component"), LISTS)
def test_every_component_has_a_readable_text(kind: str, component: str) -> None:
    text = TEXTS[kind][component]
    assert text[0].isupper() or text[0].isdigit()
    assert text.endswith(".")
    assert not re.search(r"_|None|[{}]|\s\s|\.\.|: \.", text), text


def test_no_text_speaks_of_something_that_is_not_there() -> None:
    assert {(kind, component) for kind, texts in TEXTS.items() for component in texts} == set(LISTS)


@pytest.mark.parametrize(
    ("kind", "component", "text"),
    [
        ("settings", "empire", "The first to fulfil 2 of the 4 victory conditions wins at once."),
        ("victory_conditions", "legend", "Victory condition: unlock all 5 Classes."),
        (
            "setups",
            "three_players",
            "3 players: 6 cards in each Skill college and 8 Strongholds in the game. With the option of a seat bonus "
            "they start, in turn order, with 0, 3 and 5 Capital more.",
        ),
        ("coins", "gold", "Worth 20 Capital. The bank never runs out."),
        (
            "heroes",
            "krill",
            f"Hero of Numa Sera. {sentence(stats('krill'))}. Whenever you explore a Hazard, gain 3 Capital. "
            "Hazards take 1 less Power from you.",
        ),
        (
            "heroes",
            "vharga",
            f"Hero of Siaa De'e. {sentence(stats('vharga'))}. +1 attack while your hero has at most 4 Power.",
        ),
        (
            "blocks",
            "tithe",
            "Block of Numa Sera. Built from the start. Ongoing: the first time each turn that you explore, gain "
            f"{BOX.blocks['tithe'].effects[0].amount} Capital.",
        ),
        (
            "blocks",
            "tariffs",
            "Block of Numa Sera. Needs Efficiency or Royal Mint. Ongoing: whenever another player buys an Item, gain "
            "1 Capital; World Forge Items cost you 1 less.",
        ),
        (
            "blocks",
            "grand_library",
            "Block of Numa Sera. Needs Imperial Academy and 3 Skill cards. Ongoing: at the start of your turn, place "
            "1 Capital on this block, for Skills only.",
        ),
        (
            "blocks",
            "rag_and_bone",
            "Block of Meran. Needs Scavengers. Repeatable: every time it is built, gain 1 Capital and take a Battle "
            "Card, Mythic Item or Maven of your choice from the discard pile.",
        ),
        (
            "blocks",
            "embassy",
            "Block of Numa Sera. Needs Tariffs. Once: when built, choose one: take a Maven of your choice from the "
            "discard pile, or gain 4 Capital.",
        ),
        (
            "skills",
            "weapon",
            "Skill; only the level you have reached counts. Level 1 (10 Capital): +1 attack. Level 2 (20 Capital): +2 "
            "attack. Level 3 (30 Capital): +2 attack. Level 4 (40 Capital): +3 attack.",
        ),
        (
            "strongholds",
            "sapphire_gate",
            "Stronghold with defense 4. Taken while independent: gain 5 Capital. While you hold it: +3 Residual "
            "Capital; at the start of your turn, place 1 Capital on this card, for World Forge Items and Battle Cards "
            "only.",
        ),
        (
            "classes",
            "tyrant",
            "Class. Task: slay an enemy hero or take a Stronghold from another player in battle, 2 times in all. Once "
            "unlocked: +1 attack.",
        ),
        ("items", "greatsword", "Item for both hands. Cost 11 Capital. +2 attack. Upgraded: +4 attack."),
        (
            "items",
            "medicine_satchel",
            "Item for the pack. Cost 5 Capital. Once per turn, pay 2 Capital: heal 2 Power. Upgraded: once per turn, "
            "pay 1 Capital: heal 3 Power.",
        ),
        (
            "exploration_cards",
            "toll_bridge",
            "Hazard. Choose one: pay 2 Capital, or discard 1 Battle Card, or lose 2 Power.",
        ),
        (
            "exploration_cards",
            "cave_wyrm",
            "Hazard. Roll the die: on +2 or more gain 5 Capital, otherwise lose 2 Power. 2 copies.",
        ),
        (
            "exploration_cards",
            "nyx_shadowblade",
            "Maven. Accept: one use, roll -1 or more: an opponent's hero of your choice loses 4 Power (but keeps 1); "
            "it is discarded even if the roll fails. Reject: gain 3 Capital.",
        ),
        (
            "exploration_cards",
            "reckless_charge",
            "Battle Card. Cost 1 Power. Only as attacker. +2 to your score. 2 copies.",
        ),
        (
            "exploration_cards",
            "poisoned_blade",
            "Battle Card. Cost 1 Power. +1 to your score. Win or lose, the enemy hero loses 2 Power (but keeps 1). 2 "
            "copies.",
        ),
        (
            "exploration_cards",
            "disarm",
            "Battle Card. Cost 2 Capital. +1 to your score. If you win a battle between heroes, take an Item of your "
            "choice that the enemy hero wears into your hand. 2 copies.",
        ),
        (
            "exploration_cards",
            "crown_of_the_first_ones",
            "Mythic Item. For the head; needs Lore Training level 1. +1 attack, +1 defense and +2 Maximum Power.",
        ),
        (
            "exploration_cards",
            "pool_of_embers",
            "Pool of Essence. Test: if your hero has at least 4 Power, pay 3 Power. Passed, it blesses your hero: +2 "
            "attack.",
        ),
    ],
)
def test_texts_say_what_the_components_do(kind: str, component: str, text: str) -> None:
    assert TEXTS[kind][component] == text


def test_a_kingdom_says_what_it_is_good_at_and_starts_with() -> None:
    assert TEXTS["kingdoms"]["dena_vale"].startswith(
        "Northern Kingdom, strongest as Conqueror (control 4 Strongholds at the same time). Starts with 4 Capital, 3 "
        "Battle Cards and Garrison built;"
    )
    assert TEXTS["kingdoms"]["dena_vale"].endswith("Heroes: Kelesandra, Halvard of the High Pass and Edrik.")


def effect(op: str, **fields: object) -> Effect:
    """An effect that says a bit of everything."""
    some: dict[str, object] = {
        "amount": 2,
        "stat": "attack",
        "what": "item",
        "on": "skill",
        "target": "enemy",
        "card_types": ("battle",),
        "spend_on": ("any",),
        "options": (Option("a", (), ()), Option("b", (), ())),
    }
    return Effect("key", op, **{**some, **fields})  # type: ignore[arg-type]  # the fields are what a test names


@pytest.mark.parametrize("op", OPS)
def test_every_operation_can_be_said(op: str) -> None:
    assert does(BOX, effect(op))


@pytest.mark.parametrize("stat", VALUES["stat"])
def test_every_stat_can_be_said(stat: str) -> None:
    more, less = does(BOX, effect("modify", stat=stat)), does(BOX, effect("modify", stat=stat, amount=-2))
    assert "2" in more
    assert more != less


@pytest.mark.parametrize("when", VALUES["when"])
def test_every_occasion_can_be_said(when: str) -> None:
    for who in VALUES["who"]:
        (clause,) = says(BOX, [effect("heal", when=when, who=who, card_types=())])
        assert clause.endswith("heal 2 Power")
        assert clause == "heal 2 Power" or when not in ("now", "battle")


@pytest.mark.parametrize("pred", PREDICATES)
def test_every_condition_can_be_said(pred: str) -> None:
    predicate = Predicate(pred, 1, "lore")
    assert "1" in need(BOX, predicate)
    assert "1" in task(BOX, predicate)
    assert holding(BOX, [predicate])


def test_what_no_component_does_yet_reads_well_too() -> None:
    assert does(BOX, effect("modify", stat="score", side="enemy", amount=-1)) == "-1 to the enemy's score"
    assert does(BOX, effect("take_from_discard", count=2)) == (
        "take up to 2 Battle Cards of your choice from the discard pile"
    )
    assert does(BOX, effect("upgrade_slot", count=2)) == "upgrade 2 equipment slots of your choice"
    won = effect("heal", when="battle_won", role="attacker", vs="stronghold")
    assert says(BOX, [won]) == ["when you win a battle for a Stronghold as attacker, heal 2 Power"]
    hurt = effect("lose_power", amount=0)
    assert does(BOX, hurt) == "lose no Power"
    paid = Use("one_time", (effect("lose_power"), effect("discard")), (effect("heal"),), discard="success")
    assert use_text(BOX, paid) == "one use, pay 2 Power and discard 1 Item: heal 2 Power; then it is discarded"
    with_condition = effect("heal", conditions=(Predicate("strongholds", 2),))
    assert says(BOX, [with_condition]) == ["if you have 2 Strongholds, heal 2 Power"]
