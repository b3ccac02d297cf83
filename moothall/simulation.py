"""Whole games between bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moothall.catalogue import Title, title as title_of
from moothall.workers.simulate import simulate as run
from moothall.workers.simulate.player import PATIENCE_S


def simulate(
    title: Title | str,
    bots: Sequence[Any],
    games: int = 100,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    *,
    players: int | None = None,
    processes: int = 1,
    patience_s: float = PATIENCE_S,
    each: Callable[[], object] = lambda: None,
) -> dict[str, Any]:
    """Play whole games on the engine alone, and tell what they came to: what `moothall simulate --json` prints. One bot
    stands for every seat of `players`. Bots are named as for `load_bot`, or given themselves; they move one seat on
    with every game, and the same seed gives the same games, whatever the number of processes. `each` is called after
    every game. Raises BotFailed for a bot that raises, is not done after `patience_s`, or answers no legal move.

    >>> def last(view, moves):
    ...     return len(moves) - 1
    >>> report = moothall.simulate("medieval-realms", [last, "random"], games=4, seed=3)
    >>> report["games"], sorted(report["wins"]["by_bot"]), report["broken"]
    (4, ['last', 'random'], [])
    """
    found = title if isinstance(title, Title) else title_of(title)
    seats = players or max(len(bots), found.players[0])
    if seats not in found.players:
        raise ValueError(f"{found.name} is played by {found.players[0]} to {found.players[-1]}, not by {seats}")
    if len(bots) not in (1, seats):
        raise ValueError(f"there are {len(bots)} bots for {seats} seats; name one or all of them")
    seated = list(bots) * seats if len(bots) == 1 else list(bots)
    return run(found.engine, seated, games, seed, options, each, processes, patience_s)
