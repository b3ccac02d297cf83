"""What is done about a bot that fails.

In a game on a server it must not stop the others: whatever it raises or however long it takes, a simpler one answers.
In simulations and arenas a bot of somebody else that does not do what a bot has to is told by name, with all that is
needed to see it again.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots import levels
from moothall.workers.bots.planner import Budget
from moothall.workers.bots.position import BadAnswer

SPARE_MS = 30.0
"""A bot is told to be done so long before its time is really up: it looks at the clock only now and then."""

GRACE_MS = 10.0
"""And is interrupted so long after."""

FALLBACK_MS = 25.0
"""What a simpler level gets when the one before it has used up the time."""

NONE: Mapping[str, Callable[[], levels.Bot]] = {}

_GAME = 1 << 32
"""Seeds of simulated games are made of the simulation's and the game's number."""


class Overrun(BaseException):
    """The bot was still thinking when its time was up. No Exception: a bot that passes over those shall not pass over
    this."""


FAILURES = (Exception, Overrun, SystemExit)
"""What a bot may do instead of answering."""


class Choice(NamedTuple):
    """The moves a bot would make, and the level that found them."""

    level: str
    moves: tuple[Any, ...]


class BotFailed(Exception):
    """A bot raised, took too long, or answered what is no legal move of its seat."""

    def __init__(self, bot: str, title: str, seed: int, seat: int, decision: int, what: str, trace: str = "") -> None:
        super().__init__(bot, title, seed, seat, decision, what, trace)  # all of it, so that it can travel
        self.bot = bot
        """As it was named."""
        self.title = title
        """The slug."""
        self.seed = seed
        """Of the game."""
        self.seat = seat
        self.decision = decision
        """How many decisions had been made in the game, by all seats."""
        self.what = what
        """What it did."""
        self.trace = trace
        """Where, in its own files."""

    def __str__(self) -> str:
        number, game = divmod(self.seed, _GAME)
        seed = f"seed {number}, game {game}" if number else f"seed {game}"
        head = f"bot {self.bot} {self.what} ({self.title}, {seed}, seat {self.seat}, decision {self.decision})"
        return f"{head}\n{self.trace}".rstrip()


def choose(
    title: AnyTitle,
    state: Any,
    seat: int,
    level: str,
    seed: int,
    ms: float,
    failed: Callable[[str, BaseException], None],
    patience: float = 1.0,
    plugged: Mapping[str, Callable[[], levels.Bot]] = NONE,
) -> Choice:
    """The plan of a bot of this level within `ms`, or of the next simpler one that finds any; `failed(level, error)`
    is told of every one that did not. It is interrupted when `patience` times that have passed. `plugged` makes the
    bots of levels that are not ours."""
    trying: str | None = level
    while trying is not None and trying != levels.SIMPLEST:
        try:
            with alarm(patience * (ms + GRACE_MS) / 1000):
                budget = Budget(ms=max(ms - SPARE_MS, ms / 2))
                return Choice(trying, levels.choose(title, state, seat, _bot(trying, plugged), FastDraw(seed), budget))
        except FAILURES as error:
            failed(trying, error)
            ms = FALLBACK_MS
        trying = levels.simpler(trying)
    return Choice(levels.SIMPLEST, levels.choose(title, state, seat, levels.SIMPLEST, FastDraw(seed)))


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


def told(error: BaseException) -> str:
    """What a bot did, in words that follow its name."""
    if isinstance(error, Overrun):
        return f"was stopped: {error}"
    if isinstance(error, BadAnswer):
        return f"answered no legal move: {error}"
    return f"raised {type(error).__name__}: {error}"


def trace_of(error: BaseException, file: str | None) -> str:
    """The traceback from where it comes into that file on; nothing if it never does."""
    begin = _first_in(error.__traceback__, file)
    if begin is None or isinstance(error, BadAnswer):
        return ""
    return "".join(traceback.format_exception(type(error), error, begin, chain=False))


def where_it_failed(error: BaseException, file: str | None = None) -> str:
    """The line of that file (of any) that it came to last."""
    frames = traceback.extract_tb(error.__traceback__)
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}"
    own = [frame for frame in frames if file is None or frame.filename == file]
    return f"{own[-1].filename}, line {own[-1].lineno}" if own else ""


def _bot(level: str, plugged: Mapping[str, Callable[[], levels.Bot]]) -> levels.Bot:
    """Raises what a bot of somebody else raises while it is made, or UnknownBot for a level that is no longer here."""
    if level in levels.BOTS:
        return levels.BOTS[level]
    if level not in plugged:
        raise levels.UnknownBot(f"this worker has no level {level}")
    return plugged[level]()


def _first_in(trace: TracebackType | None, file: str | None) -> TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    return trace
