"""The table as it stands: who sits where, what is awaited, and the title's own state in the middle."""

from __future__ import annotations

from typing import Any, Generic, Literal, TypeVar

from domain.core.records import Record
from domain.core.title import Sheet

S = TypeVar("S")

Status = Literal["open", "active", "finished", "aborted"]
Kind = Literal["human", "ai"]

LEVELS = ("random", "greedy", "mcts")
"""The strengths an AI seat can have, the simplest first."""

SUBSTITUTE = "greedy"
"""The level that takes over resigned seats, where a game names none."""


class Seat(Record, frozen=True):
    """One place at the table."""

    kind: Kind
    player: str | None = None
    name: str | None = None
    level: str | None = None
    entropy: str = ""
    resigned: str | None = None
    """The player who sat here and left for good."""

    @property
    def taken(self) -> bool:
        return self.kind == "ai" or self.player is not None


class Decision(Record, frozen=True):
    """A question put to a seat; its id is the seq of the event that opened it.

    An answer in several secret parts opens a new decision with every part. Other seats are shown `since`, the event
    that asked for the first part: how far a seat has got is its own affair.
    """

    seat: int
    id: int
    kind: str
    since: int


class Result(Record, frozen=True):
    """How it ended."""

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    secret: str


class Table(Record, Generic[S], frozen=True):
    """A game with everything around it, at one seq."""

    title: str
    rules_version: int
    content_hash: str
    commitment: str
    creator: str
    created_at: int
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    private: bool
    substitute: str
    """The level that takes the seat of a player who resigns."""
    status: Status = "open"
    game: S | None = None
    decisions: tuple[Decision, ...] = ()
    step: str | None = None
    result: Result | None = None

    def seat_of(self, player: str) -> int | None:
        """Where this player sits."""
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def decision_of(self, seat: int) -> Decision | None:
        """What this seat is asked."""
        return next((decision for decision in self.decisions if decision.seat == seat), None)

    @property
    def awaited_ai(self) -> int | None:
        """The first AI seat that owes a decision."""
        return next((d.seat for d in self.decisions if self.seats[d.seat].kind == "ai"), None)

    @property
    def due(self) -> bool:
        """Whether a worker has something to do."""
        return self.step is not None or self.awaited_ai is not None
