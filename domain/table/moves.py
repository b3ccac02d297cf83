"""What a seat may ask of the table in any title."""

from __future__ import annotations

from domain.core.records import Move


class Undo(Move, frozen=True):
    """Take back the own latest act; with `to`, all own acts after that event."""

    to: int | None = None


class UndoAll(Move, frozen=True):
    """Take back everything that can be taken back."""


class Resign(Move, frozen=True):
    """Leave for good; an AI plays on."""


TableMove = Undo | UndoAll | Resign


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


Ruling = PauseGame | ResumeGame | ReplaceSeat | AnnulGame | RestoreGame
"""What the organiser of a game may decide. Not a seat's moves: only the organiser's own door takes them."""
