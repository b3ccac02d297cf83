"""The event of a tournament: one accepted move, or one step of its own, with the changes it made."""

from __future__ import annotations

import msgspec

from moothall.domain.tournament.changes import TournamentChange
from moothall.domain.tournament.moves import TournamentMove

SCHEMA = 1
"""The version of the stored shape."""


class TournamentEvent(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """As stored. `at` is milliseconds since 1970; `by` the player who asked, None for the tournament's own steps.
    Nothing in it is secret."""

    v: int
    seq: int
    at: int
    changes: tuple[TournamentChange, ...]
    by: str | None = None
    move: TournamentMove | None = None
    step: str | None = None
