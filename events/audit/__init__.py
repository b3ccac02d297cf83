"""The audit of a record: four verdicts, from the file alone. Needs no server and no Redis.

1. chain   every line is what was hashed, every hash follows from the one before, and the head is signed
2. replay  folding the recorded changes gives the recorded digests and the recorded result
3. rules   every event, decided again from the table before it, gives exactly what is recorded
4. draws   the secret is the one committed to, and every salt and every random fact follows from it

A record can be anything, so nothing in it is trusted: whatever an odd line makes the code below raise is a finding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable
from moothall.events.audit.chain import check_chain
from moothall.events.audit.judge import Judge
from moothall.events.audit.report import Report, Verdict
from moothall.events.event_store.stored_events import UPCASTERS, EventReader, Upcasters, event_reader
from moothall.events.records.format import Fault, Read, read
from moothall.events.records.limits import read_event


class Examined(NamedTuple):
    """What an audit says, and the table after each event (before the first: None), as far as it could be folded."""

    report: Report
    tables: Sequence[AnyTable | None] = (None,)
    record: Read | None = None
    """What was read; None where the record could not be looked at."""


def audit(
    data: bytes | Read,
    titles: Mapping[str, AnyTitle],
    *,
    trusted: Mapping[str, str] | None = None,
    current: bool = False,
    upcasters: Upcasters = UPCASTERS,
) -> Report:
    """The verdicts on a record, given as its bytes or as it was read. `trusted` holds the keys (id to public key) that
    count; None takes any, and the report says which. With `current` old games are judged by today's rules, and every
    difference is listed."""
    return examine(data, titles, trusted, current, upcasters).report


def examine(
    data: bytes | Read,
    titles: Mapping[str, AnyTitle],
    trusted: Mapping[str, str] | None,
    current: bool = False,
    upcasters: Upcasters = UPCASTERS,
) -> Examined:
    """The same, with the tables that it came by."""
    record = read(data) if isinstance(data, bytes) else data
    end, header = record.end, record.header
    known: Json = {
        "game": header.game if header else None,
        "title": header.title if header else None,
        "seq": len(record.events),
        "key": end.key if end else None,
        "trusted": None if trusted is None or end is None else trusted.get(end.key) == end.public_key,
    }
    title = titles.get(header.title) if header is not None else None
    if header is None or title is None:
        chain = check_chain(record, trusted)
        why = "there is no header to go by" if header is None else f"this Moothall has no title {header.title!r}"
        unknown = Verdict(None, None, f"not checked: {why}")
        return Examined(Report(**known, chain=chain, replay=unknown, rules=unknown, draws=unknown), record=record)
    events, torn = _events(record, title, upcasters)
    chain = check_chain(record, trusted, events)
    judge = Judge(title, header, events, current)
    judge.run(torn)
    report = Report(
        **known, chain=chain, replay=judge.replay, rules=judge.rules, draws=judge.draws, divergences=tuple(judge.found)
    )
    return Examined(report, judge.tables, record)


def _events(record: Read, title: AnyTitle, upcasters: Upcasters) -> tuple[list[AnyEvent], Fault | None]:
    """All that can be read, and why there may have been more."""
    reader = event_reader(title) if upcasters is UPCASTERS else EventReader(title, upcasters)
    events: list[AnyEvent] = []
    for line in record.events:
        try:
            events.append(read_event(line.data, reader))
        except Exception as error:  # whatever it is, it is in the file
            return events, Fault(line.seq, f"the event cannot be read: {error}")
    return events, record.fault
