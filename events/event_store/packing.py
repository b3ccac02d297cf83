"""When games that are over are packed: a while after their last event, a few at a time."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from moothall.events import keys
from moothall.events.errors import Damaged
from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.store import Store

ENDED = ("finished", "aborted", "annulled")
"""How games stand that nobody plays any more."""

PAUSE_MS = 250
"""Between two games that the dispatcher packs: each takes a few milliseconds in which it does nothing else."""

IDLE_MS = 5_000
"""Between two looks when there is nothing to pack."""

log = logging.getLogger(__name__)


def note_ended(redis: Any, metas: Iterable[Meta]) -> None:
    """Remember which of these games are over, and since when."""
    over = [meta for meta in metas if meta.status in ENDED]
    pipe = redis.pipeline(transaction=False)
    for meta in over:
        pipe.zadd(keys.over(keys.shard_of(meta.id)), {meta.id: meta.updated_at})
    if over:
        pipe.execute()


class Packing:
    """Packs what is over for `after_s`; never if that is 0."""

    def __init__(self, store: Store, after_s: int) -> None:
        self._store = store
        self._redis: Any = store.redis
        self._after_ms = after_s * 1_000
        self._next_at = 0

    def pack_next(self, now: int) -> bool:
        """Pack the game that is over for longest, if its time has come and the last one was a moment ago; whether it
        did."""
        if not self._after_ms or now < self._next_at:
            return False
        pipe = self._redis.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            pipe.zrangebyscore(keys.over(shard), "-inf", now - self._after_ms, start=0, num=1, withscores=True)
        first = min(((since, game_id) for found in pipe.execute() for game_id, since in found), default=None)
        self._next_at = now + (IDLE_MS if first is None else PAUSE_MS)
        return first is not None and self._settle(first[1].decode())

    def pack_all(self, now: int) -> tuple[int, int]:
        """Pack every game whose time has come, noted or not; how many that were, and of how many games."""
        packed = games = 0
        for game_id in self._store.game_ids():
            games += 1
            for meta in self._store.read_metas([game_id]):
                packed += meta.updated_at <= now - self._after_ms and self._pack(meta)
        return packed, games

    def _settle(self, game_id: str) -> bool:
        """Pack a game that was noted, or forget that it was: one that goes on is noted again when it ends."""
        if any(self._pack(meta) for meta in self._store.read_metas([game_id])):
            return True
        self._redis.zrem(keys.over(keys.shard_of(game_id)), game_id)
        return False

    def _pack(self, meta: Meta) -> bool:
        if meta.status not in ENDED:
            return False
        try:
            return self._store.packed.put_away(meta.id, meta.seq)
        except Damaged as error:
            log.error("left as it is: %s", error)
            return False
