"""Snapshots: the table at a point that no undo can go behind. Disposable; deleting all of them changes nothing."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec

from domain.core.codec import to_msgpack
from domain.core.title import AnyTitle
from domain.table.event import table_type
from domain.table.log import Log
from domain.table.state import Table

S = TypeVar("S")

EVERY = 40
"""Events between two snapshots, at least."""

SHAPE = 1
"""Raised when the shape of tables or states changes; older snapshots are then passed over."""


class Snapshot(msgspec.Struct, Generic[S], frozen=True):
    """A table, where it stands in the log, and the chain hash there."""

    shape: int
    content: str
    seq: int
    hash: bytes
    table: Table[S]


def encode(title: AnyTitle, log: Log, head: bytes) -> bytes:
    """A snapshot of the log's base."""
    return to_msgpack(Snapshot(SHAPE, title.content.hash, log.base_seq, head, log.base))


class SnapshotReader:
    """Reads the snapshots of one title; what it cannot trust it passes over."""

    def __init__(self, title: AnyTitle) -> None:
        inner = table_type(title)
        kind: Any = Snapshot[inner.__args__[0]]  # type: ignore[name-defined]
        self._decoder = msgspec.msgpack.Decoder(kind)
        self._content = title.content.hash

    def __call__(self, data: bytes) -> Snapshot[Any] | None:
        """The snapshot, or None if it is of another shape or content."""
        try:
            snapshot: Snapshot[Any] = self._decoder.decode(data)
        except msgspec.DecodeError:
            return None
        usable = snapshot.shape == SHAPE and snapshot.content == self._content
        return snapshot if usable else None
