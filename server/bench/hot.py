"""A process that keeps games hot and weighs itself: `python -m moothall.server.bench.hot`, told which on standard
input."""

from __future__ import annotations

import gc
import resource
import sys
from pathlib import Path

import msgspec

STATM = Path("/proc/self/statm")


class Hot(msgspec.Struct):
    """Where the games are, and which."""

    redis: str
    games: list[str]


class Weighed(msgspec.Struct):
    """Bytes of memory before the first game was loaded and after the last."""

    empty: int
    full: int


def main() -> None:
    """Load, weigh and print."""
    from moothall.domain.titles import TITLES  # here: whoever asks this process needs nothing of it
    from moothall.events.event_store.store import Store
    from moothall.events.games.repository import Games
    from moothall.events.redis_client.connection import connect

    work = msgspec.json.decode(sys.stdin.buffer.read(), type=Hot)
    games = Games(Store(connect(work.redis)), TITLES, most=len(work.games))
    games.load(work.games[0])  # what is loaded with the first game is not the game's
    games.forget(work.games[0])
    empty = _weight()
    for game_id in work.games:
        games.get(game_id)
    sys.stdout.buffer.write(msgspec.json.encode(Weighed(empty, _weight())))


def _weight() -> int:
    gc.collect()
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * resource.getpagesize()
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024  # the most it ever was


if __name__ == "__main__":
    main()
