"""What can happen before, between and after the actions. Squares, areas and rounds count from 1."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Change
from moothall.domain.core.ranking import Ranking
from moothall.domain.medieval_realms.state import Mayors, Placement, Standing, Tokens

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
    tokens: Tokens
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
    mayors: Mayors


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

    placements: tuple[Placement, ...]


class AreaSettled(Change, frozen=True):
    """An area where leaders stand: who controls it, if anybody, and what that brings."""

    area: int
    strengths: tuple[int, ...]
    seat: int | None = None
    tokens: Tokens = Tokens()


class TurnOrderChanged(Change, frozen=True):
    """`production` is what every seat has of it, which decided the order."""

    order: tuple[int, ...]
    production: tuple[int, ...]


class PanelsMoved(Change, frozen=True):
    """Cards slid and future cards moved up; None is an empty square."""

    current: tuple[str | None, ...]
    future: tuple[str | None, ...]


class StandingsTaken(Change, frozen=True):
    """How the seats stand at the end of a round."""

    round: int
    standings: tuple[Standing, ...]


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
