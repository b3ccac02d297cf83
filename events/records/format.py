"""The record of a game, a file that stands alone: its lines, how they are written and read.

    {"line":"header", ...}      title, versions, content, seats, options, commitment, key id
    {"line":"event", ...}       one per event: the stored bytes as text, chain hash, digest of the public view
    {"line":"end", ...}         the head of the chain, signed

Every line is canonical JSON (keys sorted, no spaces) and ends with a newline, so a record has one spelling only: a
changed byte either changes what a line says, and then a hash, or how it says it, and then it is no record.

Anybody may have made the record that is read: whatever is wrong with it is said, nothing is raised.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import canonical
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import SCHEMA
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Seat
from moothall.events.event_store.stored_events import Stored
from moothall.events.records.limits import LARGEST, LONGEST_LINE, MOST_EVENTS
from moothall.events.records.signing import SigningKey

FORMAT = 1
"""The version of this form; a reader refuses a newer one."""

H = TypeVar("H")
E = TypeVar("E")
N = TypeVar("N")


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


class Fault(NamedTuple):
    """What is wrong, and from which event on (0: the header)."""

    seq: int
    why: str


class Lines(NamedTuple, Generic[H, E, N]):
    """As much of a record as could be read: it ends before the first line that is none."""

    header: H | None
    header_line: bytes
    events: tuple[E, ...]
    end: N | None
    fault: Fault | None


class Form(NamedTuple):
    """The lines that a record is made of, and the newest version of them."""

    header: type[Any]
    event: type[Any]
    end: type[Any]
    version: int
    decoder: msgspec.json.Decoder[Any]


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


def form(header: type[Any], event: type[Any], end: type[Any], version: int) -> Form:
    """Records of such lines."""
    return Form(header, event, end, version, msgspec.json.Decoder(header | event | end))


GAME = form(Header, EventLine, End, FORMAT)

Read = Lines[Header, EventLine, End]
"""The record of a game."""


def read(data: bytes) -> Read:
    """The record of a game in these bytes."""
    return read_lines(data, GAME)


def read_lines(data: bytes, form: Form) -> Lines[Any, Any, Any]:
    """The record of that form in these bytes."""
    header, end, events = None, None, list[Any]()
    fault = Fault(0, f"the record is larger than {LARGEST} bytes") if len(data) > LARGEST else None
    for number, text in enumerate(_lines(data) if fault is None else (), 1):
        line, why = _line(text, form)
        if line is not None:
            why = _misplaced(line, form, number, len(events) + 1, end)
        if why is not None:
            fault = Fault(min(number - 1, len(events) + 1), f"line {number} {why}")
            break
        if isinstance(line, form.header):
            header = line
        elif isinstance(line, form.event):
            events.append(line)
        else:
            end = line
    if fault is None and data and not data.endswith(b"\n"):
        last = data.count(b"\n") + 1
        fault = Fault(len(events) + 1, f"line {last} is cut off: it does not end with a newline")
    if fault is None and not data:
        fault = Fault(0, "the file is empty")
    return Lines(header, data[: max(0, data.find(b"\n"))], tuple(events), end, fault)


def read_header(data: bytes) -> Header | None:
    """What a game's record says of itself in its first line."""
    line, _ = _line(next(_lines(data), b""), GAME)
    return line if isinstance(line, Header) else None


def _lines(data: bytes) -> Iterator[bytes]:
    """One after the other: a file of empty lines would make a list many times its size."""
    begin = 0
    while (end := data.find(b"\n", begin)) >= 0:
        yield data[begin:end]
        begin = end + 1


def _line(text: bytes, form: Form) -> tuple[Any, str | None]:
    if len(text) > LONGEST_LINE:
        return None, f"is longer than {LONGEST_LINE} bytes"
    try:
        line = form.decoder.decode(text)
        spelled = canonical(line)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError) as error:
        return None, f"is no line of a record: {error}"
    if spelled != text:
        return None, "is not written in the one form that lines of a record have"
    return line, None


def _misplaced(line: Any, form: Form, number: int, due: int, end: Any) -> str | None:
    is_header = isinstance(line, form.header)
    if end is not None:
        return "stands after the signed head, which is the last line of a record"
    if is_header != (number == 1):
        return "must be the header" if number == 1 else "is a second header"
    if is_header and line.format > form.version:
        return f"says that the record is of format {line.format}; this Moothall reads up to {form.version}"
    if isinstance(line, form.event) and due > MOST_EVENTS:
        return f"holds one more event than the {MOST_EVENTS} that a record may have"
    if isinstance(line, form.event) and line.seq != due:
        return f"holds event {line.seq} where event {due} is due: a line is missing, doubled or out of order"
    return None
