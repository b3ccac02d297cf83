"""The changes of a game: one record per fact, their union, and how far each can be undone. A change carries all that
the reducer and its line of text need."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.core.title import ACT, FINAL, Binding
from moothall.domain.gates_of_mara import state as s

Rank = Literal["first", "tied_first", "second", "tied_second"]
"""Where a seat stands in a majority."""
DeckName = Literal["enchantments", "banners", "objectives", "wanderer_cards"]


# Setup, and what is dealt for every round.


class TribesDealt(Change, frozen=True):
    """Every seat has its tribe."""

    tribes: tuple[str, ...]
    """By seat."""


class SuppliesDealt(Change, frozen=True):
    """What every seat begins with."""

    energy: int
    gems: s.Gems
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


# What happens in a turn; gains at the end of a round or of the game are the same changes.


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
    gems: s.Gems = s.NOTHING
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
    gems: s.Gems


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
    gems: s.Gems = s.NOTHING
    onyx: int = 0
    energy: int = 0


class QuestionPut(Change, frozen=True):
    """A seat has to choose before anything else happens."""

    seat: int
    question: s.AnyQuestion
    rest: tuple[s.Task, ...] = ()


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
    gems: s.Gems
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
    gems: s.Gems
    onyx: int
    points: int


class EnchantmentDealt(Change, frozen=True):
    """An enchantment was turned up in the market."""

    slot: int
    """From 1."""
    card: str


# The end of a round and of the game.


class StepCalled(Change, frozen=True):
    """The game waits for a step of its own."""

    step: s.Step


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
AnyChange = TurnChange | RoundChange
_FINAL = frozenset((DeckShuffled, BannerDealt, EnchantmentDealt, WandererCardRevealed, ObjectivesRevealed))


def binding(change: AnyChange) -> Binding:
    """A card turned up stays up; everything else is an open act."""
    return FINAL if type(change) in _FINAL else ACT
