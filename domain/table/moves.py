"""What a seat may ask of the table in any title."""

from __future__ import annotations

from typing import get_args

from moothall.domain.core.data import Move


class Undo(Move, frozen=True):
    """Take back the own latest act; with `to`, all own acts after that event."""

    to: int | None = None


class UndoAll(Move, frozen=True):
    """Take back everything that can be taken back."""


class Resign(Move, frozen=True):
    """Leave for good; an AI plays on."""


class AskPause(Move, frozen=True):
    """Ask for a pause; when every person at the table has asked, the game stands still."""


class AskResume(Move, frozen=True):
    """Ask to go on after a pause that all had agreed to; when every person has asked, the game goes on."""


TableMove = Undo | UndoAll | Resign | AskPause | AskResume
TABLE_MOVES: tuple[type[Move], ...] = get_args(TableMove)
OF_THE_TABLE = frozenset(TABLE_MOVES)
"""The same, for who asks of every move: a look at its type takes a fifth of the time of `isinstance`."""


class PauseGame(Move, frozen=True):
    """Nobody moves until the game is resumed."""

    reason: str


class ResumeGame(Move, frozen=True):
    """Go on."""

    reason: str


class ReplaceSeat(Move, frozen=True):
    """Give a seat to an AI of a level, or to a player by id."""

    seat: int
    reason: str
    level: str | None = None
    player: str | None = None


class AnnulGame(Move, frozen=True):
    """The game shall not count; its secret is told, so that it can be checked."""

    reason: str


class RestoreGame(Move, frozen=True):
    """Put the game back to how it stood after event `to`."""

    to: int
    reason: str


class AddTime(Move, frozen=True):
    """Give a seat more time."""

    seat: int
    seconds: int
    reason: str


class Penalty(Move, frozen=True):
    """Take points from a seat's score, or give it some: then `points` is less than nothing."""

    seat: int
    points: int
    reason: str


class Adjudicate(Move, frozen=True):
    """End the game with this ranking: groups of seats, the best first, equals together."""

    ranking: tuple[tuple[int, ...], ...]
    reason: str


Ruling = PauseGame | ResumeGame | ReplaceSeat | AnnulGame | RestoreGame | AddTime | Penalty | Adjudicate
"""What the organiser of a game may decide. Not a seat's moves: only the organiser's own door takes them."""
RULINGS: tuple[type[Move], ...] = get_args(Ruling)
OF_THE_ORGANISER = frozenset(RULINGS)
