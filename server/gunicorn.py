"""How gunicorn runs the app: gevent workers, so that hundreds of followers wait without holding a thread each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gevent

from server.config import Config

_config = Config.from_environment()

bind = f"{_config.host}:{_config.port}"
workers = _config.web_workers
worker_class = "gevent"
worker_connections = 2_000
backlog = 1_024
timeout = 60
graceful_timeout = 5
keepalive = 30
loglevel = "warning"
logger_class = "server.logs.Logger"

PATIENCE_S = 0.0005
"""How long followers are written to in one go before whoever posts a move is looked after: the time that a crowd of
hundreds takes would otherwise be added to the latency of a move."""


def post_worker_init(worker: Any) -> None:
    """Let the followers go as soon as the worker is told to stop: their streams then end in order and are taken up
    elsewhere, instead of being cut when the worker's patience ends."""
    gevent.setswitchinterval(PATIENCE_S)
    hub = worker.wsgi.extensions["moothall"].hub

    def watch() -> None:
        while worker.alive:
            gevent.sleep(0.1)
        hub.stop()

    gevent.spawn(watch)


def child_exit(server: Any, worker: Any) -> None:
    """A worker is gone: so are the streams it had open. (As prometheus-client does it; but importing that here, before
    gevent has patched what it builds on, would give it to the next worker unpatched.)"""
    if _config.metrics_dir:
        for live in Path(_config.metrics_dir).glob(f"gauge_live*_{worker.pid}.db"):
            live.unlink(missing_ok=True)
