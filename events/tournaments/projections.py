"""What is derived from tournaments: the list of them, and what players are told of theirs.

One command rebuilds the list from what the tournaments hold themselves. Players are told that a round is paired and
where they sit, and that a tournament is over: each thing once, however often and in whatever order it is told; nothing
of it is needed to play.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

from cachetools import LRUCache

from moothall.domain.core.codec import to_answer
from moothall.domain.core.data import Json
from moothall.domain.tournament.standings import standings
from moothall.domain.tournament.state import Round, Tournament
from moothall.events import keys
from moothall.events.errors import StoreError
from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import KEPT, ROUND_PAIRED, TOURNAMENT, TOURNAMENT_FINISHED
from moothall.events.projections.lobby import member, page, weed
from moothall.events.redis_client.connection import call_all
from moothall.events.tournaments.repository import HotTournament, TournamentLog, TournamentMeta, meta_of, read_meta

_PASSED = {"open": (), "active": ("open",), "finished": ("open", "active"), "aborted": ("open", "active")}
"""What a tournament can have been before."""

REMEMBERED = 10_000
"""Tournaments of which a process knows how far it has told of them."""

OVER = ("finished", "aborted")

_SCRIPT = files("moothall.events").joinpath("tournaments/tell_once.lua").read_text("utf-8")

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


class TournamentNotices:
    """Tells players."""

    def __init__(self, log: TournamentLog) -> None:
        self._log = log
        self._store: Store = log.store
        self._told: LRUCache[str, tuple[int, bool]] = LRUCache(REMEMBERED)
        """Tournament to the latest round that this process told of, and whether it told of the end."""

    def tell(self, tournament_id: str) -> int:
        """Tell the players of a tournament what is new to them; returns how many notices that were."""
        hot = self._log.fresh(tournament_id)
        tournament = hot.tournament
        told, ended = self._told.get(tournament_id, (0, False))
        over = tournament.status in OVER
        news = [each for number in tournament.rounds[told:] for each in _paired(hot, number)]
        if over and not ended:
            (meta,) = self._store.metas([tournament_id])
            news += _ended(hot, read_meta(meta).updated_at if meta is not None else 0)
        new = self._send(news, hot.seq)
        self._told[tournament_id] = (len(tournament.rounds), over)
        return new

    def catch_up(self) -> int:
        """Tell everybody what they do not know yet of the tournaments that go on; returns how many notices."""
        metas = [read_meta(data) for data in self._store.metas(sorted(set(self._store.game_ids()))) if data is not None]
        return sum(self.tell(meta.id) for meta in metas if meta.status not in OVER)

    def _send(self, news: Sequence[_News], seq: int) -> int:
        calls: list[tuple[Any, ...]] = []
        for player, about, notice in news:
            names = (keys.inbox(player), keys.told(player), keys.bell(keys.shard_of(player)))
            words = (player, KEPT, about, f"{seq}:", to_answer(notice))
            calls.append(("EVAL", _SCRIPT, len(names), *names, *words))
        return sum(call_all(self._store.redis, calls)) if calls else 0


class _News(NamedTuple):
    """Something that a player is told, and by what it is known."""

    player: str
    about: str
    notice: Json


def _listings(meta: TournamentMeta) -> list[str]:
    return [keys.tournament_listing(title, status) for title in (None, meta.title) for status in (None, meta.status)]


def _paired(hot: HotTournament, paired: Round) -> Iterator[_News]:
    """Everybody who is in the round, at a table or not."""
    players = _players(hot.tournament)
    places: list[tuple[str, str | None, int | None, int | None]] = [
        (entrant, table.game, table.table, seat) for table in paired.tables for seat, entrant in enumerate(table.seats)
    ]
    places += [(entrant, None, None, None) for entrant in paired.byes]
    for entrant, game, table, seat in places:
        if entrant in players:
            about = {"round": paired.number, "table": table, "game": game, "seat": seat}
            notice = {**_notice(ROUND_PAIRED, hot, paired.paired_at), **about}
            yield _News(players[entrant], f"{TOURNAMENT}{hot.id}:{paired.number}", notice)


def _ended(hot: HotTournament, at: int) -> Iterator[_News]:
    """Everybody who takes part, whether dropped out or not."""
    tournament = hot.tournament
    finished = tournament.status == "finished"
    ranks = {row.entrant: row.rank for row in standings(tournament)} if finished else {}
    for entrant, player in _players(tournament).items():
        about = {"status": tournament.status, "rank": ranks.get(entrant)}
        yield _News(player, f"{TOURNAMENT}{hot.id}:end", {**_notice(TOURNAMENT_FINISHED, hot, at), **about})


def _notice(kind: str, hot: HotTournament, at: int) -> Json:
    settings = hot.tournament.settings
    return {"type": kind, "at": at, "tournament": hot.id, "name": settings.name, "title": settings.title}


def _players(tournament: Tournament) -> dict[str, str]:
    """Entrants who have an account, and which."""
    return {each.id: each.player for each in tournament.entrants if each.player is not None}
