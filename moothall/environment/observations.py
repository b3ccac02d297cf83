"""What a vector is made of: pieces that claim slots, name them, and know how to fill them from a part of a view.

A piece is given a builder and a name, and answers with a function that writes. All that can be settled beforehand is
settled then: where a card's slot is, which seat comes first. What is written is mostly zeros, so that only what is
there costs anything.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import Any, TypeAlias, get_args, get_type_hints

import msgspec

Buffer: TypeAlias = "array[int]"
"""Numbers of 16 bits; the last one is nobody's, and takes what says that there is nothing."""
Write = Callable[[Buffer, Any], None]

NOWHERE = -1


class Builder:
    """Hands out slots, for what one seat sees."""

    def __init__(self, players: int, viewer: int) -> None:
        self.players = players
        self.viewer = viewer
        self.names: list[str] = []

    def slot(self, name: str) -> int:
        """One more."""
        self.names.append(name)
        return len(self.names) - 1

    def slots(self, name: str, values: Iterable[Any]) -> dict[Any, int]:
        """One for every value; none for nothing."""
        found: dict[Any, int] = {each: self.slot(f"{name}={spoken(each)}") for each in values}
        return {**found, None: NOWHERE, "": NOWHERE}

    def away(self, seat: int) -> int:
        """How many seats to the left of the viewer."""
        return (seat - self.viewer) % self.players

    def seats(self, name: str) -> dict[Any, int]:
        """One for every seat, the viewer's first. A seat may be named as text, too."""
        first = len(self.names)
        self.names += [f"{name}=+{away}" for away in range(self.players)]
        found = {seat: first + self.away(seat) for seat in range(self.players)}
        return {**found, **{str(seat): at for seat, at in found.items()}, None: NOWHERE, "": NOWHERE, -1: NOWHERE}


Piece = Callable[[Builder, str], Write]


def spoken(value: Any) -> str:
    """A value as names of slots and actions have it."""
    return "+".join(map(str, value)) if isinstance(value, tuple) else str(value)


def number(build: Builder, name: str) -> Write:
    """An amount, or whether: one slot."""
    at = build.slot(name)

    def write(buffer: Buffer, value: int) -> None:
        buffer[at] = value

    return write


def told_elsewhere(build: Builder, name: str) -> Write:
    """No slot: other slots say it, or it is the same in every game."""
    return nothing


def nothing(buffer: Buffer, value: Any) -> None:
    """Writes nothing."""


def one_of(values: Iterable[Any]) -> Piece:
    """A slot for every value: 1 for the one that it is."""
    domain = tuple(values)

    def piece(build: Builder, name: str) -> Write:
        return _marked(build.slots(name, domain))

    return piece


def seat(build: Builder, name: str) -> Write:
    """A slot for every seat, the viewer's first: 1 for the one that it is."""
    return _marked(build.seats(name))


def _marked(at: dict[Any, int]) -> Write:
    def write(buffer: Buffer, value: Any) -> None:
        buffer[at[value]] = 1

    return write


def ordered(values: Iterable[Any]) -> Piece:
    """Different values in an order: a slot for every value that there can be, with its place from 1."""
    domain = tuple(values)

    def piece(build: Builder, name: str) -> Write:
        return _numbered(build.slots(name, domain))

    return piece


def seats(build: Builder, name: str) -> Write:
    """Seats in an order, in the same way."""
    return _numbered(build.seats(name))


def seat_or(values: Iterable[Any]) -> Piece:
    """As `one_of`, where it may be a seat as well."""
    domain = tuple(values)

    def piece(build: Builder, name: str) -> Write:
        return _marked({**build.seats(name), **build.slots(name, domain)})

    return piece


def seats_or(values: Iterable[Any]) -> Piece:
    """As `ordered`, where they may be seats as well."""
    domain = tuple(values)

    def piece(build: Builder, name: str) -> Write:
        return _numbered({**build.seats(name), **build.slots(name, domain)})

    return piece


def _numbered(at: dict[Any, int]) -> Write:
    def write(buffer: Buffer, value: Sequence[Any]) -> None:
        for place, each in enumerate(value, 1):
            buffer[at[each]] = place

    return write


def counted(values: Iterable[Any]) -> Piece:
    """A slot for every value: how often it is there."""
    domain = tuple(values)

    def piece(build: Builder, name: str) -> Write:
        at = build.slots(name, domain)

        def write(buffer: Buffer, value: Sequence[Any]) -> None:
            for each in value:
                buffer[at[each]] += 1

        return write

    return piece


def groups(build: Builder, name: str) -> Write:
    """A ranking: for every seat its place from 1."""
    at = build.seats(name)

    def write(buffer: Buffer, value: Sequence[Sequence[int]]) -> None:
        for place, group in enumerate(value, 1):
            for each in group:
                buffer[at[each]] = place

    return write


def by_seat(inner: Piece) -> Piece:
    """The same of every seat, the viewer's first."""

    def piece(build: Builder, name: str) -> Write:
        writes = [inner(build, f"{name}[+{away}]") for away in range(build.players)]
        turned = [writes[build.away(each)] for each in range(build.players)]

        def write(buffer: Buffer, value: Sequence[Any]) -> None:
            for each, part in zip(turned, value, strict=False):  # empty while there is nothing to tell
                each(buffer, part)

        return write

    return piece


def listed(inner: Piece, most: int) -> Piece:
    """How many there are, then the same of each, up to so many."""

    def piece(build: Builder, name: str) -> Write:
        count = build.slot(f"{name}.count")
        writes = [inner(build, f"{name}[{place}]") for place in range(1, most + 1)]

        def write(buffer: Buffer, value: Sequence[Any]) -> None:
            if value:
                buffer[count] = len(value)
                for each, part in zip(writes, value, strict=False):
                    each(buffer, part)

        return write

    return piece


def keyed(keys: Iterable[str], inner: Piece) -> Piece:
    """The same under every key."""
    domain = tuple(keys)

    def piece(build: Builder, name: str) -> Write:
        writes = {key: inner(build, f"{name}.{key}") for key in domain}

        def write(buffer: Buffer, value: Mapping[str, Any]) -> None:
            for key, part in value.items():
                writes[key](buffer, part)

        return write

    return piece


def told_by(attribute: str, values: Iterable[str], inner: Callable[[str], Piece]) -> Piece:
    """Records known by one of their fields: for each that there can be its place from 1, and the rest of it."""
    domain, key_of = tuple(values), attrgetter(attribute)

    def piece(build: Builder, name: str) -> Write:
        known = {}
        for each in domain:
            called = f"{name}.{each}"
            known[each] = (build.slot(f"{called}.place"), inner(each)(build, called))

        def write(buffer: Buffer, value: Sequence[Any]) -> None:
            for place, part in enumerate(value, 1):
                at, rest = known[key_of(part)]
                buffer[at] = place
                rest(buffer, part)

        return write

    return piece


def maybe(inner: Piece) -> Piece:
    """Whether it is there, and what it is."""

    def piece(build: Builder, name: str) -> Write:
        there = build.slot(f"{name}.there")
        rest = inner(build, name)

        def write(buffer: Buffer, value: Any) -> None:
            if value is not None:
                buffer[there] = 1
                rest(buffer, value)

        return write

    return piece


def remembered(inner: Piece) -> Piece:
    """The same, but what was written last is kept, and copied while the value stays equal: for large parts of a view
    that seldom change."""

    def piece(build: Builder, name: str) -> Write:
        first = len(build.names)
        write = inner(build, name)
        last = len(build.names)
        kept: tuple[Any, Buffer] = (object(), array("h"))

        def write_again(buffer: Buffer, value: Any) -> None:
            nonlocal kept
            before, written = kept
            if value == before:
                buffer[first:last] = written
                return
            write(buffer, value)
            kept = (value, buffer[first:last])  # both at once, so that no other thread meets one without the other

        return write_again

    return piece


def struct(kind: type[msgspec.Struct], /, **pieces: Piece) -> Piece:
    """Every field of a struct; what is a plain number need not be named. The numbers come first."""
    hints = get_type_hints(kind)
    plain = [each for each in kind.__struct_fields__ if each not in pieces and hints[each] in (int, bool)]
    rest = [each for each in kind.__struct_fields__ if each not in plain and pieces.get(each) is not told_elsewhere]
    if missing := [each for each in rest if each not in pieces]:
        raise TypeError(f"nothing says how {kind.__name__}.{', '.join(missing)} is written")
    if unknown := [each for each in pieces if each not in kind.__struct_fields__]:
        raise TypeError(f"{kind.__name__} has no field {', '.join(unknown)}")

    def piece(build: Builder, name: str) -> Write:
        lead = f"{name}." if name else ""
        first = len(build.names)
        build.names += [lead + each for each in plain]
        return _struct(first, plain, rest, [pieces[each](build, lead + each) for each in rest])

    return piece


def _struct(first: int, plain: list[str], rest: list[str], writes: list[Write]) -> Write:
    numbers, parts, last = _getter(plain), _getter(rest), first + len(plain)

    def write_all(buffer: Buffer, value: Any) -> None:
        buffer[first:last] = array("h", numbers(value))
        for write, part in zip(writes, parts(value), strict=True):
            write(buffer, part)

    def write_numbers(buffer: Buffer, value: Any) -> None:
        buffer[first:last] = array("h", numbers(value))

    def write_rest(buffer: Buffer, value: Any) -> None:
        for write, part in zip(writes, parts(value), strict=True):
            write(buffer, part)

    if not writes:
        return write_numbers if plain else nothing
    return write_all if plain else write_rest


def _getter(fields: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    if len(fields) == 1:
        one = attrgetter(fields[0])
        return lambda value: (one(value),)
    return attrgetter(*fields) if fields else lambda value: ()


def either(union: Any, *cases: tuple[type[msgspec.Struct], Piece]) -> Piece:
    """One of several kinds of struct: which, and each kind's own fields."""
    if {kind for kind, _ in cases} != set(get_args(union)):
        raise TypeError(f"{union} has other kinds than {[kind.__name__ for kind, _ in cases]}")

    def piece(build: Builder, name: str) -> Write:
        known = {}
        for kind, inner in cases:
            tag = kind.__struct_config__.tag
            known[kind] = (build.slot(f"{name}={tag}"), inner(build, f"{name}.{tag}"))

        def write(buffer: Buffer, value: Any) -> None:
            at, rest = known[type(value)]
            buffer[at] = 1
            rest(buffer, value)

        return write

    return piece


def of(kind: type[msgspec.Struct], /, **pieces: Piece) -> tuple[type[msgspec.Struct], Piece]:
    """A case of `either`."""
    return kind, struct(kind, **pieces)
