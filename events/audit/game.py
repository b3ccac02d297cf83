"""The audit of a game's record: four verdicts, from the file alone; and a fork held against its parent's record.

1. chain   every line is what was hashed, every hash follows from the one before, and the head is signed
2. replay  folding the recorded changes gives the recorded digests and the recorded result
3. rules   every event, decided again from the table before it, gives exactly what is recorded
4. draws   the secret is the one committed to, and every salt and every random fact follows from it

A record can be anything, so nothing in it is trusted: whatever an odd line makes the code below raise is a finding.
The chain is checked here, the other three are the judge's (replay.py). None of it needs a server or Redis.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import digest
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.changes import GameCreated, SeatTaken
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable, read_state, same_state, write_state
from moothall.domain.table.state import Parent
from moothall.events.audit.replay import Judge
from moothall.events.audit.report import OK, Report, Verdict
from moothall.events.event_store.stored_events import GENESIS, UPCASTERS, EventReader, Upcasters, event_reader, link
from moothall.events.records.format import End, EventLine, Fault, Header, Lines, Read, read
from moothall.events.records.limits import read_event
from moothall.events.records.replay import Replay, Unplayable
from moothall.events.records.signing import key_id, signed_by
from moothall.events.records.tournament import LogEnd, LogHeader, LogLine

Chained = Lines[Header, EventLine, End] | Lines[LogHeader, LogLine, LogEnd]
"""The record of a game or of a tournament."""


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


def with_fault(examined: Examined, fault: str | None) -> Examined:
    """What is said of a record in a bundle. What is wrong with it there comes before what is wrong inside it."""
    if fault is None:
        return examined
    return examined._replace(report=replace(examined.report, chain=Verdict(False, 0, fault)))


def check_chain(record: Chained, trusted: Mapping[str, str] | None, events: Sequence[AnyEvent] = ()) -> Verdict:
    """Every hash, then the signed head. `events` are the first ones as they were read, if they were."""
    if isinstance(record.header, Header) and (why := _wrong_header(record.header)):
        return Verdict(False, 0, why)
    head = GENESIS
    known = iter(events)
    for line in record.events:
        head = link(head, line.data.encode())
        if why := _wrong_line(line, head, next(known, None)):
            return Verdict(False, line.seq, why)
    if record.fault is not None:
        return Verdict(False, record.fault.seq, record.fault.why)
    last = len(record.events)
    if record.header is None or record.end is None:
        return Verdict(
            False, last + 1, f"the record ends after event {last} without a signed head: its tail is cut off"
        )
    if record.end.seq != last:
        first = min(record.end.seq, last) + 1
        return Verdict(False, first, f"the signed head is that of event {record.end.seq}, but there are {last} events")
    why = _wrong_end(record.header, record.header_line, record.end, last, head.hex(), trusted)
    return OK if why is None else Verdict(False, last, why)


def parent_of(record: Read, titles: Mapping[str, AnyTitle]) -> Parent | None:
    """The parent that a record names, if it is that of a fork."""
    title = titles.get(record.header.title) if record.header is not None else None
    if title is None or not record.events:
        return None
    try:
        created = read_event(record.events[0].data, event_reader(title)).changes[0]
    except Exception:  # the file may hold anything
        return None
    return created.parent if isinstance(created, GameCreated) else None


def wrong_parent(fork: Read, parent: Read, titles: Mapping[str, AnyTitle]) -> str | None:
    """Why the fork did not come from there; None if it did: exactly, or looking the same to the seat that forked."""
    named = parent_of(fork, titles)
    if named is None:
        return "it is no fork"
    lines = parent.events
    if not 1 <= named.seq <= len(lines) or lines[named.seq - 1].hash != named.head:
        return f"event {named.seq} of its parent {named.game} does not have the hash that the fork names"
    try:
        before, after = Replay(parent, titles), Replay(fork, titles)
    except Unplayable as error:
        return f"its parent {named.game} cannot be played back: {error}"
    title, state = before.title, before.table(named.seq).game
    if state is None or title.slug != after.title.slug:
        return f"its parent {named.game} was not being played at event {named.seq}, or is of another title"
    try:
        same = _begins_there(title, named, state, after)
    except Exception as error:  # the files may hold anything
        return f"it cannot be held against its parent {named.game}: {type(error).__name__}: {error}"
    return None if same else f"it does not begin as its parent {named.game} stood at event {named.seq}"


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


class _Stored(msgspec.Struct):
    """What a line says twice."""

    seq: int
    digest: str = ""


_stored = msgspec.json.Decoder(_Stored).decode


def _wrong_header(header: Header) -> str | None:
    if header.content is not None and digest(header.content) != header.content_hash:
        return "the header's content does not have the hash that the header names"
    return None


def _wrong_line(line: EventLine | LogLine, expected: bytes, event: AnyEvent | None) -> str | None:
    if line.hash != expected.hex():
        return f"the hash of event {line.seq} does not follow from its bytes and the hash before"
    try:
        stored = event or _stored(line.data)
    except (msgspec.MsgspecError, RecursionError) as error:
        return f"the stored bytes of event {line.seq} are no event: {error}"
    if stored.seq != line.seq:
        return f"the line says event {line.seq}, its stored bytes say event {stored.seq}"
    if isinstance(line, EventLine) and stored.digest != line.digest:
        return f"the digest in the line of event {line.seq} is not the one in its stored bytes"
    return None


def _wrong_end(
    header: Header | LogHeader,
    header_line: bytes,
    end: End | LogEnd,
    last: int,
    head: str,
    trusted: Mapping[str, str] | None,
) -> str | None:
    if end.head != head:
        return f"the signed head is not the hash of event {last}"
    if end.header != hashlib.sha256(header_line).hexdigest():
        return "the header is not the one that was signed"
    if end.of != header.of or end.key != header.key:
        return "the header and the signed head name different games or keys"
    if not signed_by(end.public_key, end.statement, end.signature):
        return f"the signature is not one of key {end.key} over this head"
    if key_id(end.public_key) != end.key:
        return f"the public key in the record is not key {end.key}"
    if trusted is not None and trusted.get(end.key) != end.public_key:
        return f"it is signed with key {end.key}, which is none of the keys that count here"
    return None


def _begins_there(title: AnyTitle, named: Parent, state: Any, fork: Replay) -> bool:
    if named.exact:
        return same_state(title, named.state, write_state(state))
    taken = next((each for each in fork.events[0].changes if isinstance(each, SeatTaken)), None)
    seat = taken.seat if taken is not None else None
    return bool(title.view(read_state(title, named.state), seat) == title.view(state, seat))
