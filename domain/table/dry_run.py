"""A dry run: what would happen, as far as it can be told without doing it.

Nothing is stored, so whoever saw a die or a card in it could still choose otherwise. Hence it tells nothing that only
the deed may tell: dice, what lies hidden, others' secrets, and whatever those lead to.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.core.records import Json
from domain.core.title import AnyTitle
from domain.table.event import AnyEvent, before_reveal, reveals
from domain.table.log import Log
from domain.table.views import awaiting_view, event_view, reader_of


def dry_run_view(title: AnyTitle, after: Log, events: Sequence[AnyEvent], viewer: int | None) -> Json:
    """These events, which led to `after`, as the viewer may see them beforehand."""
    reader = reader_of(after.table, viewer)
    reveal = any(reveals(title, event) for event in events)
    return {
        "seq": after.seq,
        "events": [event_view(title, before_reveal(title, event), reader, False) for event in events],
        "awaiting": None if reveal else awaiting_view(after.table, viewer),
    }
