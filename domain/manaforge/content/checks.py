"""What must hold before a content file is played with; every finding is a ContentError."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Literal

from moothall.domain.core.content import Content
from moothall.domain.core.data import Data
from moothall.domain.manaforge.content.components import DieKind, Item, Play, Setup, Talent
from moothall.domain.manaforge.content.ops import (
    OPS,
    BuildFromDiscard,
    CopyDie,
    CopyGem,
    CopyStoreCard,
    FlipDieToGem,
    GainDieAny,
    GainGems,
    GainGemsOfPaid,
    GainManaAny,
    GainManaChoice,
    HoldDie,
    LookAhead,
    Op,
    Pay,
    PayMana,
    Recharge,
)
from moothall.domain.manaforge.state import CATEGORIES, DICE, ELEMENTS


class _Named(Data, frozen=True):
    id: str


class _OpEntry(Data, frozen=True):
    id: str
    role: Literal["pay", "gain", "rule"]
    fields: tuple[str, ...]


class _Scoring(Data, frozen=True):
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
_LASTING = (HoldDie, LookAhead, BuildFromDiscard)


def check_vocabulary(content: Content) -> None:
    """The lists of operations, elements and categories are those that the code knows."""
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


def check_item(content: Content, item: Item) -> None:
    """A Workshop card with abilities or a Store card with effects, one copy of it."""
    where = f"items.{item.id}"
    if item.count != 1:
        raise content.error(where, "count", "every item is unique")
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
        _check_ability(content, where, f"abilities[{position}].", ability.pay, ability.effects)
    for position, effect in enumerate(item.effects):
        if isinstance(effect, CopyStoreCard) and position != len(item.effects) - 1:
            raise content.error(where, f"effects[{position}]", "copy_store_card must come last")


def _check_ability(content: Content, where: str, prefix: str, pay: tuple[Pay, ...], effects: tuple[Op, ...]) -> None:
    if len(pay) > 1:
        raise content.error(where, f"{prefix}pay", "a cost is one operation")
    if not effects or sum(isinstance(effect, _ASKING) for effect in effects) > 1:
        raise content.error(where, f"{prefix}effects", "there must be an effect, and one of them at most may ask")
    if any(isinstance(effect, GainGemsOfPaid) for effect in effects) and pay != (PayMana(any=1),):
        raise content.error(where, f"{prefix}pay", "gain_gems_of_paid needs a cost of one mana of any element")


def check_talent(content: Content, talent: Talent) -> None:
    """Effects that fit the moment at which the talent acts, one copy of it."""
    where = f"talents.{talent.id}"
    if talent.count != 1:
        raise content.error(where, "count", "every talent is unique")
    if not (talent.number[:1] == "C" and talent.number[1:].isdecimal()):
        raise content.error(where, "number", f"{talent.number!r} is not C and a number")
    if talent.element not in ("", *DICE) or (talent.when == "after_build" and not talent.element):
        raise content.error(where, "element", f"{talent.element!r} is no element")
    if (talent.pay or talent.limit) and talent.when != "activate":
        raise content.error(where, "when", "only a talent that is activated has a cost or a limit")
    _check_ability(content, where, "", talent.pay, talent.effects)
    for position, effect in enumerate(talent.effects):
        if isinstance(effect, _LASTING) != (talent.when == "standing"):
            raise content.error(where, f"effects[{position}]", f"does not belong to a talent of kind {talent.when}")
        if isinstance(effect, GainDieAny) and talent.when != "setup":
            raise content.error(where, f"effects[{position}]", "a die is chosen at setup only")
        if isinstance(effect, _ASKING) and talent.when != "activate":
            raise content.error(where, f"effects[{position}]", "only a talent that is activated can ask")


def check_die(content: Content, die: DieKind) -> None:
    """Six faces with one effect each; face 1 of an elemental die is what talents turn it to."""
    where = f"dice.{die.id}"
    if [face.n for face in die.faces] != [1, 2, 3, 4, 5, 6]:
        raise content.error(where, "faces", "a die has the faces 1 to 6, in this order")
    for face in die.faces:
        if len(face.effects) != 1:
            raise content.error(where, f"faces[{face.n - 1}].effects", "a face shows one effect")
    if die.id in ELEMENTS and not isinstance(die.faces[0].effect, GainGems):
        raise content.error(where, "faces[0]", "face 1 of an elemental die is a gem")


def check_decks(content: Content, items: Iterable[Item], play: Play, setup: Setup) -> None:
    """The numbers of setup and play go together."""
    sizes: Counter[str] = Counter(item.deck for item in items)
    for deck in setup.decks:
        if sizes[deck] != setup.cards_per_deck:
            raise content.error("setup", "cards_per_deck", f"{deck} holds {sizes[deck]} cards")
    if play.rounds * play.cards_per_round != len(setup.decks) * setup.cards_used_per_deck:
        raise content.error("setup", "cards_used_per_deck", "the deck must be dealt out after the last round")
    if setup.talents_kept != 2:
        raise content.error("setup", "talents_kept", "the move names two talents")
