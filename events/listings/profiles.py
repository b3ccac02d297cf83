"""How a player's games have ended, as everybody may know it: counted over public games that count, one set of games
for each title and outcome. Derived like the listings, and made anew with them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from events import keys
from events.log.meta import Meta

WON, SHARED, LOST, LEFT = OUTCOMES = ("won", "shared", "lost", "left")
"""First place alone, first place with others, another place; a seat that was given up, lost on time or taken away."""


class Profiles:
    """The counts of all players."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def of(self, player: str, titles: Iterable[str]) -> dict[str, dict[str, int]]:
        """By title and outcome; titles that the player has not finished a game of are left out."""
        named = [(title, outcome) for title in titles for outcome in OUTCOMES]
        pipe = self._redis.pipeline(transaction=False)
        for title, outcome in named:
            pipe.scard(keys.results(player, title, outcome))
        found: dict[str, dict[str, int]] = {}
        for (title, outcome), n in zip(named, pipe.execute(), strict=True):
            found.setdefault(title, {})[outcome] = n
        return {title: counts for title, counts in found.items() if any(counts.values())}


def index(pipe: Any, meta: Meta) -> None:
    """Put a game that is over where it belongs; doing it twice changes nothing. A game that was annulled goes."""
    if meta.private or not meta.counts:
        return
    if meta.status == "annulled":
        for player in _all(meta):
            for outcome in OUTCOMES:
                pipe.srem(keys.results(player, meta.title, outcome), meta.id)
    elif meta.result is not None:
        for player, outcome in _outcomes(meta):
            pipe.sadd(keys.results(player, meta.title, outcome), meta.id)


def _all(meta: Meta) -> Iterator[str]:
    return (player for seat in meta.seats for player in (seat.player, seat.left) if player is not None)


def _outcomes(meta: Meta) -> Iterator[tuple[str, str]]:
    """Who sat at the table, and how it ended for them."""
    first = meta.result.ranking[0] if meta.result is not None else []
    sitting = {seat.player for seat in meta.seats}
    for seat in meta.seats:
        if seat.player is not None:
            best = WON if len(first) == 1 else SHARED
            yield seat.player, best if seat.seat in first else LOST
        if seat.left is not None and seat.left not in sitting:
            yield seat.left, LEFT
