"""What a tournament can know of its tables: told by whoever keeps the games, and checked by an audit against their
records."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking


class Seen(Data, frozen=True):
    """A game as it is now; one that is not there yet is `missing`."""

    game: str
    status: Literal["missing", "open", "active", "finished", "aborted", "annulled"]
    seq: int = 0
    head: str = ""
    """Chain hash of the latest event that matters to the result, in hex; `seq` is that event."""
    created_at: int = 0
    free: tuple[int, ...] = ()
    """Seats that nobody has taken yet, of an open game."""
    absent: tuple[int, ...] = ()
    """Seats that were given up for lost because nobody came."""
    ranking: Ranking = ()
    scores: tuple[int, ...] = ()
    forfeited: tuple[int, ...] = ()
    people: tuple[str | None, ...] = ()
    """Per seat the player who sits there; else who sat there last; else whom the seat is kept for. None: an AI from the
    first."""
    ai: tuple[int, ...] = ()
    """Seats that an AI plays now."""
    told: bool = False
    """Whether the game's secret is known."""
