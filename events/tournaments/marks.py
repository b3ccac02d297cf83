"""When a tournament is to be looked at: its place in the due set, and how much news there has been of its tables.

News comes from outside the tournament's own log. It is counted, so that whoever has looked, and settles when to look
next, can tell that nothing came meanwhile; a run that dies settles nothing, and the tournament stays due.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from moothall.events import keys
from moothall.events.event_store.store import Store

# KEYS news, due; ARGV id, now. Returns the number of the news.
_NOTE = """
redis.call('ZADD', KEYS[2], 'LT', ARGV[2], ARGV[1])
return redis.call('INCR', KEYS[1])
"""

# KEYS events, news, due; ARGV id, seq, number of the latest news, when instead ('' for never)
_SETTLE = """
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[2]) then return end
if (redis.call('GET', KEYS[2]) or '0') ~= ARGV[3] then return end
if ARGV[4] == '' then redis.call('ZREM', KEYS[3], ARGV[1]) else redis.call('ZADD', KEYS[3], ARGV[4], ARGV[1]) end
"""


class Due(NamedTuple):
    """A tournament that is to be looked at, since when, and the number of the latest news."""

    id: str
    since: int
    news: int


class Marks:
    """Those of all tournaments."""

    def __init__(self, store: Store) -> None:
        """`store` is one of the tournaments' family."""
        self._store = store
        self._redis: Any = store.redis
        self._keys = store.keys

    def note(self, tournament_ids: Sequence[str], now: int) -> dict[str, int]:
        """There is news of their tables: they are due from now on. The number of the news, by tournament."""
        pipe = self._redis.pipeline(transaction=False)
        for each in tournament_ids:
            pipe.eval(_NOTE, 2, self._keys.news(each), self._due(each), each, now)
        return dict(zip(tournament_ids, map(int, pipe.execute() if tournament_ids else ()), strict=True))

    def read(self, tournament_id: str) -> int:
        """The number of the latest news."""
        return int(self._redis.get(self._keys.news(tournament_id)) or 0)

    def due(self, now: int, limit: int) -> list[Due]:
        """What has been due at that moment; of each shard so many."""
        found = self._store.due(now, limit)
        pipe = self._redis.pipeline(transaction=False)
        for each, _ in found:
            pipe.get(self._keys.news(each))
        news = pipe.execute() if found else []
        return [Due(each, since, int(number or 0)) for (each, since), number in zip(found, news, strict=True)]

    def settle(self, tournament_id: str, seq: int, news: int, until: int | None) -> None:
        """Whoever has seen the tournament at that seq, and its tables after that news, knows when to look next; unless
        something came meanwhile."""
        names = (self._keys.events(tournament_id), self._keys.news(tournament_id), self._due(tournament_id))
        self._redis.eval(_SETTLE, len(names), *names, tournament_id, seq, news, "" if until is None else until)

    def _due(self, tournament_id: str) -> str:
        return self._keys.due(keys.shard_of(tournament_id))
