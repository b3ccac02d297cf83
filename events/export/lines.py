"""The lines of a record, and how they are written."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import SCHEMA
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Seat
from moothall.events.export.signing import SigningKey
from moothall.events.log.envelope import Stored

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

    @property
    def of(self) -> str:
        """What the record is of."""
        return self.game


class EventLine(msgspec.Struct, frozen=True, tag_field="line", tag="event", forbid_unknown_fields=True):
    """One event; `data` is the text of the stored bytes."""

    seq: int
    data: str
    hash: str
    digest: str


class SignedHead(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The end of a record; `header` is the SHA-256 of the header line without its newline."""

    says: ClassVar[str]
    subject: ClassVar[str]
    """What such a record is of: the member that names it."""

    seq: int
    head: str
    header: str
    key: str
    public_key: str
    signature: str

    @property
    def of(self) -> str:
        """The name of what the record is of."""
        name: str = getattr(self, self.subject)
        return name

    @property
    def statement(self) -> Json:
        """What a server signs."""
        return {
            "moothall": self.says,
            self.subject: self.of,
            "seq": self.seq,
            "head": self.head,
            "header": self.header,
            "key": self.key,
        }


class End(SignedHead, frozen=True, tag_field="line", tag="end", kw_only=True):
    """The signed head of a game."""

    says: ClassVar[str] = "head"
    subject: ClassVar[str] = "game"

    game: str


class _Digest(msgspec.Struct):
    """As much of a stored event as tells its digest."""

    digest: str = ""


_digest_of = msgspec.json.Decoder(_Digest).decode


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
    return signed_line(End, game, seq, head, header, key)


def signed_line(kind: type[SignedHead], of: str, seq: int, head: str, header: bytes, key: SigningKey) -> bytes:
    """The same for a record of any kind."""
    unsigned = kind(
        **{kind.subject: of},
        seq=seq,
        head=head,
        header=hashlib.sha256(header).hexdigest(),
        key=key.id,
        public_key=key.public,
        signature="",
    )
    return canonical(replace(unsigned, signature=key.sign(unsigned.statement)))
