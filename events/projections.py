"""What spans games: the lobby and everyone's games. Derived from what the games themselves hold, and never needed to
play; one command rebuilds all of it.

An index is a sorted set whose members are `<created ms>:<game id>`, all with score 0: Redis then pages through them in
the order of age, and a member is its own cursor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, get_args

from domain.table.log import EMPTY, fold
from domain.table.state import Status
from events import keys, quotas
from events.errors import StoreError
from events.games import Games
from events.meta import Meta, meta_of, read_meta
from events.packing import note_ended
from events.store import Store

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

WEEDED = 500
"""Entries of an index that a rebuild looks at in one go."""

log = logging.getLogger(__name__)


class Page(NamedTuple):
    """Games newest first, and where the next page begins."""

    games: list[Meta]
    cursor: str | None


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
        self, *, title: str | None = None, status: str | None = None, cursor: str | None = None, limit: int = 50
    ) -> Page:
        """Public games."""
        return self._page(keys.listing(title, status), cursor, limit, title, status, None)

    def games_of(
        self,
        player: str,
        *,
        title: str | None = None,
        status: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page:
        """The games a player has a seat in or organises."""
        return self._page(keys.games_of(player), cursor, limit, title, status, player)

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
        for pattern, fits in ((keys.listing("*", "*"), self._belongs), (keys.games_of("*"), self._is_mine)):
            for key in self._redis.scan_iter(match=pattern, count=1000):
                self._weed(key.decode(), fits)
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
        """Take out of an index what has no place in it. Who moved into it in the very moment is put back."""
        cursor = "-"
        while members := [each.decode() for each in self._redis.zrangebylex(key, cursor, "+", 0, WEEDED)]:
            cursor = f"({members[-1]}"
            ids = [member.partition(":")[2] for member in members]
            metas = [None if data is None else read_meta(data) for data in self._store.metas(ids)]
            wrong = [
                member
                for member, meta in zip(members, metas, strict=True)
                if meta is None or member != _member(meta) or not fits(key, meta)
            ]
            if wrong:
                self._redis.zrem(key, *wrong)
                self.project([member.partition(":")[2] for member in wrong])

    def _belongs(self, key: str, meta: Meta) -> bool:
        return not meta.private and key in _listings(meta)

    def _is_mine(self, key: str, meta: Meta) -> bool:
        return any(key == keys.games_of(player) for player in _players(meta))

    def _index(self, pipe: Any, meta: Meta) -> None:
        member = _member(meta)
        for player in _players(meta):
            pipe.zadd(keys.games_of(player), {member: 0})
        quotas.index(pipe, meta)
        if meta.private:
            return
        for key in _listings(meta):
            pipe.zadd(key, {member: 0})
        for title in (None, meta.title):
            for status in _PASSED[meta.status]:
                pipe.zrem(keys.listing(title, status), member)

    def _page(
        self, key: str, cursor: str | None, limit: int, title: str | None, status: str | None, player: str | None
    ) -> Page:
        found: list[Meta] = []
        while True:
            top = f"({cursor}" if cursor else "+"
            members = [m.decode() for m in self._redis.zrevrangebylex(key, top, "-", 0, limit + 1)]
            ids = [member.partition(":")[2] for member in members]
            for member, data in zip(members, self._store.metas(ids), strict=True):
                if len(found) == limit:
                    return Page(found, cursor)
                cursor = member
                if data is not None and _fits(meta := read_meta(data), title, status, player):
                    found.append(meta)
            if len(members) <= limit:
                return Page(found, None)


def _member(meta: Meta) -> str:
    return f"{meta.created_at:015d}:{meta.id}"


def _listings(meta: Meta) -> list[str]:
    """The indexes that a public game stands in."""
    return [keys.listing(title, status) for title in (None, meta.title) for status in (None, meta.status)]


def _players(meta: Meta) -> list[str]:
    """Who has a part in a game."""
    return [player for player in (*(seat.player for seat in meta.seats), meta.organiser) if player is not None]


def _fits(meta: Meta, title: str | None, status: str | None, player: str | None) -> bool:
    """An index may be a moment behind; what it lists is checked against the game itself."""
    return (
        title in (None, meta.title)
        and status in (None, meta.status)
        and (player is None or player == meta.organiser or any(seat.player == player for seat in meta.seats))
    )
