"""A stop flag that signal handlers can set."""

from __future__ import annotations

import signal
import time

TICK_S = 0.1
"""Seconds after which a waiting thread looks at the flag again."""


class StopSignal:
    """A flag set by signals, for which threads can wait.

    A handler runs between two instructions of the main thread. It must not take a lock, as `threading.Event.set()`
    does: if the main thread holds that lock at that moment, in `Event.wait()`, the process hangs for ever. So the
    flag is a plain attribute. Nothing is shared with forked processes, and gevent can patch `time.sleep`.
    """

    def __init__(self) -> None:
        self._is_set = False

    def install(self, *numbers: signal.Signals) -> None:
        """Set the flag when one of these signals arrives; call this in the main thread."""
        for number in numbers:
            signal.signal(number, self._handle)

    def is_set(self) -> bool:
        """Return whether a signal has arrived."""
        return self._is_set

    def wait(self, seconds: float) -> bool:
        """Wait until the flag is set, for `seconds` at most, and return whether it is set."""
        until = time.monotonic() + seconds
        while not self._is_set and (left := until - time.monotonic()) > 0:
            time.sleep(min(left, TICK_S))
        return self._is_set

    def _handle(self, *_: object) -> None:
        self._is_set = True
