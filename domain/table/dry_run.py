"""A dry run: what would happen, as far as it can be told without doing it.

Nothing is stored, so whoever saw a die or a card in it could still choose otherwise. Hence it tells nothing that only
the deed may tell: dice, what lies hidden, others' secrets, and whatever those lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.data import Json
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import AnyEvent, before_reveal, reveals
from moothall.domain.table.log import Log
from moothall.domain.table.views import awaiting_view, event_view, reader_of


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
