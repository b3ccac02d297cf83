"""Reading a record that anybody may have made: whatever is wrong with it is said, nothing is raised."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from domain.core.codec import canonical
from events.export.lines import FORMAT, End, EventLine, Header, Line


class Fault(NamedTuple):
    """What is wrong, and from which event on (0: the header)."""

    seq: int
    why: str


class Read(NamedTuple):
    """As much of a record as could be read: it ends before the first line that is none."""

    header: Header | None
    header_line: bytes
    events: tuple[EventLine, ...]
    end: End | None
    fault: Fault | None


_decode = msgspec.json.Decoder(Line).decode


def read(data: bytes) -> Read:
    """The record in these bytes."""
    lines = data.split(b"\n")
    tail = lines.pop()
    header: Header | None = None
    events: list[EventLine] = []
    end: End | None = None
    fault: Fault | None = None
    for number, text in enumerate(lines, 1):
        line, why = _line(text)
        if line is not None:
            why = _misplaced(line, number, len(events) + 1, end)
        if why is not None:
            fault = Fault(min(number - 1, len(events) + 1), f"line {number} {why}")
            break
        match line:
            case Header():
                header = line
            case EventLine():
                events.append(line)
            case End():
                end = line
    if fault is None and tail:
        fault = Fault(len(events) + 1, f"line {len(lines) + 1} is cut off: it does not end with a newline")
    if fault is None and not lines:
        fault = Fault(0, "the file is empty")
    return Read(header, lines[0] if lines else b"", tuple(events), end, fault)


def _line(text: bytes) -> tuple[Line | None, str | None]:
    try:
        line: Line = _decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return None, f"is no line of a record: {error}"
    if canonical(line) != text:
        return None, "is not written in the one form that lines of a record have"
    return line, None


def _misplaced(line: Line, number: int, due: int, end: End | None) -> str | None:
    if end is not None:
        return "stands after the signed head, which is the last line of a record"
    if isinstance(line, Header) != (number == 1):
        return "must be the header" if number == 1 else "is a second header"
    if isinstance(line, Header) and line.format > FORMAT:
        return f"says that the record is of format {line.format}; this Moothall reads up to {FORMAT}"
    if isinstance(line, EventLine) and line.seq != due:
        return f"holds event {line.seq} where event {due} is due: a line is missing, doubled or out of order"
    return None
