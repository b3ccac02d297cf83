"""How gunicorn runs the floor: every setting is Moothall's own; only the hooks that look after its app are left out."""

from __future__ import annotations

from typing import Any

import gevent

from moothall.server import gunicorn as ours
from moothall.server.processes import keep_all_there_is

_HOOKS = ("post_worker_init", "child_exit")

globals().update({name: value for name, value in vars(ours).items() if not name.startswith("_") and name not in _HOOKS})


def post_worker_init(worker: Any) -> None:
    """As patient as Moothall's own workers are, and as little held up by the garbage collector."""
    gevent.setswitchinterval(ours.PATIENCE_S)
    keep_all_there_is()
