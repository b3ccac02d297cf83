"""Which span an event came from, for the job that it leads to: kept for a while by the queue's Redis, where nobody
waits for the disk. What cannot be noted or read is missing from a trace, and nothing else."""

from __future__ import annotations

from contextlib import suppress

from opentelemetry.trace import Span, SpanContext, TraceFlags
from redis.exceptions import RedisError

from moothall.events import keys
from moothall.events.redis_client.connection import connect

KEEP_S = 600
"""Longer than work waits in a house that is well."""

PATIENCE_S = 0.5
"""A queue that is silent holds nobody up for longer."""


class Notes:
    """Those of all processes."""

    def __init__(self, queue: str) -> None:
        self._redis = connect(queue, PATIENCE_S)

    def keep(self, game_id: str, seq: int, span: Span) -> None:
        """The work due at that event comes from this span."""
        context = span.get_span_context()
        with suppress(RedisError):
            self._redis.set(keys.trace(game_id, seq), f"{context.trace_id:032x}{context.span_id:016x}", ex=KEEP_S)

    def read(self, game_id: str, seq: int) -> SpanContext | None:
        """The span that the work due at that event comes from, if that was noted."""
        noted: bytes | None = None
        with suppress(RedisError):
            noted = self._redis.get(keys.trace(game_id, seq))
        if noted is None:
            return None
        return SpanContext(int(noted[:32], 16), int(noted[32:], 16), True, TraceFlags(TraceFlags.SAMPLED))
