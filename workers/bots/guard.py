"""A bot that fails must not stop the game: whatever it raises or however long it takes, a simpler one answers."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType
from typing import Any, NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.workers import bots
from moothall.workers.bots.budget import Budget

SPARE_MS = 30.0
"""A bot is told to be done so long before its time is really up: it looks at the clock only now and then."""

GRACE_MS = 10.0
"""And is interrupted so long after."""

FALLBACK_MS = 25.0
"""What a simpler level gets when the one before it has used up the time."""


NONE: Mapping[str, Callable[[], bots.Bot]] = {}


class Overrun(BaseException):
    """The bot was still thinking when its time was up. No Exception: a bot that passes over those shall not pass over
    this."""


FAILURES = (Exception, Overrun, SystemExit)
"""What a bot may do instead of answering."""


class Choice(NamedTuple):
    """The moves a bot would make, and the level that found them."""

    level: str
    moves: tuple[Any, ...]


def choose(
    title: AnyTitle,
    state: Any,
    seat: int,
    level: str,
    seed: int,
    ms: float,
    failed: Callable[[str, BaseException], None],
    patience: float = 1.0,
    plugged: Mapping[str, Callable[[], bots.Bot]] = NONE,
) -> Choice:
    """The plan of a bot of this level within `ms`, or of the next simpler one that finds any; `failed(level, error)`
    is told of every one that did not. It is interrupted when `patience` times that have passed. `plugged` makes the
    bots of levels that are not ours."""
    trying: str | None = level
    while trying is not None and trying != bots.SIMPLEST:
        try:
            with alarm(patience * (ms + GRACE_MS) / 1000):
                budget = Budget(ms=max(ms - SPARE_MS, ms / 2))
                return Choice(trying, bots.choose(title, state, seat, _bot(trying, plugged), FastDraw(seed), budget))
        except FAILURES as error:
            failed(trying, error)
            ms = FALLBACK_MS
        trying = bots.simpler(trying)
    return Choice(bots.SIMPLEST, bots.choose(title, state, seat, bots.SIMPLEST, FastDraw(seed)))


def _bot(level: str, plugged: Mapping[str, Callable[[], bots.Bot]]) -> bots.Bot:
    """Raises what a bot of somebody else raises while it is made, or UnknownBot for a level that is no longer here."""
    if level in bots.BOTS:
        return bots.BOTS[level]
    if level not in plugged:
        raise bots.UnknownBot(f"this worker has no level {level}")
    return plugged[level]()


@contextmanager
def alarm(seconds: float) -> Iterator[None]:
    """Raises Overrun inside the block when the time is up. Whoever had set the timer before (RQ guards its jobs with
    it) gets it back with what is left. Only the main thread can be interrupted; elsewhere bots watch their budget."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Overrun(f"no answer within {seconds:.3f} s")

    began = time.monotonic()
    handler = signal.signal(signal.SIGALRM, ring)
    left, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:  # of its own, because the alarm may still ring in the line above
        signal.signal(signal.SIGALRM, handler)
        if left:
            signal.setitimer(signal.ITIMER_REAL, max(left - (time.monotonic() - began), 0.001))
