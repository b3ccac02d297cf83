"""The simplest level: any legal move."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.budget import Budget


def random_bot(title: AnyTitle, state: Any, seat: int, draw: Draw, budget: Budget) -> tuple[Any, ...]:
    """Any legal move, each as likely as the next."""
    return (title.sample_move(title, state, seat, draw),)
