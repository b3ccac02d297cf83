"""What can happen when seats act. Squares, areas and rounds count from 1."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.medieval_realms.state import Tokens


class TokensGained(Change, frozen=True):
    """`source` is a card, or `mayors`, or `extra_goods`."""

    seat: int
    tokens: Tokens
    source: str


class TokensPaid(Change, frozen=True):
    """`card` is what it was paid for; `why`: the price of its square, its own cost, or the winning bid."""

    seat: int
    resource: str
    amount: int
    card: str
    why: Literal["price", "cost", "bid"]


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
