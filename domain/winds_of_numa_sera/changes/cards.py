"""Exploring, buying, equipment, building."""

from __future__ import annotations

from typing import Literal

from domain.core.records import Change


class ExploreBegun(Change, frozen=True):
    seat: int
    granted: bool


class CardsDrawn(Change, frozen=True):
    seat: int
    cards: tuple[str, ...]
    count: int


class CardsSunk(Change, frozen=True):
    """Drawn cards go under the deck."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardRevealed(Change, frozen=True):
    seat: int
    card: str


class CardKept(Change, frozen=True):
    seat: int
    card: str


class NothingFound(Change, frozen=True):
    seat: int


class MavenAccepted(Change, frozen=True):
    seat: int
    card: str


class CardDiscarded(Change, frozen=True):
    """`under` when it is a World Forge Item that goes under its deck; `shown` when nobody else knew the card."""

    seat: int
    card: str
    origin: Literal["open", "hand", "mavens", "slots", "battle", "blessing"]
    under: bool = False
    shown: bool = False


class CardTaken(Change, frozen=True):
    """From the discard pile."""

    seat: int
    card: str
    arrives: Literal["hand", "mavens"]


class CardGiven(Change, frozen=True):
    """A card changes its owner; `capital` stays on it. `secret` when only the two of them know which it is; `source` is
    what let the taker take it, empty in a trade."""

    giver: int
    taker: int
    card: str
    origin: Literal["hand", "slots", "mavens", "skills", "strongholds", "blessing"]
    arrives: Literal["hand", "mavens", "skills", "strongholds"]
    capital: int = 0
    secret: bool = False
    source: str = ""


class DieRolled(Change, frozen=True):
    """`roll` is the face that counts of those thrown; outside of battle it must reach `least` together with `bonus`."""

    seat: int
    source: str
    faces: tuple[int, ...]
    roll: int
    least: int | None = None
    bonus: int = 0


class RollSet(Change, frozen=True):
    """A Battle Card says what the seat's roll is: no die is thrown."""

    seat: int
    card: str
    roll: int


class ExtraGranted(Change, frozen=True):
    seat: int


class SkillBought(Change, frozen=True):
    """`level` is the one reached, `price` what was paid for it, credit included."""

    seat: int
    skill: str
    card: str
    level: int = 0
    price: int = 0


class ItemBought(Change, frozen=True):
    seat: int
    item: str
    price: int = 0


class ItemShown(Change, frozen=True):
    """The World Forge display is refilled."""

    item: str


class SlotUpgraded(Change, frozen=True):
    seat: int
    slot: str


class SlotDowngraded(Change, frozen=True):
    seat: int
    slot: str


class ItemEquipped(Change, frozen=True):
    """`shown` when nobody else knew the card; `upgraded` when it works as such in these slots."""

    seat: int
    item: str
    slots: tuple[str, ...]
    displaced: tuple[str, ...]
    shown: bool = False
    upgraded: bool = False


class ItemReturned(Change, frozen=True):
    """An Item that may not be worn any more goes back to the hand."""

    seat: int
    item: str


class PoolRevealed(Change, frozen=True):
    seat: int
    card: str


class PoolBlessed(Change, frozen=True):
    seat: int
    card: str


class BlessingReturned(Change, frozen=True):
    seat: int
    card: str


class BlockBuilt(Change, frozen=True):
    """`again` for a Repeatable that was ticked before."""

    seat: int
    block: str
    again: bool = False


class ClassUnlocked(Change, frozen=True):
    seat: int
    name: str


class ConditionFulfilled(Change, frozen=True):
    seat: int
    condition: str
