"""What a seat may do now, as it is told."""

from __future__ import annotations

from itertools import islice

from moothall.domain.core.codec import plain
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.log import Log, undo_floor, undoable
from moothall.domain.table.views import decision_view, reader_of

MOST_MOVES = 1_000
"""Legal moves listed at once unless asked otherwise; some lists could run to tens of thousands."""


def moves_view(title: AnyTitle, log: Log, seat: int, limit: int = MOST_MOVES, offset: int = 0) -> Json:
    """A seat's legal moves, each with a line of text, and how far it may undo."""
    table, listed, more = log.table, [], False
    if table.status == "active" and not table.paused:
        listed = list(islice(title.legal_moves(table.game, seat), offset, offset + limit + 1))
        more = len(listed) > limit
    decision, reader = table.decision_of(seat), reader_of(table, seat)
    steps = undoable(log, seat)
    return {
        "seq": log.seq,
        "seat": seat,
        "decision": decision_view(decision, seat) if decision else None,
        "moves": [
            {"move": plain(move), "text": title.describe_move(move, table.game, reader)} for move in listed[:limit]
        ],
        "more": more,
        "undo": {"to": undo_floor(log, seat), "steps": list(steps)} if steps else None,
    }
