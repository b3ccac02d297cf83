"""Whole games on the engine alone: no Redis, no HTTP. For bot developers, and for a look at a title's balance."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

from moothall.domain.core.title import AnyTitle
from moothall.workers.bots.failures import BotFailed
from moothall.workers.bots.plugins import load
from moothall.workers.simulate.play import Endless, Played, play
from moothall.workers.simulate.player import PATIENCE_S
from moothall.workers.simulate.processes import Seated, found, loaded, several
from moothall.workers.simulate.report import report
from moothall.workers.titles import hosted

__all__ = ["BotFailed", "Endless", "Played", "play", "simulate"]

T = TypeVar("T")

Work = tuple[str, Seated, dict[str, Any], int, float]
"""Title, bots by seat, options, seed, patience: all that a process has to be told of a game."""


def simulate(
    title: AnyTitle,
    bots: Sequence[Any],
    games: int,
    seed: int,
    options: dict[str, Any] | None = None,
    each: Callable[[], object] = lambda: None,
    processes: int = 1,
    patience_s: float = PATIENCE_S,
) -> dict[str, Any]:
    """Many games and what they came to; `each` is called after every game. Bots are named, or given themselves
    (plugins.py), and move one seat on with every game, so that none profits from its place. A game depends on nothing
    but the seed and its number: neither the number of processes nor the order in which they finish changes anything.
    Raises BotFailed for the first one that does not do what a bot has to."""
    began = time.perf_counter()
    ours = [load(bot) for bot in bots]
    names = [bot.name for bot in ours]
    seeds = [(seed << 32) + index for index in range(games)]  # those of two simulations never meet
    if processes > 1:
        played_on = _several(title, found(bots), names, seeds, options or {}, patience_s, processes)
    else:
        played_on = (
            play(title, turned(ours, index), options or {}, number, patience_s) for index, number in enumerate(seeds)
        )
    played = []
    for game in played_on:
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


def turned(seated: Sequence[T], index: int) -> tuple[T, ...]:
    """Who sits where in game number `index`."""
    return tuple(seated[(seat + index) % len(seated)] for seat in range(len(seated)))


def _several(
    title: AnyTitle,
    places: list[str],
    names: list[str],
    seeds: list[int],
    options: dict[str, Any],
    patience_s: float,
    processes: int,
) -> Iterator[Played]:
    """In order, by processes that are told a title and its bots by name: functions do not travel."""
    seated = list(zip(places, names, strict=True))
    work = [(title.slug, turned(seated, index), options, seed, patience_s) for index, seed in enumerate(seeds)]
    with several(processes) as mapped:
        yield from mapped(_listed, work)


def _listed(work: Work) -> Played:
    slug, seated, options, seed, patience_s = work
    return play(hosted()[slug], loaded(seated), options, seed, patience_s)
