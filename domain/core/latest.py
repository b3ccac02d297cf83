"""Remembering one answer: what deciding a move asks of a state, the list of moves after it asks again at once."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

R = TypeVar("R")


def latest(function: Callable[..., R]) -> Callable[..., R]:
    """The function with its latest answer remembered. States hold mappings and have no hash, so arguments are told
    apart by identity; they must be frozen, and are held fast until the next question. The answer is shared: nobody may
    change it."""
    known: tuple[list[int], tuple[object, ...], R] | None = None

    @wraps(function)
    def ask(*arguments: object) -> R:
        nonlocal known
        asked, held = [*map(id, arguments)], known  # once: another thread may ask meanwhile
        if held is not None and held[0] == asked:
            return held[2]
        answer = function(*arguments)
        known = asked, arguments, answer
        return answer

    return ask
