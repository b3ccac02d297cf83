"""What deciding needs from outside, and what it says: the tournament itself knows neither the time nor any account."""

from __future__ import annotations

import hmac
from collections.abc import Callable
from typing import Literal

from moothall.domain.core.data import Data
from moothall.domain.core.draw import Draw, SeededDraw
from moothall.domain.tournament.changes import TournamentChange
from moothall.domain.tournament.moves import TournamentMove


class Account(Data, frozen=True):
    """A person or bot that the house knows."""

    id: str
    name: str
    kind: Literal["human", "bot"]


class Context(Data, frozen=True):
    """What comes from outside."""

    now: int
    secret: bytes
    game_id: Callable[[int, int], str]
    """The id of the game to be, by round and table."""
    players: range
    """The numbers of seats that the title allows."""
    named: Account | None = None
    """The account that a move names by its id; None: there is none."""

    @property
    def draw(self) -> Draw:
        """The luck of lots and pairings."""
        return SeededDraw(self.secret)


class Decided(Data, frozen=True):
    """What is to be written: the event but for its place in the log and its time."""

    changes: tuple[TournamentChange, ...]
    by: str | None = None
    move: TournamentMove | None = None
    step: str | None = None


def deal_secret(secret: bytes, number: int) -> bytes:
    """The secret of every game of a duplicate round, whose tables all play the same deal: it follows from the
    tournament's."""
    return hmac.digest(secret, f"deal/round-{number}".encode(), "sha256")
