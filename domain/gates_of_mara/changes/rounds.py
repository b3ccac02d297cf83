"""What happens at setup and between the rounds."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.gates_of_mara.changes.turns import Rank
from moothall.domain.gates_of_mara.state import Gems, Step

DeckName = Literal["enchantments", "banners", "objectives", "wanderer_cards"]


class TribesDealt(Change, frozen=True):
    """Every seat has its tribe."""

    tribes: tuple[str, ...]
    """By seat."""


class SuppliesDealt(Change, frozen=True):
    """What every seat begins with."""

    energy: int
    gems: Gems
    onyx: int
    keys: int
    caravans: int
    figures: tuple[str, ...]


class MarketOpened(Change, frozen=True):
    """The market has so many slots, all of them empty."""

    slots: int


class RingLaid(Change, frozen=True):
    """The realms lie in a ring, without banners."""

    realms: tuple[str, ...]
    """By ring position."""
    side: str
    slots: tuple[int, ...]
    """Number of banner slots by ring position."""
    wanderer: str


class LordPlaced(Change, frozen=True):
    """A lord stands in a realm."""

    lord: str
    realm: str
    seat: int | None = None
    """None at setup and when the last lord has only one realm left."""


class DeckShuffled(Change, frozen=True):
    """A deck was shuffled."""

    deck: DeckName
    cards: tuple[str, ...]
    """Top first; empty in what players are shown."""
    count: int


class TurnOrderSet(Change, frozen=True):
    """The order of the seats for the round."""

    order: tuple[int, ...]


class BannerDealt(Change, frozen=True):
    """A banner was laid into a slot of a realm."""

    realm: str
    slot: int
    card: str


class WandererCardRevealed(Change, frozen=True):
    """The one before, if any, goes under its deck."""

    card: str


class ObjectivesRevealed(Change, frozen=True):
    """Those before, if any, go under their deck."""

    cards: tuple[str, ...]


class RoundStarted(Change, frozen=True):
    """A round begins."""

    round: int


class StepCalled(Change, frozen=True):
    """The game waits for a step of its own."""

    step: Step


class ClaimsPlaced(Change, frozen=True):
    """A seat placed claims in a realm at the end of a round."""

    seat: int
    realm: str
    n: int
    rank: Rank
    influence: int
    """What the seat has there, by which it stands there."""
    total: int
    """Its claims there now."""


class RealmUnclaimed(Change, frozen=True):
    """Nobody places a claim in the realm at the end of this round."""

    realm: str
    least: int
    """The influence that a claim takes there."""


class FireBannersOffered(Change, frozen=True):
    """Seats that placed a claim beside the Fire Lord may take a Fire Banner."""

    seats: tuple[int, ...]


class FireBannerTaken(Change, frozen=True):
    """A seat took a Fire Banner and attached it."""

    seat: int
    card: str
    figure: str


class FireBannerDeclined(Change, frozen=True):
    """A seat took no Fire Banner."""

    seat: int


class ObjectiveMet(Change, frozen=True):
    """A seat met an objective and scored its points."""

    seat: int
    objective: str
    points: int


class RoundScored(Change, frozen=True):
    """All that a round brings is counted."""

    round: int
    points: tuple[int, ...]
    """Of every seat, so far."""


class AreaCleared(Change, frozen=True):
    """All figures and caravans are home again, all influence is gone, the round's counts begin anew."""


class CentralKeysAdded(Change, frozen=True):
    """Keys were put on the Central Gate."""

    n: int
    total: int
    """What lies there now."""


class WandererMoved(Change, frozen=True):
    """The Wanderer moved on."""

    realm: str


class EnergyRestored(Change, frozen=True):
    """Every seat has its energy again."""

    energy: int
    """Of every seat."""


class LordsLifted(Change, frozen=True):
    """The lords left their realms."""

    seats: tuple[int, ...]
    """Who puts them back, in this order."""


class GameEnded(Change, frozen=True):
    """The game is over."""

    points: tuple[int, ...]
    """Of every seat, in the end."""


RoundChange = (
    TribesDealt
    | SuppliesDealt
    | MarketOpened
    | RingLaid
    | LordPlaced
    | DeckShuffled
    | TurnOrderSet
    | BannerDealt
    | WandererCardRevealed
    | ObjectivesRevealed
    | RoundStarted
    | StepCalled
    | ClaimsPlaced
    | RealmUnclaimed
    | FireBannersOffered
    | FireBannerTaken
    | FireBannerDeclined
    | ObjectiveMet
    | RoundScored
    | AreaCleared
    | CentralKeysAdded
    | WandererMoved
    | EnergyRestored
    | LordsLifted
    | GameEnded
)
"""What happens at setup and between the rounds."""
