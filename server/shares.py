"""Web processes that listen on one socket share their clients evenly.

Whoever is awake takes a new connection, and on a machine with little to do that is the same process again and again: of
32 connections that came at once one process had all in every fourth try. Clients that keep their connections then stay
with it, and wait for it while the other has nothing to do. So a process that has more than others makes way for them,
for a moment: whoever is stuck, or gone without a word, holds nobody up for longer.

Imported before gevent has patched anything, by gunicorn's main process, whose children see the same memory.
"""

from __future__ import annotations

import mmap
import time
from typing import Any

from gevent.server import StreamServer

MOST = 64
"""Processes that are told apart."""
GONE_S = 3.0
"""Without a word for so long a process is not waited for; each gives one every second."""
MORE = 1
"""Connections that a process may have more than another before it makes way: to be exact would have them wait for each
other in a crowd."""
PAUSE_S = 0.001
"""How long others are given at a time, and so often:"""
TRIES = 10

_board = memoryview(mmap.mmap(-1, 2 * MOST * 8)).cast("d")
"""For each process when it last gave a word, and how many connections it has."""


class Share:
    """What one process has of all connections."""

    def __init__(self, number: int) -> None:
        self._at = 2 * (number % MOST)
        self._count = 0

    def here(self) -> None:
        """To be called every second."""
        _board[self._at] = time.monotonic()
        _board[self._at + 1] = self._count

    def leave(self) -> None:
        """It takes no more."""
        _board[self._at] = 0.0

    def add(self, connections: int) -> None:
        self._count += connections
        _board[self._at + 1] = self._count

    def is_large(self) -> bool:
        """Whether others have clearly less."""
        board, lately = _board.tolist(), time.monotonic() - GONE_S
        return any(
            heard > lately and count + MORE < self._count for heard, count in zip(board[::2], board[1::2], strict=True)
        )


class SharingServer(StreamServer):  # type: ignore[misc]  # untyped in gevent
    """Takes connections for one process of several."""

    max_accept = 1

    def __init__(self, listener: Any, share: Share, **options: Any) -> None:
        self._share = share
        self._tries = 0
        super().__init__(listener, **options)

    def do_read(self) -> Any:
        """Somebody wants to connect. None: not to us, or not yet."""
        if self._tries < TRIES and self._share.is_large():
            self._tries += 1
            self.stop_accepting()
            self._timer = self.loop.timer(PAUSE_S)
            self._timer.start(self._start_accepting_if_started)
            return None
        self._tries = 0
        accepted = super().do_read()
        if accepted:
            self._share.add(1)
        return accepted

    def do_close(self, *args: Any) -> None:
        self._share.add(-1)
        super().do_close(*args)
