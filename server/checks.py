"""Settings that make no sense together."""

from __future__ import annotations

from events.connect import connect
from events.replicas import Replicas
from server.config import Config


def check(config: Config) -> None:
    """Raise ValueError for such settings. Opens no connection."""
    Replicas(config.replicas, config.replicas_ms)
    if config.redis:
        from workers.queues import Jobs  # here: `serve` on one machine starts without it

        connect(config.redis).close()
        Jobs(config.queue_url).connection.close()
