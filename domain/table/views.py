"""The table as one viewer may see it: a seat, or a spectator (None).

A dry run is shown as far as it can be told without doing it. Nothing of it is stored, so whoever saw a die or a card in
it could still choose otherwise. Hence it tells nothing that only the deed may tell: dice, what lies hidden, others'
secrets, and whatever those lead to.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Literal, assert_never, cast

from msgspec.structs import replace

from moothall.domain.core.codec import plain
from moothall.domain.core.data import Hidden, Json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import Reader, counted, listed, sentence
from moothall.domain.table import changes as c
from moothall.domain.table.ending import sheets
from moothall.domain.table.event import AnyEvent, before_reveal, reveals
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.fold import Log, undo_floor, undoable
from moothall.domain.table.moves import TABLE_MOVES
from moothall.domain.table.state import Decision, Parent

Eyes = int | Literal["all"] | None
"""Whose knowledge is asked for: a seat's, everybody's together, or the caller's own."""

MOST_MOVES = 1_000
"""Legal moves listed at once unless asked otherwise; some lists could run to tens of thousands."""

RulingChange = (
    c.TimeAdded
    | c.GamePaused
    | c.GameResumed
    | c.SeatReplaced
    | c.GameAnnulled
    | c.GameRestored
    | c.PenaltyGiven
    | c.GameAdjudicated
)


def may_know(table: AnyTable, player: str | None) -> bool:
    """Whether a game is there at all for this player: a private one only for whoever has or had a part in it."""
    if not table.private or (player is not None and table.creator == player):
        return True
    if player is None:
        return False
    had_a_part = any(player in (seat.player, seat.resigned) for seat in table.seats)
    return had_a_part or table.reserved_for(player) is not None


def game_view(title: AnyTitle, game_id: str, seq: int, table: AnyTable, viewer: int | None) -> Json:
    """The game as returned by the API."""
    scores: list[int | None] = [None] * len(table.seats)
    if table.game is not None:
        scores = [sheet.total for sheet in sheets(title, table, table.game)]
    return {
        "id": game_id,
        "title": table.title,
        "status": table.status,
        "seq": seq,
        "round": title.round_of(table.game) if table.game is not None else 0,
        "seats": [
            {
                "seat": index,
                "kind": seat.kind,
                "player": seat.player,
                "name": seat.name,
                "level": seat.level,
                "resigned": seat.resigned is not None,
                "forfeited": index in table.forfeited,
                "time_left_ms": max(0, table.times[index].left) if table.times else None,
                "score": scores[index],
                "penalty": table.penalties[index] if table.penalties else 0,
                "reserved": _reserved_view(table, index),
            }
            for index, seat in enumerate(table.seats)
        ],
        "options": table.options,
        "tags": list(table.tags),
        "private": table.private,
        "rated": table.rated,
        "substitute": table.substitute,
        "created_at": table.created_at,
        "creator": table.creator,
        "awaiting": awaiting_view(table, viewer),
        "you": None if viewer is None else {"seat": viewer},
        "state": title.view(table.game, viewer) if table.game is not None else None,
        "result": plain(table.result),
        "adjudicated": table.adjudicated is not None,
        "commitment": table.commitment,
        "edition": table.edition,
        "content_hash": table.content_hash,
        "organiser": table.organiser,
        "paused": table.paused,
        "agreed": list(table.agreed),
        "clock": plain(table.clock),
        "parent": _parent_view(table),
        "tournament": plain(table.tournament),
        "sealed": table.sealed and not table.told,
    }


def _reserved_view(table: AnyTable, seat: int) -> Json | None:
    """Whom a seat is kept for."""
    kept = next((each for each in table.reserved if each.seat == seat), None)
    return None if kept is None else {"player": kept.player, "name": kept.name}


def _parent_view(table: AnyTable) -> Json | None:
    """Where a fork comes from; never the state it brought along."""
    parent = table.parent
    if parent is None:
        return None
    return {"game": parent.game, "seq": parent.seq, "head": parent.head, "exact": parent.exact}


def awaiting_view(table: AnyTable, viewer: int | None) -> Json:
    """Who owes what."""
    decisions = [decision_view(decision, viewer) for decision in table.decisions]
    return {"decisions": decisions, "step": table.step, "deadline": table.deadline}


def decision_view(decision: Decision, viewer: int | None) -> Json:
    """An open decision, as its own seat or somebody else sees it."""
    shown = decision.id if decision.seat == viewer else decision.since
    return {"seat": decision.seat, "id": shown, "kind": decision.kind, "deadline": decision.deadline}


def moves_view(title: AnyTitle, log: Log, seat: int, limit: int = MOST_MOVES, offset: int = 0) -> Json:
    """A seat's legal moves, each with a line of text, and how far it may undo."""
    table, found, more = log.table, [], False
    if table.status == "active" and not table.paused:
        found = list(islice(title.legal_moves(table.game, seat), offset, offset + limit + 1))
        more = len(found) > limit
    decision, reader = table.decision_of(seat), reader_of(table, seat)
    steps = undoable(log, seat)
    return {
        "seq": log.seq,
        "seat": seat,
        "decision": decision_view(decision, seat) if decision else None,
        "moves": [
            {"move": plain(move), "text": title.describe_move(move, table.game, reader)} for move in found[:limit]
        ],
        "more": more,
        "undo": {"to": undo_floor(log, seat), "steps": list(steps)} if steps else None,
    }


def event_view(title: AnyTitle, event: AnyEvent, reader: Reader, finished: bool) -> Json:
    """The event as that reader may see it; when the game is finished, nothing is secret any more."""
    viewer = reader.you
    changes = event.changes
    move = event.move
    if not finished:
        changes = tuple(redact(title, change, viewer) for change in changes)
        if move is not None and event.seat is not None and not isinstance(move, TABLE_MOVES):
            move = title.redact_move(move, event.seat, viewer)
    return {
        "seq": event.seq,
        "at": event.at,
        "seat": event.seat,
        "level": event.level,
        "step": event.step,
        "move": plain(move),
        "changes": [plain(change) for change in changes],
        "text": [line for change in changes if (line := describe(title, change, reader))] + _undo_text(event, reader),
        "undone": list(event.undone),
        "digest": event.digest if finished else None,
    }


def dry_run_view(title: AnyTitle, after: Log, events: Sequence[AnyEvent], viewer: int | None) -> Json:
    """These events, which led to `after`, as the viewer may see them beforehand."""
    table, reader = after.table, reader_of(after.table, viewer)
    reveal = any(reveals(title, event) for event in events)
    return {
        "seq": after.seq,
        "status": None if reveal else table.status,
        "events": [event_view(title, before_reveal(title, event), reader, False) for event in events],
        "awaiting": None if reveal else awaiting_view(table, viewer),
    }


def preview_view(title: AnyTitle, after: Log, events: Sequence[AnyEvent], viewer: int | None) -> Json:
    """The same of one of several candidates, with the scores that it would lead to."""
    told = dry_run_view(title, after, events, viewer)
    known = told["awaiting"] is not None and after.table.game is not None
    scores = [sheet.total for sheet in title.score_sheet(after.table.game)] if known else None
    return {"legal": True, "events": told["events"], "awaiting": told["awaiting"], "scores": scores}


def refusal_view(error: IllegalMove) -> Json:
    """Why a candidate would be refused."""
    return {"legal": False, "rule": error.rule, "detail": error.text, "position": error.position}


def redact(title: AnyTitle, change: Any, viewer: int | None) -> Any:
    """One change for one viewer; the table's own changes are open to all, but for the states that some carry."""
    match change:
        case c.GameRestored():
            return replace(change, state="")
        case c.GameCreated(parent=Parent() as parent):
            return replace(change, parent=replace(parent, state=""))
    return change if type(change) in c.TABLE_CHANGES or type(change) is Hidden else title.redact(change, viewer)


def describe(title: AnyTitle, change: Any, reader: Reader) -> str:
    """One line of English; empty where another change of the same event says it already."""
    if type(change) in c.TABLE_CHANGES:
        return sentence(_table_text(title, cast(c.TableChange, change), reader))
    if isinstance(change, Hidden):
        hidden = change.seat
        return "Something hidden happens" if hidden is None else sentence(reader.does(hidden, "do something in secret"))
    return title.describe_change(change, reader)


def reader_of(table: AnyTable, viewer: int | None) -> Reader:
    """Who reads, and what the seats are called."""
    return Reader(seat_names((seat.name, seat.kind) for seat in table.seats), viewer, table.edition)


def seat_names(seats: Iterable[tuple[str | None, str]]) -> tuple[str, ...]:
    """What seats are called, each given by its player's name and its kind: people by their names, AI seats by their
    number; namesakes with theirs too."""
    called = [name or (f"Bot {index}" if kind == "ai" else f"seat {index}") for index, (name, kind) in enumerate(seats)]
    return tuple(f"{name} (seat {index})" if called.count(name) > 1 else name for index, name in enumerate(called))


def _table_text(title: AnyTitle, change: c.TableChange, reader: Reader) -> str:
    match change:
        case c.GameCreated(parent=Parent(game, seq)):
            return f"a game of {title.name} is forked from game {game} at event {seq}"
        case c.GameCreated():
            return f"a game of {title.name} with {counted(len(change.seats), 'seat')} is created"
        case c.SeatTaken(seat, _, name):
            return f"{'you take' if seat == reader.you else f'{name} takes'} seat {seat}"
        case c.SeatLeft(seat):
            return f"seat {seat} is free again"
        case c.SeatMissed(seat, level):
            return f"nobody has come to seat {seat}, which forfeits; an AI ({level}) plays there"
        case c.GameStarted():
            return "the game starts"
        case c.SeatResigned(seat, level):
            return f"seat {seat} resigns; an AI ({level}) plays on"  # it has another name by now
        case c.TimeExpired(seat, level, forfeited):
            return f"seat {seat} has run out of time{' and forfeits' if forfeited else ''}; an AI ({level}) plays on"
        case c.PauseAsked(seat):
            return reader.does(seat, "ask for a pause")
        case c.ResumeAsked(seat):
            return reader.does(seat, "ask to go on")
        case c.GamePaused(None):
            return "all agree: the game is paused"
        case c.GameResumed(None):
            return "all agree: the game goes on"
        case c.TimeAdded() | c.GamePaused() | c.GameResumed() | c.SeatReplaced() | c.GameAnnulled() | c.GameRestored():
            return _ruling_text(change, reader)
        case c.PenaltyGiven() | c.GameAdjudicated():
            return _ruling_text(change, reader)
        case c.SecretTold():
            return "every table with this deal is over: its secret is told"
        case c.GameAborted(reason):
            return f"the game is aborted: {reason}"
        case c.GameFinished(ranking, forfeited=out) if ranking[0] == out:
            return "the game is over: everybody has forfeited, and nobody wins"
        case c.GameFinished(ranking):
            best = ranking[0]
            won = reader.does(best[0], "win") if len(best) == 1 else f"{reader.all(best)} share the victory"
            return f"the game is over: {won}"
        case _:
            assert_never(change)


def _ruling_text(change: RulingChange, reader: Reader) -> str:
    match change:
        case c.TimeAdded(seat, seconds):
            what = f"gives {reader.who(seat)} {seconds} s more"
        case c.GamePaused():
            what = "pauses the game"
        case c.GameResumed():
            what = "resumes the game"
        case c.SeatReplaced(seat):
            what = f"gives seat {seat} to {change.name or f'an AI ({change.level})'}"
        case c.GameAnnulled():
            what = "annuls the game"
        case c.GameRestored(to):
            what = f"restores the game to event {to}"
        case c.PenaltyGiven(seat, points):
            how = f"takes {counted(points, 'point')} from" if points > 0 else f"adds {counted(-points, 'point')} to"
            what = f"{how} {reader.whose(seat)} score"
        case c.GameAdjudicated():
            what = "ends the game and decides its ranking"
    return f"the organiser {what}: {change.reason}"


def _undo_text(event: AnyEvent, reader: Reader) -> list[str]:
    if not event.undone or event.seat is None:
        return []
    seqs = listed(map(str, event.undone))
    return [sentence(reader.does(event.seat, f"take back event{'s' if len(event.undone) > 1 else ''} {seqs}"))]
