"""Whole games on the engine alone: no Redis, no HTTP. For bot developers, and for a look at a title's balance."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from domain.core.title import AnyTitle
from domain.titles import TITLES
from workers.simulate.play import Endless, Played, play
from workers.simulate.report import report

__all__ = ["Endless", "Played", "play", "simulate"]

Work = tuple[str, tuple[str, ...], dict[str, Any], int]
"""Title, bots by seat, options, seed: all that a process has to be told of a game."""


def simulate(
    title: AnyTitle,
    names: Sequence[str],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    each: Callable[[], object] = lambda: None,
    processes: int = 1,
) -> dict[str, Any]:
    """Many games and what they came to; `each` is called after every game. Bots move one seat on with every game, so
    that no bot profits from its place. A game depends on nothing but the seed and its number: neither the number of
    processes nor the order in which they finish changes anything."""
    began = time.perf_counter()
    work = [
        (title.slug, turned(names, index), options or {}, (seed << 32) + index) for index in range(games)
    ]  # the seeds of two simulations never meet
    played = []
    for game in _several(work, processes) if processes > 1 else (_one(title, item) for item in work):
        played.append(game)
        each()
    seconds = time.perf_counter() - began
    return {
        **report(title, names, seed, played),
        "processes": processes,
        "seconds": round(seconds, 3),
        "games_per_s": round(games / seconds, 2),
        "decisions_per_s": round(sum(game.decisions for game in played) / seconds),
    }


def turned(names: Sequence[str], index: int) -> tuple[str, ...]:
    """Who sits where in game number `index`."""
    return tuple(names[(seat + index) % len(names)] for seat in range(len(names)))


def _one(title: AnyTitle, item: Work) -> Played:
    return play(title, item[1], item[2], item[3])


def _listed(item: Work) -> Played:
    return _one(TITLES[item[0]], item)


def _several(work: list[Work], processes: int) -> Iterator[Played]:
    """In order, by processes that are told a title by its name: a title is functions, which do not travel."""
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap(_listed, work)
