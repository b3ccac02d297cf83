"""What is asked of a tournament, judged; and what then happens."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.draw import commitment
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament import entering, rulings
from moothall.domain.tournament.changes import TournamentChange, TournamentCreated
from moothall.domain.tournament.context import Account, Context, Decided
from moothall.domain.tournament.event import SCHEMA, TournamentEvent
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.moves import (
    AbortTournament,
    CheckIn,
    CorrectResult,
    Drop,
    DropEntrant,
    Enter,
    EnterAi,
    EnterPlayer,
    EntrantMove,
    FinishTournament,
    Invite,
    PairRound,
    PauseTournament,
    ResumeTournament,
    ReturnEntrant,
    SetPairings,
    Start,
    Substitute,
    TakePoints,
    TournamentMove,
    TournamentRuling,
    WithdrawRuling,
)
from moothall.domain.tournament.pairing import nothing_left
from moothall.domain.tournament.pairing.own import own_pairings
from moothall.domain.tournament.rounds import enough_to_start, next_round, round_paired, started
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Tournament
from moothall.domain.tournament.terms import checked

PartMove = EntrantMove | EnterPlayer | EnterAi | Invite | DropEntrant | ReturnEntrant | Substitute
"""What is asked about who takes part."""

__all__ = ["Account", "Context", "Decided", "create", "decide", "next_event"]


def create(title: AnyTitle, organiser: Account, settings: Settings, secret: bytes, now: int) -> Decided:
    """A new tournament. Raises IllegalMove or BadOptions."""
    full = checked(title, settings, now)
    created = TournamentCreated(full, organiser.id, organiser.name, now, commitment(secret))
    return Decided((created,), by=organiser.id)


def decide(tournament: Tournament, asker: Account, move: TournamentMove, context: Context) -> Decided:
    """What comes of a move. Raises IllegalMove, or NotYourTurn for whoever may not ask for it."""
    if not isinstance(move, EntrantMove) and asker.id != tournament.organiser:
        raise NotYourTurn("TN-8.1", "only the organiser of the tournament may do this")
    if isinstance(move, TournamentRuling):
        rulings.check_reason(move.reason)
    return Decided(_changes(tournament, asker, move, context), by=asker.id, move=move)


def next_event(tournament: Tournament | None, decided: Decided, at: int) -> tuple[TournamentEvent, Tournament]:
    """The event that it becomes at the end of the log, and the tournament with it."""
    seq = tournament.seq + 1 if tournament is not None else 1
    event = TournamentEvent(SCHEMA, seq, at, decided.changes, by=decided.by, move=decided.move, step=decided.step)
    return event, apply(tournament, event)


def _changes(t: Tournament, asker: Account, move: TournamentMove, context: Context) -> tuple[TournamentChange, ...]:
    match move:
        case Start():
            return _start(t, context)
        case PairRound():
            return _pair(t, context)
        case SetPairings():
            _check_may_pair(t, context)
            return (round_paired(t, own_pairings(t, move, context.players), context, by=asker.id),)
        case CorrectResult():
            return rulings.correct_result(t, asker.id, move)
        case TakePoints():
            return rulings.take_points(t, asker.id, move)
        case WithdrawRuling():
            return rulings.withdraw_ruling(t, asker.id, move)
        case PauseTournament(reason):
            return (rulings.pause(t, asker.id, reason),)
        case ResumeTournament(reason):
            return (rulings.resume(t, asker.id, reason),)
        case FinishTournament(reason):
            return (rulings.finish(t, asker.id, reason, context.secret),)
        case AbortTournament(reason):
            return (rulings.abort(t, asker.id, reason, context.secret),)
        case _:
            return (_part(t, asker, move, context.named),)


def _part(t: Tournament, asker: Account, move: PartMove, named: Account | None) -> TournamentChange:
    """Who takes part."""
    match move:
        case Enter():
            return entering.enter(t, asker)
        case EnterPlayer(player):
            return entering.enter(t, entering.check_named(named, player, "TN-2.1"), by_organiser=True)
        case EnterAi():
            return entering.enter_ai(t, move)
        case Invite():
            return entering.invite(t, move, named)
        case Drop():
            return entering.drop(t, asker)
        case CheckIn():
            return entering.check_in(t, asker)
        case DropEntrant():
            return entering.drop_entrant(t, asker.id, move)
        case ReturnEntrant():
            return entering.return_entrant(t, move)
        case Substitute():
            return entering.substitute(t, asker.id, move, named)
        case _:
            assert_never(move)


def _start(t: Tournament, context: Context) -> tuple[TournamentChange, ...]:
    """TN-3.1."""
    if t.status != "open":
        raise IllegalMove("TN-3.1", f"the tournament is {t.status}")
    if t.paused:
        raise IllegalMove("TN-8.7", "the tournament is paused: resume it first")
    if not enough_to_start(t, context.players):
        raise IllegalMove("TN-3.1", "there are too few entrants for a table")
    return started(t, context)


def _pair(t: Tournament, context: Context) -> tuple[TournamentChange, ...]:
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
