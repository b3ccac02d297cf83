"""The dispatcher: asks for the work that moves leave, brings what spans games in line with the outboxes, and asks again
for work that is due and held by nobody."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from cachetools import LRUCache
from redis.exceptions import RedisError

from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.packing import Packing, note_ended
from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import Inbox
from moothall.events.projections.lobby import Projections
from moothall.events.projections.ratings import Ratings
from moothall.events.projections.webhooks import Webhooks
from moothall.events.redis_client.connection import Pulse
from moothall.workers.due_work import Net
from moothall.workers.job_queue import FUNCTIONS, Ask, Jobs, queue_of
from moothall.workers.outbox import Entry, Outboxes
from moothall.workers.stop_signal import StopSignal
from moothall.workers.tournaments import TournamentDispatch, is_of_tournament

KEEP_FEED_MS = 60_000
"""How long a consumed entry stays in an outbox for the readers that follow games."""

REMEMBERED = 50_000
"""Games of which a process knows where it put them."""

BLOCK_MS = 200

GATHER_S = 0.02
"""The pause after news of people: what comes in it is read together. Whatever comes after a quiet moment is read at
once, and so is what comes after news of AIs alone, which never cease in a busy house: nobody shall wait for them."""

LOOK_EVERY_S = 0.2
"""How often it is written down how far it is, and looked what is due and what can be trimmed: not after every move of a
busy house."""

log = logging.getLogger(__name__)


class Dispatcher:
    """One process of it is enough; a second one does all of it, too, and changes nothing."""

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
        tournaments: TournamentDispatch | None = None,
        ratings: Ratings | None = None,
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
        self._ratings = ratings or Ratings(store.redis)
        self._unsettled: set[str] = set()
        """Titles of which games may be left to rate."""
        self._pulse = Pulse(store.redis, "dispatcher")
        self._tournaments = tournaments
        self._feeds = [*store.keys.feeds(), *inbox.outboxes, *(tournaments.outboxes if tournaments is not None else ())]
        self._outboxes = Outboxes(store.redis, self._feeds)
        self._trimmed_at = 0
        self._listed: LRUCache[str, tuple[str, ...]] = LRUCache(REMEMBERED)
        """Where this process last put games in the indexes."""

    def run(self, stop: StopSignal | threading.Event) -> None:
        """Until told to stop."""
        ready, busy = False, False
        looked_at = 0.0
        while not stop.is_set():
            try:
                if not ready:
                    self.open()
                    ready = True
                news, of_people = self._take(None if busy else BLOCK_MS)
                busy = bool(news)
                if of_people:
                    stop.wait(GATHER_S)
                if time.monotonic() - looked_at >= LOOK_EVERY_S:
                    self._look()
                    looked_at = time.monotonic()
            except RedisError as error:
                log.warning("Redis is out of reach: %s", error)
                ready = False
                stop.wait(1)
        with suppress(RedisError):  # then the next one does the last moment again
            self._outboxes.settle()

    def open(self) -> None:
        """Go on where the last dispatcher was, and finish what one of an earlier version had begun."""
        self._outboxes.open()
        self._unsettled.update(self._ratings.titles)
        while begun := self._outboxes.unfinished():
            self._handle(begun)
            self._outboxes.finish(begun)

    def consume(self) -> int:
        """Project what is new in the outboxes of games and inboxes; returns how many appends that were."""
        self._outboxes.open()
        news, _ = self._take(None)
        self._ratings.settle_all(self._unsettled)
        self._outboxes.settle()
        return sum("g" in entry.fields for entry in news)

    def _look(self) -> None:
        """What is to be done a few times a second."""
        self._outboxes.settle()
        self.ask_again()
        self._rate()
        self.trim()
        self._packing.pack_next(self._clock())
        self._pulse.beat(self._clock())

    def ask_again(self) -> int:
        """Ask for what is due and held by nobody; returns how many jobs that were."""
        now = self._clock()
        return self._net.ask_again(now) + (self._tournaments.ask_again(now) if self._tournaments is not None else 0)

    def _rate(self) -> None:
        """Some games of each title where there are any: after an annulment there may be many, and others wait."""
        self._unsettled = {title for title in self._unsettled if not self._ratings.settle(title)}

    def trim(self) -> None:
        """Cut the outboxes behind what is consumed and a minute old."""
        now = self._clock()
        if now - self._trimmed_at < KEEP_FEED_MS // 4:
            return
        self._trimmed_at = now
        for feed in self._feeds:
            oldest = min(int(self._outboxes.place(feed).split("-")[0]), now - KEEP_FEED_MS)
            self._redis.xtrim(feed, minid=f"{max(oldest, 0)}-0", approximate=False)

    def _take(self, block_ms: int | None) -> tuple[list[Entry], bool]:
        """What is new, when everybody has been told of it, and whether any of it happened at a table with people."""
        news = self._outboxes.news(block_ms)
        of_people = self._handle(news) if news else False
        self._outboxes.done(news)
        return news, of_people

    def _handle(self, news: Sequence[Entry]) -> bool:
        """Tell everybody; whether people sit at any of the tables."""
        of_tournaments = [entry for entry in news if is_of_tournament(entry)]
        news = [entry for entry in news if not is_of_tournament(entry)]
        metas = {meta.id: meta for meta in self._store.read_metas(sorted(_games(news)))}
        self._jobs.ask(_asks(news, metas))  # somebody may wait for it: before everything else
        if self._tournaments is not None:
            self._tournaments.handle(of_tournaments)
        self._list(list(metas.values()))
        note_ended(self._redis, list(metas.values()))
        self._inbox.tell_of(metas.values())
        self._send([(fields["p"], int(fields["n"])) for _, _, fields in news if "p" in fields])
        self._unsettled |= self._ratings.note(metas.values())
        return any(seat.player for meta in metas.values() for seat in meta.seats)

    def _list(self, metas: list[Meta]) -> None:
        """Bring the indexes in line with these games. Most moves change nothing that an index goes by."""
        changed = [meta for meta in metas if self._listed.get(meta.id) != _place(meta)]
        self._projections.index(changed)
        if self._tournaments is not None:
            self._tournaments.tell(meta.tournament.id for meta in changed if meta.tournament is not None)
        self._listed.update({meta.id: _place(meta) for meta in changed})

    def _send(self, rung: list[tuple[str, int]]) -> None:
        """Make the deliveries of these notices, for those who want any."""
        having = self._webhooks.having(player for player, _ in rung)
        for player, number in rung:
            for notice in self._inbox.tail(player, number - 1, 1) if player in having else ():
                if notice.seq == number:  # else it is no longer kept
                    self._webhooks.send(player, notice, self._clock())


def _games(news: Sequence[Entry]) -> set[str]:
    """The games that were written to."""
    return {fields["g"] for _, _, fields in news if "g" in fields}


def _asks(news: Sequence[Entry], metas: Mapping[str, Meta]) -> list[Ask]:
    """The work that these appends leave. A game that has moved on meanwhile says so in an entry of its own."""
    asks = []
    for _, _, fields in news:
        meta = metas.get(fields["g"]) if "w" in fields else None
        if meta is not None and meta.seq == int(fields["s"]):
            asks.append(
                Ask(FUNCTIONS[fields["w"]], meta.id, meta.seq, queue_of(meta.creator, meta.seats, meta.tournament))
            )
    return asks


def _place(meta: Meta) -> tuple[str, ...]:
    """What says in which indexes a game stands."""
    return meta.status, str(meta.private), meta.organiser or "", *(seat.player or "" for seat in meta.seats)
