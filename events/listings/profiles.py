"""How a player's games have ended, as everybody may know it: counted over public games that count, one set of games
for each title and outcome. Derived like the listings, and made anew with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from moothall.events import keys
from moothall.events.event_store.metadata import Meta
from moothall.events.listings.indexes import WEEDED, Read

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


def index_results(pipe: Any, meta: Meta) -> None:
    """Put a game that is over where it belongs; doing it twice changes nothing. A game that was annulled goes."""
    if meta.status == "annulled" and not meta.private and meta.counts:
        for player in _all(meta):
            for outcome in OUTCOMES:
                pipe.srem(keys.results(player, meta.title, outcome), meta.id)
    for name in _places(meta):
        pipe.sadd(name, meta.id)


def weed_results(redis: Any, read: Read[Meta], put_back: Callable[[Sequence[str]], None]) -> None:
    """Take out of everybody's counts what has no place there. A game that came in in the very moment is put back."""
    for name in redis.scan_iter(match=keys.all_results(), count=1_000):
        key, found = name.decode(), [each.decode() for each in redis.smembers(name)]
        for start in range(0, len(found), WEEDED):
            some = found[start : start + WEEDED]
            places = [_places(meta) if meta is not None else [] for meta in read(some)]
            wrong = [game_id for game_id, right in zip(some, places, strict=True) if key not in right]
            if wrong:
                redis.srem(key, *wrong)
                put_back(wrong)


def _places(meta: Meta) -> list[str]:
    """The sets that a game belongs to."""
    if meta.private or not meta.counts or meta.status == "annulled" or meta.result is None:
        return []
    return [keys.results(player, meta.title, outcome) for player, outcome in _outcomes(meta)]


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
