"""content.toml as frozen tables, checked once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from domain.core.bag import Bag
from domain.core.content import Content, load
from domain.core.records import Record
from domain.manaforge.content.ops import (
    OPS,
    AbilityOp,
    BuildFromDiscard,
    BuyPrestige,
    CopyDie,
    CopyGem,
    CopyStoreCard,
    Cost,
    FaceOp,
    FlipDieToGem,
    GainDieAny,
    GainGems,
    GainGemsOfPaid,
    GainManaAny,
    GainManaChoice,
    HoldDie,
    Kind,
    LookAhead,
    Mana,
    OfferGem,
    Op,
    Pay,
    PayMana,
    Recharge,
    StoreOp,
    TalentOp,
)
from domain.manaforge.state import CATEGORIES, DICE, ELEMENTS


class Face(Record, frozen=True, forbid_unknown_fields=True):
    """One side of a die."""

    n: int
    id: str
    symbols: Mana
    effects: tuple[FaceOp, ...]

    @property
    def effect(self) -> FaceOp:
        """A face shows exactly one thing."""
        return self.effects[0]


class DieKind(Record, frozen=True):
    """Eight equal dice."""

    id: Kind
    name: str
    count: int
    faces: tuple[Face, ...]


class Ability(Record, frozen=True, forbid_unknown_fields=True):
    """One line of a Workshop card."""

    level: int
    pay: tuple[Pay, ...]
    effects: tuple[AbilityOp, ...]


class Item(Record, frozen=True):
    """An item card."""

    id: str
    number: int
    name: str
    deck: Literal["dawn", "noon", "dusk"]
    element: Kind
    kind: Literal["workshop", "store"]
    wand: bool
    cost: Cost
    slots: tuple[Literal["earth", "fire", "wind", "water", "any"], ...]
    abilities: tuple[Ability, ...]
    effects: tuple[StoreOp, ...]

    def ability(self, level: int) -> Ability | None:
        """The ability that this level unlocks."""
        return next((ability for ability in self.abilities if ability.level == level), None)


class Talent(Record, frozen=True):
    """A talent card."""

    id: str
    number: str
    name: str
    die: Literal["earth", "fire", "wind", "water", "arcane", "none"]
    when: Literal["setup", "activate", "after_build", "standing"]
    limit: int
    element: str
    pay: tuple[Pay, ...]
    effects: tuple[TalentOp, ...]

    @property
    def order(self) -> int:
        """The number as a number."""
        return int(self.number[1:])


class Play(Record, frozen=True):
    """The numbers of play."""

    rounds: int
    cards_per_round: int
    expenditures: int
    workshop_slots: int


class Setup(Record, frozen=True):
    """The numbers of setup."""

    decks: tuple[str, ...]
    cards_per_deck: int
    cards_used_per_deck: int
    talents_dealt: int
    talents_kept: int
    prisms_first: int
    prisms_others: int
    dice: tuple[Kind, ...]


class _Named(Record, frozen=True):
    id: str


class _OpEntry(Record, frozen=True):
    id: str
    role: Literal["pay", "gain", "rule"]
    fields: tuple[str, ...]


class _Scoring(Record, frozen=True):
    categories: tuple[str, ...]


_ROLES: dict[str, Literal["pay", "rule"]] = {
    "pay_mana": "pay",
    "pay_gems": "pay",
    "pay_expenditures": "pay",
    "exhaust_others": "pay",
    "hold_die": "rule",
    "look_ahead": "rule",
    "build_from_discard": "rule",
}
_ASKING = (
    GainManaChoice,
    GainManaAny,
    CopyGem,
    CopyDie,
    Recharge,
    FlipDieToGem,
    GainGemsOfPaid,
)
_WAITING = (BuyPrestige, CopyStoreCard, OfferGem)
_LASTING = (HoldDie, LookAhead, BuildFromDiscard)


class Tables(Record, frozen=True):
    """Everything the rules look up."""

    items: dict[str, Item]
    talents: dict[str, Talent]
    dice: dict[str, DieKind]
    play: Play
    setup: Setup

    @classmethod
    def of(cls, content: Content) -> Tables:
        """Checked tables from a content file; whatever is wrong is a ContentError."""
        _check_vocabulary(content)
        play = content.table("play", Play)
        setup = content.table("setup", Setup)
        items = content.entries("items", Item)
        talents = content.entries("talents", Talent)
        dice = content.entries("dice", DieKind)
        for item in items:
            _check_item(content, item)
        for talent in talents:
            _check_talent(content, talent)
        for die in dice:
            _check_die(content, die)
        _check_decks(content, items, play, setup)
        return cls(
            {item.id: item for item in items},
            {talent.id: talent for talent in talents},
            {die.id: die for die in dice},
            play,
            setup,
        )


def _check_vocabulary(content: Content) -> None:
    for entry in content.entries("ops", _OpEntry):
        op = OPS.get(entry.id)
        if op is None:
            raise content.error(f"ops.{entry.id}", "id", "no such operation is known")
        if entry.fields != tuple(op.__struct_fields__):
            raise content.error(f"ops.{entry.id}", "fields", f"the operation takes {list(op.__struct_fields__)}")
        if entry.role != _ROLES.get(entry.id, "gain"):
            raise content.error(f"ops.{entry.id}", "role", f"the operation is a {_ROLES.get(entry.id, 'gain')}")
    missing = set(OPS) - {entry.id for entry in content.entries("ops", _OpEntry)}
    if missing:
        raise content.error("ops", "id", f"missing: {', '.join(sorted(missing))}")
    if tuple(entry.id for entry in content.entries("elements", _Named)) != DICE:
        raise content.error("elements", "id", f"the elements are {', '.join(DICE)}, in this order")
    if content.table("scoring", _Scoring).categories != CATEGORIES:
        raise content.error("scoring", "categories", f"the categories are {', '.join(CATEGORIES)}")


def _check_item(content: Content, item: Item) -> None:
    where = f"items.{item.id}"
    if item.kind == "workshop":
        if item.effects:
            raise content.error(where, "effects", "a Workshop card has abilities, no effects")
        if not item.abilities:
            raise content.error(where, "abilities", "a Workshop card needs an ability")
    elif item.abilities or item.slots or not item.effects:
        raise content.error(where, "abilities", "a Store card has effects, no abilities and no slots")
    if item.wand and item.kind != "store":
        raise content.error(where, "wand", "a wand is a Store card")
    for level, times in Counter(ability.level for ability in item.abilities).items():
        if times > 1 or not 0 <= level <= len(item.slots):
            raise content.error(where, "abilities", f"level {level} stands twice or has no slot")
    for position, ability in enumerate(item.abilities):
        _check_ability(content, where, f"abilities[{position}]", ability.pay, ability.effects)
    for position, effect in enumerate(item.effects):
        if isinstance(effect, CopyStoreCard) and position != len(item.effects) - 1:
            raise content.error(where, f"effects[{position}]", "copy_store_card must come last")


def _check_ability(content: Content, where: str, field: str, pay: tuple[Pay, ...], effects: tuple[Op, ...]) -> None:
    if len(pay) > 1:
        raise content.error(where, f"{field}.pay", "a cost is one operation")
    if not effects or sum(isinstance(effect, _ASKING) for effect in effects) > 1:
        raise content.error(where, f"{field}.effects", "there must be an effect, and one of them at most may ask")
    if any(isinstance(effect, GainGemsOfPaid) for effect in effects) and pay != (PayMana(any=1),):
        raise content.error(where, f"{field}.pay", "gain_gems_of_paid needs a cost of one mana of any element")


def _check_talent(content: Content, talent: Talent) -> None:
    where = f"talents.{talent.id}"
    if not (talent.number[:1] == "C" and talent.number[1:].isdecimal()):
        raise content.error(where, "number", f"{talent.number!r} is not C and a number")
    if talent.element not in ("", *DICE) or (talent.when == "after_build" and not talent.element):
        raise content.error(where, "element", f"{talent.element!r} is no element")
    if (talent.pay or talent.limit) and talent.when != "activate":
        raise content.error(where, "when", "only a talent that is activated has a cost or a limit")
    _check_ability(content, where, "talent", talent.pay, talent.effects)
    for position, effect in enumerate(talent.effects):
        if isinstance(effect, _LASTING) != (talent.when == "standing"):
            raise content.error(where, f"effects[{position}]", f"does not belong to a talent of kind {talent.when}")
        if isinstance(effect, GainDieAny) and talent.when != "setup":
            raise content.error(where, f"effects[{position}]", "a die is chosen at setup only")
        if isinstance(effect, _ASKING) and talent.when != "activate":
            raise content.error(where, f"effects[{position}]", "only a talent that is activated can ask")


def _check_die(content: Content, die: DieKind) -> None:
    where = f"dice.{die.id}"
    if [face.n for face in die.faces] != [1, 2, 3, 4, 5, 6]:
        raise content.error(where, "faces", "a die has the faces 1 to 6, in this order")
    for face in die.faces:
        if len(face.effects) != 1:
            raise content.error(where, f"faces[{face.n - 1}].effects", "a face shows one effect")
    if die.id in ELEMENTS and not isinstance(die.faces[0].effect, GainGems):
        raise content.error(where, "faces[0]", "face 1 of an elemental die is a gem")


def _check_decks(content: Content, items: Iterable[Item], play: Play, setup: Setup) -> None:
    sizes: Counter[str] = Counter(item.deck for item in items)
    for deck in setup.decks:
        if sizes[deck] != setup.cards_per_deck:
            raise content.error("setup", "cards_per_deck", f"{deck} holds {sizes[deck]} cards")
    if play.rounds * play.cards_per_round != len(setup.decks) * setup.cards_used_per_deck:
        raise content.error("setup", "cards_used_per_deck", "the deck must be dealt out after the last round")


CONTENT = load("domain.manaforge")
TABLES = Tables.of(CONTENT)

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

__all__ = [
    "CARD_ORDER",
    "CONTENT",
    "COST",
    "DECKS",
    "FACES",
    "HOLDERS",
    "ITEMS",
    "LOOKS",
    "PLAY",
    "SCAVENGERS",
    "SETUP",
    "SYMBOLS",
    "TABLES",
    "TALENTS",
    "WANDS",
    "Ability",
    "DieKind",
    "Face",
    "Item",
    "Tables",
    "Talent",
    "takes",
]
