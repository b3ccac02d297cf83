"""What can happen. Squares, areas and rounds count from 1; `tokens` name resources."""

from __future__ import annotations

from typing import Literal

from domain.core.bag import Bag
from domain.core.ranking import Ranking
from domain.core.records import Change
from domain.core.title import Binding
from domain.medieval_realms.state import Placement, Standing

Panel = Literal["current", "future"]


class DeckShuffled(Change, frozen=True):
    """The order of all cards: nobody's to see."""

    deck: tuple[str, ...]
    current_squares: int
    future_squares: int


class CardsDrawn(Change, frozen=True):
    """The deck's next cards are laid on these squares."""

    panel: Panel
    squares: tuple[int, ...]
    cards: tuple[str, ...]


class RealmFounded(Change, frozen=True):
    seat: int
    colour: str
    tokens: dict[str, int]
    mayors: int
    buffers: int
    generals: int
    admirals: int


class TurnOrderDrawn(Change, frozen=True):
    """The first order, by lot."""

    order: tuple[int, ...]


class PairPicked(Change, frozen=True):
    seat: int
    resources: tuple[str, ...]


class RoundBegan(Change, frozen=True):
    """Leaders are back with their owners, passes are cleared."""

    round: int


class MayorsPlaced(Change, frozen=True):
    seat: int
    mayors: Bag


class GeneralsPlaced(Change, frozen=True):
    seat: int
    areas: tuple[int, ...]


class AdmiralsPlaced(Change, frozen=True):
    seat: int
    areas: tuple[int, ...]


class BuffersPlaced(Change, frozen=True):
    seat: int
    areas: tuple[int, ...]


class PlacementsRevealed(Change, frozen=True):
    placements: tuple[Placement, ...]


class AreaSettled(Change, frozen=True):
    """An area where leaders stand: who controls it, if anybody, and what that brings."""

    area: int
    strengths: tuple[int, ...]
    seat: int | None = None
    tokens: dict[str, int] = {}  # noqa: RUF012  msgspec copies a default of this kind


class TokensGained(Change, frozen=True):
    """`source` is a card, or `mayors`, or `extra_goods`."""

    seat: int
    tokens: dict[str, int]
    source: str


class TokensPaid(Change, frozen=True):
    """`card` is what it was paid for; `why`: the price of its square, its own cost, or the winning bid."""

    seat: int
    resource: str
    amount: int
    card: str
    why: Literal["price", "cost", "bid"]


class TurnOrderChanged(Change, frozen=True):
    """`production` is what every seat has of it, which decided the order."""

    order: tuple[int, ...]
    production: tuple[int, ...]


class TurnBegan(Change, frozen=True):
    seat: int


class SeatPassed(Change, frozen=True):
    """Out for the round; `forced` when nothing else was legal."""

    seat: int
    forced: bool = False


class CardTaken(Change, frozen=True):
    """From a current square into a display; `by` says how.

    For a majority card `resource` decided, `held` is what every seat has of it, and `barred` are the seats whose
    display could not take the card.
    """

    seat: int
    square: int
    card: str
    by: Literal["price", "majority", "effect"]
    resource: str = ""
    held: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()


class CardDiscarded(Change, frozen=True):
    """A current square's card leaves the game; `why`: nobody could receive it, or the round ended."""

    square: int
    card: str
    why: Literal["majority", "round_end"]


class AuctionOpened(Change, frozen=True):
    seat: int
    square: int
    card: str
    resource: str
    bid: int


class BidAsked(Change, frozen=True):
    seat: int


class BidMade(Change, frozen=True):
    seat: int
    amount: int
    resource: str


class AuctionPassed(Change, frozen=True):
    """Out of the auction; `forced` when the seat could not bid higher."""

    seat: int
    forced: bool = False


class AuctionWon(Change, frozen=True):
    """The card goes from its square straight into play."""

    seat: int
    square: int
    card: str


class CardPlayed(Change, frozen=True):
    """From the display into play."""

    seat: int
    card: str


class PointsGained(Change, frozen=True):
    """`total` is the place on the score track then, `bonus` the number of bonus tokens that the track owes for it."""

    seat: int
    amount: int
    kind: Literal["immediate", "colour"]
    card: str
    total: int
    bonus: int = 0


class LeaderGained(Change, frozen=True):
    seat: int
    leader: Literal["mayor", "general", "admiral"]
    amount: int
    card: str


class EffectSkipped(Change, frozen=True):
    """An effect of the card could not be applied."""

    seat: int
    card: str
    op: str


class ResourceAsked(Change, frozen=True):
    """The owner must choose which resource the card gives; `next` is the effect to go on with."""

    seat: int
    card: str
    next: int
    amount: int
    barred: tuple[str, ...]


class RealmCardAsked(Change, frozen=True):
    """The owner must take a realm card from the panel; `next` is the effect to go on with."""

    seat: int
    card: str
    next: int


class BonusAsked(Change, frozen=True):
    seat: int


class BonusTaken(Change, frozen=True):
    seat: int
    resource: str


class ActionsEnded(Change, frozen=True):
    """All have passed."""

    round: int
    last: bool


class PanelsMoved(Change, frozen=True):
    """Cards slid and future cards moved up; None is an empty square."""

    current: tuple[str | None, ...]
    future: tuple[str | None, ...]


class StandingsTaken(Change, frozen=True):
    round: int
    standings: tuple[Standing, ...]


class EndEffectScored(Change, frozen=True):
    seat: int
    card: str
    category: str
    amount: int


class StoredTokensScored(Change, frozen=True):
    seat: int
    tokens: int
    amount: int


class GreatPersonsScored(Change, frozen=True):
    seat: int
    cards: int
    amount: int


class GameEnded(Change, frozen=True):
    """`scores` are the final points by seat."""

    ranking: Ranking
    scores: tuple[int, ...]


AnyChange = (
    DeckShuffled
    | CardsDrawn
    | RealmFounded
    | TurnOrderDrawn
    | PairPicked
    | RoundBegan
    | MayorsPlaced
    | GeneralsPlaced
    | AdmiralsPlaced
    | BuffersPlaced
    | PlacementsRevealed
    | AreaSettled
    | TokensGained
    | TokensPaid
    | TurnOrderChanged
    | TurnBegan
    | SeatPassed
    | CardTaken
    | CardDiscarded
    | AuctionOpened
    | BidAsked
    | BidMade
    | AuctionPassed
    | AuctionWon
    | CardPlayed
    | PointsGained
    | LeaderGained
    | EffectSkipped
    | ResourceAsked
    | RealmCardAsked
    | BonusAsked
    | BonusTaken
    | ActionsEnded
    | PanelsMoved
    | StandingsTaken
    | EndEffectScored
    | StoredTokensScored
    | GreatPersonsScored
    | GameEnded
)

SECRET_PARTS = (MayorsPlaced, GeneralsPlaced, AdmiralsPlaced, BuffersPlaced)
"""Parts of a placement: their seat's own until all are revealed."""

# A new round closes the window on the starting pairs: seats commit to placements on the strength of them.
_FINAL = (DeckShuffled, CardsDrawn, TurnOrderDrawn, RoundBegan, PlacementsRevealed)


def binding(change: AnyChange) -> Binding:
    """How firmly it binds."""
    if isinstance(change, SECRET_PARTS):
        return Binding.COMMIT
    return Binding.FINAL if isinstance(change, _FINAL) else Binding.ACT
