"""The dispatcher: asks for the work that moves leave, brings what spans games in line with the outboxes, and asks again
for work that is due and held by nobody."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cachetools import LRUCache
from redis.exceptions import RedisError, ResponseError

from events import keys
from events.cluster import Cluster
from events.connect import call, call_all
from events.inbox import Inbox
from events.meta import Meta
from events.packing import Packing, note_ended
from events.projections import Projections
from events.pulse import Pulse
from events.store import Store
from events.webhooks import Webhooks
from workers.net import Net
from workers.queues import FUNCTIONS, Ask, Jobs, queue_of

GROUP = "dispatch"
CONSUMER = "dispatcher"

KEEP_FEED_MS = 60_000
"""How long a consumed entry stays in an outbox for the readers that follow games."""

REMEMBERED = 50_000
"""Games of which a process knows where it put them."""

BLOCK_MS = 200
BATCH = 100

GATHER_S = 0.01
"""The pause after news of people: what comes in it is read together. Whatever comes after a quiet moment is read at
once, and so is what comes after news of AIs alone, which never cease in a busy house: nobody shall wait for them."""

LOOK_EVERY_S = 0.2
"""How often it is looked what is due and what can be trimmed: not after every move of a busy house."""

log = logging.getLogger(__name__)


class Dispatcher:
    """One process of it is enough; a second one does no harm."""

    def __init__(
        self,
        store: Store,
        net: Net,
        projections: Projections,
        jobs: Jobs,
        clock: Callable[[], int],
        inbox: Inbox,
        webhooks: Webhooks,
        packing: Packing | None = None,
    ) -> None:
        self._store = store
        self._redis: Any = store.redis
        self._net = net
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
        looked_at = 0.0
        while not stop.is_set():
            try:
                if not ready:
                    self.open()
                    ready = True
                if self._are_of_people(self._take(">", BLOCK_MS)):
                    stop.wait(GATHER_S)
                if time.monotonic() - looked_at >= LOOK_EVERY_S:
                    self.ask_again()
                    self.trim()
                    self._packing.pack_next(self._clock())
                    self._pulse.beat(self._clock())
                    looked_at = time.monotonic()
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
        while self._take("0", None):
            pass  # it is read in batches

    def consume(self, block_ms: int | None = None) -> int:
        """Project what is new in the outboxes of games and inboxes; returns how many appends that were."""
        return sum(b"g" in fields for fields in self._take(">", block_ms))

    def ask_again(self) -> int:
        """Ask for what is due and held by nobody; returns how many jobs that were."""
        return self._net.ask_again(self._clock())

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

    def _take(self, since: str, block_ms: int | None) -> list[Mapping[bytes, bytes]]:
        """What is new after that, when everybody has been told of it."""
        answer = self._read(since, block_ms)
        news = [_mapping(fields) for _, entries in answer for _, fields in entries]
        if not news:
            return []
        appends = [fields[b"g"].decode() for fields in news if b"g" in fields]
        metas = {meta.id: meta for meta in self._store.read_metas(sorted(set(appends)))}
        self._jobs.ask(_asks(news, metas))  # somebody may wait for it: before everything else
        self._list(list(metas.values()))
        note_ended(self._redis, list(metas.values()))
        self._inbox.tell_of(metas.values())
        self._send([(fields[b"p"].decode(), int(fields[b"n"])) for fields in news if b"p" in fields])
        acks = [("XACK", feed, GROUP, *(entry_id for entry_id, _ in entries)) for feed, entries in answer if entries]
        call_all(self._redis, acks)
        return news

    def _are_of_people(self, news: Sequence[Mapping[bytes, bytes]]) -> bool:
        """Whether any of these appends were made at a table with people; games that were just listed are known."""
        games = {fields[b"g"].decode() for fields in news if b"g" in fields}
        return any(any(_players(self._listed.get(game_id, ()))) for game_id in games)

    def _list(self, metas: list[Meta]) -> None:
        """Bring the indexes in line with these games. Most moves change nothing that an index goes by."""
        changed = [meta for meta in metas if self._listed.get(meta.id) != _place(meta)]
        self._projections.index(changed)
        self._listed.update({meta.id: _place(meta) for meta in changed})

    def _read(self, since: str, block_ms: int | None) -> list[Any]:
        """What is new in all outboxes. On a Cluster, where no command may span slots, each is asked for itself and
        nobody can wait for all of them: there it is looked once per pause."""
        if not isinstance(self._redis, Cluster):
            wait = () if block_ms is None else ("BLOCK", block_ms)
            places = (*self._feeds, *[since] * len(self._feeds))
            asked = ("XREADGROUP", "GROUP", GROUP, CONSUMER, "COUNT", BATCH, *wait, "STREAMS", *places)
            found = call(self._redis, *asked) or ()
            return list(found.items() if isinstance(found, dict) else found)  # by the version of Redis's protocol
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


def _asks(news: Sequence[Mapping[bytes, bytes]], metas: Mapping[str, Meta]) -> list[Ask]:
    """The work that these appends leave. A game that has moved on meanwhile says so in an entry of its own."""
    asks = []
    for fields in news:
        meta = metas.get(fields[b"g"].decode()) if b"w" in fields else None
        if meta is not None and meta.seq == int(fields[b"s"]):
            asks.append(Ask(FUNCTIONS[fields[b"w"].decode()], meta.id, meta.seq, queue_of(meta.creator, meta.seats)))
    return asks


def _mapping(fields: Any) -> Mapping[bytes, bytes]:
    """The fields of an entry, which Redis tells in a row."""
    return fields if isinstance(fields, Mapping) else dict(zip(fields[::2], fields[1::2], strict=True))


def _place(meta: Meta) -> tuple[str, ...]:
    """What says in which indexes a game stands."""
    return meta.status, meta.organiser or "", *(seat.player or "" for seat in meta.seats)


def _players(place: tuple[str, ...]) -> tuple[str, ...]:
    """Who sits at the table that has this place; nothing for an AI."""
    return place[2:]
