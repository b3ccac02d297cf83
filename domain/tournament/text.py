"""One line of English for every change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.tournament.changes import (
    EntrantCheckedIn,
    EntrantDropped,
    EntrantEntered,
    EntrantReturned,
    EntrantSubstituted,
    LastRoundCalled,
    Placed,
    PlayerInvited,
    PointsTaken,
    ResultCorrected,
    RoundClosed,
    RoundPaired,
    RulingWithdrawn,
    SeatsMissed,
    StandingsRevised,
    TableAnnulled,
    TableEnded,
    TournamentAborted,
    TournamentChange,
    TournamentCreated,
    TournamentFinished,
    TournamentPaused,
    TournamentResumed,
    TournamentStarted,
)
from moothall.domain.tournament.state import Tournament

Ruled = (
    EntrantSubstituted
    | ResultCorrected
    | PointsTaken
    | RulingWithdrawn
    | TournamentPaused
    | TournamentResumed
    | LastRoundCalled
)


def describe(change: TournamentChange, tournament: Tournament) -> str:
    """What happened. `tournament` is any state that knows the entrants."""
    return sentence(_text(change, tournament))


def _text(change: TournamentChange, t: Tournament) -> str:
    match change:
        case TournamentCreated(settings):
            return f"{change.organiser_name} creates the tournament {settings.name}"
        case TournamentStarted(lots):
            return f"the tournament starts; lots are drawn for {counted(len(lots), 'entrant')}"
        case RoundPaired(number, tables, byes):
            how = "the organiser pairs" if change.by else "pairings of"
            out = f", {counted(len(byes), 'bye')}" if byes else ""
            return f"{how} round {number}: {counted(len(tables), 'table')}{out}"
        case RoundClosed(number):
            return f"round {number} is closed{'; its deal is told' if change.secret else ''}"
        case SeatsMissed() | TableEnded() | TableAnnulled():
            return _table_text(change, t)
        case TournamentFinished(standings):
            return f"the tournament is over: first is {_first(standings, t)}"
        case StandingsRevised(standings):
            return f"the final standings are revised: first is {_first(standings, t)}"
        case TournamentAborted(by, reason):
            return f"the {'organiser aborts the tournament' if by else 'tournament is aborted'}: {reason}"
        case PlayerInvited() | EntrantEntered() | EntrantCheckedIn() | EntrantDropped() | EntrantReturned():
            return _entrant_text(change, t)
        case _:
            return _ruling_text(change, t)


def _first(standings: Sequence[Placed], t: Tournament) -> str:
    return listed((t.name_of(each.entrant) for each in standings if each.rank == 1), nothing="nobody")


def _entrant_text(
    change: PlayerInvited | EntrantEntered | EntrantCheckedIn | EntrantDropped | EntrantReturned, t: Tournament
) -> str:
    match change:
        case PlayerInvited(player):
            return f"player {player} is invited"
        case EntrantEntered(_, name):
            late = f" after round {change.entered_in}" if change.entered_in else ""
            return f"{name}{f' (AI, {change.level})' if change.level else ''} enters{late}"
        case EntrantCheckedIn(entrant):
            return f"{t.name_of(entrant)} checks in"
        case EntrantDropped(entrant, None, reason):
            return f"{t.name_of(entrant)} drops out{f': {reason}' if reason else ''}"
        case EntrantDropped(entrant, _, reason):
            return f"the organiser takes {t.name_of(entrant)} out of the tournament: {reason}"
        case EntrantReturned(entrant):
            return f"{t.name_of(entrant)} takes part again"
        case _:
            assert_never(change)


def _table_text(change: SeatsMissed | TableEnded | TableAnnulled, t: Tournament) -> str:
    where = f"table {change.table} of round {change.round}"
    table = t.table(change.round, change.table)
    seats = table.seats if table is not None else ()
    match change:
        case SeatsMissed():
            return f"{listed(t.name_of(seats[seat]) for seat in change.seats)} did not come to {where}"
        case TableEnded():
            return f"{where} is over: {ranking_text(change.ranking, seats, t)}"
        case TableAnnulled():
            return f"{where} is annulled: nobody has a result there"


def ranking_text(ranking: tuple[tuple[int, ...], ...], seats: tuple[str, ...], t: Tournament) -> str:
    """`1. Ada, 2. Ben and Cat, 4. Dan`."""
    said, place = [], 1
    for group in ranking:
        said.append(f"{place}. {listed(t.name_of(seats[seat]) for seat in group)}")
        place += len(group)
    return ", ".join(said)


def _ruling_text(change: Ruled, t: Tournament) -> str:
    match change:
        case EntrantSubstituted(entrant, name):
            what = f"lets {name} go on for entrant {entrant}"
        case ResultCorrected(number, table, None):
            what = f"rules that table {table} of round {number} does not count"
        case ResultCorrected(number, table):
            found = t.table(number, table)
            how = ranking_text(change.ranking or (), found.seats if found is not None else (), t)
            what = f"corrects the result of table {table} of round {number} to {how}"
        case PointsTaken(entrant, points) if points > 0:
            what = f"takes {counted(points, 'point')} from {t.name_of(entrant)}"
        case PointsTaken(entrant, points):
            what = f"gives {t.name_of(entrant)} {counted(-points, 'point')}"
        case RulingWithdrawn(seq):
            what = f"withdraws the ruling of event {seq}"
        case TournamentPaused():
            what = "pauses the tournament"
        case TournamentResumed():
            what = "resumes the tournament"
        case LastRoundCalled():
            what = "lets no further round be paired"
        case _:
            assert_never(change)
    return f"the organiser {what}: {change.reason}"
