"""What can happen to a tournament."""

from __future__ import annotations

from typing import get_args

from moothall.domain.core.data import Change, Data
from moothall.domain.core.ranking import Ranking
from moothall.domain.tournament.settings import Settings


class TournamentCreated(Change, frozen=True):
    settings: Settings
    organiser: str
    organiser_name: str
    created_at: int
    commitment: str
    rules: int = 1
    """The version of the rules by which it is paired and ranked from its first event to its last: a change to them
    keeps the old ones for tournaments that began before it."""


class PlayerInvited(Change, frozen=True):
    player: str


class EntrantEntered(Change, frozen=True):
    entrant: str
    name: str
    kind: str
    player: str | None = None
    level: str | None = None
    entered_in: int = 0
    lot: int = 0


class EntrantCheckedIn(Change, frozen=True):
    entrant: str


class EntrantDropped(Change, frozen=True):
    """`by` is None where the entrant did it, or did not come."""

    entrant: str
    by: str | None = None
    reason: str = ""


class EntrantReturned(Change, frozen=True):
    """Somebody who had dropped out is paired again."""

    entrant: str


class EntrantSubstituted(Change, frozen=True):
    """Somebody else goes on with this entrant's results."""

    entrant: str
    name: str
    kind: str
    by: str
    reason: str
    player: str | None = None
    level: str | None = None


class TournamentStarted(Change, frozen=True):
    """`lots`: the entrants in the order that was drawn."""

    lots: tuple[str, ...]


class Pairing(Data, frozen=True):
    """A table as it is paired."""

    table: int
    game: str
    seats: tuple[str, ...]


class RoundPaired(Change, frozen=True):
    round: int
    tables: tuple[Pairing, ...]
    byes: tuple[str, ...]
    explanation: tuple[str, ...]
    paired_at: int
    by: str | None = None
    deadline: int | None = None
    commitment: str = ""


class SeatsMissed(Change, frozen=True):
    """Players who did not come to their table."""

    round: int
    table: int
    seats: tuple[int, ...]


class TableEnded(Change, frozen=True):
    round: int
    table: int
    ranking: Ranking
    scores: tuple[int, ...]
    seq: int
    head: str
    forfeited: tuple[int, ...] = ()


class TableAnnulled(Change, frozen=True):
    """Its game was annulled or aborted: nobody has a result there, unless the organiser says otherwise."""

    round: int
    table: int
    seq: int
    head: str


class RoundClosed(Change, frozen=True):
    """Every table is over. `secret` is that of the common deal, if there was one."""

    round: int
    secret: str = ""


class ResultCorrected(Change, frozen=True):
    """What counts for a table from now on; `ranking` None: it does not count."""

    round: int
    table: int
    ranking: Ranking | None
    by: str
    reason: str


class PointsTaken(Change, frozen=True):
    entrant: str
    points: int
    by: str
    reason: str


class RulingWithdrawn(Change, frozen=True):
    """The correction or penalty of event `seq` no longer counts."""

    seq: int
    by: str
    reason: str


class TournamentPaused(Change, frozen=True):
    by: str
    reason: str


class TournamentResumed(Change, frozen=True):
    by: str
    reason: str


class Placed(Data, frozen=True):
    """One line of the final standings; numbers as exact fractions (`7/2`)."""

    rank: int
    entrant: str
    points: str
    tie_breaks: tuple[str, ...]


class LastRoundCalled(Change, frozen=True):
    """No further round is paired: it is finished when the tables that are being played are over."""

    by: str
    reason: str


class TournamentFinished(Change, frozen=True):
    standings: tuple[Placed, ...]
    secret: str


class StandingsRevised(Change, frozen=True):
    """The final standings after a ruling on a tournament that was finished already."""

    standings: tuple[Placed, ...]


class TournamentAborted(Change, frozen=True):
    """`by` is None where it could not start."""

    by: str | None
    reason: str
    secret: str


TournamentChange = (
    TournamentCreated
    | PlayerInvited
    | EntrantEntered
    | EntrantCheckedIn
    | EntrantDropped
    | EntrantReturned
    | EntrantSubstituted
    | TournamentStarted
    | RoundPaired
    | SeatsMissed
    | TableEnded
    | TableAnnulled
    | RoundClosed
    | ResultCorrected
    | PointsTaken
    | RulingWithdrawn
    | TournamentPaused
    | TournamentResumed
    | LastRoundCalled
    | TournamentFinished
    | StandingsRevised
    | TournamentAborted
)
TOURNAMENT_CHANGES: tuple[type[Change], ...] = get_args(TournamentChange)
