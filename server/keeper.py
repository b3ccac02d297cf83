"""Keeps the embedded Redis running, with patience, and says on the console what is the matter.

With `appendfsync always` Redis ends when it cannot write its log, rather than acknowledge what it cannot keep. Starting
it again on a full disk helps nobody: it is waited for room. A Redis that reads a long log is waited for, too.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable

from moothall.server.embedded import EmbeddedRedis
from moothall.server.operations.redis_binary import NoRedis

ROOM = 8 << 20
"""Bytes that must be free for a start: enough to go on for a while."""

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 10.0
STEADY_S = 30.0
"""A Redis that has answered for so long is trusted again."""

LOOK_S = 0.1
"""How often one that has just been started is asked whether it is ready."""

ASK_S = 5.0
"""How often one that is ready is asked whether it still answers."""

TELL_S = 5.0
"""How often it is told how far it has read its log."""


class RedisKeeper:
    """One embedded Redis and what is known of it. Never waits: look_after is called again and again."""

    def __init__(self, redis: EmbeddedRedis, say: Callable[[str], None], name: str = "the embedded Redis") -> None:
        self.redis = redis
        self._name = name
        self.ready = False
        """Whether it answered when it was last asked."""
        self._say = say
        self._was_ready = False
        self._started_at: float | None = None
        self._next_start = 0.0
        self._next_look = 0.0
        self._next_word = 0.0
        self._wait_s = FIRST_WAIT_S
        self._full = False

    def look_after(self) -> None:
        """Start it, or see how it is doing. Raises NoRedis if it never comes to be ready, for another reason than a
        full disk."""
        now = time.monotonic()
        if self.redis.running():
            if now >= self._next_look:
                self._look(now)
        elif self._started_at is not None:
            self._has_ended(now)
        elif now >= self._next_start:
            self._start(now)

    def _look(self, now: float) -> None:
        found = self.redis.look()
        if found.ready and not self.ready:
            if self._next_word > now or self._was_ready:
                self._say(f"{self._name} is ready")
            self.ready = self._was_ready = True
        elif found.loaded is not None and now >= self._next_word:
            self._say(f"{self._name} reads its log: {found.loaded:.0f} % so far")
            self._next_word = now + TELL_S
        elif not found.ready and self.ready:
            self._say(f"{self._name} does not answer; requests are answered with 503 until it does")
        self.ready = found.ready
        if self.ready and self._started_at is not None and now - self._started_at > STEADY_S:
            self._wait_s = FIRST_WAIT_S
        self._next_look = time.monotonic() + (ASK_S if self.ready else LOOK_S)

    def _has_ended(self, now: float) -> None:
        loading, self.ready = not self.ready, False
        self._started_at = None
        if loading and self.redis.mend():
            return
        if not self._was_ready and self._room() >= ROOM:
            raise NoRedis(f"{self._name} did not start; see {self.redis.log}")
        self._say(f"{self._name} ended ({self.redis.last_words() or 'without a word'}); starting it again")
        self._next_start = now + self._wait_s
        self._wait_s = min(self._wait_s * 2, LONGEST_WAIT_S)

    def _start(self, now: float) -> None:
        free = self._room()
        if free < ROOM:
            if not self._full:
                self._say(
                    f"the disk is full: {free >> 10} KiB are free for {self.redis.data}, and {ROOM >> 10} KiB are "
                    "needed to go on. Requests are answered with 503 until there is room; nothing is lost."
                )
            self._full = True
            self._next_start = now + 1.0
            return
        if self._full:
            self._say(f"there is room on the disk again; starting {self._name}")
            self._full = False
        self.redis.launch()
        self._started_at = self._next_look = time.monotonic()

    def _room(self) -> int:
        return shutil.disk_usage(self.redis.data).free
