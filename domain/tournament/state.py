"""A tournament as it stands, the fold of its events, and the shape of an event."""

from __future__ import annotations

from typing import Literal

import msgspec

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking
from moothall.domain.tournament.changes import TournamentChange
from moothall.domain.tournament.moves import TournamentMove
from moothall.domain.tournament.settings import Settings

Status = Literal["open", "active", "finished", "aborted"]
RoundStatus = Literal["active", "closed"]
TableStatus = Literal["playing", "ended", "annulled"]

LONGEST_NUMBER = 9
"""Digits that are read in an entrant's id: what comes from outside may be of any length."""

SCHEMA = 1
"""The version of the stored shape."""


class Entrant(Data, frozen=True):
    """Somebody who takes part: a person or bot (`player`), or an AI of the house (`level`)."""

    id: str
    """`e1`, `e2`, ... in the order of entry."""
    name: str
    kind: str
    player: str | None = None
    level: str | None = None
    entered_in: int = 0
    """The round that was paired last when it entered; 0: before the start."""
    checked_in: bool = False
    dropped: bool = False
    dropped_by: str | None = None
    """The organiser, where it was its ruling: then nobody else takes the entrant back."""
    lot: int = 0
    """Its place in the order that was drawn by lot at the start; late entrants follow in the order of entry."""


class Result(Data, frozen=True):
    """How a table ended, as its game says."""

    ranking: Ranking
    scores: tuple[int, ...]
    forfeited: tuple[int, ...] = ()
    seq: int = 0
    head: str = ""
    """The chain hash of the game at that event, in hex: which log it was."""


class Table(Data, frozen=True):
    """One table of a round. `seats` are entrants' ids in seat order."""

    table: int
    game: str
    seats: tuple[str, ...]
    status: TableStatus = "playing"
    result: Result | None = None
    absent: tuple[int, ...] = ()
    """Seats whose players did not come."""
    substituted: tuple[int, ...] = ()
    """Seats whose entrant got a substitute while the table was being played."""


class Round(Data, frozen=True):
    """One round; on a ladder one wave of pairings, several of which may be active at once."""

    number: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    explanation: tuple[str, ...]
    """How it was paired, in words, a paragraph each."""
    paired_at: int
    by: str | None = None
    """The organiser, where the pairings are its own."""
    deadline: int | None = None
    commitment: str = ""
    """Of the deal that all tables share, in a duplicate tournament."""
    secret: str = ""
    """That deal's secret, once the round is closed."""
    status: RoundStatus = "active"

    def at(self, entrant: str) -> Table | None:
        """The table this entrant sits at."""
        return next((table for table in self.tables if entrant in table.seats), None)


class Correction(Data, frozen=True):
    """The organiser's word on a table: it counts instead of what was played. `ranking` None: it does not count."""

    seq: int
    round: int
    table: int
    ranking: Ranking | None
    by: str
    reason: str


class Adjustment(Data, frozen=True):
    """Points that the organiser took (or, below zero, gave)."""

    seq: int
    entrant: str
    points: int
    by: str
    reason: str
    round: int = 0
    """The round that was paired last when it was ruled."""


class Tournament(Data, frozen=True):
    """All of it. `seq` is that of the latest event."""

    settings: Settings
    organiser: str
    organiser_name: str
    created_at: int
    commitment: str
    """Of the secret that lots and pairings are drawn with."""
    rules: int = 1
    """The version of the rules it is paired and ranked by."""
    seq: int = 0
    status: Status = "open"
    entrants: tuple[Entrant, ...] = ()
    invited: tuple[str, ...] = ()
    rounds: tuple[Round, ...] = ()
    corrections: tuple[Correction, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    """Both without those that were withdrawn."""
    paused: bool = False
    ending: bool = False
    """Whether the organiser has said that no further round is paired."""
    secret: str = ""
    """Told by the event that ends it."""

    def entrant(self, entrant_id: str) -> Entrant | None:
        """By its id: they are numbered from 1 in the order of entry."""
        number = entrant_id[1:]
        if len(number) > LONGEST_NUMBER or not number.isdecimal() or not 1 <= int(number) <= len(self.entrants):
            return None
        found = self.entrants[int(number) - 1]
        return found if found.id == entrant_id else None

    def name_of(self, entrant_id: str) -> str:
        """What an entrant is called."""
        found = self.entrant(entrant_id)
        return found.name if found is not None else entrant_id

    def entrant_of(self, player: str) -> Entrant | None:
        """The entrant that this account plays for."""
        return next((each for each in self.entrants if each.player == player), None)

    @property
    def active(self) -> tuple[Entrant, ...]:
        """Everybody who is to be paired."""
        return tuple([each for each in self.entrants if not each.dropped])

    def round(self, number: int) -> Round | None:
        return self.rounds[number - 1] if 1 <= number <= len(self.rounds) else None

    def table(self, number: int, table: int) -> Table | None:
        """One table of a round."""
        found = self.round(number)
        return found.tables[table - 1] if found is not None and 1 <= table <= len(found.tables) else None

    @property
    def over(self) -> bool:
        return self.status in ("finished", "aborted")

    @property
    def all_closed(self) -> bool:
        return all(each.status == "closed" for each in self.rounds)


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
