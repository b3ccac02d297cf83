"""Exploring, buying, equipment, building."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change


class ExploreBegun(Change, frozen=True):
    """A seat explores."""

    seat: int
    granted: bool


class CardsDrawn(Change, frozen=True):
    """Exploration cards are drawn."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardsSunk(Change, frozen=True):
    """Drawn cards go under the deck."""

    seat: int
    cards: tuple[str, ...]
    count: int


class CardRevealed(Change, frozen=True):
    """A drawn card is shown to all."""

    seat: int
    card: str


class CardKept(Change, frozen=True):
    """A drawn card goes to the hand unseen."""

    seat: int
    card: str


class NothingFound(Change, frozen=True):
    """No card was left to explore."""

    seat: int


class MavenAccepted(Change, frozen=True):
    """A Maven joins the Inner Circle."""

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
    """The seat may both build and attack this turn."""

    seat: int


class SkillBought(Change, frozen=True):
    """`level` is the one reached, `price` what was paid for it, credit included."""

    seat: int
    skill: str
    card: str
    level: int = 0
    price: int = 0


class ItemBought(Change, frozen=True):
    """`price` is what was paid for it, credit included."""

    seat: int
    item: str
    price: int = 0


class ItemShown(Change, frozen=True):
    """The World Forge display is refilled."""

    item: str


class SlotUpgraded(Change, frozen=True):
    """An equipment slot is upgraded."""

    seat: int
    slot: str


class SlotDowngraded(Change, frozen=True):
    """An equipment slot is no longer upgraded."""

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
    """A Pool of Essence is shown and tried."""

    seat: int
    card: str


class PoolBlessed(Change, frozen=True):
    """A Pool of Essence blesses the Active Hero."""

    seat: int
    card: str


class BlessingReturned(Change, frozen=True):
    """The blessing goes back to the hand."""

    seat: int
    card: str


class BlockBuilt(Change, frozen=True):
    """`again` for a Repeatable that was ticked before."""

    seat: int
    block: str
    again: bool = False


class ClassUnlocked(Change, frozen=True):
    """A Class is unlocked for good."""

    seat: int
    name: str


class ConditionFulfilled(Change, frozen=True):
    """A victory condition is fulfilled for good."""

    seat: int
    condition: str
