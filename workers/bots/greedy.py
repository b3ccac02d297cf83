"""One turn ahead: of all ways to play the own turn, the one that the title's evaluation likes best."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.budget import Budget
from moothall.workers.bots.plans import Planner

WIDTH = 6
BRANCH = 40


def greedy_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """The best plan a narrow beam finds."""
    first = title.overture(state, seat)
    if first is not None:
        return (first,)
    return Planner(title, seat, draw, budget.start(), WIDTH, BRANCH).plans(state)[0].moves
