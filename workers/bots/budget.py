"""How much a bot may think: iterations, milliseconds, or both."""

from __future__ import annotations

import time
from typing import NamedTuple


class Budget(NamedTuple):
    """What a bot is given. Where only iterations are limited, the same position and seed give the same move."""

    iterations: int | None = None
    ms: float | None = None

    def start(self) -> Meter:
        """The clock runs from here."""
        return Meter(self)


class Meter:
    """A budget being spent."""

    __slots__ = ("_deadline", "_left")

    def __init__(self, budget: Budget) -> None:
        self._left = budget.iterations
        self._deadline = None if budget.ms is None else time.perf_counter() + budget.ms / 1000

    def late(self) -> bool:
        """Whether the time is up; never without a limit in milliseconds."""
        return self._deadline is not None and time.perf_counter() >= self._deadline

    def iterate(self) -> bool:
        """Take one iteration, if there is one left and time for it."""
        if self.late():
            return False
        if self._left is None:
            return self._deadline is not None
        self._left -= 1
        return self._left >= 0


UNLIMITED = Budget()
