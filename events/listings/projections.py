"""What spans games: the lobby and everyone's games. Derived from what the games themselves hold, and never needed to
play; one command rebuilds all of it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from moothall.domain.table.fold import EMPTY, fold
from moothall.domain.table.state import Status
from moothall.events import keys
from moothall.events.accounts import quotas
from moothall.events.errors import StoreError
from moothall.events.event_store.metadata import Meta, meta_of, read_meta
from moothall.events.event_store.packing import note_ended
from moothall.events.event_store.store import Store
from moothall.events.listings import profiles
from moothall.events.listings.indexes import member, page, weed
from moothall.events.service.games import Games

STATUSES: tuple[str, ...] = get_args(Status)

_PASSED = {
    "open": (),
    "active": ("open",),
    "finished": ("open", "active"),
    "aborted": ("open",),
    "annulled": ("open", "active", "finished"),
}
"""What a game can have been before. Only these are taken out of an index: who projects a status that is already
outdated then adds an entry too many, which readers pass over, and never takes the right one away."""

log = logging.getLogger(__name__)


class Page(NamedTuple):
    """Games newest first, and where the next page begins."""

    games: list[Meta]
    cursor: str | None


class Wanted(NamedTuple):
    """What is asked for."""

    title: str | None = None
    status: str | None = None
    tag: str | None = None
    player: str | None = None
    tournament: str | None = None

    def fits(self, meta: Meta) -> bool:
        """An index may be a moment behind; what it lists is checked against the game itself."""
        return (
            self.title in (None, meta.title)
            and self.status in (None, meta.status)
            and (self.tag is None or self.tag in meta.tags)
            and (self.player is None or self.player in _players(meta))
            and (self.tournament is None or (meta.tournament is not None and self.tournament == meta.tournament.id))
        )


class Projections:
    """The indexes."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._redis: Any = store.redis

    def project(self, game_ids: Sequence[str]) -> None:
        """Bring the indexes in line with these games as they are now; doing it twice changes nothing."""
        self.index(self._store.read_metas(game_ids))

    def index(self, metas: Sequence[Meta]) -> None:
        """The same with what is known of the games."""
        pipe = self._redis.pipeline(transaction=False)
        for meta in metas:
            self._index(pipe, meta)
        if metas:
            pipe.execute()

    def games(
        self,
        *,
        title: str | None = None,
        status: str | None = None,
        tag: str | None = None,
        tournament: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page:
        """Public games."""
        key = keys.listing(title, status) if tag is None else keys.tagged(tag)
        key = key if tournament is None else keys.tables_of(tournament)
        return self._page(key, cursor, limit, Wanted(title, status, tag, None, tournament))

    def games_of(
        self,
        player: str,
        *,
        title: str | None = None,
        status: str | None = None,
        tag: str | None = None,
        tournament: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page:
        """The games a player has a seat in, is expected in or organises."""
        return self._page(keys.games_of(player), cursor, limit, Wanted(title, status, tag, player, tournament))

    def rebuild(self, games: Games, now: int) -> int:
        """Bring every listing entry and index in line with the streams alone; returns the number of games. Nothing is
        taken away before everything is there, so nobody sees the lobby with less in it than it has."""
        count = 0
        for game_id in set(self._store.game_ids()):
            try:
                self._fold(games, game_id, now)
            except StoreError as error:  # what it says of itself stays listed
                log.warning("not read anew: %s", error)
            count += 1
        for pattern, fits in (
            (keys.listing("*", "*"), self._belongs),
            (keys.tagged("*"), self._belongs),
            (keys.tables_of("*"), self._belongs),
            (keys.games_of("*"), self._is_mine),
        ):
            for key in self._redis.scan_iter(match=pattern, count=1000):
                self._weed(key.decode(), fits)
        profiles.weed_results(self._redis, self._read, self.project)
        return count

    def _fold(self, games: Games, game_id: str, now: int) -> None:
        """Write a game's entry anew and put it where it belongs."""
        title = games.title_of(game_id)
        folded, at = EMPTY, now
        # Again for as long as the game goes on meanwhile: an append writes its own, newer entry.
        while self._store.length(game_id) != folded.seq:
            news = [games.read(title, stored) for stored in self._store.tail(game_id, folded.seq)]
            folded, at = fold(title, folded, news), news[-1].at if news else at
            self._store.keep_meta(game_id, meta_of(title, game_id, folded.seq, folded.table, at))
        metas = self._store.read_metas([game_id])
        self.index(metas)
        if self._redis.exists(keys.events(game_id)):
            note_ended(self._redis, metas)

    def _weed(self, key: str, fits: Callable[[str, Meta], bool]) -> None:
        weed(self._redis, key, self._read, fits, self.project)

    def _belongs(self, key: str, meta: Meta) -> bool:
        return not meta.private and key in _listings(meta)

    def _is_mine(self, key: str, meta: Meta) -> bool:
        return any(key == keys.games_of(player) for player in _players(meta))

    def _index(self, pipe: Any, meta: Meta) -> None:
        own = {member(meta): 0}
        for player in _players(meta):
            pipe.zadd(keys.games_of(player), own)
        quotas.index(pipe, meta)
        profiles.index_results(pipe, meta)
        if meta.private:
            return
        for key in _listings(meta):
            pipe.zadd(key, own)
        for title in (None, meta.title):
            for status in _PASSED[meta.status]:
                pipe.zrem(keys.listing(title, status), member(meta))

    def _page(self, key: str, cursor: str | None, limit: int, wanted: Wanted) -> Page:
        return Page(*page(self._redis, key, cursor, limit, self._read, wanted.fits))

    def _read(self, game_ids: Sequence[str]) -> list[Meta | None]:
        return [None if data is None else read_meta(data) for data in self._store.metas(game_ids)]


def _listings(meta: Meta) -> list[str]:
    """The indexes that a public game stands in."""
    named = [keys.listing(title, status) for title in (None, meta.title) for status in (None, meta.status)]
    of_tournament = [keys.tables_of(meta.tournament.id)] if meta.tournament is not None else []
    return [*named, *map(keys.tagged, meta.tags), *of_tournament]


def _players(meta: Meta) -> list[str]:
    """Who has a part in a game, or is expected in it."""
    expected = (seat.reserved.player for seat in meta.seats if seat.reserved is not None and seat.player is None)
    found = (*(seat.player for seat in meta.seats), meta.organiser, *(expected if meta.status == "open" else ()))
    return [player for player in found if player is not None]
