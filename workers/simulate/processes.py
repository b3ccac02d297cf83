"""Games played by several processes."""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar

from moothall.workers.bots.plugins import Loaded, load, portable

W = TypeVar("W")
R = TypeVar("R")

Seated = tuple[tuple[str, str], ...]
"""Bots by seat: how a process finds them, what they are called. Functions do not travel."""


class Mapped(Protocol):
    """`map`, by whatever processes there are: results in the order of what was asked."""

    def __call__(self, function: Callable[[W], R], work: Iterable[W], /) -> Iterator[R]: ...


@contextmanager
def several(processes: int) -> Iterator[Mapped]:
    """Processes of their own. Ctrl-C is for whoever waits for them."""
    with multiprocessing.get_context("spawn").Pool(processes, signal.signal, (signal.SIGINT, signal.SIG_IGN)) as pool:
        yield pool.imap


def found(bots: Sequence[Any]) -> list[str]:
    """How other processes find the bots."""
    for bot in bots:
        if not isinstance(bot, str):
            raise ValueError(f"{load(bot).name} cannot travel to other processes: name it, as ./mine.py:Bot")
    return [portable(bot) for bot in bots]


def loaded(seated: Seated) -> list[Loaded]:
    """The bots, in the process that plays."""
    return [load(place)._replace(name=name) for place, name in seated]
