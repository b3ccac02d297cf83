"""The changes of a game: everything that can happen, as a closed union, and how firmly each change binds.

Squares, areas and rounds count from 1.
"""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import ACT, COMMIT, FINAL, Binding
from moothall.domain.medieval_realms import state as s

Panel = Literal["current", "future"]


class DeckShuffled(Change, frozen=True):
    """The order of all cards, which nobody sees before the end: until then `cards` is empty."""

    cards: tuple[str, ...]
    count: int
    current_squares: int
    future_squares: int


class CardsDrawn(Change, frozen=True):
    """The deck's next cards are laid on these squares."""

    panel: Panel
    squares: tuple[int, ...]
    cards: tuple[str, ...]


class RealmFounded(Change, frozen=True):
    """A seat has its realm, with what it starts with."""

    seat: int
    colour: str
    tokens: s.Tokens
    mayors: int
    buffers: int
    generals: int
    admirals: int


class TurnOrderDrawn(Change, frozen=True):
    """The first order, by lot."""

    order: tuple[int, ...]


class PairPicked(Change, frozen=True):
    """A seat has taken one token each of two resources to start with."""

    seat: int
    resources: tuple[str, ...]


class RoundBegan(Change, frozen=True):
    """Leaders are back with their owners, passes are cleared."""

    round: int


class MayorsPlaced(Change, frozen=True):
    """The first part of a secret placement."""

    seat: int
    mayors: s.Mayors


class GeneralsPlaced(Change, frozen=True):
    """The second part of a secret placement."""

    seat: int
    areas: tuple[int, ...]


class AdmiralsPlaced(Change, frozen=True):
    """The third part of a secret placement; with three and more players the last one."""

    seat: int
    areas: tuple[int, ...]


class BuffersPlaced(Change, frozen=True):
    """The last part of a secret placement with two players."""

    seat: int
    areas: tuple[int, ...]


class PlacementsRevealed(Change, frozen=True):
    """All placements, in the order of the seats."""

    placements: tuple[s.Placement, ...]


class AreaSettled(Change, frozen=True):
    """An area where leaders stand: who controls it, if anybody, and what that brings."""

    area: int
    strengths: tuple[int, ...]
    seat: int | None = None
    tokens: s.Tokens = s.Tokens()


class TokensGained(Change, frozen=True):
    """`source` is a card, or `mayors`, or `extra_goods`."""

    seat: int
    tokens: s.Tokens
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
    """A seat is to act."""

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
    """A card is up for bids, and its first bid is made."""

    seat: int
    square: int
    card: str
    resource: str
    bid: int


class BidAsked(Change, frozen=True):
    """A seat is to bid higher or leave the auction."""

    seat: int


class BidMade(Change, frozen=True):
    """A higher bid."""

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
    """A card has brought leaders."""

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
    """A seat is to choose a bonus token of the score track."""

    seat: int


class BonusTaken(Change, frozen=True):
    """A seat has chosen a bonus token."""

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
    """How the seats stand at the end of a round."""

    round: int
    standings: tuple[s.Standing, ...]


class EndEffectScored(Change, frozen=True):
    """Final scoring: what a card in play brings."""

    seat: int
    card: str
    category: str
    amount: int


class StoredTokensScored(Change, frozen=True):
    """Final scoring: what the tokens left in a manor bring."""

    seat: int
    tokens: int
    amount: int


class GreatPersonsScored(Change, frozen=True):
    """Final scoring: what the great persons in play bring together."""

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
_BINDING: dict[type, Binding] = {
    **dict.fromkeys(SECRET_PARTS, COMMIT),
    **dict.fromkeys((DeckShuffled, CardsDrawn, TurnOrderDrawn, RoundBegan, PlacementsRevealed), FINAL),
}


def binding(change: AnyChange) -> Binding:
    """How firmly it binds."""
    return _BINDING.get(type(change), ACT)
