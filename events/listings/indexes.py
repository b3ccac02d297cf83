"""Indexes of what spans logs: sorted sets whose members are `<created ms>:<id>`, all with score 0. Redis then pages
through them in the order of age, and a member is its own cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

WEEDED = 500
"""Entries of an index that a rebuild looks at in one go."""


class Listed(Protocol):
    """An entry, as far as it matters here."""

    @property
    def id(self) -> str: ...

    @property
    def created_at(self) -> int: ...


L = TypeVar("L", bound=Listed)

Read = Callable[[Sequence[str]], list[L | None]]
"""The entries of these ids; None for what is not there."""


def member(entry: Listed) -> str:
    """How an entry stands in an index."""
    return f"{entry.created_at:015d}:{entry.id}"


def page(
    redis: Any, key: str, cursor: str | None, limit: int, read: Read[L], fits: Callable[[L], bool]
) -> tuple[list[L], str | None]:
    """Entries newest first, and where the next page begins. An index may be a moment behind: what it lists is looked at
    itself."""
    found: list[L] = []
    while True:
        top = f"({cursor}" if cursor else "+"
        members = [each.decode() for each in redis.zrevrangebylex(key, top, "-", 0, limit + 1)]
        for each, entry in zip(members, read(_ids(members)), strict=True):
            if len(found) == limit:
                return found, cursor
            cursor = each
            if entry is not None and fits(entry):
                found.append(entry)
        if len(members) <= limit:
            return found, None


def weed(
    redis: Any, key: str, read: Read[L], fits: Callable[[str, L], bool], put_back: Callable[[Sequence[str]], None]
) -> None:
    """Take out of an index what has no place in it. Who moved into it in the very moment is put back."""
    cursor = "-"
    while members := [each.decode() for each in redis.zrangebylex(key, cursor, "+", 0, WEEDED)]:
        cursor = f"({members[-1]}"
        wrong = [
            each
            for each, entry in zip(members, read(_ids(members)), strict=True)
            if entry is None or each != member(entry) or not fits(key, entry)
        ]
        if wrong:
            redis.zrem(key, *wrong)
            put_back(_ids(wrong))


def _ids(members: Sequence[str]) -> list[str]:
    return [each.partition(":")[2] for each in members]
