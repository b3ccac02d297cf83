"""Bots. One interface for all levels: a bot gets a state in which everything its seat cannot see is dealt anew, and a
seeded generator, and answers one legal move."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.core.draw import Draw
from domain.core.title import AnyTitle

Bot = Callable[[AnyTitle, Any, int, Draw], Any]
"""`bot(title, state as the seat may imagine it, seat, draw) -> move`"""


def random_bot(title: AnyTitle, state: Any, seat: int, draw: Draw) -> Any:
    """Any legal move, each as likely as the next."""
    return title.sample_move(title, state, seat, draw)


SIMPLEST = "random"

BOTS: dict[str, Bot] = {SIMPLEST: random_bot}
"""By level."""


def choose(title: AnyTitle, state: Any, seat: int, level: str, draw: Draw) -> Any:
    """The move of a bot of this level. The true state goes no further than this line."""
    return BOTS[level](title, title.determinize(state, seat, draw), seat, draw)
