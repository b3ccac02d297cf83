"""A bot in its seat of a game."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.core.title import AnyTitle
from moothall.workers import bots
from moothall.workers.bots.failures import BotFailed, told, trace_of
from moothall.workers.bots.guard import FAILURES, GRACE_MS, alarm
from moothall.workers.bots.plugins import Loaded

PATIENCE_S = 60.0
"""How long a bot of somebody else may think about a decision, unless it has a budget in milliseconds."""

OVER_BUDGET = 10
"""How many times its budget it may take before it is stopped: the machine may be busy."""


class Player:
    """A bot in its seat, and what it has planned."""

    __slots__ = ("_bot", "_patience_s", "_plan", "_seed", "_title", "loaded", "seat")

    def __init__(self, loaded: Loaded, seat: int, title: AnyTitle, seed: int, patience_s: float) -> None:
        self.loaded = loaded
        self.seat = seat
        self._title = title
        self._seed = seed
        self._plan: tuple[Any, ...] = ()
        ms = loaded.budget.ms
        self._patience_s = patience_s if ms is None else OVER_BUDGET * (ms + GRACE_MS) / 1000
        self._bot = loaded.new() if loaded.own else self._made()

    def next_move(self, state: Any, luck: Draw, decisions: int) -> Any:
        """As planned, or by a new plan."""
        plan = self._plan or self._think(state, luck, decisions)
        self._plan = plan[1:]
        return plan[0]

    def blamed(self, error: BaseException, decisions: int) -> BaseException:
        """The failure of a bot that is not ours; the error itself of one that is."""
        if self.loaded.own:
            return error
        what, trace = told(error), trace_of(error, self.loaded.file)
        return BotFailed(self.loaded.name, self._title.slug, self._seed, self.seat, decisions, what, trace)

    def _made(self) -> bots.Bot:
        try:
            with alarm(self._patience_s):
                return self.loaded.new()
        except FAILURES as error:
            raise self.blamed(error, 0) from error

    def _think(self, state: Any, luck: Draw, decisions: int) -> tuple[Any, ...]:
        if self.loaded.own:
            return bots.choose(self._title, state, self.seat, self._bot, luck, self.loaded.budget)
        try:
            with alarm(self._patience_s):
                return bots.choose(self._title, state, self.seat, self._bot, luck, self.loaded.budget)
        except FAILURES as error:
            raise self.blamed(error, decisions) from error
