"""The reducer: one case per change, looked up by its type. It knows no rules and no content."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.winds_of_numa_sera.changes import AnyChange
from domain.winds_of_numa_sera.evolve import battle, capital, cards, rounds, trade
from domain.winds_of_numa_sera.state import State

CASES: dict[type[Any], Callable[[State, Any], State]] = {
    **rounds.CASES,
    **capital.CASES,
    **cards.CASES,
    **trade.CASES,
    **battle.CASES,
}


def evolve(state: State, change: AnyChange) -> State:
    """The state after the change."""
    return CASES[type(change)](state, change)
