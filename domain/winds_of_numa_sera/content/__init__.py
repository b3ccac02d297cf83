"""The content of the title, loaded and checked once, with the tables that the rules look things up in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from domain.core.content import instances, load
from domain.winds_of_numa_sera.content.box import Components
from domain.winds_of_numa_sera.content.components import SLOTS
from domain.winds_of_numa_sera.content.effects import Effect, Predicate, Use

if TYPE_CHECKING:
    from domain.winds_of_numa_sera.state import State

__all__ = [
    "BLOCKS_OF",
    "BOX",
    "CARD_IDS",
    "CONTENT",
    "Components",
    "EDITIONS",
    "NAMES",
    "SKILLS",
    "SLOTS",
    "Effect",
    "Predicate",
    "Use",
    "box_at",
    "box_of",
    "copy_key",
    "is_forge_item",
    "kind_of",
    "skill_of",
]

EDITIONS = load("domain.winds_of_numa_sera")
CONTENT = EDITIONS[max(EDITIONS)]
BOX = Components(CONTENT)

SKILLS = tuple(BOX.skills)
"""The Skill types, in content order."""

BLOCKS_OF = {
    kingdom: tuple(block.id for block in BOX.blocks.values() if block.kingdom == kingdom) for kingdom in BOX.kingdoms
}
"""The blocks of each kingdom's tree, in content order."""

_SKILL_OF = {card: skill.id for skill in BOX.skills.values() for card in instances(skill.id, skill.count)}

_KINDS: dict[str, str] = {
    **{card: each.type for card, each in BOX.cards.items()},
    **{item.id: "item" for item in BOX.items.values() if item.cost},
    **dict.fromkeys(_SKILL_OF, "skill"),
    **dict.fromkeys(BOX.strongholds, "stronghold"),
}

CARD_IDS = tuple(_KINDS)
"""Every card that can lie in a hand or in play, heroes, blocks and Classes apart."""

NAMES = BOX.names
"""What a thing is called at the table."""

_COPY_KEYS = {card: (each.id if each.count > 1 else card) for card, each in BOX.cards.items()}


def box_at(edition: int) -> Components:
    """The components of an edition; there is one."""
    return BOX


def box_of(state: State) -> Components:
    """The components a game is played with."""
    return box_at(CONTENT.header.edition)


def kind_of(card: str) -> str:
    """boon, hazard, maven, battle, mythic, pool, item, skill or stronghold; empty for anything else."""
    return _KINDS.get(card, "")


def is_forge_item(card: str) -> bool:
    """Whether it is an Item with the back of the World Forge."""
    return _KINDS.get(card) == "item"


def skill_of(card: str) -> str:
    """The type of a Skill card; empty for anything else."""
    return _SKILL_OF.get(card, "")


def copy_key(card: str) -> str:
    """The same for all copies of one card (and all Skill cards of one type): lists show only one of them."""
    return _COPY_KEYS.get(card) or _SKILL_OF.get(card, card)
