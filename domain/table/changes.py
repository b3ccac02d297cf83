"""What can happen to a table, besides what happens in its game. None of it is secret but the entropies' secret."""

from __future__ import annotations

from typing import Any, get_args

from moothall.domain.core.data import Change
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import Sheet
from moothall.domain.table.state import Clock, Parent, Reserved, Seat, TournamentTable


class GameCreated(Change, frozen=True):
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
    organiser: str | None = None
    parent: Parent | None = None
    clock: Clock | None = None
    reserved: tuple[Reserved, ...] = ()
    tags: tuple[str, ...] = ()
    tournament: TournamentTable | None = None
    sealed: bool = False
    """Whether the end of the game leaves its secret untold."""
    rated: bool = False


class SeatTaken(Change, frozen=True):
    seat: int
    player: str
    name: str
    entropy: str = ""


class SeatLeft(Change, frozen=True):
    seat: int


class SeatMissed(Change, frozen=True):
    """Nobody came to it: an AI of `level` plays there, and the seat is out of the running."""

    seat: int
    level: str


class GameStarted(Change, frozen=True):
    pass


class SeatResigned(Change, frozen=True):
    seat: int
    level: str


class GameAborted(Change, frozen=True):
    reason: str


class GameFinished(Change, frozen=True):
    """`secret` is empty at the end of a sealed game."""

    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    sheets: tuple[Sheet, ...]
    secret: str
    forfeited: tuple[int, ...] = ()
    """Seats out of the running; they share the last place."""


class TimeExpired(Change, frozen=True):
    """An AI of `level` plays on; `forfeited` puts the seat out of the running."""

    seat: int
    level: str
    forfeited: bool = False


class PauseAsked(Change, frozen=True):
    seat: int


class ResumeAsked(Change, frozen=True):
    seat: int


class GamePaused(Change, frozen=True):
    """By the organiser, or, with nobody named, by all persons at the table."""

    by: str | None = None
    reason: str = ""


class GameResumed(Change, frozen=True):
    by: str | None = None
    reason: str = ""


class TimeAdded(Change, frozen=True):
    seat: int
    seconds: int
    by: str
    reason: str


class SeatReplaced(Change, frozen=True):
    """An AI of `level`, or the player, sits there from now on."""

    seat: int
    by: str
    reason: str
    level: str | None = None
    player: str | None = None
    name: str | None = None


class GameAnnulled(Change, frozen=True):
    by: str
    reason: str
    secret: str


class SecretTold(Change, frozen=True):
    """That of a sealed game, now that all tables with the same deal are over."""

    secret: str


class GameRestored(Change, frozen=True):
    """The game stands again as it did at event `to`; `state` is the title's state there as JSON text, so that the
    log folds without looking back. It holds secrets, and viewers get it empty until the end."""

    to: int
    by: str
    reason: str
    state: str = ""


class PenaltyGiven(Change, frozen=True):
    """So many points are taken from the seat's score; if it is less than nothing, they are given."""

    seat: int
    points: int
    by: str
    reason: str


class GameAdjudicated(Change, frozen=True):
    """The game ends here, with this ranking."""

    ranking: Ranking
    by: str
    reason: str


TableChange = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | SeatMissed
    | GameStarted
    | SeatResigned
    | GameAborted
    | GameFinished
    | GamePaused
    | GameResumed
    | SeatReplaced
    | GameAnnulled
    | SecretTold
    | GameRestored
    | TimeExpired
    | PauseAsked
    | ResumeAsked
    | TimeAdded
    | PenaltyGiven
    | GameAdjudicated
)
TABLE_CHANGES: frozenset[type[Change]] = frozenset(get_args(TableChange))
"""Everything else that changes a game is its title's."""

APART = frozenset(
    (
        SeatResigned,
        SeatReplaced,
        GamePaused,
        GameResumed,
        TimeExpired,
        PauseAsked,
        ResumeAsked,
        TimeAdded,
        PenaltyGiven,
    )
)
"""Changes that stand apart from the turns: they bar nobody's undo."""

BRING_A_GAME = frozenset((GameStarted, GameRestored))
"""Changes that put a game on the table, whatever lay there."""
