"""The reducer: what every change does to the tournament. It never judges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from moothall.domain.core.evolve import cases_of, reducer
from moothall.domain.tournament import changes as c, state as s


def tournament_created(t: s.Tournament, change: c.TournamentCreated) -> s.Tournament:
    return t  # made by `_created`: there is none before


def player_invited(t: s.Tournament, change: c.PlayerInvited) -> s.Tournament:
    return replace(t, invited=(*t.invited, change.player))


def entrant_entered(t: s.Tournament, change: c.EntrantEntered) -> s.Tournament:
    entrant = s.Entrant(
        change.entrant,
        change.name,
        change.kind,
        player=change.player,
        level=change.level,
        entered_in=change.entered_in,
        lot=change.lot,
    )
    return replace(t, entrants=(*t.entrants, entrant))


def entrant_checked_in(t: s.Tournament, change: c.EntrantCheckedIn) -> s.Tournament:
    return _with_entrant(t, change.entrant, checked_in=True)


def entrant_dropped(t: s.Tournament, change: c.EntrantDropped) -> s.Tournament:
    return _with_entrant(t, change.entrant, dropped=True, dropped_by=change.by)


def entrant_returned(t: s.Tournament, change: c.EntrantReturned) -> s.Tournament:
    return _with_entrant(t, change.entrant, dropped=False, dropped_by=None)


def entrant_substituted(t: s.Tournament, change: c.EntrantSubstituted) -> s.Tournament:
    """Whoever goes on is paired again, and takes the seat of every table that is being played."""
    t = _with_entrant(
        t,
        change.entrant,
        name=change.name,
        kind=change.kind,
        player=change.player,
        level=change.level,
        dropped=False,
        dropped_by=None,
    )
    for each in t.rounds:
        table = each.at(change.entrant)
        if table is not None and table.status == "playing":
            seat = table.seats.index(change.entrant)
            t = _with_table(t, each.number, table.table, substituted=tuple(sorted({*table.substituted, seat})))
    return t


def tournament_started(t: s.Tournament, change: c.TournamentStarted) -> s.Tournament:
    lots = {entrant: place for place, entrant in enumerate(change.lots, 1)}
    entrants = tuple([replace(each, lot=lots.get(each.id, 0)) for each in t.entrants])
    return replace(t, status="active", entrants=entrants)


def round_paired(t: s.Tournament, change: c.RoundPaired) -> s.Tournament:
    paired = s.Round(
        change.round,
        tuple([s.Table(each.table, each.game, each.seats) for each in change.tables]),
        change.byes,
        change.explanation,
        change.paired_at,
        by=change.by,
        deadline=change.deadline,
        commitment=change.commitment,
    )
    return replace(t, rounds=(*t.rounds, paired))


def seats_missed(t: s.Tournament, change: c.SeatsMissed) -> s.Tournament:
    return _with_table(t, change.round, change.table, absent=change.seats)


def table_ended(t: s.Tournament, change: c.TableEnded) -> s.Tournament:
    result = s.Result(change.ranking, change.scores, change.forfeited, change.seq, change.head)
    return _with_table(t, change.round, change.table, status="ended", result=result)


def table_annulled(t: s.Tournament, change: c.TableAnnulled) -> s.Tournament:
    return _with_table(t, change.round, change.table, status="annulled", result=None)


def round_closed(t: s.Tournament, change: c.RoundClosed) -> s.Tournament:
    return _with_round(t, change.round, status="closed", secret=change.secret)


def result_corrected(t: s.Tournament, change: c.ResultCorrected) -> s.Tournament:
    correction = s.Correction(t.seq, change.round, change.table, change.ranking, change.by, change.reason)
    return replace(t, corrections=(*t.corrections, correction))


def points_taken(t: s.Tournament, change: c.PointsTaken) -> s.Tournament:
    adjustment = s.Adjustment(t.seq, change.entrant, change.points, change.by, change.reason, len(t.rounds))
    return replace(t, adjustments=(*t.adjustments, adjustment))


def ruling_withdrawn(t: s.Tournament, change: c.RulingWithdrawn) -> s.Tournament:
    return replace(
        t,
        corrections=tuple([each for each in t.corrections if each.seq != change.seq]),
        adjustments=tuple([each for each in t.adjustments if each.seq != change.seq]),
    )


def tournament_paused(t: s.Tournament, change: c.TournamentPaused) -> s.Tournament:
    return replace(t, paused=True)


def tournament_resumed(t: s.Tournament, change: c.TournamentResumed) -> s.Tournament:
    return replace(t, paused=False)


def last_round_called(t: s.Tournament, change: c.LastRoundCalled) -> s.Tournament:
    return replace(t, ending=True)


def tournament_finished(t: s.Tournament, change: c.TournamentFinished) -> s.Tournament:
    return replace(t, status="finished", paused=False, secret=change.secret)


def standings_revised(t: s.Tournament, change: c.StandingsRevised) -> s.Tournament:
    return t  # what it says follows from the ruling before it


def tournament_aborted(t: s.Tournament, change: c.TournamentAborted) -> s.Tournament:
    return replace(t, status="aborted", paused=False, secret=change.secret)


evolve = reducer(c.TournamentChange, *cases_of(__name__))


def apply(tournament: s.Tournament | None, event: s.TournamentEvent) -> s.Tournament:
    """The tournament after an event."""
    return after(tournament, event.changes, event.seq)


def fold(events: Iterable[s.TournamentEvent]) -> s.Tournament:
    """The tournament that a log leads to."""
    tournament: s.Tournament | None = None
    for event in events:
        tournament = apply(tournament, event)
    assert tournament is not None, "the first event of a tournament creates it"
    return tournament


def after(
    tournament: s.Tournament | None, changes: Iterable[c.TournamentChange], seq: int | None = None
) -> s.Tournament:
    """The tournament after these changes, which are those of event `seq`: the next one, where it is not said."""
    if seq is None:
        seq = tournament.seq + 1 if tournament is not None else 1
    for change in changes:
        if isinstance(change, c.TournamentCreated):
            tournament = _created(change)
        assert tournament is not None, "the first change of a tournament creates it"
        tournament = evolve(replace(tournament, seq=seq), change)
    assert tournament is not None, "an event without changes"
    return tournament


def _created(change: c.TournamentCreated) -> s.Tournament:
    return s.Tournament(
        change.settings,
        change.organiser,
        change.organiser_name,
        change.created_at,
        change.commitment,
        rules=change.rules,
        seq=1,
    )


def _with_entrant(t: s.Tournament, entrant: str, **fields: Any) -> s.Tournament:
    return replace(t, entrants=tuple([replace(each, **fields) if each.id == entrant else each for each in t.entrants]))


def _with_round(t: s.Tournament, number: int, **fields: Any) -> s.Tournament:
    index = number - 1
    return replace(t, rounds=(*t.rounds[:index], replace(t.rounds[index], **fields), *t.rounds[number:]))


def _with_table(t: s.Tournament, number: int, table: int, **fields: Any) -> s.Tournament:
    tables = t.rounds[number - 1].tables
    changed = replace(tables[table - 1], **fields)
    return _with_round(t, number, tables=(*tables[: table - 1], changed, *tables[table:]))
