"""Making the ratings anew from the games, beside those that people read; then these take their place."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Iterable
from itertools import islice

from moothall.events import keys
from moothall.events.event_store.metadata import Meta
from moothall.events.event_store.store import Store
from moothall.events.notices.inbox import OVER
from moothall.events.ratings import Ratings
from moothall.events.ratings.ledger import Ledger

TOGETHER = 200
"""Games that are read, or noted, in one go."""

STAYS_S = 60
"""How long what was read before stays, for those who are just reading it."""

log = logging.getLogger(__name__)


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
