"""The web worker: gunicorn's for gevent, whose own refusals are problems too."""

from __future__ import annotations

import socket
from typing import Any

from gunicorn.workers.ggevent import GeventWorker

from server.protocol_errors import answer_error


class Worker(GeventWorker):  # type: ignore[misc]  # untyped in gunicorn
    """A gevent worker."""

    def handle_error(self, req: Any, client: socket.socket, addr: Any, exc: BaseException) -> None:
        answer_error(self.log, req, client, addr, exc)
