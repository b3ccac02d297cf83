"""Waiting for replicas: with it, an answer means that a move outlives the server that wrote it.

Redis answers before its replicas have heard. If it is lost in that moment, so is the move, and a replica goes on
without it. `WAIT` tells how many replicas have received everything that its own connection has written; hence it is
sent over the same connection, right behind the write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from redis.exceptions import RedisError

from moothall.events.reach.cluster import Words
from moothall.events.reach.connect import call, on_one_connection

LONGEST_MS = 4_000
"""The longest wait: a node that is silent for much longer counts as away (connect.ANSWER_S)."""


class NotYetSafe(RedisError):
    """It is in the log, but too few replicas have it. No StoreError: nothing is to be decided again."""

    def __init__(self, wanted: int, ms: int) -> None:
        super().__init__(f"fewer than {wanted} replicas had it within {ms} ms")


@dataclass(frozen=True)
class Replicas:
    """How many replicas must have a move before its player is told, and how long they may take."""

    count: int = 0
    ms: int = 1_000

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"there cannot be {self.count} replicas")
        if not 1 <= self.ms <= LONGEST_MS:
            raise ValueError(f"replicas may take 1 to {LONGEST_MS} ms, not {self.ms}")

    def run(self, redis: Any, key: str, command: Words) -> tuple[Any, bool]:
        """Run a command on the node that has the key; its answer, and whether enough replicas have what it wrote."""
        if not self.count:
            return call(redis, *command), True
        answer, acknowledged = on_one_connection(redis, key, command, ("WAIT", self.count, self.ms))
        if isinstance(answer, Exception):
            raise answer
        return answer, isinstance(acknowledged, int) and acknowledged >= self.count

    def check(self, safe: bool) -> None:
        """Raise NotYetSafe unless it is."""
        if not safe:
            raise NotYetSafe(self.count, self.ms)


NO_WAIT = Replicas()
"""An append counts as done when the server that has the game has it."""
