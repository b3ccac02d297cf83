"""Resource arithmetic: a bag is a tuple of counts in a title's canonical order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import add as _add, sub as _sub

from moothall.domain.core.seats import put

Bag = tuple[int, ...]


def plus(bag: Bag, other: Bag) -> Bag:
    """Both together."""
    return tuple(map(_add, bag, other))


def minus(bag: Bag, other: Bag) -> Bag:
    """What is left; refuses to go below nothing, because no reducer may."""
    left = tuple(map(_sub, bag, other))
    if min(left) < 0:
        raise ValueError(f"{other} is more than {bag}")
    return left


def covers(bag: Bag, other: Bag) -> bool:
    """Whether `other` can be taken out of the bag."""
    return all(have >= want for have, want in zip(bag, other, strict=True))


def add_at(bag: Bag, index: int, n: int) -> Bag:
    """The bag with n more (or fewer) of one kind."""
    if bag[index] + n < 0:
        raise ValueError(f"{-n} of kind {index} is more than {bag}")
    return put(bag, index, bag[index] + n)


def of(names: Sequence[str], counts: Mapping[str, int]) -> Bag:
    """A bag from named counts; what is not named is 0."""
    unknown = set(counts) - set(names)
    if unknown:
        raise KeyError(f"unknown kinds: {sorted(unknown)}")
    return tuple(counts.get(name, 0) for name in names)


def named(names: Sequence[str], bag: Bag) -> dict[str, int]:
    """All counts by name."""
    return dict(zip(names, bag, strict=True))
