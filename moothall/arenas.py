"""Every bot against every bot."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from moothall.catalogue import Title, title_of
from moothall.workers.arena.playing import GAMES, Arena, settings_of
from moothall.workers.arena.results import Seatings
from moothall.workers.simulate import PATIENCE_S


def arena(
    title: Title | str,
    bots: Sequence[Any],
    games: int = GAMES,
    seed: int = 1,
    options: dict[str, Any] | None = None,
    *,
    players: int | None = None,
    folder: str | PathLike[str] | None = None,
    seatings: Seatings = "every",
    to_the_end: bool = False,
    processes: int = 1,
    patience_s: float = PATIENCE_S,
    each: Callable[[], object] = lambda: None,
) -> dict[str, Any] | None:
    """Let every bot play every bot on the same deals, until the order is certain or so many games are played, and tell
    which is better: what `moothall arena --json` prints (docs/bots.md). Results and records are kept in `folder`, and
    what is there is not played again; without one they are gone afterwards. `each` is called after every game; a
    KeyboardInterrupt ends the arena with what is complete (None: not one deal). Raises ValueError for what cannot be
    played, and for a folder of another arena.

    >>> def last(view, moves):
    ...     return len(moves) - 1
    >>> report = moothall.arena("medieval-realms", [last, "random"], games=4, folder=folder / "arena")
    >>> report["games"], report["deals"], sorted(each["bot"] for each in report["standing"])
    (4, 2, ['last', 'random'])
    >>> moothall.verify(folder / "arena" / "records" / "000003.ndjson").ok
    True
    """
    found = title_of(title)
    settings = settings_of(found.engine, bots, players, seed, options, seatings, patience_s)
    with ExitStack() as stack:
        place = stack.enter_context(TemporaryDirectory()) if folder is None else folder
        played = Arena(found.engine, bots, settings, Path(place))
        return played.run(games, processes, lambda result, kept: each(), to_the_end)
