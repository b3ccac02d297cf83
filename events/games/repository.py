"""Games as this process knows them: loaded from snapshot and tail, then kept hot.

A hot game may be behind the log; nobody minds. A write tries on what is here and is told by the append if that was
old; a read that must be fresh asks for the tail first.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec
from cachetools import LRUCache

from moothall.domain.core.data import Data
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.changes import GameCreated
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.fold import EMPTY, Log, fold
from moothall.events.errors import Damaged, Newer, UnknownGame
from moothall.events.event_store import snapshots
from moothall.events.event_store.snapshots import Snapshots
from moothall.events.event_store.store import OPENING, Store
from moothall.events.event_store.stored_events import GENESIS, NewerEvent, Stored, event_reader, link
from moothall.events.redis_client.connection import check_primary

HOT = 2_000
"""Games kept in memory by one process."""


class Hot(Data, frozen=True):
    """A game in memory at one seq."""

    id: str
    title: Any
    log: Log
    head: bytes
    """The chain hash of the latest event."""
    secret: bytes
    snapshot_seq: int
    """Where its latest snapshot stands, as far as this process knows."""

    @property
    def table(self) -> AnyTable:
        table: AnyTable = self.log.table
        return table


class _First(msgspec.Struct):
    """As much of a first event as tells the title, whatever the event's age."""

    changes: list[dict[str, Any]]


class Games:
    """The process's games."""

    def __init__(self, store: Store, titles: Mapping[str, AnyTitle], most: int = HOT) -> None:
        self.store = store
        self.titles = titles
        self._events = {slug: event_reader(title) for slug, title in titles.items()}
        self.snapshots = {slug: Snapshots(title) for slug, title in titles.items()}
        self._hot: LRUCache[str, Hot] = LRUCache(most)
        self._snapshots_at: LRUCache[str, list[int]] = LRUCache(most)
        """Of games that are looked back at: where the snapshots stand that this process has heard of."""
        self._lock = threading.Lock()

    def get(self, game_id: str) -> Hot:
        """The game as this process last saw it; loaded if it has not."""
        with self._lock:
            hot = self._hot.get(game_id)
        return hot if hot is not None else self.load(game_id)

    def known(self, game_id: str) -> Hot | None:
        """The game as this process last saw it, if it has; nobody is asked."""
        with self._lock:
            return self._hot.get(game_id)

    def fresh(self, game_id: str) -> Hot:
        """The game as it is now."""
        hot = self.known(game_id)
        return self.refresh(hot) if hot is not None else self.load(game_id)

    def refresh(self, hot: Hot) -> Hot:
        """The game with whatever came since. If the log no longer holds what was seen here (a failover, a backup put
        back), then what it holds is what happened."""
        known, *tail = self.store.tail(hot.id, hot.log.seq - 1) or (None,)
        if known is None or known.hash != hot.head:
            self.forget(hot.id)
            return self.load(hot.id)
        return self._caught_up(hot, tail) if tail else hot

    def with_tail(self, game_id: str, tail: Sequence[Stored]) -> Hot:
        """The game no older than these events, which somebody has read already: they are not read again if they follow
        what is known here."""
        hot = self.get(game_id)
        news = [stored for stored in tail if stored.seq > hot.log.seq]
        if not news:
            return hot
        first = news[0]
        follows = first.seq == hot.log.seq + 1 and link(hot.head, first.data) == first.hash
        return self._caught_up(hot, news) if follows else self.refresh(hot)

    def _caught_up(self, hot: Hot, tail: Sequence[Stored]) -> Hot:
        """The game with what others have written since; the snapshots that fell due meanwhile were theirs to take."""
        return self.extend(hot, tail, max(hot.snapshot_seq, snapshots.last_due(tail[-1].seq)))

    def load(self, game_id: str) -> Hot:
        """From the newest usable snapshot, or from the beginning."""
        secret, data, first = self.store.opening(game_id)
        if secret is None:
            check_primary(self.store.redis)
            raise UnknownGame(game_id)
        title = first_title(self.titles, game_id, first[0].data) if first else self.title_of(game_id)
        log, head = self._begun(title, data)
        hot = Hot(game_id, title, log, head, secret, log.seq)
        all_there = not log.seq and 0 < len(first) < OPENING
        return self.keep(self.extend(hot, first if all_there else self.store.tail(game_id, log.seq)))

    def fold_to(self, game_id: str, to: int) -> Log:
        """The log as it was at that seq, folded from the last snapshot before it."""
        title, near = self.title_of(game_id), self._snapshot_before(game_id, to)
        data, tail = self.store.since(game_id, near, to)
        log, _ = self._begun(title, data)
        if log.seq != near:  # written by another build, or gone
            tail = self.store.tail(game_id, 0, to)
        return fold(title, log, (self.read(title, stored) for stored in tail))

    def _snapshot_before(self, game_id: str, to: int) -> int:
        """Where the last snapshot before that seq stands, 0 if there is none; one that has come since the game was last
        looked back at is asked for where it would be missed."""
        with self._lock:
            known = self._snapshots_at.get(game_id, ())
        near = _last(known, to)
        if not snapshots.overdue(to - near):
            return near
        known = self.store.snapshots_of(game_id)
        with self._lock:
            self._snapshots_at[game_id] = known
        return _last(known, to)

    def _begun(self, title: AnyTitle, data: bytes | None) -> tuple[Log, bytes]:
        """The log that a snapshot holds, with its chain hash; an empty one where there is none of use."""
        snapshot = self.snapshots[title.slug].read(data) if data is not None else None
        if snapshot is None:
            return EMPTY, GENESIS
        return snapshot.log, snapshot.hash

    def title_of(self, game_id: str) -> AnyTitle:
        """Which title a game is of."""
        hot = self.known(game_id)
        if hot is not None:
            known: AnyTitle = hot.title
            return known
        first = self.store.tail(game_id, 0, 1)
        if not first:
            raise UnknownGame(game_id)
        return first_title(self.titles, game_id, first[0].data)

    def read(self, title: AnyTitle, stored: Stored) -> Any:
        """The event in a stream entry."""
        return self._events[title.slug](stored.data)

    def extend(self, hot: Hot, tail: Sequence[Stored], snapshot_seq: int | None = None) -> Hot:
        """The game with these events after it, and its latest snapshot at that seq, if not where it was."""
        log = fold(hot.title, hot.log, self._events_of(hot, tail))
        head = tail[-1].hash if tail else hot.head
        latest = hot.snapshot_seq if snapshot_seq is None else snapshot_seq
        return self.keep(Hot(hot.id, hot.title, log, head, hot.secret, latest))

    def _events_of(self, hot: Hot, tail: Sequence[Stored]) -> Iterator[Any]:
        for stored in tail:
            try:
                event = self.read(hot.title, stored)
            except (NewerEvent, msgspec.ValidationError) as error:  # a fact that this version has no word for
                raise Newer(hot.id, f"event {stored.seq}: {error}") from error
            if stored.seq == 1:
                self._check_first(hot, event.changes[0])
            yield event

    def _check_first(self, hot: Hot, created: Any) -> None:
        """A game goes on by the edition it began with, or not here."""
        if not isinstance(created, GameCreated):
            raise Damaged(hot.id, 1, "the first event does not create the game")
        content = hot.title.editions.get(created.edition)
        if content is None:
            raise Newer(hot.id, f"it is played by edition {created.edition} of {hot.title.name}")
        if content.hash != created.content_hash:
            raise Damaged(hot.id, 1, f"it is played with other content than edition {created.edition} has here")

    def keep(self, hot: Hot) -> Hot:
        """Remember a game, unless this process already knows a later seq."""
        with self._lock:
            known = self._hot.get(hot.id)
            if known is not None and known.log.seq > hot.log.seq:
                return hot
            self._hot[hot.id] = hot
        return hot

    def forget(self, game_id: str) -> None:
        """Drop a game from memory; the log has it."""
        with self._lock:
            self._hot.pop(game_id, None)


def _last(seqs: Sequence[int], to: int) -> int:
    """The last of these in order that is not later; 0 if there is none."""
    place = bisect_right(seqs, to)
    return seqs[place - 1] if place else 0


def first_title(titles: Mapping[str, AnyTitle], game_id: str, data: bytes) -> AnyTitle:
    """The title that a first event names."""
    slug = msgspec.json.decode(data, type=_First).changes[0].get("title")
    if slug is None:
        raise Damaged(game_id, 1, "the first event does not create the game")
    if slug not in titles:
        raise Newer(game_id, f"its title {slug!r} is not one of this server's")
    return titles[slug]
