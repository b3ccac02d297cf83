"""A sign of life in Redis, for processes that nobody asks anything: `moothall doctor` looks for it."""

from __future__ import annotations

from typing import Any

from moothall.events import keys

EVERY_MS = 2_000
KEPT_MS = 24 * 60 * 60 * 1_000
"""How long it can be seen that there was one."""


class Pulse:
    """Of one kind of process."""

    def __init__(self, redis: Any, name: str) -> None:
        self._redis = redis
        self._key = keys.pulse(name)
        self._next_at = 0

    def beat(self, now: int) -> None:
        """To be called all the time; writes every few seconds."""
        if now >= self._next_at:
            self._next_at = now + EVERY_MS
            self._redis.set(self._key, now, px=KEPT_MS)

    def last(self) -> int | None:
        """When it was last felt (ms)."""
        found = self._redis.get(self._key)
        return int(found) if found is not None else None
