"""What spans games: the lobby and everyone's games. Derived from what the games themselves hold, and never needed to
play; one command rebuilds all of it.

An index is a sorted set whose members are `<created ms>:<game id>`, all with score 0: Redis then pages through them in
the order of age, and a member is its own cursor.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, get_args

from domain.table.log import EMPTY, fold
from domain.table.state import Status
from events import keys
from events.games import Games
from events.meta import Meta, meta_of, read_meta
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
        """Make every listing entry and index anew from the streams; returns the number of games."""
        for pattern in (keys.listing("*", "*"), keys.games_of("*")):
            for key in self._redis.scan_iter(match=pattern, count=1000):
                self._redis.delete(key)
        game_ids = set(self._store.game_ids())
        for game_id in game_ids:
            title = games.title_of(game_id)
            log, at = EMPTY, now
            # Again for as long as the game goes on meanwhile: an append writes its own, newer entry.
            while self._store.length(game_id) != log.seq:
                news = [games.read(title, stored) for stored in self._store.tail(game_id, log.seq)]
                log, at = fold(title, log, news), news[-1].at if news else at
                self._store.keep_meta(game_id, meta_of(title, game_id, log.seq, log.table, at))
            self.project([game_id])
        return len(game_ids)

    def _index(self, pipe: Any, meta: Meta) -> None:
        member = f"{meta.created_at:015d}:{meta.id}"
        for player in (*(seat.player for seat in meta.seats), meta.organiser):
            if player is not None:
                pipe.zadd(keys.games_of(player), {member: 0})
        if meta.private:
            return
        for title in (None, meta.title):
            pipe.zadd(keys.listing(title, None), {member: 0})
            pipe.zadd(keys.listing(title, meta.status), {member: 0})
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


def _fits(meta: Meta, title: str | None, status: str | None, player: str | None) -> bool:
    """An index may be a moment behind; what it lists is checked against the game itself."""
    return (
        title in (None, meta.title)
        and status in (None, meta.status)
        and (player is None or player == meta.organiser or any(seat.player == player for seat in meta.seats))
    )
