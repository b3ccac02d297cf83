"""Where a recorded event and the same event decided again part."""

from __future__ import annotations

from typing import Any, NamedTuple

from moothall.domain.core.codec import canonical
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Outcome
from moothall.domain.table.event import AnyEvent

LONGEST = 300
"""Characters of a change that are worth printing."""


class Difference(NamedTuple):
    """The first difference; `change` is its place among the changes, None if it is elsewhere."""

    change: int | None
    why: str


def compare(title: AnyTitle, event: AnyEvent, outcome: Outcome) -> Difference | None:
    """None if the event is exactly what was decided again."""
    changes = max(len(event.changes), len(outcome.changes)) if event.changes != outcome.changes else 0
    for place in range(changes):
        recorded = event.changes[place] if place < len(event.changes) else None
        decided = outcome.changes[place] if place < len(outcome.changes) else None
        # As data: what was read back from JSON has lists where a fresh change may have tuples.
        if recorded != decided and canonical(recorded) != canonical(decided):
            return Difference(place, f"recorded is {_told(recorded)}, where {_told(decided)} follows")
    for name, recorded, decided in (
        ("seat", event.seat, outcome.seat),
        ("step", event.step, outcome.step),
        ("level", event.level, outcome.level),
        ("undone", event.undone, outcome.undone),
    ):
        if recorded != decided:
            return Difference(None, f"{name} is recorded as {recorded!r}, where {decided!r} follows")
    return None


def _told(change: Any) -> str:
    if change is None:
        return "nothing"
    text = canonical(change).decode()
    return text if len(text) <= LONGEST else text[:LONGEST] + "..."
