"""How much of a file is taken in, whoever made it: size, lines, numbers, nesting. Everything that a Moothall writes is
far below; whatever is above is refused in words before it costs time or memory."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar, get_args

import msgspec

from moothall.domain.table.changes import TABLE_CHANGES
from moothall.domain.table.moves import TABLE_MOVES, Ruling

E = TypeVar("E")

MIB = 1024 * 1024

LARGEST = 64 * MIB
"""Bytes of a record; long games have half a megabyte."""

LONGEST_LINE = MIB
"""Bytes of one line: the header, which holds the title's content, has some 50 KB."""

MOST_EVENTS = 50_000
"""Events of a record; long games have some hundreds."""

MOST_FILES = 50_000
"""Records of a bundle."""

LARGEST_MANIFEST = 32 * MIB

LARGEST_DIRECTORY = 32 * MIB
"""Bytes of a zip's own table of contents."""

MOST_RATIO = 40
"""How many times its packed size a file may unpack to; records shrink to a fifth."""

SLACK = 64 * 1024
"""Bytes up to which nobody asks for the ratio."""

DEEPEST = 50
"""Levels of nesting within an event; real ones have a dozen."""

LARGEST_COUNT = 10**6
"""The largest number in a move or a change of a title: something is counted with it."""

LARGEST_NUMBER = 10**15
"""The largest number anywhere else: times in milliseconds."""

_TIMED = frozenset(str(kind.__struct_config__.tag) for kind in (*TABLE_CHANGES, *TABLE_MOVES, *get_args(Ruling)))
"""What is the table's own, and may hold times."""


_HEAD = re.compile(rb'\{"v":\d{1,6},"seq":\d{1,6},"at":\d{1,15},"changes":')
"""How an event's stored text begins: with the one large number that every event has."""

_TAIL = (b',"digest":"', b'","salt":"', b'"}')
_TAIL_LENGTH = sum(map(len, _TAIL)) + 2 * 64
"""How it ends: with digest and salt, which have rows of digits that are no numbers."""

_OUTLINE = bytes.maketrans(b"123456789.E[", b"000000000ee{")
_LONG, _BROKEN = b"0" * len(str(LARGEST_COUNT)), b"0e"
"""Every digit a nought, every bracket the same; then this is what a number beyond LARGEST_COUNT looks like, or one
whose digits do not tell how large it is."""


class BeyondLimits(ValueError):
    """More than is taken in."""


def read_event(text: str, reader: Callable[[bytes], E]) -> E:
    """The event in that stored text, as the reader has it. Raises what `check_event` raises, or the reader."""
    data = text.encode()
    if not _is_modest(data):
        check_event(text)
        return reader(data)
    try:
        return reader(data)
    except Exception:
        check_event(text)
        raise


def _is_modest(data: bytes) -> bool:
    """Whether a glance tells that `check_event` could find nothing but that it is no JSON. Nearly all events are: to
    look at every value of them takes longer than to read them. A text within the text (`state`) is none: it has quotes,
    and so a backslash before each."""
    head, tail = _HEAD.match(data), data[-_TAIL_LENGTH:]
    if head is None or (tail[:11], tail[75:85], tail[149:]) != _TAIL or tail.count(b'"') != 8:
        return False
    outline = data[head.end() : -_TAIL_LENGTH].translate(_OUTLINE)
    return not (
        _LONG in outline or _BROKEN in outline or b"\\" in data or b'"{' in outline or outline.count(b"{") >= DEEPEST
    )


def check_event(data: str) -> None:
    """Raises BeyondLimits if the event's stored text holds larger numbers or deeper nesting than any game has."""
    event = msgspec.json.decode(data)
    if not isinstance(event, dict):
        return
    changes = event.get("changes")
    parts = [*(changes if isinstance(changes, list) else [changes]), event.get("move")]
    for part in parts:
        own = isinstance(part, dict) and part.get("type") not in _TIMED
        _check(part, LARGEST_COUNT if own else LARGEST_NUMBER)
    _check({name: value for name, value in event.items() if name not in ("changes", "move")}, LARGEST_NUMBER)


def check_numbers(data: str) -> None:
    """The same for an event of a tournament, in which nothing is a title's."""
    _check(msgspec.json.decode(data), LARGEST_NUMBER)


def _check(value: Any, most: int) -> None:
    left: list[tuple[Any, int, int]] = [(value, most, 1)]
    while left:
        each, most, depth = left.pop()
        if depth > DEEPEST:
            raise BeyondLimits(f"it is nested more than {DEEPEST} levels deep")
        if isinstance(each, int | float):
            if not -most <= each <= most:
                raise BeyondLimits(f"it holds a number beyond {most}")
        elif isinstance(each, dict):
            for name, inner in each.items():
                if name == "state" and isinstance(inner, str) and inner.startswith("{"):  # a title's state, as text
                    left.append((msgspec.json.decode(inner), LARGEST_COUNT, depth + 1))
                else:
                    left.append((inner, most, depth + 1))
        elif isinstance(each, list):
            left += [(inner, most, depth + 1) for inner in each]
