"""content.toml as frozen tables, checked once."""

from __future__ import annotations

from collections.abc import Iterable

from domain.core.bag import Bag
from domain.core.content import Content, load
from domain.core.records import Record
from domain.manaforge.content.checks import check_decks, check_die, check_item, check_talent, check_vocabulary
from domain.manaforge.content.components import (
    DieKind,
    ElementKind,
    Face,
    Item,
    Play,
    PlayerCount,
    Setup,
    Talent,
    Token,
)
from domain.manaforge.content.ops import (
    BuildFromDiscard,
    GainDieAny,
    GainManaChoice,
    HoldDie,
    LookAhead,
    Op,
)
from domain.manaforge.state import ELEMENTS, State


class Tables(Record, frozen=True):
    """Everything the rules look up."""

    items: dict[str, Item]
    talents: dict[str, Talent]
    dice: dict[str, DieKind]
    play: Play
    setup: Setup
    elements: tuple[ElementKind, ...]
    tokens: tuple[Token, ...]
    player_counts: tuple[PlayerCount, ...]

    @classmethod
    def of(cls, content: Content) -> Tables:
        """Checked tables from a content file; whatever is wrong is a ContentError."""
        check_vocabulary(content)
        play = content.table("play", Play)
        setup = content.table("setup", Setup)
        items = content.entries("items", Item)
        talents = content.entries("talents", Talent)
        dice = content.entries("dice", DieKind)
        for item in items:
            check_item(content, item)
        for talent in talents:
            check_talent(content, talent)
        for die in dice:
            check_die(content, die)
        check_decks(content, items, play, setup)
        return cls(
            {item.id: item for item in items},
            {talent.id: talent for talent in talents},
            {die.id: die for die in dice},
            play,
            setup,
            content.entries("elements", ElementKind),
            content.entries("tokens", Token),
            content.entries("player_counts", PlayerCount),
        )


EDITIONS = load("domain.manaforge")
CONTENT = EDITIONS[max(EDITIONS)]
TABLES = Tables.of(CONTENT)


def box_at(edition: int) -> Tables:
    """What the box of this edition holds."""
    return TABLES


def box_of(state: State) -> Tables:
    """What the box holds that this game is played with."""
    return TABLES


ITEMS = TABLES.items
TALENTS = TABLES.talents
PLAY = TABLES.play
SETUP = TABLES.setup

COST: dict[str, Bag] = {item.id: item.cost.bag for item in ITEMS.values()}
"""What a card costs: four elements, then any."""
FACES: dict[str, tuple[Face, ...]] = {die.id: (die.faces[0], *die.faces) for die in TABLES.dice.values()}
"""Faces by kind of die and face number; place 0 is only filler."""
SYMBOLS: dict[str, tuple[Bag, ...]] = {kind: tuple(face.symbols.bag for face in faces) for kind, faces in FACES.items()}
WANDS = frozenset(item.id for item in ITEMS.values() if item.wand)
CARD_ORDER: dict[str, int] = {item.id: item.number for item in ITEMS.values()}
HOLDERS = frozenset(t.id for t in TALENTS.values() if any(isinstance(op, HoldDie) for op in t.effects))
ARCHMAGES = frozenset(t.id for t in TALENTS.values() if any(isinstance(op, GainDieAny) for op in t.effects))
LOOKS: dict[str, int] = {t.id: op.n for t in TALENTS.values() for op in t.effects if isinstance(op, LookAhead)}
SCAVENGERS: dict[str, int] = {
    t.id: op.gems for t in TALENTS.values() for op in t.effects if isinstance(op, BuildFromDiscard)
}
DECKS: dict[str, tuple[str, ...]] = {
    deck: tuple(item.id for item in ITEMS.values() if item.deck == deck) for deck in SETUP.decks
}


def takes(op: GainManaChoice) -> tuple[tuple[str, Bag], ...]:
    """The options of a choice by the name a move gives them."""
    return _TAKES[op]


def _name(bag: Bag) -> str:
    return "+".join(element for element, n in zip(ELEMENTS, bag, strict=True) if n)


def _all_ops() -> Iterable[Op]:
    for die in TABLES.dice.values():
        for face in die.faces:
            yield from face.effects
    for item in ITEMS.values():
        for ability in item.abilities:
            yield from ability.effects


_TAKES = {
    op: tuple((_name(option.bag), option.bag) for option in op.options)
    for op in _all_ops()
    if isinstance(op, GainManaChoice)
}
