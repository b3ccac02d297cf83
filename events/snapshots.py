"""Snapshots: the table at a point that no undo can go behind. Disposable; deleting all of them changes nothing."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar

import msgspec

from domain.core.codec import canonical, to_msgpack
from domain.core.title import AnyTitle
from domain.table.event import table_type
from domain.table.log import Log
from domain.table.state import Table

S = TypeVar("S")

EVERY = 40
"""Events between two snapshots, at least."""


class Snapshot(msgspec.Struct, Generic[S], frozen=True):
    """A table, where it stands in the log, and the chain hash there."""

    seq: int
    hash: bytes
    table: Table[S]


class Snapshots:
    """Writes and reads the snapshots of one title. Each begins with a fingerprint of the types it was written with: a
    process whose types differ, of an older or a newer build, passes it over."""

    def __init__(self, title: AnyTitle) -> None:
        self._table = table_type(title)
        kind: Any = Snapshot[self._table.__args__[0]]  # type: ignore[name-defined]
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._print: bytes | None = None

    @property
    def fingerprint(self) -> bytes:
        """Of all types in a table, with their fields and defaults; made when it is first needed."""
        if self._print is None:
            self._print = hashlib.sha256(canonical(msgspec.json.schema(self._table))).digest()
        return self._print

    def write(self, log: Log, head: bytes) -> bytes:
        """A snapshot of the log's base."""
        return self.fingerprint + to_msgpack(Snapshot(log.base_seq, head, log.base))

    def read(self, data: bytes) -> Snapshot[Any] | None:
        """The snapshot, or None if it was written with other types."""
        if not data.startswith(self.fingerprint):
            return None
        try:
            snapshot: Snapshot[Any] = self._decoder.decode(memoryview(data)[len(self.fingerprint) :])
        except msgspec.DecodeError:
            return None
        return snapshot
