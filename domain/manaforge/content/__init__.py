"""The components: the records of a content file, the checks it must pass, and one box of tables per edition.

The vocabulary of effects stands in `ops`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, TypeVar

from moothall.domain.core.content import Content, Editions, OnDemand
from moothall.domain.core.data import Data
from moothall.domain.manaforge.content import ops
from moothall.domain.manaforge.state import CATEGORIES, DICE, ELEMENTS, State

EDITIONS = Editions("moothall.domain.manaforge")

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
    ops.GainManaChoice,
    ops.GainManaAny,
    ops.CopyGem,
    ops.CopyDie,
    ops.Recharge,
    ops.FlipDieToGem,
    ops.GainGemsOfPaid,
)

_LASTING = (ops.HoldDie, ops.LookAhead, ops.BuildFromDiscard)

AnOp = TypeVar("AnOp", bound=ops.Op)

# The records that a content file is made of.


class Face(Data, frozen=True, forbid_unknown_fields=True):
    """One side of a die."""

    n: int
    id: str
    symbols: ops.ByElement
    effects: tuple[ops.FaceOp, ...]

    @property
    def effect(self) -> ops.FaceOp:
        """A face shows exactly one thing."""
        return self.effects[0]


class DieKind(Data, frozen=True):
    """Eight equal dice."""

    id: ops.Kind
    name: str
    count: int
    faces: tuple[Face, ...]


class Ability(Data, frozen=True, forbid_unknown_fields=True):
    """One line of a Workshop card."""

    level: int
    pay: tuple[ops.Pay, ...]
    effects: tuple[ops.AbilityOp, ...]


class Item(Data, frozen=True):
    """An item card."""

    id: str
    number: int
    name: str
    deck: Literal["dawn", "noon", "dusk"]
    element: ops.Kind
    kind: Literal["workshop", "store"]
    count: int
    wand: bool
    cost: ops.Cost
    slots: tuple[Literal["earth", "fire", "wind", "water", "any"], ...]
    abilities: tuple[Ability, ...]
    effects: tuple[ops.StoreOp, ...]

    def ability(self, level: int) -> Ability | None:
        """The ability that this level unlocks."""
        return next((ability for ability in self.abilities if ability.level == level), None)


class Talent(Data, frozen=True):
    """A talent card."""

    id: str
    number: str
    name: str
    count: int
    die: Literal["earth", "fire", "wind", "water", "arcane", "none"]
    when: Literal["setup", "activate", "after_build", "standing"]
    limit: int
    element: str
    pay: tuple[ops.Pay, ...]
    effects: tuple[ops.TalentOp, ...]

    @property
    def order(self) -> int:
        """The number as a number."""
        return int(self.number[1:])


class ElementKind(Data, frozen=True):
    """An element of cards and dice, and of mana and gems if it has mana."""

    id: ops.Kind
    name: str
    mana: bool
    neighbours: tuple[str, ...]
    opposed: str


class Token(Data, frozen=True):
    """A kind of token."""

    id: str
    name: str
    count: int
    limited: bool


class PlayerCount(Data, frozen=True):
    """What the number of players changes."""

    id: str
    players: int
    talents_dealt: int
    talents_unused: int
    board_cards_left_min: int


class Play(Data, frozen=True):
    """The numbers of play."""

    rounds: int
    cards_per_round: int
    expenditures: int
    workshop_slots: int


class Setup(Data, frozen=True):
    """The numbers of setup."""

    decks: tuple[str, ...]
    cards_per_deck: int
    cards_used_per_deck: int
    talents_dealt: int
    talents_kept: int
    prisms_first: int
    prisms_others: int
    dice: tuple[ops.Kind, ...]


# The box.


class Box:
    """Everything of one edition that the rules look up. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """Checked tables from a content file; whatever is wrong is a ContentError."""
        _check_vocabulary(content)
        self.content: Final = content
        self.edition: Final = content.header.edition
        self.play: Final = content.table("play", Play)
        self.setup: Final = content.table("setup", Setup)
        self.elements: Final = content.entries("elements", ElementKind)
        self.tokens: Final = content.entries("tokens", Token)
        self.player_counts: Final = content.entries("player_counts", PlayerCount)

        self.items: Final = _items(content)
        _check_decks(content, self.items.values(), self.play, self.setup)
        self.cost: Final = {item.id: item.cost.bag for item in self.items.values()}
        """What a card costs: four elements, then any."""
        self.price: Final = {card: sum(cost) for card, cost in self.cost.items()}
        """How much that is in all."""
        self.wands: Final = frozenset(item.id for item in self.items.values() if item.wand)
        self.card_order: Final = {item.id: item.number for item in self.items.values()}
        self.decks: Final = {
            deck: tuple(item.id for item in self.items.values() if item.deck == deck) for deck in self.setup.decks
        }
        self.ability_asks: Final = {
            (item.id, ability.level): _asks((*ability.pay, *ability.effects))
            for item in self.items.values()
            for ability in item.abilities
        }
        """By card and level what an ability asks for: the parameter that answers, and the operation."""
        self.mana_taken: Final = {item.id: _mana_taken(item) for item in self.items.values()}
        """The elements of which a card's abilities take mana: bit i for the one at place i of a bag."""

        self.dice: Final = _dice(content)
        self.faces: Final[dict[str, tuple[Face, ...]]] = {
            die.id: (die.faces[0], *die.faces) for die in self.dice.values()
        }
        """Faces by kind of die and face number; place 0 is only filler."""
        self.shown: Final = {kind: tuple(face.effect for face in faces) for kind, faces in self.faces.items()}
        """What those faces give."""
        self.symbols: Final = {kind: tuple(face.symbols.bag for face in faces) for kind, faces in self.faces.items()}

        self.talents: Final = _talents(content)
        self.talent_asks: Final = {talent.id: _asks(talent.effects) for talent in self.talents.values()}
        """What a talent asks for, as `ability_asks`."""
        self.activated: Final = {talent.id: talent for talent in self.talents.values() if talent.when == "activate"}
        self.holders: Final = frozenset(self._talents_that(ops.HoldDie))
        self.archmages: Final = frozenset(self._talents_that(ops.GainDieAny))
        self.looks: Final = {talent: op.n for talent, op in self._talents_that(ops.LookAhead).items()}
        """How many cards of the deck the owner of a talent sees."""
        self.scavengers: Final = {talent: op.gems for talent, op in self._talents_that(ops.BuildFromDiscard).items()}
        """What a card of the discard pile costs on top, by the talent that allows it."""

    def _talents_that(self, kind: type[AnOp]) -> dict[str, AnOp]:
        """The talents with such an effect, and that effect."""
        return {talent.id: op for talent in self.talents.values() for op in talent.effects if isinstance(op, kind)}


BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]


def _items(content: Content) -> dict[str, Item]:
    items = content.entries("items", Item)
    for item in items:
        _check_item(content, item)
    return {item.id: item for item in items}


def _talents(content: Content) -> dict[str, Talent]:
    talents = content.entries("talents", Talent)
    for talent in talents:
        _check_talent(content, talent)
    return {talent.id: talent for talent in talents}


def _dice(content: Content) -> dict[str, DieKind]:
    dice = content.entries("dice", DieKind)
    for die in dice:
        _check_die(content, die)
    return {die.id: die for die in dice}


def _asks(effects: tuple[ops.Op, ...]) -> tuple[tuple[str, ops.Op], ...]:
    return tuple((ops.PARAMETER[type(op)], op) for op in effects if type(op) in ops.PARAMETER)


def _mana_taken(item: Item) -> int:
    taken = 0
    for ability in item.abilities:
        for pay in ability.pay:
            if isinstance(pay, ops.PayMana):
                taken |= 0b1111 if pay.any else sum(1 << i for i in range(4) if pay.bag[i])
    return taken


# What must hold before a content file is played with; every finding is a ContentError.


class _Named(Data, frozen=True):
    id: str


class _OpEntry(Data, frozen=True):
    id: str
    role: Literal["pay", "gain", "rule"]
    fields: tuple[str, ...]


class _Scoring(Data, frozen=True):
    categories: tuple[str, ...]


def _check_vocabulary(content: Content) -> None:
    """The lists of operations, elements and categories are those that the code knows."""
    for entry in content.entries("ops", _OpEntry):
        op = ops.OPS.get(entry.id)
        if op is None:
            raise content.error(f"ops.{entry.id}", "id", "no such operation is known")
        if entry.fields != tuple(op.__struct_fields__):
            raise content.error(f"ops.{entry.id}", "fields", f"the operation takes {list(op.__struct_fields__)}")
        if entry.role != _ROLES.get(entry.id, "gain"):
            raise content.error(f"ops.{entry.id}", "role", f"the operation is a {_ROLES.get(entry.id, 'gain')}")
    missing = set(ops.OPS) - {entry.id for entry in content.entries("ops", _OpEntry)}
    if missing:
        raise content.error("ops", "id", f"missing: {', '.join(sorted(missing))}")
    if tuple(entry.id for entry in content.entries("elements", _Named)) != DICE:
        raise content.error("elements", "id", f"the elements are {', '.join(DICE)}, in this order")
    if content.table("scoring", _Scoring).categories != CATEGORIES:
        raise content.error("scoring", "categories", f"the categories are {', '.join(CATEGORIES)}")


def _check_item(content: Content, item: Item) -> None:
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
        if isinstance(effect, ops.CopyStoreCard) and position != len(item.effects) - 1:
            raise content.error(where, f"effects[{position}]", "copy_store_card must come last")


def _check_talent(content: Content, talent: Talent) -> None:
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
        if isinstance(effect, ops.GainDieAny) and talent.when != "setup":
            raise content.error(where, f"effects[{position}]", "a die is chosen at setup only")
        if isinstance(effect, _ASKING) and talent.when != "activate":
            raise content.error(where, f"effects[{position}]", "only a talent that is activated can ask")


def _check_ability(
    content: Content, where: str, prefix: str, pay: tuple[ops.Pay, ...], effects: tuple[ops.Op, ...]
) -> None:
    if len(pay) > 1:
        raise content.error(where, f"{prefix}pay", "a cost is one operation")
    if not effects or sum(isinstance(effect, _ASKING) for effect in effects) > 1:
        raise content.error(where, f"{prefix}effects", "there must be an effect, and one of them at most may ask")
    if any(isinstance(effect, ops.GainGemsOfPaid) for effect in effects) and pay != (ops.PayMana(any=1),):
        raise content.error(where, f"{prefix}pay", "gain_gems_of_paid needs a cost of one mana of any element")


def _check_die(content: Content, die: DieKind) -> None:
    """Six faces with one effect each; face 1 of an elemental die is what talents turn it to."""
    where = f"dice.{die.id}"
    if [face.n for face in die.faces] != [1, 2, 3, 4, 5, 6]:
        raise content.error(where, "faces", "a die has the faces 1 to 6, in this order")
    for face in die.faces:
        if len(face.effects) != 1:
            raise content.error(where, f"faces[{face.n - 1}].effects", "a face shows one effect")
    if die.id in ELEMENTS and not isinstance(die.faces[0].effect, ops.GainGems):
        raise content.error(where, "faces[0]", "face 1 of an elemental die is a gem")


def _check_decks(content: Content, items: Iterable[Item], play: Play, setup: Setup) -> None:
    """The numbers of setup and play go together."""
    sizes: Counter[str] = Counter(item.deck for item in items)
    for deck in setup.decks:
        if sizes[deck] != setup.cards_per_deck:
            raise content.error("setup", "cards_per_deck", f"{deck} holds {sizes[deck]} cards")
    if play.rounds * play.cards_per_round != len(setup.decks) * setup.cards_used_per_deck:
        raise content.error("setup", "cards_used_per_deck", "the deck must be dealt out after the last round")
    if setup.talents_kept != 2:
        raise content.error("setup", "talents_kept", "the move names two talents")
