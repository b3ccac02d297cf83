"""Files that anybody may have made, looked at within limits: whatever they hold, a command ends in time, and does not
take the machine's memory with it."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

MEMORY = 2 * 1024**3
"""Bytes that looking at one file may take besides what the program itself has."""

TIME_S = 120.0
"""Seconds that one record may take; long games take one."""


class TooLong(BaseException):
    """The time is up. No Exception: whoever takes those for a finding shall not take this for one."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TooLong when the time is up; where a system has no such clock, nothing."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooLong

    before = signal.signal(signal.SIGALRM, ring)
    left, again = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left, again)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def memory_limit(more: int = MEMORY) -> Iterator[None]:
    """MemoryError instead of more than that; where a system does not tell what a process has, nothing."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
    except (ImportError, OSError, ValueError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + more
    bounded = [each for each in (soft, hard, wanted) if each != resource.RLIM_INFINITY]
    resource.setrlimit(resource.RLIMIT_AS, (min(bounded), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def content_of(path: Path, largest: int) -> bytes:
    """A file's bytes; OSError if there are too many. What is no file on a disk may have no end: it is read so far."""
    with path.open("rb") as file:
        data = file.read(largest + 1)
    if len(data) > largest:
        raise OSError(f"{path} is larger than {largest} bytes")
    return data
