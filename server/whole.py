"""An answer in one piece: head and body leave together. Gunicorn sends them apart, because it does not know what is
still to come; whoever waits is then woken twice for one answer.

The same bytes as gunicorn's, for a connection that is kept (tests/server/test_whole.py compares).
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from email.utils import formatdate
from typing import Any

from gunicorn import SERVER

from moothall.server.connections import Connection

SENT: Iterable[bytes] = []
"""What an app returns whose answer was sent: our worker does nothing more about it."""


def send_whole(environ: dict[str, Any], status: str, headers: Sequence[tuple[str, str]], body: bytes) -> bool:
    """Send it; whether that was done. Not on a connection that ends with the answer, and not where the server, or a
    test, has none of ours. The headers' values are the caller's to answer for."""
    connection = environ.get("gunicorn.socket")
    if not isinstance(connection, Connection) or not connection.stays:
        return False
    lines = "".join([f"{name}: {value}\r\n" for name, value in headers])
    head = f"HTTP/1.1 {status}\r\nServer: {SERVER}\r\nDate: {_date()}\r\nConnection: keep-alive\r\n{lines}\r\n"
    connection.sendall(head.encode("latin-1") + body)
    return True


_today = (0, "")


def _date() -> str:
    """The moment as a header says it: the same for a second."""
    global _today
    now = int(time.time())
    if _today[0] != now:
        _today = (now, formatdate(now, usegmt=True))
    return _today[1]
