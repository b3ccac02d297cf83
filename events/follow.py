"""Live tails. One reader per process watches the outboxes and fetches a game's new events once for all its listeners.

A listener asks for what comes after a seq. What the channel still holds it gets from there, anything older from the
store: a slow listener is behind, but never misses an event.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from redis.cluster import RedisCluster
from redis.exceptions import RedisClusterException, RedisError

from events import keys
from events.envelope import Stored
from events.store import Store

KEPT = 256
"""Events a channel holds for listeners that are a little behind."""

BLOCK_MS = 1_000
"""How long the reader waits for news before it looks whether it should stop."""

AWAY_S = 1.0
"""How long the reader waits before it tries again to reach a log that is away."""

PAGE = 500

log = logging.getLogger(__name__)


class Channel:
    """One game's live tail in this process."""

    def __init__(self, seq: int) -> None:
        self.seq = seq
        self.listeners = 0
        self.news = threading.Event()
        self.kept: tuple[Stored, ...] = ()
        """Replaced, never changed: listeners read it while it grows."""

    def open(self, seq: int) -> None:
        """The log's end when the channel was opened: older events are in the store."""
        if self.seq == 0 and seq > 0:
            self._reach(seq)

    def extend(self, tail: list[Stored]) -> None:
        """New events."""
        if tail:
            self.kept = (*self.kept, *tail)[-KEPT:]
            self._reach(tail[-1].seq)

    def _reach(self, seq: int) -> None:
        """Wake everybody who waits. In this order: who sees the old seq still waits for the old news."""
        self.seq = seq
        waiting, self.news = self.news, threading.Event()
        waiting.set()

    def after(self, seq: int) -> list[Stored] | None:
        """The events after that seq, if the channel still holds all of them."""
        if seq >= self.seq:
            return []
        held = [stored for stored in self.kept if stored.seq > seq]
        return held if held and held[0].seq == seq + 1 else None


class Hub:
    """The process's channels and their one reader."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._channels: dict[str, Channel] = {}
        self._lock = threading.Lock()
        self._readers: list[threading.Thread] = []
        self._stopped = False

    @property
    def followers(self) -> int:
        """How many listeners there are."""
        with self._lock:
            return sum(channel.listeners for channel in self._channels.values())

    def stop(self) -> None:
        """Let the reader and all listeners go."""
        self._stopped = True
        with self._lock:
            for channel in self._channels.values():
                channel.news.set()

    def follow(self, game_id: str, after: int, idle_s: float) -> Iterator[list[Stored]]:
        """Events after a seq, for ever, in batches; an empty batch after `idle_s` without news."""
        with self._listening(game_id) as channel:
            while not self._stopped:
                news = channel.news
                batch = channel.after(after)
                if batch is None:
                    batch = self._store.tail(game_id, after, PAGE)
                if batch:
                    after = batch[-1].seq
                    yield batch
                elif not news.wait(idle_s):
                    yield []

    def wait(self, game_id: str, after: int, timeout_s: float) -> bool:
        """Whether the game got past that seq in time."""
        deadline = time.monotonic() + timeout_s
        with self._listening(game_id) as channel:
            while not self._stopped:
                news = channel.news
                if channel.seq > after:
                    return True
                left = deadline - time.monotonic()
                if left <= 0 or not news.wait(left):
                    return channel.seq > after
        return False

    @contextmanager
    def _listening(self, game_id: str) -> Iterator[Channel]:
        with self._lock:
            self._start_readers()
            channel = self._channels.get(game_id)
            if channel is None:
                channel = self._channels[game_id] = Channel(0)
            channel.listeners += 1
        try:
            # Registered first, asked after: an event that falls between is seen by the reader or by this.
            self._catch_up(game_id, channel)
            yield channel
        finally:
            with self._lock:
                channel.listeners -= 1
                if channel.listeners == 0:
                    self._channels.pop(game_id, None)

    def _start_readers(self) -> None:
        """One reader for all outboxes; on a Cluster one each, since no command may span slots there."""
        if self._readers:
            return
        # Where the outboxes end is asked before anyone listens: a reader that asked later could start past an event.
        places = {feed: self._end_of(feed) for feed in map(keys.feed, range(keys.SHARDS))}
        spans = isinstance(self._store.redis, RedisCluster)
        for group in [{feed: place} for feed, place in places.items()] if spans else [places]:
            reader = threading.Thread(target=self._read, args=(group,), name="follow", daemon=True)
            self._readers.append(reader)
            reader.start()

    def _end_of(self, feed: str) -> Any:
        newest = self._store.redis.xrevrange(feed, count=1)
        return newest[0][0] if newest else b"0-0"

    def _read(self, places: dict[str, Any]) -> None:
        behind = False
        while not self._stopped:
            try:
                if behind:
                    self._catch_up_all()
                    behind = False
                self._read_once(places)
            except (RedisError, RedisClusterException):
                # The log is away: wait, then look at every followed game again, since news may have been missed.
                log.warning("the event log is out of reach; following goes on when it is back")
                behind = True
                time.sleep(AWAY_S)

    def _read_once(self, places: dict[str, Any]) -> None:
        answer = self._store.redis.xread(places, count=1_000, block=BLOCK_MS)
        changed: set[str] = set()
        for feed, entries in answer or ():
            places[feed.decode()] = entries[-1][0]
            changed.update(fields[b"g"].decode() for _, fields in entries)
        for game_id in changed:
            with self._lock:
                channel = self._channels.get(game_id)
            if channel is not None:
                self._catch_up(game_id, channel)

    def _catch_up_all(self) -> None:
        with self._lock:
            channels = list(self._channels.items())
        for game_id, channel in channels:
            self._catch_up(game_id, channel)

    def _catch_up(self, game_id: str, channel: Channel) -> None:
        """Bring a channel up to date."""
        if channel.seq == 0:
            newest = self._store.length(game_id)
            with self._lock:
                channel.open(newest)
        while tail := self._store.tail(game_id, channel.seq, PAGE):
            with self._lock:
                channel.extend([stored for stored in tail if stored.seq > channel.seq])
