"""What every component costs and does, in one line each."""

from __future__ import annotations

from collections.abc import Mapping

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.winds_of_numa_sera.content import Box, box_at
from moothall.domain.winds_of_numa_sera.content.components import (
    Block,
    Card,
    ClassCard,
    Hero,
    Item,
    Kingdom,
    Setup,
    Skill,
    Stronghold,
)
from moothall.domain.winds_of_numa_sera.text import cards
from moothall.domain.winds_of_numa_sera.text.conditions import needs, tasks
from moothall.domain.winds_of_numa_sera.text.effects import Clauses, line, says, sentences
from moothall.domain.winds_of_numa_sera.text.trade import pledge_texts
from moothall.domain.winds_of_numa_sera.text.words import KINDS, name, names, slot_name

_BLOCKS = {
    "once": "Once: when built,",
    "ongoing": "Ongoing:",
    "repeatable": "Repeatable: every time it is built,",
}


def component_texts(edition: int) -> Mapping[str, Mapping[str, str]]:
    """By list of the content file and id."""
    box = box_at(edition)
    return {
        "settings": {key: _setting(box, each.conditions_needed) for key, each in box.settings.items()},
        "victory_conditions": {
            key: f"Victory condition: {tasks(box, each.conditions)}." for key, each in box.conditions.items()
        },
        "setups": {each.id: _setup(each) for each in box.setups.values()},
        "coins": {each.id: f"Worth {each.value} Capital. The bank never runs out." for each in box.coins.values()},
        "pledges": pledge_texts(box),
        "kingdoms": {key: kingdom_text(box, each) for key, each in box.kingdoms.items()},
        "heroes": {key: _hero(box, each) for key, each in box.heroes.items()},
        "blocks": {key: _block(box, each) for key, each in box.blocks.items()},
        "skills": {key: _skill(box, each) for key, each in box.skills.items()},
        "strongholds": {key: _stronghold(box, each) for key, each in box.strongholds.items()},
        "classes": {key: _class(box, each) for key, each in box.classes.items()},
        "items": {key: _item(box, each) for key, each in box.items.items() if each.cost},
        "exploration_cards": {each.id: _card(box, each) for each in box.cards.values()},
    }


def _setting(box: Box, needed: int) -> str:
    return f"The first to fulfil {needed} of the {len(box.conditions)} victory conditions wins at once."


def _setup(setup: Setup) -> str:
    bonus = listed(map(str, setup.turn_order_bonus))
    return (
        f"{setup.players} players: {setup.skill_cards_per_type} cards in each Skill college and "
        f"{setup.strongholds_in_game} Strongholds in the game. With the option of a seat bonus they start, in turn "
        f"order, with {bonus} Capital more."
    )


def kingdom_text(box: Box, kingdom: Kingdom) -> str:
    """What a kingdom is good at and starts with."""
    favoured = box.conditions[kingdom.favours]
    return (
        f"{kingdom.epithet}, strongest as {favoured.name} ({tasks(box, favoured.conditions)}). "
        f"Starts with {kingdom.start_capital} Capital, {counted(kingdom.start_battle_cards, 'Battle Card')} and "
        f"{name(box, kingdom.pre_ticked)} built; Residual Capital, gained with every Build, is "
        f"{kingdom.start_capital} to begin with. "
        f"Heroes: {names(box, kingdom.heroes)}."
    )


def _hero(box: Box, hero: Hero) -> str:
    return (
        f"Hero of {name(box, hero.kingdom)}. {sentence(cards.stats(hero))}. {sentences(cards.hero_does(box, hero.id))}"
    )


def _block(box: Box, block: Block) -> str:
    needed = cards.block_needs(box, block)
    before = f"Needs {needed}." if needed else "Built from the start."
    does = line(cards.block_does(box, block))
    lead = _BLOCKS[block.type]
    return f"Block of {name(box, block.kingdom)}. {before} {lead} {does}."


def _skill(box: Box, skill: Skill) -> str:
    levels = [
        f"Level {level} ({skill.cost_per_level * level} Capital): {line(cards.skill_does(box, skill, level))}."
        for level in range(1, len(skill.levels))
    ]
    bought = f" Whenever you gain a card of it, {line(says(box, skill.on_buy))}." if skill.on_buy else ""
    return f"Skill; only the level you have reached counts. {' '.join(levels)}{bought}"


def _stronghold(box: Box, stronghold: Stronghold) -> str:
    return (
        f"Stronghold with defense {stronghold.defense}. Taken while independent: gain {stronghold.initial_capital} "
        f"Capital. While you hold it: {line(cards.stronghold_gives(box, stronghold))}."
    )


def _class(box: Box, found: ClassCard) -> str:
    return f"Class. Task: {tasks(box, found.conditions)}. Once unlocked: {line(says(box, found.effects))}."


def _item(box: Box, item: Item) -> str:
    base, better = line(cards.item_does(box, item, False)), line(cards.item_does(box, item, True))
    return f"Item for {_worn(item)}. Cost {item.cost} Capital. {sentence(base)}. Upgraded: {better}."


def _worn(item: Item) -> str:
    where = slot_name(item.slots)
    return where if len(item.slots) > 1 else f"the {where}"


def _card(box: Box, card: Card) -> str:
    return f"{KINDS[card.type]}. {_card_says(box, card)}{cards.copies(card.count)}"


def _card_says(box: Box, card: Card) -> str:
    match card.type:
        case "battle":
            role = {"attacker": "Only as attacker. ", "defender": "Only as defender. "}.get(card.role, "")
            return f"Cost {cards.price_of(card)}. {role}{sentences(cards.battle_card_does(box, card))}"
        case "mythic":
            item = box.items[card.id]
            does: Clauses = cards.item_does(box, item, False)
            return f"For {_worn(item)}; needs {needs(box, item.conditions)}. {sentences(does)}"
        case "pool":
            assert card.test is not None
            blessing = line(says(box, card.effects))
            return f"Test: {cards.test_text(box, card.test)}. Passed, it blesses your hero: {blessing}."
        case "maven":
            accepted, rejected = line(cards.maven_does(box, card)), line(says(box, card.reject))
            return f"Accept: {accepted}. Reject: {rejected}."
        case _:
            return sentences(says(box, card.effects))
