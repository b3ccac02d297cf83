"""Whether this process could answer whoever asks."""

from __future__ import annotations

from typing import Any

from flask import Flask
from redis.exceptions import BusyLoadingError, RedisError

from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.problems import NotReady

PATIENCE_S = 2.0
"""A probe is answered before whoever probes gives up; requests have more patience."""


def check_ready(app: Flask, config: Config) -> None:
    """Raise NotReady if the event log or the queue does not answer."""
    probes: dict[str, Any] = app.extensions.setdefault("moothall.probes", {})
    for what, url in (("event log", config.redis), ("queue", config.queue_url)):
        probe = probes.get(url)
        if probe is None:
            probe = probes[url] = connect(url, PATIENCE_S)
        try:
            probe.ping()
        except BusyLoadingError:
            raise NotReady(f"The {what} is being read from disk; that may take a while.") from None
        except RedisError:
            raise NotReady(f"The {what} does not answer.") from None
