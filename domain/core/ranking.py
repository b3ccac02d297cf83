"""Who is ahead, with ties."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeVar


class _Comparable(Hashable, Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


K = TypeVar("K", bound=_Comparable)
S = TypeVar("S", bound=Hashable)

Ranking = tuple[tuple[int, ...], ...]
"""Seats best first; seats that nothing separates stand together."""


def rank(keys: Sequence[K]) -> Ranking:
    """Seats by their key, highest first; equal keys share a place. `keys[i]` belongs to seat i."""
    return groups(dict(enumerate(keys)))


def groups(keys: Mapping[S, K]) -> tuple[tuple[S, ...], ...]:
    """The same for anything with a key, in the mapping's order inside a group."""
    by_key: dict[K, list[S]] = {}
    for thing, key in keys.items():
        by_key.setdefault(key, []).append(thing)
    return tuple(tuple(by_key[key]) for key in sorted(by_key, reverse=True))


def leaders(keys: Mapping[S, K]) -> tuple[S, ...]:
    """All that share the highest key; nothing of nothing."""
    return groups(keys)[0] if keys else ()


def places(ranking: Iterable[Sequence[int]]) -> dict[int, int]:
    """Seat to place: equal seats share one, and the next place is skipped (1, 2, 2, 4)."""
    place: dict[int, int] = {}
    ahead = 0
    for group in ranking:
        for seat in group:
            place[seat] = ahead + 1
        ahead += len(group)
    return place
