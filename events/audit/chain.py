"""The first verdict: nothing was changed since the server signed it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

import msgspec

from moothall.domain.core.codec import digest
from moothall.domain.table.event import AnyEvent
from moothall.events.audit.report import OK, Verdict
from moothall.events.event_store.stored_events import GENESIS, link
from moothall.events.records.format import End, EventLine, Header, Lines, key_id, signed_by
from moothall.events.records.tournament import LogEnd, LogHeader, LogLine


class _Stored(msgspec.Struct):
    """What a line says twice."""

    seq: int
    digest: str = ""


_stored = msgspec.json.Decoder(_Stored).decode


Chained = Lines[Header, EventLine, End] | Lines[LogHeader, LogLine, LogEnd]
"""The record of a game or of a tournament."""


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
