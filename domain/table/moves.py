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
