"""The dispatcher: asks for the work that moves leave, brings what spans games in line with the outboxes, and asks again
for work that is due and not done."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Any

from cachetools import LRUCache
from redis.exceptions import RedisError, ResponseError

from events import keys
from events.cluster import Cluster
from events.errors import Newer, UnknownGame
from events.games import Games, Hot
from events.inbox import Inbox
from events.meta import Meta
from events.packing import Packing, note_ended
from events.projections import Projections
from events.pulse import Pulse
from events.store import Store
from events.webhooks import Webhooks
from workers.queues import EXPIRE_CLOCK, Jobs

GROUP = "dispatch"
CONSUMER = "dispatcher"

GRACE_MS = 1_000
"""How long a job has before it is asked for again; after that the waits double."""

KEEP_FEED_MS = 60_000
"""How long a consumed entry stays in an outbox for the readers that follow games."""

DELIVERY_MS = 60_000
"""How long a delivery that was handed to the queue has before it is handed out again."""

REMEMBERED = 50_000
"""Games of which a process knows where it put them."""

BLOCK_MS = 200
BATCH = 500

log = logging.getLogger(__name__)


class Dispatcher:
    """One process of it is enough; a second one does no harm."""

    def __init__(
        self,
        store: Store,
        games: Games,
        projections: Projections,
        jobs: Jobs,
        clock: Callable[[], int],
        inbox: Inbox,
        webhooks: Webhooks,
        packing: Packing | None = None,
    ) -> None:
        self._store = store
        self._redis: Any = store.redis
        self._games = games
        self._projections = projections
        self._jobs = jobs
        self._clock = clock
        self._inbox = inbox
        self._webhooks = webhooks
        self._packing = packing or Packing(store, 0)
        self._pulse = Pulse(store.redis, "dispatcher")
        self._feeds = [keys.feed(shard) for shard in range(keys.SHARDS)] + list(inbox.outboxes)
        self._trimmed_at = 0
        self._listed: LRUCache[str, tuple[str, ...]] = LRUCache(REMEMBERED)
        """Where this process last put games in the indexes."""

    def run(self, stop: threading.Event) -> None:
        """Until told to stop."""
        ready = False
        while not stop.is_set():
            try:
                if not ready:
                    self.open()
                    ready = True
                self.consume(BLOCK_MS)
                self.ask_again()
                self.hand_out()
                self.trim()
                self._packing.pack_next(self._clock())
                self._pulse.beat(self._clock())
            except RedisError as error:
                log.warning("Redis is out of reach: %s", error)
                ready = False
                time.sleep(1)

    def open(self) -> None:
        """Make the consumer groups, and finish what an earlier dispatcher had begun."""
        for feed in self._feeds:
            try:
                self._redis.xgroup_create(feed, GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise
        self._take("0", None)

    def consume(self, block_ms: int | None = None) -> int:
        """Project what is new in the outboxes of games and inboxes; returns how many appends that were."""
        return self._take(">", block_ms)

    def ask_again(self) -> int:
        """Enqueue what has been due for too long, and the end of every clock that has run out; returns how many jobs
        that were.

        The n-th attempt falls due GRACE * 2**n after the work did and is a job of its own, so a lost or failing job
        is tried again with doubling waits, for as long as the work is due.
        """
        now = self._clock()
        asked = 0
        for game_id, since in self._store.due(now):
            try:
                if now - since >= GRACE_MS or self._games.get(game_id).table.clock is not None:
                    asked += self._ask(self._games.fresh(game_id), since, now)
            except UnknownGame:
                self._store.not_due(game_id, 0)
            except Newer as error:
                log.info("left to a later version: %s", error)
            except RedisError:
                raise
            except Exception:
                log.exception("game %s cannot be read", game_id)  # one bad game must not keep the others waiting
        return asked

    def hand_out(self) -> int:
        """Enqueue the deliveries that are due; returns how many. What comes of them the job writes down."""
        now = self._clock()
        due = self._webhooks.due(now)
        for delivery_id, since in due:
            self._jobs.deliver(delivery_id, since)
            self._webhooks.put_off(delivery_id, now + DELIVERY_MS)
        return len(due)

    def _ask(self, hot: Hot, since: int, now: int) -> int:
        """What this game is due, unless it is asked for already."""
        table, seq, asked = hot.table, hot.log.seq, 0
        if not table.due and (table.deadline is None or table.deadline > now):
            self._store.not_due(hot.id, seq, table.deadline)
        if table.work is not None and now - since >= GRACE_MS:
            attempt = _attempt(now - since)
            if not self._jobs.known(table.work, hot.id, seq, attempt):
                self._jobs.enqueue(hot.id, seq, table.work, attempt)
                asked += 1
        if table.deadline is not None and table.deadline <= now:
            attempt = _attempt(now - table.deadline)
            if not self._jobs.asked(EXPIRE_CLOCK, hot.id, seq, attempt):
                self._jobs.ask(EXPIRE_CLOCK, hot.id, seq, attempt)
                asked += 1
        return asked

    def trim(self) -> None:
        """Cut the outboxes behind what is consumed and a minute old."""
        now = self._clock()
        if now - self._trimmed_at < KEEP_FEED_MS // 4:
            return
        self._trimmed_at = now
        for feed in self._feeds:
            done = self._redis.xinfo_groups(feed)[0]["last-delivered-id"].decode()
            oldest = min(int(done.split("-")[0]), now - KEEP_FEED_MS)
            self._redis.xtrim(feed, minid=f"{max(oldest, 0)}-0", approximate=False)

    def _take(self, since: str, block_ms: int | None) -> int:
        answer = self._read(since, block_ms)
        news = [fields for _, entries in answer for _, fields in entries]
        appends = [fields[b"g"].decode() for fields in news if b"g" in fields]
        for fields in news:
            if b"w" in fields:  # somebody waits for it: before everything else
                self._jobs.enqueue(fields[b"g"].decode(), int(fields[b"s"]), fields[b"w"].decode())
        metas = self._store.read_metas(sorted(set(appends)))
        self._list(metas)
        note_ended(self._redis, metas)
        self._inbox.tell_of(metas)
        self._send([(fields[b"p"].decode(), int(fields[b"n"])) for fields in news if b"p" in fields])
        pipe = self._redis.pipeline(transaction=False)
        for feed, entries in answer:
            if entries:
                pipe.xack(feed.decode(), GROUP, *(entry_id for entry_id, _ in entries))
        if news:
            pipe.execute()
        return len(appends)

    def _list(self, metas: list[Meta]) -> None:
        """Bring the indexes in line with these games. Most moves change nothing that an index goes by."""
        changed = [meta for meta in metas if self._listed.get(meta.id) != _place(meta)]
        self._projections.index(changed)
        self._listed.update({meta.id: _place(meta) for meta in changed})

    def _read(self, since: str, block_ms: int | None) -> list[Any]:
        """What is new in all outboxes. On a Cluster, where no command may span slots, each is asked for itself and
        nobody can wait for all of them: there it is looked once per pause."""
        if not isinstance(self._redis, Cluster):
            places = dict.fromkeys(self._feeds, since)
            return self._redis.xreadgroup(GROUP, CONSUMER, places, count=BATCH, block=block_ms) or []
        time.sleep((block_ms or 0) / 1_000)
        pipe = self._redis.pipeline()
        for feed in self._feeds:
            pipe.xreadgroup(GROUP, CONSUMER, {feed: since}, count=BATCH)
        return [each for answer in pipe.execute() for each in answer or ()]

    def _send(self, rung: list[tuple[str, int]]) -> None:
        """Make the deliveries of these notices, for those who want any."""
        having = self._webhooks.having(player for player, _ in rung)
        for player, number in rung:
            for notice in self._inbox.tail(player, number - 1, 1) if player in having else ():
                if notice.seq == number:  # else it is no longer kept
                    self._webhooks.send(player, notice, self._clock())


def _place(meta: Meta) -> tuple[str, ...]:
    """What says in which indexes a game stands."""
    return meta.status, meta.organiser or "", *(seat.player or "" for seat in meta.seats)


def _attempt(late_ms: int) -> int:
    return (late_ms // GRACE_MS).bit_length()
