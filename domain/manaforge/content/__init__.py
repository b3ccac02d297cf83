"""The components: the vocabulary of effects (`ops`) and one box of checked tables per edition."""

from __future__ import annotations

from typing import Final, TypeVar

from moothall.domain.core.content import Content, Editions, OnDemand
from moothall.domain.manaforge.content.checks import check_decks, check_die, check_item, check_talent, check_vocabulary
from moothall.domain.manaforge.content.components import (
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
from moothall.domain.manaforge.content.ops import (
    PARAMETER,
    BuildFromDiscard,
    GainDieAny,
    HoldDie,
    LookAhead,
    Op,
    PayMana,
)
from moothall.domain.manaforge.state import State

AnOp = TypeVar("AnOp", bound=Op)


class Box:
    """Everything of one edition that the rules look up. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """Checked tables from a content file; whatever is wrong is a ContentError."""
        check_vocabulary(content)
        self.content: Final = content
        self.edition: Final = content.header.edition
        self.play: Final = content.table("play", Play)
        self.setup: Final = content.table("setup", Setup)
        self.elements: Final = content.entries("elements", ElementKind)
        self.tokens: Final = content.entries("tokens", Token)
        self.player_counts: Final = content.entries("player_counts", PlayerCount)

        self.items: Final = _items(content)
        check_decks(content, self.items.values(), self.play, self.setup)
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
        self.holders: Final = frozenset(self._talents_that(HoldDie))
        self.archmages: Final = frozenset(self._talents_that(GainDieAny))
        self.looks: Final = {talent: op.n for talent, op in self._talents_that(LookAhead).items()}
        """How many cards of the deck the owner of a talent sees."""
        self.scavengers: Final = {talent: op.gems for talent, op in self._talents_that(BuildFromDiscard).items()}
        """What a card of the discard pile costs on top, by the talent that allows it."""

    def _talents_that(self, kind: type[AnOp]) -> dict[str, AnOp]:
        """The talents with such an effect, and that effect."""
        return {talent.id: op for talent in self.talents.values() for op in talent.effects if isinstance(op, kind)}


def _items(content: Content) -> dict[str, Item]:
    items = content.entries("items", Item)
    for item in items:
        check_item(content, item)
    return {item.id: item for item in items}


def _talents(content: Content) -> dict[str, Talent]:
    talents = content.entries("talents", Talent)
    for talent in talents:
        check_talent(content, talent)
    return {talent.id: talent for talent in talents}


def _dice(content: Content) -> dict[str, DieKind]:
    dice = content.entries("dice", DieKind)
    for die in dice:
        check_die(content, die)
    return {die.id: die for die in dice}


def _asks(ops: tuple[Op, ...]) -> tuple[tuple[str, Op], ...]:
    return tuple((PARAMETER[type(op)], op) for op in ops if type(op) in PARAMETER)


def _mana_taken(item: Item) -> int:
    taken = 0
    for ability in item.abilities:
        for pay in ability.pay:
            if isinstance(pay, PayMana):
                taken |= 0b1111 if pay.any else sum(1 << i for i in range(4) if pay.bag[i])
    return taken


EDITIONS = Editions("moothall.domain.manaforge")
BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]
