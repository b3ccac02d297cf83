"""Live tails. One reader per process watches the outboxes and fetches what is new in a log once for all its listeners.

What can be followed is a `Source`: the games' events, the players' inboxes. A listener asks for what comes after a
seq. What the channel still holds it gets from there, anything older from the store: a slow listener is behind, but
never misses an entry that is still kept.
"""

from __future__ import annotations

import logging
import math
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Generic, Protocol, TypeVar

from redis.exceptions import RedisError

from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import Stored
from moothall.events.redis_client.cluster import Cluster

KEPT = 256
"""Entries a channel holds for listeners that are a little behind."""

BLOCK_MS = 1_000
"""How long the reader waits for news before it looks whether it should stop."""

AWAY_S = 1.0
"""How long the reader waits before it tries again to reach a log that is away."""

LOOK_S = 2.0
"""How often a listener without news is asked whether it may still listen."""

PAGE = 500

REST_S = 0.0003
"""Rest of a channel after news, per listener: what comes meanwhile goes out together. A few listeners do not notice;
five hundred are told six times a second, and whoever plays keeps most of the process to play with."""

WOKEN_AT_ONCE = 8
"""Listeners woken in one go."""

PAUSE_BETWEEN_BATCHES_S = 0.001
"""Pause before the next ones: writing to hundreds takes longer than playing a move, and players come first."""

log = logging.getLogger(__name__)

Still = Callable[[float], bool]
"""Whether a listener may still listen, to be answered with what was true at that moment (of the monotonic clock) or
later: news was in the log before it was read, so what was taken back before it was written is known by then. With 0 no
news waits, and what was known lately is enough."""

Enough = Callable[[Sequence[Stored]], bool]
"""Whether these events are what somebody waits for; none, where the channel no longer holds them."""


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


Place = tuple[Source[Any], str]
"""A log of a source, by its name."""


def for_ever(since: float) -> bool:
    """Whom nothing can be taken back from."""
    return True


def anything(news: Sequence[Numbered]) -> bool:
    """For whom any news will do."""
    return True


class Hub:
    """The process's channels and their one reader."""

    def __init__(self, store: Store, *more: Source[Any]) -> None:
        """The games can always be followed; `more` is what else can."""
        self._redis: Any = store.redis
        self._games = Logs(store)
        self._sources = {outbox: source for source in (self._games, *more) for outbox in source.outboxes}
        self._channels: dict[Place, Channel[Any]] = {}
        self._lock = threading.Lock()
        self._readers: list[threading.Thread] = []
        self._stop = threading.Event()

    @property
    def followers(self) -> int:
        """How many listeners there are."""
        with self._lock:
            return sum(len(channel.listeners) for channel in self._channels.values())

    def stop(self) -> None:
        """Let the reader and all listeners go."""
        self._stop.set()
        with self._lock:
            for channel in self._channels.values():
                for listener in channel.listeners:
                    listener.set()

    def follow(self, game_id: str, after: int, idle_s: float, still: Still = for_ever) -> Iterator[list[Stored]]:
        """A game's events after a seq, in batches, for as long as the listener may listen; an empty batch after
        `idle_s` without news."""
        return self.tail_of(self._games, game_id, after, idle_s, still)

    def tail_of(
        self, source: Source[E], name: str, after: int, idle_s: float, still: Still = for_ever
    ) -> Iterator[list[E]]:
        """The same for any log that this hub knows the source of."""
        silent_until = time.monotonic() + idle_s
        with self._listening(source, name) as (channel, listener):
            while not self._stop.is_set():
                listener.clear()  # before looking: what comes after the look sets it again
                batch = channel.after(after)
                read_at = channel.read_at
                if batch is None:
                    batch = source.tail(name, after, PAGE)
                    read_at = time.monotonic()
                if not still(read_at if batch else 0.0):
                    return
                if batch:
                    after = batch[-1].seq
                    yield batch
                    silent_until = time.monotonic() + idle_s
                elif time.monotonic() >= silent_until:
                    yield []
                    silent_until = time.monotonic() + idle_s
                elif not self._stop.is_set():
                    listener.wait(min(LOOK_S, silent_until - time.monotonic()))

    def wait(
        self, game_id: str, after: int, timeout_s: float, still: Still = for_ever, enough: Enough = anything
    ) -> bool:
        """Whether the game got past that seq in time, and far enough; given up when the listener may no longer
        listen."""
        return self.wait_for(self._games, game_id, after, timeout_s, still, enough)

    def wait_for(
        self,
        source: Source[E],
        name: str,
        after: int,
        timeout_s: float,
        still: Still = for_ever,
        enough: Callable[[Sequence[E]], bool] = anything,
    ) -> bool:
        """The same for any log that this hub knows the source of."""
        deadline = time.monotonic() + timeout_s
        with self._listening(source, name) as (channel, listener):
            while not self._stop.is_set():
                listener.clear()
                seq = channel.seq
                if seq > after:
                    if enough(channel.after(after) or ()):
                        return True
                    after = seq
                left = deadline - time.monotonic()
                if left <= 0 or self._stop.is_set() or not still(0.0):
                    return False
                listener.wait(min(LOOK_S, left))
        return False

    @contextmanager
    def _listening(self, source: Source[E], name: str) -> Iterator[tuple[Channel[E], threading.Event]]:
        listener = threading.Event()
        with self._lock:
            self._start_readers()
            channel = self._channels.get((source, name))
            if channel is None:
                channel = self._channels[source, name] = Channel(0)
            channel.listeners.append(listener)
        try:
            # Registered first, asked after: an entry that falls between is seen by the reader or by this.
            self._catch_up(source, name, channel)
            yield channel, listener
        finally:
            with self._lock:
                channel.listeners.remove(listener)
                if not channel.listeners:
                    self._channels.pop((source, name), None)

    def _start_readers(self) -> None:
        """One reader for all outboxes; on a Cluster one each, since no command may span slots there."""
        if self._readers:
            return
        # Where the outboxes end is asked before anyone listens: a reader that asked later could start past an entry.
        places = {outbox: self._end_of(outbox) for outbox in self._sources}
        spans = isinstance(self._redis, Cluster)
        for group in [{outbox: place} for outbox, place in places.items()] if spans else [places]:
            reader = threading.Thread(target=self._read, args=(group,), name="follow", daemon=True)
            self._readers.append(reader)
            reader.start()

    def _end_of(self, outbox: str) -> Any:
        newest = self._redis.xrevrange(outbox, count=1)
        return newest[0][0] if newest else b"0-0"

    def _read(self, places: dict[str, Any]) -> None:
        behind = False
        late: set[Place] = set()
        while not self._stop.is_set():
            try:
                if behind:
                    self._catch_up_all()
                    behind = False
                self._read_once(places, late)
            except Exception as error:
                if self._stop.is_set():  # whoever stopped us may have closed the connection under our hands
                    return
                if not isinstance(error, RedisError):
                    raise
                # The log is away: wait, then look at everything followed again, since news may have been missed.
                log.warning("the event log is out of reach; following goes on when it is back")
                behind = True
                time.sleep(AWAY_S)

    def _read_once(self, places: dict[str, Any], late: set[Place]) -> None:
        """Bring what has grown up to date; `late` are the logs whose channels were at rest the last time."""
        answer = self._redis.xread(places, count=1_000, block=self._patience_ms(late))
        for outbox, entries in answer or ():
            name = outbox.decode()
            source = self._sources[name]
            places[name] = entries[-1][0]
            late.update((source, source.grown(fields)) for _, fields in entries)
        now = time.monotonic()
        for place in list(late):
            with self._lock:
                channel = self._channels.get(place)
            if channel is None:
                late.remove(place)
            elif channel.rests_until <= now:
                self._catch_up(*place, channel)
                channel.rests_until = time.monotonic() + len(channel.listeners) * REST_S
                late.remove(place)

    def _patience_ms(self, late: set[Place]) -> int:
        """How long to wait for news: no longer than the first channel that has some is at rest."""
        with self._lock:
            ends = [channel.rests_until for place in late if (channel := self._channels.get(place)) is not None]
        left = min(ends) - time.monotonic() if ends else BLOCK_MS / 1_000
        return max(1, min(BLOCK_MS, math.ceil(left * 1_000)))

    def _catch_up_all(self) -> None:
        with self._lock:
            channels = list(self._channels.items())
        for place, channel in channels:
            self._catch_up(*place, channel)

    def _catch_up(self, source: Source[E], name: str, channel: Channel[E]) -> None:
        """Bring a channel up to date."""
        if channel.seq == 0:
            newest = source.newest(name)
            with self._lock:
                channel.open(newest)
            self._wake_listeners(channel)
        more = True
        while more:
            tail = source.tail(name, channel.seq, PAGE)
            more = len(tail) == PAGE  # what comes after a shorter page rings the outbox anew
            with self._lock:
                news = [entry for entry in tail if entry.seq > channel.seq]
                channel.extend(news)
            if news:
                self._wake_listeners(channel)

    def _wake_listeners(self, channel: Channel[Any]) -> None:
        """Tell everybody that there is news, a few at a time."""
        with self._lock:
            listeners = list(channel.listeners)
        for first in range(0, len(listeners), WOKEN_AT_ONCE):
            if first:
                time.sleep(PAUSE_BETWEEN_BATCHES_S)
            for listener in listeners[first : first + WOKEN_AT_ONCE]:
                listener.set()
