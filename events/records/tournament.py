"""The record of a tournament: a bundle of its log and of the records of all its games.

    {"line":"header", ...}      which tournament, of which title and edition; its commitment; the key
    {"line":"event", ...}       one per event: the stored bytes as text, chain hash
    {"line":"end", ...}         the head of the chain, signed

The lines are made as those of a game's record.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from moothall.domain.core.codec import canonical
from moothall.domain.tournament.state import SCHEMA, Tournament
from moothall.events.event_store.stored_events import GENESIS, Stored
from moothall.events.records.bundle import ListedLog, write_bundle
from moothall.events.records.format import Lines, SignedHead, form, read_lines, signed_line
from moothall.events.records.signing import SigningKey

FORMAT = 1
"""The version of this form; a reader refuses a newer one."""

LOG = "tournament.ndjson"


class LogHeader(msgspec.Struct, frozen=True, tag_field="line", tag="header", forbid_unknown_fields=True):
    """Which tournament it is."""

    format: int
    tournament: str
    name: str
    title: str
    edition: int
    content_hash: str
    schema: int
    """The newest shape of events in the log."""
    commitment: str
    key: str

    @property
    def of(self) -> str:
        """What the record is of."""
        return self.tournament


class LogLine(msgspec.Struct, frozen=True, tag_field="line", tag="event", forbid_unknown_fields=True):
    """One event; `data` is the text of the stored bytes."""

    seq: int
    data: str
    hash: str


class LogEnd(SignedHead, frozen=True, tag_field="line", tag="end", kw_only=True):
    """The signed head of a tournament."""

    says: ClassVar[str] = "tournament"
    subject: ClassVar[str] = "tournament"

    tournament: str


ReadLog = Lines[LogHeader, LogLine, LogEnd]
"""The log of a tournament."""

_FORM = form(LogHeader, LogLine, LogEnd, FORMAT)


def read_log_lines(data: bytes) -> ReadLog:
    """The log of a tournament in these bytes."""
    return read_lines(data, _FORM)


def header_of(tournament_id: str, tournament: Tournament, key: str) -> LogHeader:
    """The header of a tournament's log."""
    settings = tournament.settings
    return LogHeader(
        format=FORMAT,
        tournament=tournament_id,
        name=settings.name,
        title=settings.title,
        edition=settings.edition,
        content_hash=settings.content_hash,
        schema=SCHEMA,
        commitment=tournament.commitment,
        key=key,
    )


def write_log(header: LogHeader, events: Iterable[Stored], key: SigningKey) -> bytes:
    """The whole log."""
    first = canonical(header)
    lines, seq, head = [first], 0, GENESIS
    for stored in events:
        seq, head = stored.seq, stored.hash
        lines.append(canonical(LogLine(seq, stored.data.decode(), head.hex())))
    lines.append(signed_line(LogEnd, header.tournament, seq, head.hex(), first, key))
    return b"".join(line + b"\n" for line in lines)


def write_tournament(
    header: LogHeader, events: Iterable[Stored], games: Iterable[bytes], key: SigningKey
) -> Iterator[bytes]:
    """The whole record, as the bytes of a zip: a piece for every file. `games` are the records of all its tables."""
    log = write_log(header, events, key)
    listed = ListedLog(LOG, header.tournament, header.title, log.count(b"\n") - 2, hashlib.sha256(log).hexdigest())
    yield from write_bundle(games, key, (listed, log))
