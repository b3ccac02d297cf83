"""Settings that make no sense together."""

from __future__ import annotations

from importlib.metadata import entry_points

from moothall.events.redis_client.connection import Replicas, connect
from moothall.server.config import Config
from moothall.server.traces import check_traces

NICEST = 19
"""What Unix has."""


def check(config: Config) -> None:
    """Raise ValueError for such settings. Opens no connection."""
    Replicas(config.replicas, config.replicas_ms)
    if not 0 <= config.job_nice <= NICEST:
        raise ValueError(f"MOOTHALL_JOB_NICE is 0 to {NICEST}, not {config.job_nice}")
    check_traces(config)
    if entry_points(group="moothall.titles"):
        from moothall.workers.titles import installed  # here: reading all of our own takes a while

        installed()
    if config.redis:
        from moothall.workers.job_queue import Jobs  # here: `serve` on one machine starts without it

        connect(config.redis).close()
        Jobs(config.queue_url).connection.close()


def check_bots(config: Config) -> None:
    """Raise ValueError for bots that cannot be loaded, which it tries."""
    if config.bots:
        from moothall.workers.bots.plugins import load_levels  # here: most servers have none

        try:
            load_levels(config.bots)
        except ValueError as error:
            raise ValueError(f"MOOTHALL_BOTS: {error}") from error
