"""A bot of somebody else that does not do what a bot has to: told by name, with all that is needed to see it again."""

from __future__ import annotations

import traceback
from types import TracebackType

from moothall.workers.bots.guard import Overrun
from moothall.workers.bots.position import BadAnswer

_GAME = 1 << 32
"""Seeds of simulated games are made of the simulation's and the game's number."""


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


def _first_in(trace: TracebackType | None, file: str | None) -> TracebackType | None:
    while trace is not None and trace.tb_frame.f_code.co_filename != file:
        trace = trace.tb_next
    return trace
