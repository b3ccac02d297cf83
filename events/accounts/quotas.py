"""How much an account may have at once: open games, games that AIs play among themselves, tokens, webhooks.

Each is one atomic step in Redis: look whether there is room, and take it. Of games a player's sets hold the ids, put
there before the game itself is written and by the projections whenever they touch a game, taken out when it is over.
So a set may hold too many (a game that came to nothing, one that is over and not yet projected), never too few; when
it seems full it is compared with the games themselves before anybody is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from moothall.events import keys
from moothall.events.errors import QuotaReached
from moothall.events.event_store.metadata import GOING_ON, Meta, read_meta
from moothall.events.event_store.store import Store

GAMES = "open_games"
AI_GAMES = "ai_games"

COMING_MS = 60_000
"""How long a game that was let in may take to be written. None takes longer than Redis may take to answer."""

# KEYS hash; ARGV field, value, most
_KEEP = """
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 0 and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
return 1
"""

# KEYS sets of games; ARGV game id, now, how many each set may hold. Returns which of them is full; 0 for none.
_LET_IN = """
for i, set in ipairs(KEYS) do
  if not redis.call('ZSCORE', set, ARGV[1]) and redis.call('ZCARD', set) >= tonumber(ARGV[2 + i]) then return i end
end
for _, set in ipairs(KEYS) do redis.call('ZADD', set, ARGV[2], ARGV[1]) end
return 0
"""


def keep_within(redis: Any, name: str, field: str, value: bytes, most: int) -> bool:
    """Write a field of a hash unless it is new and the hash has that many already; whether it was written."""
    return bool(redis.eval(_KEEP, 1, name, field, value, most))


class Quotas:
    """The accounts' games."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._redis: Any = store.redis

    def let_in(self, player: str, game_id: str, most: Mapping[str, int], now: int) -> None:
        """Count a game that is about to be written, by what it is. Letting it in twice changes nothing. Raises
        QuotaReached."""
        sets = {kind: _set(kind, player) for kind in most}
        full = self._let_in(sets, game_id, most, now)
        if full is not None and self._tidy(sets[full], now):
            full = self._let_in(sets, game_id, most, now)
        if full is not None:
            raise QuotaReached(full, most[full])

    def _let_in(self, sets: Mapping[str, str], game_id: str, most: Mapping[str, int], now: int) -> str | None:
        answer = self._redis.eval(_LET_IN, len(sets), *sets.values(), game_id, now, *(most[kind] for kind in sets))
        return list(sets)[int(answer) - 1] if answer else None

    def _tidy(self, name: str, now: int) -> int:
        """Take out what is over, or has never come to be; returns how many."""
        found = [(game_id.decode(), let_in) for game_id, let_in in self._redis.zrange(name, 0, -1, withscores=True)]
        metas = self._store.metas([game_id for game_id, _ in found])
        gone = [
            game_id
            for (game_id, let_in), data in zip(found, metas, strict=True)
            if (read_meta(data).status not in GOING_ON if data is not None else let_in < now - COMING_MS)
        ]
        return int(self._redis.zrem(name, *gone)) if gone else 0


def index(pipe: Any, meta: Meta) -> None:
    """Bring its creator's sets in line with a game. A game that all people have left is the AIs' from then on; tables
    of a tournament are nobody's own."""
    kinds = {GAMES: meta.status in GOING_ON and meta.tournament is None}
    kinds[AI_GAMES] = kinds[GAMES] and is_ai_only(seat.kind for seat in meta.seats)
    for kind, belongs in kinds.items():
        name = _set(kind, meta.creator)
        if belongs:
            pipe.zadd(name, {meta.id: meta.created_at})
        else:
            pipe.zrem(name, meta.id)


def is_ai_only(kinds: Any) -> bool:
    """Whether no seat is for a person."""
    return all(kind == "ai" for kind in kinds)


def _set(kind: str, player: str) -> str:
    return keys.made_games(player) if kind == GAMES else keys.made_ai_games(player)
