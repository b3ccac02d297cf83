"""What may be asked of a tournament: by anybody for themselves, or by its organiser."""

from __future__ import annotations

from typing import get_args

from moothall.domain.core.data import Move
from moothall.domain.core.ranking import Ranking


class Enter(Move, frozen=True):
    """Take part; who had dropped out comes back."""


class EnterPlayer(Move, frozen=True):
    """The organiser enters an account."""

    player: str


class EnterAi(Move, frozen=True):
    """The organiser enters an AI of the house."""

    level: str
    name: str


class Invite(Move, frozen=True):
    """The organiser lets a player enter."""

    player: str


class Drop(Move, frozen=True):
    """Take part no longer; tables that are being played go on."""


class CheckIn(Move, frozen=True):
    """Say that one is there."""


class Start(Move, frozen=True):
    """Nobody enters any more, unless late entries are allowed; lots are drawn, and the first round is paired unless the
    organiser pairs the rounds."""


class PairRound(Move, frozen=True):
    """Pair the next round."""


class SetPairings(Move, frozen=True):
    """Pair the next round like this: entrants' ids by table, in seat order, and who sits out."""

    round: int
    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class DropEntrant(Move, frozen=True):
    entrant: str
    reason: str


class ReturnEntrant(Move, frozen=True):
    entrant: str
    reason: str


class Substitute(Move, frozen=True):
    """A player, or an AI of a level and name, goes on as this entrant."""

    entrant: str
    reason: str
    player: str | None = None
    level: str | None = None
    name: str | None = None


class CorrectResult(Move, frozen=True):
    """This ranking of its seats counts for a table; None: the table does not count."""

    round: int
    table: int
    ranking: Ranking | None
    reason: str


class TakePoints(Move, frozen=True):
    """Take points from an entrant, or give some: then `points` is less than nothing."""

    entrant: str
    points: int
    reason: str


class WithdrawRuling(Move, frozen=True):
    """Take back the correction or penalty of that event."""

    seq: int
    reason: str


class PauseTournament(Move, frozen=True):
    """No round is paired until it is resumed."""

    reason: str


class ResumeTournament(Move, frozen=True):
    reason: str


class FinishTournament(Move, frozen=True):
    """End it as it stands: at once, or when the tables that are being played are over. No further round is paired."""

    reason: str


class AbortTournament(Move, frozen=True):
    """End it without a result."""

    reason: str


EntrantMove = Enter | Drop | CheckIn
OrganiserMove = EnterPlayer | EnterAi | Invite | Start | PairRound | SetPairings
TournamentRuling = (
    DropEntrant
    | ReturnEntrant
    | Substitute
    | CorrectResult
    | TakePoints
    | WithdrawRuling
    | PauseTournament
    | ResumeTournament
    | FinishTournament
    | AbortTournament
)
"""Each has a reason, and is posted to `rulings`."""
TournamentMove = EntrantMove | OrganiserMove | TournamentRuling
TOURNAMENT_MOVES: tuple[type[Move], ...] = get_args(TournamentMove)
TOURNAMENT_RULINGS: tuple[type[Move], ...] = get_args(TournamentRuling)
