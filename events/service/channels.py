"""What can be followed, and the live tail of one such log in this process."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from typing import Generic, Protocol, TypeVar

from moothall.events.event_store.store import Store

KEPT = 256
"""Entries a channel holds for listeners that are a little behind."""


class Numbered(Protocol):
    """An entry of a log."""

    @property
    def seq(self) -> int: ...


E = TypeVar("E", bound=Numbered)


class Source(Protocol[E]):
    """Many logs of one kind, and the outboxes that tell which of them have grown."""

    @property
    def outboxes(self) -> Sequence[str]: ...

    def grown(self, fields: Mapping[bytes, bytes]) -> str:
        """The log that an entry of an outbox speaks of."""

    def newest(self, name: str) -> int:
        """The seq of a log's latest entry; 0 if there is none."""

    def tail(self, name: str, after: int, limit: int) -> list[E]:
        """The entries after that seq, in order."""


class Logs:
    """The events of games, or of another family of logs, as a source."""

    def __init__(self, store: Store) -> None:
        self.outboxes = store.keys.feeds()
        self.newest = store.length
        self.tail = store.tail

    def grown(self, fields: Mapping[bytes, bytes]) -> str:
        return fields[b"g"].decode()


class Channel(Generic[E]):
    """One log's live tail in this process."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.listeners: list[threading.Event] = []
        """One per listener; set when there is news."""
        self.rests_until = 0.0
        self.kept: tuple[E, ...] = ()
        """Replaced, never changed: listeners read it while it grows."""
        self.read_at = 0.0
        """When the newest of them had been read."""

    def open(self, seq: int) -> None:
        """The log's end when the channel was opened: older entries are in the store."""
        if self.seq == 0 and seq > 0:
            self.seq = seq

    def extend(self, tail: list[E]) -> None:
        """New entries."""
        if tail:
            self.read_at = time.monotonic()  # before they can be seen
            self.kept = (*self.kept, *tail)[-KEPT:]
            self.seq = tail[-1].seq

    def after(self, seq: int) -> list[E] | None:
        """The entries after that seq, if the channel still holds all of them."""
        if seq >= self.seq:
            return []
        kept = self.kept
        first = seq + 1 - kept[0].seq if kept else -1
        held = kept[first:] if first >= 0 else ()
        return list(held) if held and held[0].seq == seq + 1 else None
