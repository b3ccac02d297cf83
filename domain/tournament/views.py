"""The tournament as the API returns it, and one line of English for every change. Nothing in it is secret: its own
secret stands there only once it is told."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import assert_never

from moothall.domain.core.codec import plain
from moothall.domain.core.data import Json
from moothall.domain.core.ranking import Ranking
from moothall.domain.core.words import counted, listed, sentence
from moothall.domain.tournament import changes as c
from moothall.domain.tournament.pairing import rounds_planned
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.standings import comparison, counted as counted_tables, standings, table_points
from moothall.domain.tournament.state import Correction, Entrant, Round, Table, Tournament, TournamentEvent

Ruled = (
    c.EntrantSubstituted
    | c.ResultCorrected
    | c.PointsTaken
    | c.RulingWithdrawn
    | c.TournamentPaused
    | c.TournamentResumed
    | c.LastRoundCalled
)


def tournament_view(tournament_id: str, t: Tournament) -> Json:
    """The tournament itself; rounds and standings have views of their own."""
    return {
        "id": tournament_id,
        "name": t.settings.name,
        "title": t.settings.title,
        "status": t.status,
        "seq": t.seq,
        "round": len(t.rounds),
        "rounds": rounds_planned(t),
        "organiser": {"player": t.organiser, "name": t.organiser_name},
        "created_at": t.created_at,
        "paused": t.paused,
        "ending": t.ending,
        "awaiting": awaiting(t),
        "due": _due(t),
        "settings": settings_view(t.settings),
        "entrants": [entrant_view(each) for each in t.entrants],
        "invited": list(t.invited),
        "tables": {
            "playing": sum(1 for each in t.rounds for table in each.tables if table.status == "playing"),
            "ended": sum(1 for each in t.rounds for table in each.tables if table.status == "ended"),
            "annulled": sum(1 for each in t.rounds for table in each.tables if table.status == "annulled"),
        },
        "rulings": _rulings(t),
        "commitment": t.commitment,
        "secret": t.secret or None,
    }


def awaiting(t: Tournament) -> str | None:
    """What has to happen next: `start`, `tables` (results), `pairing`, `resume`; None when it is over."""
    if t.over:
        return None
    if t.paused and (t.status == "open" or t.all_closed):
        return "resume"
    if t.status == "open":
        return "start"
    return "pairing" if t.all_closed else "tables"


def _due(t: Tournament) -> int | None:
    """When it starts by itself, or the next deadline of a round."""
    if t.status == "open":
        return t.settings.starts_at
    ends = [each.deadline for each in t.rounds if each.status == "active" and each.deadline is not None]
    return min(ends, default=None) if t.status == "active" else None


def settings_view(settings: Settings) -> Json:
    """As they were fixed, defaults included."""
    shown: Json = plain(settings)
    return shown


def entrant_view(each: Entrant) -> Json:
    return {
        "entrant": each.id,
        "name": each.name,
        "kind": each.kind,
        "player": each.player,
        "level": each.level,
        "entered_in": each.entered_in,
        "checked_in": each.checked_in,
        "dropped": each.dropped,
        "lot": each.lot or None,
    }


def round_view(t: Tournament, n: int) -> Json:
    """One round. Raises KeyError for one that is not paired."""
    each = t.round(n)
    if each is None:
        raise KeyError(n)
    return {
        "round": each.number,
        "status": each.status,
        "explanation": "\n\n".join(each.explanation),
        "by": each.by,
        "paired_at": each.paired_at,
        "deadline": each.deadline,
        "byes": list(each.byes),
        "tables": _tables_view(t, each),
        "commitment": each.commitment or None,
        "secret": each.secret or None,
        "comparison": _comparison_view(t, each),
    }


def _tables_view(t: Tournament, each: Round) -> list[Json]:
    ruled = {ruling.table: ruling for ruling in t.corrections if ruling.round == each.number}  # the latest one holds
    counts = {found.table: table_points(t.settings, found) for found in counted_tables(t) if found.round == each.number}
    return [_table_view(table, ruled.get(table.table), counts.get(table.table)) for table in each.tables]


def _table_view(table: Table, ruled: Correction | None, points: dict[str, Fraction] | None) -> Json:
    return {
        "table": table.table,
        "game": table.game,
        "status": table.status,
        "seats": list(table.seats),
        "absent": list(table.absent),
        "result": _result_view(table),
        "correction": None
        if ruled is None
        else {"seq": ruled.seq, "ranking": _ranking_view(ruled.ranking), "reason": ruled.reason},
        "points": None if points is None else [number(points[entrant]) for entrant in table.seats],
    }


def _result_view(table: Table) -> Json | None:
    if table.result is None:
        return None
    return {
        "ranking": _ranking_view(table.result.ranking),
        "scores": list(table.result.scores),
        "forfeited": list(table.result.forfeited),
        "seq": table.result.seq,
        "head": table.result.head,
    }


def _ranking_view(ranking: Ranking | None) -> list[list[int]] | None:
    return None if ranking is None else [list(group) for group in ranking]


def _comparison_view(t: Tournament, each: Round) -> list[Json] | None:
    """Seat by seat, once the deal is told: before that a score would tell of it."""
    if not t.settings.duplicate or each.status != "closed":
        return None
    return [
        {
            "table_size": line.size,
            "seat": line.seat,
            "entrant": line.entrant,
            "table": line.table,
            "score": line.score,
            "outscored": None if line.outscored is None else number(line.outscored),
        }
        for line in comparison(table for table in counted_tables(t) if table.round == each.number)
    ]


def standings_view(t: Tournament, through: int | None = None) -> Json:
    """The standings now, or after a round."""
    return {
        "round": len(t.rounds) if through is None else through,
        "tie_breaks": list(t.settings.tie_breaks),
        "final": t.status == "finished" and through is None,
        "standings": standings_rows(t, through),
    }


def standings_rows(t: Tournament, through: int | None = None) -> list[Json]:
    """Line by line, also for a table of text."""
    names = {each.id: each for each in t.entrants}
    return [
        {
            "rank": row.rank,
            "entrant": row.entrant,
            "name": names[row.entrant].name,
            "kind": names[row.entrant].kind,
            "player": names[row.entrant].player,
            "points": number(row.points),
            "tie_breaks": [number(value) for value in row.tie_breaks],
            "played": row.played,
            "wins": row.wins,
            "byes": row.byes,
            "dropped": row.dropped,
        }
        for row in standings(t, through)
    ]


def event_view(event: TournamentEvent, t: Tournament) -> Json:
    """One event; `t` is any later state."""
    return {
        "seq": event.seq,
        "at": event.at,
        "by": event.by,
        "step": event.step,
        "move": plain(event.move),
        "changes": [plain(change) for change in event.changes],
        "text": [describe(change, t) for change in event.changes],
    }


def number(value: Fraction) -> int | float:
    """Whole where it is whole, else rounded to four places."""
    return value.numerator if value.denominator == 1 else round(float(value), 4)


def _rulings(t: Tournament) -> list[Json]:
    """Those that hold, in the order they were made."""
    made = [
        {"seq": each.seq, "type": "correction", "round": each.round, "table": each.table, "reason": each.reason}
        for each in t.corrections
    ]
    made += [
        {"seq": each.seq, "type": "points", "entrant": each.entrant, "points": each.points, "reason": each.reason}
        for each in t.adjustments
    ]
    return sorted(made, key=lambda each: int(str(each["seq"])))


def describe(change: c.TournamentChange, tournament: Tournament) -> str:
    """What happened. `tournament` is any state that knows the entrants."""
    return sentence(_change_text(change, tournament))


def _change_text(change: c.TournamentChange, t: Tournament) -> str:
    match change:
        case c.TournamentCreated(settings):
            return f"{change.organiser_name} creates the tournament {settings.name}"
        case c.TournamentStarted(lots):
            return f"the tournament starts; lots are drawn for {counted(len(lots), 'entrant')}"
        case c.RoundPaired(number, tables, byes):
            how = "the organiser pairs" if change.by else "pairings of"
            out = f", {counted(len(byes), 'bye')}" if byes else ""
            return f"{how} round {number}: {counted(len(tables), 'table')}{out}"
        case c.RoundClosed(number):
            return f"round {number} is closed{'; its deal is told' if change.secret else ''}"
        case c.SeatsMissed() | c.TableEnded() | c.TableAnnulled():
            return _table_text(change, t)
        case c.TournamentFinished(standings):
            return f"the tournament is over: first is {_first(standings, t)}"
        case c.StandingsRevised(standings):
            return f"the final standings are revised: first is {_first(standings, t)}"
        case c.TournamentAborted(by, reason):
            return f"the {'organiser aborts the tournament' if by else 'tournament is aborted'}: {reason}"
        case c.PlayerInvited() | c.EntrantEntered() | c.EntrantCheckedIn() | c.EntrantDropped() | c.EntrantReturned():
            return _entrant_text(change, t)
        case _:
            return _ruling_text(change, t)


def _first(standings: Sequence[c.Placed], t: Tournament) -> str:
    return listed((t.name_of(each.entrant) for each in standings if each.rank == 1), nothing="nobody")


def _entrant_text(
    change: c.PlayerInvited | c.EntrantEntered | c.EntrantCheckedIn | c.EntrantDropped | c.EntrantReturned,
    t: Tournament,
) -> str:
    match change:
        case c.PlayerInvited(player):
            return f"player {player} is invited"
        case c.EntrantEntered(_, name):
            late = f" after round {change.entered_in}" if change.entered_in else ""
            return f"{name}{f' (AI, {change.level})' if change.level else ''} enters{late}"
        case c.EntrantCheckedIn(entrant):
            return f"{t.name_of(entrant)} checks in"
        case c.EntrantDropped(entrant, None, reason):
            return f"{t.name_of(entrant)} drops out{f': {reason}' if reason else ''}"
        case c.EntrantDropped(entrant, _, reason):
            return f"the organiser takes {t.name_of(entrant)} out of the tournament: {reason}"
        case c.EntrantReturned(entrant):
            return f"{t.name_of(entrant)} takes part again"
        case _:
            assert_never(change)


def _table_text(change: c.SeatsMissed | c.TableEnded | c.TableAnnulled, t: Tournament) -> str:
    where = f"table {change.table} of round {change.round}"
    table = t.table(change.round, change.table)
    seats = table.seats if table is not None else ()
    match change:
        case c.SeatsMissed():
            return f"{listed(t.name_of(seats[seat]) for seat in change.seats)} did not come to {where}"
        case c.TableEnded():
            return f"{where} is over: {ranking_text(change.ranking, seats, t)}"
        case c.TableAnnulled():
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
        case c.EntrantSubstituted(entrant, name):
            what = f"lets {name} go on for entrant {entrant}"
        case c.ResultCorrected(number, table, None):
            what = f"rules that table {table} of round {number} does not count"
        case c.ResultCorrected(number, table):
            found = t.table(number, table)
            how = ranking_text(change.ranking or (), found.seats if found is not None else (), t)
            what = f"corrects the result of table {table} of round {number} to {how}"
        case c.PointsTaken(entrant, points) if points > 0:
            what = f"takes {counted(points, 'point')} from {t.name_of(entrant)}"
        case c.PointsTaken(entrant, points):
            what = f"gives {t.name_of(entrant)} {counted(-points, 'point')}"
        case c.RulingWithdrawn(seq):
            what = f"withdraws the ruling of event {seq}"
        case c.TournamentPaused():
            what = "pauses the tournament"
        case c.TournamentResumed():
            what = "resumes the tournament"
        case c.LastRoundCalled():
            what = "lets no further round be paired"
        case _:
            assert_never(change)
    return f"the organiser {what}: {change.reason}"
