"""What the organiser rules: results, points, pauses, the end. Each with a reason, and none edits what is written."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import Ranking
from moothall.domain.table.rulings import LONGEST_REASON, MOST_POINTS
from moothall.domain.tournament.changes import (
    LastRoundCalled,
    PointsTaken,
    ResultCorrected,
    RulingWithdrawn,
    StandingsRevised,
    TournamentAborted,
    TournamentChange,
    TournamentPaused,
    TournamentResumed,
)
from moothall.domain.tournament.entering import check_entrant
from moothall.domain.tournament.evolve import after
from moothall.domain.tournament.moves import CorrectResult, TakePoints, WithdrawRuling
from moothall.domain.tournament.rounds import finished
from moothall.domain.tournament.standings import placed
from moothall.domain.tournament.state import Tournament


def check_reason(reason: str) -> None:
    """TN-8.1."""
    if not 1 <= len(reason.strip()) <= LONGEST_REASON:
        raise IllegalMove("TN-8.1", f"reason: a ruling has a reason of 1 to {LONGEST_REASON} characters")


def correct_result(t: Tournament, by: str, move: CorrectResult) -> tuple[TournamentChange, ...]:
    """TN-8.2, TN-8.3."""
    table = t.table(move.round, move.table)
    if table is None:
        raise IllegalMove("TN-8.3", f"there is no table {move.table} in round {move.round}")
    _check_not_aborted(t)
    if table.status == "playing":
        raise IllegalMove("TN-8.3", "the table is still being played: end it there first")
    ranking = None if move.ranking is None else _checked(move.ranking, len(table.seats))
    return revised(t, ResultCorrected(move.round, move.table, ranking, by, move.reason))


def _checked(ranking: Ranking, size: int) -> Ranking:
    if sorted(seat for group in ranking for seat in group) != list(range(size)) or not all(ranking):
        raise IllegalMove("TN-8.3", f"ranking: it holds each of the seats 0 to {size - 1} once")
    return tuple([tuple(sorted(group)) for group in ranking])


def take_points(t: Tournament, by: str, move: TakePoints) -> tuple[TournamentChange, ...]:
    """TN-8.4."""
    entrant = check_entrant(t, move.entrant, "TN-8.4")
    if t.status == "open":
        raise IllegalMove("TN-8.4", "the tournament has not started")
    _check_not_aborted(t)
    if not 1 <= abs(move.points) <= MOST_POINTS:
        raise IllegalMove("TN-8.4", f"points: 1 to {MOST_POINTS} are taken or given at a time")
    return revised(t, PointsTaken(entrant.id, move.points, by, move.reason))


def withdraw_ruling(t: Tournament, by: str, move: WithdrawRuling) -> tuple[TournamentChange, ...]:
    """TN-8.5."""
    _check_not_aborted(t)
    if move.seq not in {*(each.seq for each in t.corrections), *(each.seq for each in t.adjustments)}:
        raise IllegalMove("TN-8.5", f"event {move.seq} is no correction or penalty that holds")
    return revised(t, RulingWithdrawn(move.seq, by, move.reason))


def revised(t: Tournament, change: TournamentChange) -> tuple[TournamentChange, ...]:
    """TN-11.4: after the end the final standings are told anew."""
    if t.status != "finished":
        return (change,)
    return (change, StandingsRevised(placed(after(t, (change,)))))


def _check_not_aborted(t: Tournament) -> None:
    if t.status == "aborted":
        raise IllegalMove("TN-11.3", "the tournament is aborted and has no result")


def pause(t: Tournament, by: str, reason: str) -> TournamentChange:
    _check_going_on(t, "TN-8.7")
    if t.paused:
        raise IllegalMove("TN-8.7", "the tournament is paused already")
    return TournamentPaused(by, reason)


def resume(t: Tournament, by: str, reason: str) -> TournamentChange:
    _check_going_on(t, "TN-8.7")
    if not t.paused:
        raise IllegalMove("TN-8.7", "the tournament is not paused")
    return TournamentResumed(by, reason)


def finish(t: Tournament, by: str, reason: str, secret: bytes) -> TournamentChange:
    """TN-11.2."""
    if t.status != "active":
        raise IllegalMove("TN-11.2", f"the tournament is {t.status}")
    if t.all_closed:
        return finished(replace(t, ending=True), secret)
    if t.ending:
        raise IllegalMove("TN-11.2", "it ends already, when the tables that are being played are over")
    return LastRoundCalled(by, reason)


def abort(t: Tournament, by: str, reason: str, secret: bytes) -> TournamentChange:
    """TN-11.3."""
    _check_going_on(t, "TN-11.3")
    return TournamentAborted(by, reason, secret.hex())


def _check_going_on(t: Tournament, rule: str) -> None:
    if t.over:
        raise IllegalMove(rule, f"the tournament is {t.status}")
