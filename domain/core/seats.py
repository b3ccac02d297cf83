"""Tuples that seats and other things stand in: one place of many replaced, and who comes after whom."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


def put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The items with another one at that place. By way of a list, which takes half as long as two slices: every fold
    comes by here."""
    changed = [*items]
    changed[index] = item
    return tuple(changed)


def clockwise(seats: int, start: int) -> tuple[int, ...]:
    """All seats from this one on, round the table."""
    return (*range(start, seats), *range(start))
