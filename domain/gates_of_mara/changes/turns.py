"""What happens in a turn; gains at the end of a round or of the game are the same changes."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.gates_of_mara.state import NOTHING, AnyQuestion, Gems, Task

Rank = Literal["first", "tied_first", "second", "tied_second"]
"""Where a seat stands in a majority."""


class EnchantmentDealt(Change, frozen=True):
    """An enchantment was turned up in the market."""

    slot: int
    """From 1."""
    card: str


class TurnStarted(Change, frozen=True):
    """A seat is to place a figure or pass."""

    seat: int


class SeatPassed(Change, frozen=True):
    """A seat takes no more turns this round."""

    seat: int
    forced: bool = False
    """The seat could not place anything (GM-2.3)."""


class FigurePlaced(Change, frozen=True):
    """A seat placed a figure and paid for it."""

    seat: int
    figure: str
    place: str
    energy: int
    """Paid in all, a permission's energy included."""
    via: str | None = None
    gems: Gems = NOTHING
    """Paid for the permission."""
    spent: bool = False
    """The permission had a cost: its ability counts as used."""


class CentralKeysTaken(Change, frozen=True):
    """A seat took all keys from the Central Gate."""

    seat: int
    n: int


class InfluenceGained(Change, frozen=True):
    """A seat gained influence in a realm."""

    seat: int
    realm: str
    n: int
    total: int
    """What the seat has there now."""
    lord: str = ""
    """The lord who gave it, if one did."""


class PointsGained(Change, frozen=True):
    """A seat gained points."""

    seat: int
    category: str
    n: int
    realm: str = ""
    """Where a majority was counted or influence was left for points."""
    rank: Rank | None = None
    """In the majority that they are for."""
    count: int = 0
    """The influence, claims, keys, gems or onyx that they are for, at the end of a round or of the game."""


class GemsGained(Change, frozen=True):
    """A seat gained gems."""

    seat: int
    gems: Gems


class OnyxGained(Change, frozen=True):
    """A seat gained onyx."""

    seat: int
    n: int


class KeysGained(Change, frozen=True):
    """A seat gained keys."""

    seat: int
    n: int
    realm: str = ""
    """The lord's realm that they are for, at the end of a round."""
    pieces: int = 0
    """The figures and caravans that the seat has there."""


class EnergyGained(Change, frozen=True):
    """A seat gained energy, as far as there was room for it."""

    seat: int
    n: int


class AbilityUsed(Change, frozen=True):
    """A seat used an ability of the figure it has placed, and paid for it."""

    seat: int
    ability: str
    figure: str
    """The figure placed."""
    place: str
    """Where it stands."""
    realm: str | None = None
    gems: Gems = NOTHING
    onyx: int = 0
    energy: int = 0


class QuestionPut(Change, frozen=True):
    """A seat has to choose before anything else happens."""

    seat: int
    question: AnyQuestion
    rest: tuple[Task, ...] = ()


class QuestionAnswered(Change, frozen=True):
    """A seat has chosen."""

    seat: int
    answer: str


class CaravanPlaced(Change, frozen=True):
    """A seat placed a caravan."""

    seat: int
    realm: str
    space: str


class ExchangePaid(Change, frozen=True):
    """A seat paid the Wanderer."""

    seat: int
    card: str
    option: int
    gems: Gems
    onyx: int = 0
    energy: int = 0


class BannerGained(Change, frozen=True):
    """A seat took a banner from a realm and attached it."""

    seat: int
    card: str
    realm: str
    slot: int
    figure: str


class BannerDiscarded(Change, frozen=True):
    """A banner left the game, as no figure of the seat could take it."""

    seat: int
    card: str
    realm: str
    slot: int


class EnchantmentGained(Change, frozen=True):
    """A seat bought an enchantment, attached it and scored its points."""

    seat: int
    card: str
    slot: int
    figure: str
    gems: Gems
    onyx: int
    points: int


TurnChange = (
    TurnStarted
    | SeatPassed
    | FigurePlaced
    | CentralKeysTaken
    | InfluenceGained
    | PointsGained
    | GemsGained
    | OnyxGained
    | KeysGained
    | EnergyGained
    | AbilityUsed
    | QuestionPut
    | QuestionAnswered
    | CaravanPlaced
    | ExchangePaid
    | BannerGained
    | BannerDiscarded
    | EnchantmentGained
    | EnchantmentDealt
)
"""What happens in a turn."""
