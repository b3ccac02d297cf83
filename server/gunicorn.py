"""How gunicorn runs the app: gevent workers, so that hundreds of followers wait without holding a thread each."""

from __future__ import annotations

from typing import Any

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


def worker_exit(server: Any, worker: Any) -> None:
    """Let the followers go, so that a worker can stop while streams are open."""
    parts = getattr(worker.wsgi, "extensions", {}).get("moothall")
    if parts is not None:
        parts.hub.stop()
