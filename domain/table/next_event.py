"""From an outcome to the next event of a log, complete but for the store's own hash."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.draw import salt
from moothall.domain.core.facts import facts_digest
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.clock import check_in_time
from moothall.domain.table.decide import Outcome
from moothall.domain.table.event import SCHEMA, AnyEvent, Event
from moothall.domain.table.fold import Log, apply


def next_event(title: AnyTitle, log: Log, outcome: Outcome, at: int, secret: bytes) -> tuple[AnyEvent, Log]:
    """The event that this outcome becomes at the end of the log, and the log with it. Raises IllegalMove if at that
    moment the seat's time is up."""
    if outcome.seat is not None and log.table is not None:
        check_in_time(log.table, outcome.seat, at)
    event, after = draft(title, log, outcome, at, secret)
    return replace(event, digest=facts_digest(event.salt, after.table.game)), after


def draft(title: AnyTitle, log: Log, outcome: Outcome, at: int, secret: bytes) -> tuple[AnyEvent, Log]:
    """The same but for the digest: enough to decide what comes after it."""
    seq = log.seq + 1
    event: AnyEvent = Event(
        v=SCHEMA,
        seq=seq,
        at=at,
        changes=outcome.changes,
        seat=outcome.seat,
        move=outcome.move,
        step=outcome.step,
        level=outcome.level,
        undone=outcome.undone,
        salt=salt(secret, seq),
    )
    return event, apply(title, log, event, outcome.game)
