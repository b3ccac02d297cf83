"""The lines of a record, and how they are written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from domain.core.codec import canonical
from domain.core.records import Json
from domain.core.title import AnyTitle
from domain.table.event import SCHEMA
from domain.table.evolve import AnyTable
from domain.table.state import Seat
from events.envelope import Stored
from events.export.signing import SigningKey

FORMAT = 1
"""The version of this form; a reader refuses a newer one."""


class Header(msgspec.Struct, frozen=True, tag_field="line", tag="header", forbid_unknown_fields=True):
    """What was played. `content` holds the title's tables as they were, None if only their hash is known."""

    format: int
    game: str
    title: str
    edition: int
    content_hash: str
    content: dict[str, Any] | None
    schema: int
    """The newest shape of events in the record."""
    seats: tuple[Seat, ...]
    options: dict[str, Any]
    commitment: str
    key: str


class EventLine(msgspec.Struct, frozen=True, tag_field="line", tag="event", forbid_unknown_fields=True):
    """One event; `data` is the text of the stored bytes."""

    seq: int
    data: str
    hash: str
    digest: str


class End(msgspec.Struct, frozen=True, tag_field="line", tag="end", forbid_unknown_fields=True):
    """The signed head; `header` is the SHA-256 of the header line without its newline."""

    game: str
    seq: int
    head: str
    header: str
    key: str
    public_key: str
    signature: str


Line = Header | EventLine | End


class _Digest(msgspec.Struct):
    """As much of a stored event as tells its digest."""

    digest: str = ""


_digest_of = msgspec.json.Decoder(_Digest).decode


def statement(game: str, seq: int, head: str, header: str, key: str) -> Json:
    """What a server signs."""
    return {"moothall": "head", "game": game, "seq": seq, "head": head, "header": header, "key": key}


def header_of(title: AnyTitle, game_id: str, table: AnyTable, key: str) -> Header:
    """The header of a game's record."""
    content = title.editions.get(table.edition)
    same = content is not None and content.hash == table.content_hash
    return Header(
        format=FORMAT,
        game=game_id,
        title=table.title,
        edition=table.edition,
        content_hash=table.content_hash,
        content=content.tables if content is not None and same else None,
        schema=SCHEMA,
        seats=table.seats,
        options=table.options,
        commitment=table.commitment,
        key=key,
    )


def write(header: Header, events: Iterable[Stored], key: SigningKey) -> Iterator[bytes]:
    """The whole record, line by line."""
    first = canonical(header)
    yield first + b"\n"
    seq, head = 0, bytes(32)
    for stored in events:
        seq, head = stored.seq, stored.hash
        yield event_line(stored) + b"\n"
    yield end_line(header.game, seq, head.hex(), first, key) + b"\n"


def event_line(stored: Stored) -> bytes:
    """One event as a line."""
    return canonical(
        EventLine(stored.seq, stored.data.decode(), stored.hash.hex(), _digest_of(stored.data).digest),
    )


def end_line(game: str, seq: int, head: str, header: bytes, key: SigningKey) -> bytes:
    """The last line: the head and the key's signature of it."""
    digest = hashlib.sha256(header).hexdigest()
    signature = key.sign(statement(game, seq, head, digest, key.id))
    return canonical(End(game, seq, head, digest, key.id, key.public, signature))
