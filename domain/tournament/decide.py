"""What is asked of a tournament, judged; and what then happens.

The organiser's rulings (results, points, pauses, the end) are among it: each has a reason, and none edits what is
written.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from moothall.domain.core.draw import commitment
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.rulings import LONGEST_REASON, MOST_POINTS
from moothall.domain.tournament import changes as c, entries, moves as m
from moothall.domain.tournament.context import Account, Context, Decided
from moothall.domain.tournament.evolve import after, apply
from moothall.domain.tournament.pairing import nothing_left, own_pairings
from moothall.domain.tournament.settings import Settings, checked
from moothall.domain.tournament.standings import placed
from moothall.domain.tournament.state import SCHEMA, Tournament, TournamentEvent
from moothall.domain.tournament.steps import enough_to_start, finished, next_round, round_paired, started

PartMove = m.EntrantMove | m.EnterPlayer | m.EnterAi | m.Invite | m.DropEntrant | m.ReturnEntrant | m.Substitute
"""What is asked about who takes part."""


def create(title: AnyTitle, organiser: Account, settings: Settings, secret: bytes, now: int) -> Decided:
    """A new tournament. Raises IllegalMove or BadOptions."""
    full = checked(title, settings, now)
    created = c.TournamentCreated(full, organiser.id, organiser.name, now, commitment(secret))
    return Decided((created,), by=organiser.id)


def decide(tournament: Tournament, asker: Account, move: m.TournamentMove, context: Context) -> Decided:
    """What comes of a move. Raises IllegalMove, or NotYourTurn for whoever may not ask for it."""
    if not isinstance(move, m.EntrantMove) and asker.id != tournament.organiser:
        raise NotYourTurn("TN-8.1", "only the organiser of the tournament may do this")
    if isinstance(move, m.TournamentRuling):
        check_reason(move.reason)
    return Decided(_changes(tournament, asker, move, context), by=asker.id, move=move)


def next_event(tournament: Tournament | None, decided: Decided, at: int) -> tuple[TournamentEvent, Tournament]:
    """The event that it becomes at the end of the log, and the tournament with it."""
    seq = tournament.seq + 1 if tournament is not None else 1
    event = TournamentEvent(SCHEMA, seq, at, decided.changes, by=decided.by, move=decided.move, step=decided.step)
    return event, apply(tournament, event)


def _changes(t: Tournament, asker: Account, move: m.TournamentMove, context: Context) -> tuple[c.TournamentChange, ...]:
    match move:
        case m.Start():
            return _start(t, context)
        case m.PairRound():
            return _pair(t, context)
        case m.SetPairings():
            _check_may_pair(t, context)
            return (round_paired(t, own_pairings(t, move, context.players), context, by=asker.id),)
        case m.CorrectResult():
            return correct_result(t, asker.id, move)
        case m.TakePoints():
            return take_points(t, asker.id, move)
        case m.WithdrawRuling():
            return withdraw_ruling(t, asker.id, move)
        case m.PauseTournament(reason):
            return (pause(t, asker.id, reason),)
        case m.ResumeTournament(reason):
            return (resume(t, asker.id, reason),)
        case m.FinishTournament(reason):
            return (finish(t, asker.id, reason, context.secret),)
        case m.AbortTournament(reason):
            return (abort(t, asker.id, reason, context.secret),)
        case _:
            return (_part(t, asker, move, context.named),)


def _part(t: Tournament, asker: Account, move: PartMove, named: Account | None) -> c.TournamentChange:
    """Who takes part."""
    match move:
        case m.Enter():
            return entries.enter(t, asker)
        case m.EnterPlayer(player):
            return entries.enter(t, entries.check_named(named, player, "TN-2.1"), by_organiser=True)
        case m.EnterAi():
            return entries.enter_ai(t, move)
        case m.Invite():
            return entries.invite(t, move, named)
        case m.Drop():
            return entries.drop(t, asker)
        case m.CheckIn():
            return entries.check_in(t, asker)
        case m.DropEntrant():
            return entries.drop_entrant(t, asker.id, move)
        case m.ReturnEntrant():
            return entries.return_entrant(t, move)
        case m.Substitute():
            return entries.substitute(t, asker.id, move, named)
        case _:
            assert_never(move)


def _start(t: Tournament, context: Context) -> tuple[c.TournamentChange, ...]:
    """TN-3.1."""
    if t.status != "open":
        raise IllegalMove("TN-3.1", f"the tournament is {t.status}")
    if t.paused:
        raise IllegalMove("TN-8.7", "the tournament is paused: resume it first")
    if not enough_to_start(t, context.players):
        raise IllegalMove("TN-3.1", "there are too few entrants for a table")
    return started(t, context)


def _pair(t: Tournament, context: Context) -> tuple[c.TournamentChange, ...]:
    _check_may_pair(t, context)
    paired = next_round(t, context)
    if not paired:
        raise IllegalMove("TN-4.7", "there are too few who can be paired now")
    return paired


def _check_may_pair(t: Tournament, context: Context) -> None:
    """TN-4.7."""
    if t.status != "active":
        raise IllegalMove("TN-4.7", "the tournament has not started" if t.status == "open" else f"it is {t.status}")
    if t.paused:
        raise IllegalMove("TN-8.7", "the tournament is paused: resume it first")
    if not t.all_closed and t.settings.format != "ladder":
        raise IllegalMove("TN-4.7", f"round {len(t.rounds)} is not closed yet")
    if nothing_left(t, context.players):
        raise IllegalMove("TN-4.7", "no further round is to be played")


def check_reason(reason: str) -> None:
    """TN-8.1."""
    if not 1 <= len(reason.strip()) <= LONGEST_REASON:
        raise IllegalMove("TN-8.1", f"reason: a ruling has a reason of 1 to {LONGEST_REASON} characters")


def correct_result(t: Tournament, by: str, move: m.CorrectResult) -> tuple[c.TournamentChange, ...]:
    """TN-8.2, TN-8.3."""
    table = t.table(move.round, move.table)
    if table is None:
        raise IllegalMove("TN-8.3", f"there is no table {move.table} in round {move.round}")
    _check_not_aborted(t)
    if table.status == "playing":
        raise IllegalMove("TN-8.3", "the table is still being played: end it there first")
    ranking = None if move.ranking is None else _checked_ranking(move.ranking, len(table.seats))
    return revised(t, c.ResultCorrected(move.round, move.table, ranking, by, move.reason))


def _checked_ranking(ranking: Ranking, size: int) -> Ranking:
    if sorted(seat for group in ranking for seat in group) != list(range(size)) or not all(ranking):
        raise IllegalMove("TN-8.3", f"ranking: it holds each of the seats 0 to {size - 1} once")
    return tuple([tuple(sorted(group)) for group in ranking])


def take_points(t: Tournament, by: str, move: m.TakePoints) -> tuple[c.TournamentChange, ...]:
    """TN-8.4."""
    entrant = entries.check_entrant(t, move.entrant, "TN-8.4")
    if t.status == "open":
        raise IllegalMove("TN-8.4", "the tournament has not started")
    _check_not_aborted(t)
    if not 1 <= abs(move.points) <= MOST_POINTS:
        raise IllegalMove("TN-8.4", f"points: 1 to {MOST_POINTS} are taken or given at a time")
    return revised(t, c.PointsTaken(entrant.id, move.points, by, move.reason))


def withdraw_ruling(t: Tournament, by: str, move: m.WithdrawRuling) -> tuple[c.TournamentChange, ...]:
    """TN-8.5."""
    _check_not_aborted(t)
    if move.seq not in {*(each.seq for each in t.corrections), *(each.seq for each in t.adjustments)}:
        raise IllegalMove("TN-8.5", f"event {move.seq} is no correction or penalty that holds")
    return revised(t, c.RulingWithdrawn(move.seq, by, move.reason))


def revised(t: Tournament, change: c.TournamentChange) -> tuple[c.TournamentChange, ...]:
    """TN-11.4: after the end the final standings are told anew."""
    if t.status != "finished":
        return (change,)
    return (change, c.StandingsRevised(placed(after(t, (change,)))))


def _check_not_aborted(t: Tournament) -> None:
    if t.status == "aborted":
        raise IllegalMove("TN-11.3", "the tournament is aborted and has no result")


def pause(t: Tournament, by: str, reason: str) -> c.TournamentChange:
    _check_going_on(t, "TN-8.7")
    if t.paused:
        raise IllegalMove("TN-8.7", "the tournament is paused already")
    return c.TournamentPaused(by, reason)


def resume(t: Tournament, by: str, reason: str) -> c.TournamentChange:
    _check_going_on(t, "TN-8.7")
    if not t.paused:
        raise IllegalMove("TN-8.7", "the tournament is not paused")
    return c.TournamentResumed(by, reason)


def finish(t: Tournament, by: str, reason: str, secret: bytes) -> c.TournamentChange:
    """TN-11.2."""
    if t.status != "active":
        raise IllegalMove("TN-11.2", f"the tournament is {t.status}")
    if t.all_closed:
        return finished(replace(t, ending=True), secret)
    if t.ending:
        raise IllegalMove("TN-11.2", "it ends already, when the tables that are being played are over")
    return c.LastRoundCalled(by, reason)


def abort(t: Tournament, by: str, reason: str, secret: bytes) -> c.TournamentChange:
    """TN-11.3."""
    _check_going_on(t, "TN-11.3")
    return c.TournamentAborted(by, reason, secret.hex())


def _check_going_on(t: Tournament, rule: str) -> None:
    if t.over:
        raise IllegalMove(rule, f"the tournament is {t.status}")
