"""The table as it stands: who sits where, what is awaited, and the title's own state in the middle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import Sheet

S = TypeVar("S")

Status = Literal["open", "active", "finished", "aborted", "annulled"]
Kind = Literal["human", "ai"]
OnTimeout = Literal["ai", "forfeit"]
Work = Literal["step", "ai"]
"""What workers do for a game: its own steps, and the moves of its AI seats."""

LEVELS = ("random", "greedy", "mcts")
"""The strengths that an AI seat can have everywhere, the simplest first."""

Levels = Sequence[str] | None
"""The strengths that it can have at one place; None where any was good: in a record, whoever made it."""

SUBSTITUTE = "greedy"
"""The level that takes over resigned seats, where a game names none."""


AI_PLAYER = "ai:"
"""Before the level of an AI, where it stands among the rated players."""


def knows(levels: Levels, level: str) -> bool:
    """Whether an AI can have that strength there."""
    return bool(level) if levels is None else level in levels


class Seat(Data, frozen=True):
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

    @property
    def rated_as(self) -> str:
        """Who plays here, as the ratings know them: an account, or a level of the AIs."""
        return self.player or f"{AI_PLAYER}{self.level}"


class Decision(Data, frozen=True):
    """A question put to a seat; its id is the seq of the event that opened it.

    An answer in several secret parts opens a new decision with every part. Other seats are shown `since`, the event
    that asked for the first part: how far a seat has got is its own affair.
    """

    seat: int
    id: int
    kind: str
    since: int
    deadline: int | None = None
    """When its time is up, in milliseconds since 1970, if the seat's clock runs."""


class Clock(Data, frozen=True):
    """How long seats may think: so long for every move, or out of a bank that grows with every move."""

    on_timeout: OnTimeout = "ai"
    per_move_s: int | None = None
    bank_s: int | None = None
    increment_s: int = 0

    @property
    def full_ms(self) -> int:
        """What a seat begins with."""
        return 1_000 * (self.per_move_s or self.bank_s or 0)


class Time(Data, frozen=True):
    """One seat's time, in milliseconds."""

    left: int
    """At `since`, or now if its clock stands; below zero if it overstepped and the game moved on."""
    since: int | None = None
    """When its clock was last read, if it runs."""
    unpaid: int = 0
    """Moves it took back: that many of its next ones earn nothing, because they were paid for once."""

    @property
    def deadline(self) -> int | None:
        return None if self.since is None else self.since + self.left


class Result(Data, frozen=True):
    """How it ended."""

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    secret: str


class Reserved(Data, frozen=True):
    """A seat that is kept for one player."""

    seat: int
    player: str
    name: str


class Parent(Data, frozen=True):
    """The game that a fork goes on from, and the point it left it at."""

    game: str
    seq: int
    head: str
    """The parent's chain hash at that event, in hex."""
    exact: bool
    """Whether the state is the parent's own; otherwise its hidden part was dealt anew for the seat that forked."""
    state: str
    """The title's state there as JSON text, secrets included. Leaves the server only when the fork is over."""


class TournamentTable(Data, frozen=True):
    """Which table of a tournament a game is."""

    id: str
    """The tournament's."""
    round: int
    table: int


class Table(Data, Generic[S], frozen=True):
    """A game with everything around it, at one seq."""

    title: str
    edition: int
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
    organiser: str | None = None
    """The player who rules over this game and has no seat in it."""
    parent: Parent | None = None
    paused: bool = False
    agreed: tuple[int, ...] = ()
    """Seats that ask for a pause; in a pause, those that ask to go on."""
    organiser_paused: bool = False
    """Whether the pause is the organiser's own: then agreeing does not end it."""
    forfeited: tuple[int, ...] = ()
    """Seats out of the running: their time ran out."""
    clock: Clock | None = None
    times: tuple[Time, ...] = ()
    """Every seat's time, once a game with a clock has started."""
    reserved: tuple[Reserved, ...] = ()
    tags: tuple[str, ...] = ()
    """Words that the creator gave the game, to find it by."""
    penalties: tuple[int, ...] = ()
    """Points that the organiser has taken from each seat's score; empty as long as there are none."""
    adjudicated: Ranking | None = None
    """The ranking that the organiser has given, where the game ended by that."""
    tournament: TournamentTable | None = None
    sealed: bool = False
    """Whether its secret outlives its end, because other tables play the same deal."""
    told: bool = False
    """Whether the secret of a sealed game has been told."""
    missed: tuple[int, ...] = ()
    """Seats whose players did not come."""
    rated: bool = False
    starters: tuple[str, ...] = ()
    """Who played in each seat when a rated game started (`Seat.rated_as`)."""

    def seat_of(self, player: str) -> int | None:
        """Where this player sits."""
        return next((i for i, seat in enumerate(self.seats) if seat.player == player), None)

    def reserved_for(self, player: str) -> int | None:
        """The seat that is kept for this player, taken or not."""
        return next((each.seat for each in self.reserved if each.player == player), None)

    def decision_of(self, seat: int) -> Decision | None:
        """What this seat is asked."""
        return next((decision for decision in self.decisions if decision.seat == seat), None)

    @property
    def over(self) -> bool:
        """Whether nothing will be played any more."""
        return self.status in ("finished", "aborted", "annulled")

    @property
    def revealed(self) -> bool:
        """Whether the game's secret has been told, and nothing in it is hidden any more."""
        return self.status in ("finished", "annulled") and (self.told or not self.sealed)

    @property
    def awaited_ai(self) -> int | None:
        """The first AI seat that owes a decision."""
        return next((d.seat for d in self.decisions if self.seats[d.seat].kind == "ai"), None)

    @property
    def work(self) -> Work | None:
        """What a worker has to do."""
        if self.step is not None:
            return "step"
        return "ai" if self.awaited_ai is not None else None

    @property
    def due(self) -> bool:
        """Whether a worker has something to do."""
        return self.work is not None

    @property
    def deadline(self) -> int | None:
        """When the first clock runs out, if any runs."""
        return min((d.deadline for d in self.decisions if d.deadline is not None), default=None)
