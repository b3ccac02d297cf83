"""Tournaments as this process knows them: folded from their streams, then kept. One may be behind, and nobody minds: a
write is told by the append, and a read that must be fresh asks for the tail first."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

import msgspec
from cachetools import LRUCache

from moothall.domain.core.data import Data
from moothall.domain.core.title import AnyTitle
from moothall.domain.tournament.evolve import apply
from moothall.domain.tournament.state import Tournament, TournamentEvent
from moothall.events.errors import Damaged, Newer, UnknownTournament
from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import GENESIS, Stored
from moothall.events.redis_client.connection import check_primary

HOT = 200
"""Tournaments kept in memory by one process."""

_decode = msgspec.json.Decoder(TournamentEvent).decode


class HotTournament(Data, frozen=True):
    """A tournament in memory at one seq."""

    id: str
    tournament: Tournament
    head: bytes
    """The chain hash of the latest event."""
    secret: bytes

    @property
    def seq(self) -> int:
        return self.tournament.seq


class TournamentLog:
    """The process's tournaments."""

    def __init__(self, store: Store, titles: Mapping[str, AnyTitle], most: int = HOT) -> None:
        """`store` is one of the tournaments' family."""
        self.store = store
        self.titles = titles
        self._hot: LRUCache[str, HotTournament] = LRUCache(most)
        self._lock = threading.Lock()

    def get(self, tournament_id: str) -> HotTournament:
        """The tournament as this process last saw it; loaded if it has not."""
        with self._lock:
            hot = self._hot.get(tournament_id)
        return hot if hot is not None else self.load(tournament_id)

    def fresh(self, tournament_id: str) -> HotTournament:
        """The tournament as it is now."""
        with self._lock:
            hot = self._hot.get(tournament_id)
        return self.refresh(hot) if hot is not None else self.load(tournament_id)

    def refresh(self, hot: HotTournament) -> HotTournament:
        """The tournament with whatever came since. If the log no longer holds what was seen here, then what it holds is
        what happened."""
        known, *tail = self.store.tail(hot.id, hot.seq - 1) or (None,)
        if known is None or known.hash != hot.head:
            with self._lock:
                self._hot.pop(hot.id, None)
            return self.load(hot.id)
        return self.keep(self._extended(hot.id, hot.tournament, hot.secret, tail, hot.head)) if tail else hot

    def load(self, tournament_id: str) -> HotTournament:
        """From the beginning."""
        secret, _, _ = self.store.opening(tournament_id)
        if secret is None:
            check_primary(self.store.redis)
            raise UnknownTournament(tournament_id)
        events = self.store.tail(tournament_id)
        return self.keep(self._extended(tournament_id, None, secret, events, GENESIS))

    def keep(self, hot: HotTournament) -> HotTournament:
        """Remember a tournament, unless this process already knows a later seq."""
        with self._lock:
            known = self._hot.get(hot.id)
            if known is None or known.seq <= hot.seq:
                self._hot[hot.id] = hot
        return hot

    def title_of(self, hot: HotTournament) -> AnyTitle:
        """What is played in it."""
        slug = hot.tournament.settings.title
        if slug not in self.titles:
            raise Newer(hot.id, f"its title {slug!r} is not one of this server's")
        return self.titles[slug]

    def read(self, tournament_id: str, stored: Stored) -> TournamentEvent:
        """The event in a stream entry."""
        try:
            return _decode(stored.data)
        except msgspec.ValidationError as error:  # a fact that this version has no word for
            raise Newer(tournament_id, f"event {stored.seq}: {error}") from error

    def _extended(
        self, tournament_id: str, tournament: Tournament | None, secret: bytes, tail: Iterable[Stored], head: bytes
    ) -> HotTournament:
        for stored in tail:
            tournament = apply(tournament, self.read(tournament_id, stored))
            head = stored.hash
        if tournament is None:
            raise Damaged(tournament_id, 1, "there is a secret, and no event")
        return HotTournament(tournament_id, tournament, head, secret)
