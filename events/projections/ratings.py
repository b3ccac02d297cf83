"""How good players are, by title: a projection over rated games, derived from the outboxes like the listings.

A title's ratings are of a generation: a rebuild makes the next one beside the one that people read, and puts it in its
place when it is complete.
"""

from __future__ import annotations

import itertools
import logging
import secrets
from collections.abc import Iterable
from itertools import islice
from typing import Any, NamedTuple

from redis.exceptions import WatchError

from moothall.domain.table.state import AI_PLAYER
from moothall.events import keys
from moothall.events.accounts.players import Player, Players
from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import OVER
from moothall.events.projections.rating_formula import DIGITS, Entry, Rating
from moothall.events.projections.rating_ledger import AI, ALL, CHUNK, Ledger

FIRST = "0"
"""The generation that there is before any rebuild."""

TRIES = 100
"""Lost races before a writer gives up for now; each means that somebody else's write went through."""

TOGETHER = 200
"""Games that are read, or noted, in one go."""

STAYS_S = 60
"""How long what was read before stays, for those who are just reading it."""

log = logging.getLogger(__name__)


class Standing(NamedTuple):
    """How a player stands in a title."""

    rating: Rating
    rank: int | None
    """On the leaderboard of people and bots; None as long as the rating is provisional."""


class Row(NamedTuple):
    """A line of a leaderboard."""

    rank: int
    player: Player
    rating: Rating


class Board(NamedTuple):
    """A page of a leaderboard, and where the next one begins."""

    rows: list[Row]
    cursor: str | None


class History(NamedTuple):
    """A page of a player's history by title, newest first, and where the next one begins."""

    entries: list[tuple[str, Entry]]
    cursor: str | None


class Ratings:
    """The ratings of all titles."""

    def __init__(self, redis: Any, titles: Iterable[str] = ()) -> None:
        """`titles` are those of which something may be left to settle."""
        self._redis = redis
        self.titles = tuple(titles)
        self._players = Players(redis)

    def note(self, metas: Iterable[Meta]) -> set[str]:
        """Take note of rated games that are over, and annulled ones; in which titles there is something to settle."""
        found: dict[str, list[Meta]] = {}
        for meta in metas:
            if meta.rated and meta.status in OVER:
                found.setdefault(meta.title, []).append(meta)
        for title, over in found.items():
            if not any(self.ledger(title).note(over) for _ in range(TRIES)):
                raise WatchError(f"the ratings of {title} are too busy")
        return set(found)

    def settle(self, title: str, most: int = CHUNK) -> bool:
        """Rate the next games of a title, so many at most; whether all are rated then."""
        for _ in range(TRIES):
            settled = self.ledger(title).settle(most)
            if settled != "lost":
                return settled == "done"
        raise WatchError(f"the ratings of {title} are too busy")

    def settle_all(self, titles: Iterable[str]) -> None:
        """Rate all games of these titles."""
        for title in titles:
            while not self.settle(title):
                pass

    def live(self, title: str) -> str:
        """The generation that people read."""
        found = self._redis.get(keys.live_ratings(title))
        return FIRST if found is None else str(found.decode())

    def ledger(self, title: str, live: str | None = None) -> Ledger:
        """The same, to be read and written."""
        live = live or self.live(title)
        return Ledger(self._redis, title, live, live)

    def of(self, player: str, titles: Iterable[str]) -> dict[str, Standing]:
        """A player's standing, by title; titles that the player has no rated game of are left out."""
        found: dict[str, Standing] = {}
        for title in titles:
            live = self.live(title)
            entry = self.ledger(title, live).newest([player]).get(player)
            if entry is not None:
                board = keys.leaderboard(title, live, ALL)
                score = self._redis.zscore(board, player)
                found[title] = Standing(entry.rating, None if score is None else self._rank(board, score))
        return found

    def history(self, player: str, titles: Iterable[str], cursor: str | None = None, limit: int = 50) -> History:
        """What each game of these titles has made of a player."""
        found: list[tuple[str, Entry]] = []
        for title in titles:
            lines = self.ledger(title).history(player, cursor, limit + 1)
            found += [(title, line) for line in lines]
        found.sort(key=lambda each: each[1].member, reverse=True)
        return History(found[:limit], found[limit - 1][1].member if len(found) > limit else None)

    def leaderboard(self, title: str, kind: str = ALL, cursor: str | None = None, limit: int = 50) -> Board:
        """The best of a kind of players; equals share a rank."""
        live = self.live(title)
        name = keys.leaderboard(title, live, kind)
        found = self._after(name, cursor, limit + 1)
        page = found[:limit]
        if not page:
            return Board([], None)
        (first, best), rows = page[0], list[Row]()
        ratings = self.ledger(title, live).newest([player for player, _ in page])
        accounts = self._players.some(list(ratings))
        rank, place = self._rank(name, best), int(self._redis.zrevrank(name, first) or 0)
        for position, (player, score) in enumerate(page):
            if position and score < page[position - 1][1]:
                rank = place + position + 1
            if player in accounts:
                rows.append(Row(rank, accounts[player], ratings[player].rating))
        return Board(rows, _cursor(*page[-1]) if len(found) > limit else None)

    def levels(self, title: str) -> dict[str, Rating]:
        """The ratings of the AIs, by level, the best first."""
        live = self.live(title)
        name = keys.leaderboard(title, live, AI)
        listed = [player.decode() for player in self._redis.zrevrange(name, 0, -1)]
        found = self.ledger(title, live).newest(listed)
        return {player.removeprefix(AI_PLAYER): found[player].rating for player in listed if player in found}

    def _rank(self, board: str, score: float) -> int:
        """One more than there are better ones."""
        return int(self._redis.zcount(board, f"({score!r}", "+inf")) + 1

    def _after(self, board: str, cursor: str | None, count: int) -> list[tuple[str, float]]:
        """The players that follow on a leaderboard, by what it goes by; equals by their ids."""
        score, _, past = cursor.partition(":") if cursor else ("+inf", "", "")
        found: list[tuple[str, float]] = []
        for offset in itertools.count(0, count):
            rows = self._redis.zrevrangebyscore(board, score, "-inf", offset, count, withscores=True)
            listed = [(player.decode(), points) for player, points in rows]
            found += [row for row in listed if cursor is None or (row[1], row[0]) < (float(score), past)]
            if len(found) >= count or len(rows) < count:
                break
        return found[:count]


def rebuild(store: Store, titles: Iterable[str], now: int) -> int:
    """The ratings of these titles, and of all others that there are rated games of, from what the games themselves say;
    returns the number of games that count. Whoever looks sees the old ratings until all of the new ones are there."""
    found: dict[str, list[Meta]] = {title: [] for title in titles}
    for meta in _all(store):
        if meta.rated and meta.status in OVER:
            found.setdefault(meta.title, []).append(meta)
    for title, games in found.items():
        _rebuild(store, title, games, f"{now:015d}-{secrets.token_hex(4)}")
    return sum(bool(meta.standing) for games in found.values() for meta in games)


def _cursor(player: str, score: float) -> str:
    return f"{score:.{DIGITS}f}:{player}"


def _rebuild(store: Store, title: str, games: list[Meta], generation: str) -> None:
    ratings = Ratings(store.redis)
    before = ratings.live(title)
    made = Ledger(store.redis, title, generation, before)
    for start in range(0, len(games), TOGETHER):
        made.note(games[start : start + TOGETHER])
    while made.settle() == "more":
        pass
    if not made.make_live():
        log.warning("the ratings of %s were rebuilt by somebody else meanwhile", title)
        return
    _catch_up(store, ratings, title, Ledger(store.redis, title, before, before))
    for name in store.redis.scan_iter(match=keys.all_ratings(title), count=1_000):
        if keys.generation_of(name.decode()) < generation:  # those of rebuilds that came to nothing, too
            store.redis.expire(name, STAYS_S)


def _catch_up(store: Store, ratings: Ratings, title: str, before: Ledger) -> None:
    """Take note of what was noted meanwhile where people read then. The games say themselves what came of them."""
    known = ratings.ledger(title).seqs()
    behind = [game_id for game_id, seq in before.seqs().items() if seq > known.get(game_id, 0)]
    for start in range(0, len(behind), TOGETHER):
        ratings.note(store.read_metas(behind[start : start + TOGETHER]))
    ratings.settle_all([title])


def _all(store: Store) -> Iterable[Meta]:
    ids = iter(sorted(set(store.game_ids())))
    while some := list(islice(ids, TOGETHER)):
        yield from store.read_metas(some)
