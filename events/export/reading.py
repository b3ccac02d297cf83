"""Reading a record that anybody may have made: whatever is wrong with it is said, nothing is raised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from moothall.domain.core.codec import canonical
from moothall.events.export.limits import LARGEST, LONGEST_LINE, MOST_EVENTS
from moothall.events.export.lines import FORMAT, End, EventLine, Header

H = TypeVar("H")
E = TypeVar("E")
N = TypeVar("N")


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
