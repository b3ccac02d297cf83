"""Settings that make no sense together."""

from __future__ import annotations

from events.connect import connect
from events.replicas import Replicas
from server.config import Config

NICEST = 19
"""What Unix has."""


def check(config: Config) -> None:
    """Raise ValueError for such settings. Opens no connection."""
    Replicas(config.replicas, config.replicas_ms)
    if not 0 <= config.job_nice <= NICEST:
        raise ValueError(f"MOOTHALL_JOB_NICE is 0 to {NICEST}, not {config.job_nice}")
    if config.redis:
        from workers.queues import Jobs  # here: `serve` on one machine starts without it

        connect(config.redis).close()
        Jobs(config.queue_url).connection.close()
