"""How gunicorn runs the app: gevent workers, so that hundreds of followers wait without holding a thread each."""

from __future__ import annotations

import resource
from pathlib import Path
from typing import Any

import gevent

from moothall.server.config import Config
from moothall.server.connections import with_room_to_spare
from moothall.server.processes import keep_all_there_is

_config = Config.from_environment()
_config.share_counts()

bind = f"{_config.host}:{_config.port}"
workers = _config.web_workers
worker_class = "moothall.server.worker.Worker"
forwarder_headers = ""
"""No header of a request, whoever sends it, names the path that the app is at."""
backlog = 2_048
timeout = 60
graceful_timeout = 5
keepalive = 30  # whether at all; how long is for the worker to say
loglevel = "warning"
logger_class = "moothall.server.logs.Logger"
control_socket_disable = True
"""Its place is in the home of whoever runs it, which a service has not, and which several servers would share."""

PATIENCE_S = 0.0005
"""How long followers are written to in one go before whoever posts a move is looked after: the time that a crowd of
hundreds takes would otherwise be added to the latency of a move."""

OTHER_FILES = 300
"""Files that a web process may have open besides its clients' connections: those to Redis, counts, logs."""


def open_files(wanted: int) -> int:
    """Allow this process and its children that many open files, or as many as the system lets us; returns how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


worker_connections = max(100, open_files(with_room_to_spare(_config.connections) + OTHER_FILES) - OTHER_FILES)


def post_worker_init(worker: Any) -> None:
    """Let the followers go as soon as the worker is told to stop: their streams then end in order and are taken up
    elsewhere, instead of being cut when the worker's patience ends."""
    gevent.setswitchinterval(PATIENCE_S)
    keep_all_there_is()
    parts = worker.wsgi.extensions["moothall"]
    parts.commands.writer.later = gevent.spawn  # whoever moves does not wait for a snapshot
    hub = parts.hub

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
