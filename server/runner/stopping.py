"""How a run ends: nothing new is begun, and what is being decided is decided."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

TICK_S = 0.2
"""How soon whoever sleeps notices that the run is to stop."""


class Stopped(Exception):
    """What was waited for is no longer wanted."""


class Stopping:
    """Asked to stop or not, and how many decisions are at hand."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._deciding: set[int] = set()
        """The threads that are at it."""
        self.asked = False
        self._woken = False

    @contextmanager
    def deciding(self) -> Iterator[bool]:
        """A decision at hand: whether it may be begun."""
        with self._changed:
            may = not self.asked
            if may:
                self._deciding.add(threading.get_ident())
        try:
            yield may
        finally:
            with self._changed:
                self._deciding.discard(threading.get_ident())
                self._changed.notify_all()

    def ask(self) -> None:
        """Begin nothing more. Called by signals too, so it takes no lock."""
        self.asked = True

    def sleep(self, seconds: float) -> None:
        """Until the server is tried again; whoever has no decision at hand does not wait for that when the run is to
        stop. Raises Stopped."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            if self.asked and threading.get_ident() not in self._deciding:
                raise Stopped
            time.sleep(min(left, TICK_S))

    def wake(self) -> None:
        """There is something to look at."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def wait(self, seconds: float) -> bool:
        """Whether there is something to look at; waits for that, but not for longer."""
        with self._changed:
            if not self._woken:
                self._changed.wait(seconds)
            woken, self._woken = self._woken, False
            return woken

    def is_idle(self) -> bool:
        """Whether no decision is at hand."""
        with self._changed:  # whoever was about to begin one has, or has been told not to
            return not self._deciding
