"""Snapshots: the log as it stands at one event, with all that an undo can still go behind. Disposable; deleting all of
them changes nothing."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from moothall.domain.core.codec import canonical, to_msgpack
from moothall.domain.core.title import AnyTitle, Binding
from moothall.domain.table.event import event_type
from moothall.domain.table.fold import Entry, Log
from moothall.domain.table.state import Table

S = TypeVar("S")
E = TypeVar("E")

EVERY = 40
"""Events between two snapshots, at least."""

LONGEST_TAIL = 100
"""Events that can be undone, or stand among such, in one snapshot: where there are more, none is taken, so that a game
whose players do nothing but wave takes no more room for every wave."""


class Snapshot(msgspec.Struct, Generic[S, E], frozen=True):
    """A table, where it stands in the log, and the chain hash there; and what an undo needs: the table at the last
    point that none can go behind (None: this one is), and the events since."""

    seq: int
    hash: bytes
    table: Table[S]
    base_seq: int
    base: Table[S] | None
    tail: tuple[tuple[E, Binding], ...]

    @property
    def log(self) -> Log:
        """The log that it was taken of."""
        tail = tuple(map(Entry._make, self.tail))
        return Log(self.seq, self.table, self.base_seq, self.table if self.base is None else self.base, tail)


def due(log: Log, latest: int) -> bool:
    """Whether it is time for a snapshot, where the latest stands at that seq."""
    return log.seq - latest >= EVERY and len(log.tail) <= LONGEST_TAIL


def last_due(seq: int) -> int:
    """Where whoever has written up to that seq has taken one, most likely; if not, the next is taken later, and that is
    all. Without it every process that has a part in a game would take its own."""
    return seq - seq % EVERY


def overdue(events: int) -> bool:
    """Whether there should be another snapshot so many events after one."""
    return events >= EVERY + EVERY // 2


class Snapshots:
    """Writes and reads the snapshots of one title. Each begins with a fingerprint of the types it was written with: a
    process whose types differ, of an older or a newer build, passes it over."""

    def __init__(self, title: AnyTitle) -> None:
        self._kind: Any = Snapshot[title.state, event_type(title)]  # type: ignore[name-defined,misc]
        self._decoder = msgspec.msgpack.Decoder(self._kind)
        self._print: bytes | None = None

    @property
    def fingerprint(self) -> bytes:
        """Of all types in a log, with their fields and defaults; made when it is first needed."""
        if self._print is None:
            self._print = hashlib.sha256(canonical(msgspec.json.schema(self._kind))).digest()
        return self._print

    def write(self, log: Log, head: bytes) -> bytes:
        """A snapshot of the log, whose latest event has that chain hash."""
        base = None if log.base_seq == log.seq else log.base
        # What an undo has no use for is left out: it is half of an event.
        tail = tuple([(replace(entry.event, digest="", salt=""), entry.binding) for entry in log.tail])
        return self.fingerprint + to_msgpack(Snapshot(log.seq, head, log.table, log.base_seq, base, tail))

    def read(self, data: bytes) -> Snapshot[Any, Any] | None:
        """The snapshot, or None if it was written with other types."""
        if not data.startswith(self.fingerprint):
            return None
        try:
            snapshot: Snapshot[Any, Any] = self._decoder.decode(memoryview(data)[len(self.fingerprint) :])
        except msgspec.DecodeError:
            return None
        return snapshot
