"""The records that a content file is made of."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Data
from moothall.domain.manaforge.content.ops import (
    AbilityOp,
    ByElement,
    Cost,
    FaceOp,
    Kind,
    Pay,
    StoreOp,
    TalentOp,
)


class Face(Data, frozen=True, forbid_unknown_fields=True):
    """One side of a die."""

    n: int
    id: str
    symbols: ByElement
    effects: tuple[FaceOp, ...]

    @property
    def effect(self) -> FaceOp:
        """A face shows exactly one thing."""
        return self.effects[0]


class DieKind(Data, frozen=True):
    """Eight equal dice."""

    id: Kind
    name: str
    count: int
    faces: tuple[Face, ...]


class Ability(Data, frozen=True, forbid_unknown_fields=True):
    """One line of a Workshop card."""

    level: int
    pay: tuple[Pay, ...]
    effects: tuple[AbilityOp, ...]


class Item(Data, frozen=True):
    """An item card."""

    id: str
    number: int
    name: str
    deck: Literal["dawn", "noon", "dusk"]
    element: Kind
    kind: Literal["workshop", "store"]
    count: int
    wand: bool
    cost: Cost
    slots: tuple[Literal["earth", "fire", "wind", "water", "any"], ...]
    abilities: tuple[Ability, ...]
    effects: tuple[StoreOp, ...]

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
    pay: tuple[Pay, ...]
    effects: tuple[TalentOp, ...]

    @property
    def order(self) -> int:
        """The number as a number."""
        return int(self.number[1:])


class ElementKind(Data, frozen=True):
    """An element of cards and dice, and of mana and gems if it has mana."""

    id: Kind
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
    dice: tuple[Kind, ...]
