"""The list of tournaments, derived from what they hold themselves; one command rebuilds it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any, NamedTuple

from moothall.events import keys
from moothall.events.errors import StoreError
from moothall.events.event_store.store import Store
from moothall.events.listings.indexes import member, page, weed
from moothall.events.tournaments.log import TournamentLog
from moothall.events.tournaments.meta import TournamentMeta, meta_of, read_meta

_PASSED = {"open": (), "active": ("open",), "finished": ("open", "active"), "aborted": ("open", "active")}
"""What a tournament can have been before."""

log = logging.getLogger(__name__)


class TournamentPage(NamedTuple):
    """Tournaments newest first, and where the next page begins."""

    tournaments: list[TournamentMeta]
    cursor: str | None


class TournamentListing:
    """The indexes."""

    def __init__(self, store: Store) -> None:
        """`store` is one of the tournaments' family."""
        self._store = store
        self._redis: Any = store.redis

    def page(
        self,
        *,
        title: str | None = None,
        status: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> TournamentPage:
        """All tournaments, or those of a title or with a status."""

        def fits(meta: TournamentMeta) -> bool:
            return title in (None, meta.title) and status in (None, meta.status)

        key = keys.tournament_listing(title, status)
        return TournamentPage(*page(self._redis, key, cursor, limit, self.read, fits))

    def project(self, tournament_ids: Sequence[str]) -> None:
        """Bring the indexes in line with these tournaments as they are now; doing it twice changes nothing."""
        pipe = self._redis.pipeline(transaction=False)
        metas = [meta for meta in self.read(tournament_ids) if meta is not None]
        for meta in metas:
            for key in _listings(meta):
                pipe.zadd(key, {member(meta): 0})
            for title in (None, meta.title):
                for status in _PASSED[meta.status]:
                    pipe.zrem(keys.tournament_listing(title, status), member(meta))
        if metas:
            pipe.execute()

    def read(self, tournament_ids: Sequence[str]) -> list[TournamentMeta | None]:
        """What the tournaments say of themselves; None for those that are not there."""
        return [None if data is None else read_meta(data) for data in self._store.metas(tournament_ids)]

    def rebuild(self, logs: TournamentLog, now: int) -> int:
        """Make every entry anew from the streams alone; returns the number of tournaments. Nothing is taken away before
        everything is there."""
        ids = sorted(set(self._store.game_ids()))
        for tournament_id in ids:
            try:
                self._fold(logs, tournament_id, now)
            except StoreError as error:  # what it says of itself stays listed
                log.warning("not read anew: %s", error)
        for key in self._redis.scan_iter(match=keys.tournament_listing("*", "*"), count=1000):
            weed(self._redis, key.decode(), self.read, lambda key, meta: key in _listings(meta), self.project)
        return len(ids)

    def _fold(self, logs: TournamentLog, tournament_id: str, now: int) -> None:
        # Again for as long as it goes on meanwhile: an append writes its own, newer entry.
        seq = 0
        while self._store.length(tournament_id) != seq:
            hot = logs.load(tournament_id)
            newest = self._store.tail(tournament_id, hot.seq - 1, 1)
            at = logs.read(tournament_id, newest[0]).at if newest else now
            self._store.keep_meta(tournament_id, meta_of(tournament_id, hot.tournament, at))
            seq = hot.seq
        self.project([tournament_id])


def _listings(meta: TournamentMeta) -> list[str]:
    return [keys.tournament_listing(title, status) for title in (None, meta.title) for status in (None, meta.status)]
