"""What spans games: the lobby, everyone's games, and how each player's games have ended. Derived from what the games
themselves hold, and never needed to play; one command rebuilds all of it.

The indexes are sorted sets whose members are `<created ms>:<id>`, all with score 0. Redis then pages through them in
the order of age, and a member is its own cursor.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar, get_args

from moothall.domain.table.fold import EMPTY, fold
from moothall.domain.table.state import Status
from moothall.events import keys
from moothall.events.accounts import quotas
from moothall.events.errors import StoreError
from moothall.events.event_store.metadata import Meta, meta_of, read_meta
from moothall.events.event_store.packing import note_ended
from moothall.events.event_store.store import Store
from moothall.events.games.repository import Games

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

WON, SHARED, LOST, LEFT = OUTCOMES = ("won", "shared", "lost", "left")
"""First place alone, first place with others, another place; a seat that was given up, lost on time or taken away."""

WEEDED = 500
"""Entries of an index that a rebuild looks at in one go."""


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


class Listed(Protocol):
    """An entry of an index, as far as it matters there."""

    @property
    def id(self) -> str: ...

    @property
    def created_at(self) -> int: ...


L = TypeVar("L", bound=Listed)

Read = Callable[[Sequence[str]], list[L | None]]
"""The entries of these ids; None for what is not there."""


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
        weed_results(self._redis, self._read, self.project)
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
        index_results(pipe, meta)
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


class Profiles:
    """How the games of all players have ended, counted."""

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
    """Put a game that is over into its players' counts, or take out one that was annulled. Doing it twice changes
    nothing."""
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


def member(entry: Listed) -> str:
    """How an entry stands in an index."""
    return f"{entry.created_at:015d}:{entry.id}"


def page(
    redis: Any, key: str, cursor: str | None, limit: int, read: Read[L], fits: Callable[[L], bool]
) -> tuple[list[L], str | None]:
    """Entries newest first, and where the next page begins. An index may be a moment behind: what it lists is looked at
    itself."""
    found: list[L] = []
    while True:
        top = f"({cursor}" if cursor else "+"
        members = [each.decode() for each in redis.zrevrangebylex(key, top, "-", 0, limit + 1)]
        for each, entry in zip(members, read(_ids(members)), strict=True):
            if len(found) == limit:
                return found, cursor
            cursor = each
            if entry is not None and fits(entry):
                found.append(entry)
        if len(members) <= limit:
            return found, None


def weed(
    redis: Any, key: str, read: Read[L], fits: Callable[[str, L], bool], put_back: Callable[[Sequence[str]], None]
) -> None:
    """Take out of an index what has no place in it. Who moved into it in the very moment is put back."""
    cursor = "-"
    while members := [each.decode() for each in redis.zrangebylex(key, cursor, "+", 0, WEEDED)]:
        cursor = f"({members[-1]}"
        wrong = [
            each
            for each, entry in zip(members, read(_ids(members)), strict=True)
            if entry is None or each != member(entry) or not fits(key, entry)
        ]
        if wrong:
            redis.zrem(key, *wrong)
            put_back(_ids(wrong))


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


def _ids(members: Sequence[str]) -> list[str]:
    return [each.partition(":")[2] for each in members]
