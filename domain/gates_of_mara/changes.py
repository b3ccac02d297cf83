"""What can happen in a game. Every change carries all that the reducer needs."""

from __future__ import annotations

from typing import Literal

from domain.core.bag import Bag
from domain.core.records import Change
from domain.core.title import Binding
from domain.gates_of_mara.state import AnyQuestion, Step, Task

DeckName = Literal["enchantments", "banners", "objectives", "wanderer_cards"]


class TribesDealt(Change, frozen=True):
    tribes: tuple[str, ...]
    """By seat."""


class RingLaid(Change, frozen=True):
    realms: tuple[str, ...]
    """By ring position."""
    side: str
    slots: tuple[int, ...]
    """Number of banner slots by ring position."""
    wanderer: str


class LordPlaced(Change, frozen=True):
    lord: str
    realm: str
    seat: int | None = None
    """None at setup and when the last lord has only one realm left."""


class DeckShuffled(Change, frozen=True):
    deck: DeckName
    size: int
    cards: tuple[str, ...] = ()
    """Top first; empty in what players are shown."""


class TurnOrderSet(Change, frozen=True):
    order: tuple[int, ...]


class BannerDealt(Change, frozen=True):
    realm: str
    slot: int
    card: str


class EnchantmentDealt(Change, frozen=True):
    slot: int
    """From 1."""
    card: str


class WandererCardRevealed(Change, frozen=True):
    """The one before, if any, goes under its deck."""

    card: str


class ObjectivesRevealed(Change, frozen=True):
    """Those before, if any, go under their deck."""

    cards: tuple[str, ...]


class RoundStarted(Change, frozen=True):
    round: int


class TurnStarted(Change, frozen=True):
    seat: int


class SeatPassed(Change, frozen=True):
    seat: int
    forced: bool = False
    """The seat could not place anything (GM-2.3)."""


class FigurePlaced(Change, frozen=True):
    seat: int
    figure: str
    place: str
    energy: int
    """Paid in all, a permission's energy included."""
    via: str | None = None
    gems: Bag = (0, 0, 0, 0)
    """Paid for the permission."""
    spent: bool = False
    """The permission had a cost: its ability counts as used."""


class CentralKeysTaken(Change, frozen=True):
    seat: int
    n: int


class InfluenceGained(Change, frozen=True):
    seat: int
    realm: str
    n: int


class PointsGained(Change, frozen=True):
    seat: int
    category: str
    n: int


class GemsGained(Change, frozen=True):
    seat: int
    gems: Bag


class OnyxGained(Change, frozen=True):
    seat: int
    n: int


class KeysGained(Change, frozen=True):
    seat: int
    n: int


class EnergyGained(Change, frozen=True):
    seat: int
    n: int


class AbilityUsed(Change, frozen=True):
    seat: int
    ability: str
    realm: str | None = None
    gems: Bag = (0, 0, 0, 0)
    onyx: int = 0
    energy: int = 0


class QuestionPut(Change, frozen=True):
    seat: int
    question: AnyQuestion
    rest: tuple[Task, ...] = ()


class QuestionAnswered(Change, frozen=True):
    seat: int
    answer: str


class CaravanPlaced(Change, frozen=True):
    seat: int
    realm: str
    space: str


class ExchangePaid(Change, frozen=True):
    seat: int
    card: str
    option: int
    gems: Bag
    onyx: int = 0
    energy: int = 0


class BannerGained(Change, frozen=True):
    seat: int
    card: str
    realm: str
    slot: int
    figure: str


class BannerDiscarded(Change, frozen=True):
    seat: int
    card: str
    realm: str
    slot: int


class EnchantmentGained(Change, frozen=True):
    seat: int
    card: str
    slot: int
    figure: str
    gems: Bag
    onyx: int
    points: int


class StepCalled(Change, frozen=True):
    """The game waits for a step of its own."""

    step: Step


class ClaimsPlaced(Change, frozen=True):
    seat: int
    realm: str
    n: int


class FireBannersOffered(Change, frozen=True):
    seats: tuple[int, ...]


class FireBannerTaken(Change, frozen=True):
    seat: int
    card: str
    figure: str


class FireBannerDeclined(Change, frozen=True):
    seat: int


class ObjectiveMet(Change, frozen=True):
    seat: int
    objective: str
    points: int


class AreaCleared(Change, frozen=True):
    """All figures and caravans are home again, all influence is gone, the round's counts begin anew."""


class CentralKeysAdded(Change, frozen=True):
    n: int


class WandererMoved(Change, frozen=True):
    realm: str


class EnergyRestored(Change, frozen=True):
    energy: int
    """Of every seat."""


class LordsLifted(Change, frozen=True):
    seats: tuple[int, ...]
    """Who puts them back, in this order."""


class GameEnded(Change, frozen=True):
    pass


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
    | FireBannersOffered
    | FireBannerTaken
    | FireBannerDeclined
    | ObjectiveMet
    | AreaCleared
    | CentralKeysAdded
    | WandererMoved
    | EnergyRestored
    | LordsLifted
    | GameEnded
)
"""What happens at setup and between the rounds."""

AnyChange = TurnChange | RoundChange

_FINAL = (DeckShuffled, BannerDealt, EnchantmentDealt, WandererCardRevealed, ObjectivesRevealed)


def binding(change: AnyChange) -> Binding:
    """A card turned up stays up; everything else is an open act."""
    return Binding.FINAL if isinstance(change, _FINAL) else Binding.ACT
