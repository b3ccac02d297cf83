"""Pieces for structs: every field of a struct, and one of several kinds of struct."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from operator import attrgetter
from typing import Any, get_args, get_type_hints

import msgspec

from moothall.environment.layout import Buffer, Builder, Piece, Write, nothing, told_elsewhere


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
