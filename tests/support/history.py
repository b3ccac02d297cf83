"""Histories: what clients asked for and were told, held against what the logs hold, as Jepsen does it.

An acknowledged move stands in the log under its number, once, and in the order in which it was acknowledged. A move
whose answer never came stands there once or not at all. A refused one does not, and nothing does that nobody asked
for but the steps of the game itself and the moves of AI seats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal

import msgspec

from moothall.domain.core.codec import canonical
from moothall.events.event_store.stored_events import GENESIS, Stored, link

Outcome = Literal["acknowledged", "refused", "unknown"]


@dataclass
class Asked:
    """One move that a seat asked for, with the last word on it."""

    seat: int
    move: dict[str, Any]
    after: int
    """The last seq that this seat had been acknowledged before."""
    outcome: Outcome = "unknown"
    seq: int = 0
    """Of an acknowledged one."""


@dataclass
class Count:
    """What a comparison found; the second half must be nothing."""

    games: int = 0
    events: int = 0
    acknowledged: int = 0
    refused: int = 0
    unknown: int = 0
    carried_out: int = 0
    """Of the unknown ones."""
    lost: int = 0
    doubled: int = 0
    reordered: int = 0
    unasked: int = 0
    """Events that nobody asked for, or that had been refused."""
    broken: int = 0
    """Logs whose numbers or hashes do not follow from each other."""
    stories: list[str] = field(default_factory=list)
    """What is wrong, one line each."""

    def add(self, other: Count) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    @property
    def clean(self) -> bool:
        return not (self.lost or self.doubled or self.reordered or self.unasked or self.broken or self.stories)

    def __str__(self) -> str:
        numbers = [each.name for each in fields(self) if each.name != "stories"]
        lines = [f"{name.replace('_', ' '):>14} {getattr(self, name):>8,}" for name in numbers]
        return "\n".join([*lines, *self.stories])


class _Event(msgspec.Struct):
    """As much of a stored event as a history is compared by."""

    seat: int | None = None
    move: Any = None
    level: str | None = None


def compare(game: str, asked: Sequence[Asked], log: Sequence[Stored], people: frozenset[int]) -> Count:
    """The moves of the people at a table against its log."""
    count = Count(games=1, events=len(log))
    _check_chain(game, log, count)
    events = {stored.seq: msgspec.json.decode(stored.data, type=_Event) for stored in log}
    mine = {seq: event for seq, event in events.items() if _is_a_persons(event, people)}
    last: dict[int, int] = {}
    for entry in (entry for entry in asked if entry.outcome == "acknowledged"):
        count.acknowledged += 1
        found = mine.pop(entry.seq, None)
        if found is None or not _same(found, entry):
            count.lost += 1
            count.stories.append(f"{game}: acknowledged as {entry.seq}, but there is {found}: {entry}")
        if entry.seq <= last.get(entry.seat, 0):
            count.reordered += 1
            count.stories.append(f"{game}: acknowledged after {last[entry.seat]}: {entry}")
        last[entry.seat] = entry.seq
    for entry in (entry for entry in asked if entry.outcome == "unknown"):
        count.unknown += 1
        # It may have been carried out long after its client gave up, but never before it was asked for.
        at = next((seq for seq, event in mine.items() if seq > entry.after and _same(event, entry)), None)
        if at is not None:
            count.carried_out += 1
            del mine[at]
    count.refused = sum(entry.outcome == "refused" for entry in asked)
    wanted = [entry for entry in asked if entry.outcome != "refused"]
    for seq, event in mine.items():
        if any(_same(event, entry) for entry in wanted):
            count.doubled += 1
            count.stories.append(f"{game}: {seq} is written once more than asked for: {event}")
        else:
            count.unasked += 1
            count.stories.append(f"{game}: nobody asked for {seq}: {event}")
    return count


def _is_a_persons(event: _Event, people: frozenset[int]) -> bool:
    """A move of a seat that a person has, or one in the name of a seat that no AI plays."""
    return event.move is not None and event.level is None and event.seat in people


def _same(event: _Event, entry: Asked) -> bool:
    """The same move; what was left out of a request may stand in the log with its default."""
    if event.seat != entry.seat:
        return False
    stored = {name: value for name, value in event.move.items() if name in entry.move}
    return canonical(stored) == canonical(entry.move)


def _check_chain(game: str, log: Sequence[Stored], count: Count) -> None:
    head = GENESIS
    for number, stored in enumerate(log, 1):
        head = link(head, stored.data)
        if stored.seq != number or stored.hash != head:
            count.broken += 1
            count.stories.append(f"{game}: event {number} (it says {stored.seq}) does not follow")
            return
