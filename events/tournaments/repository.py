"""Tournaments as this process knows them: folded from their streams, then kept; and what listings show of each.

One may be behind, and nobody minds: a write is told by the append, and a read that must be fresh asks for the tail
first. What listings show is written with every append, a function of the tournament alone.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping

import msgspec
from cachetools import LRUCache
from msgspec.structs import asdict

from moothall.domain.core.codec import to_json
from moothall.domain.core.data import Data, Json
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


class TournamentMeta(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament in a list."""

    id: str
    name: str
    title: str
    format: str
    status: str
    seq: int
    round: int
    """The latest that was paired; 0 before the start."""
    rounds: int | None
    """As many as the settings say."""
    entrants: int
    """Who takes part and has not dropped out."""
    organiser: str
    organiser_name: str
    created_at: int
    updated_at: int
    starts_at: int | None = None
    paused: bool = False
    duplicate: bool = False
    rated: bool = False


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


def meta_of(tournament_id: str, tournament: Tournament, now: int) -> bytes:
    """The entry for the tournament as it stands."""
    settings = tournament.settings
    return to_json(
        TournamentMeta(
            id=tournament_id,
            name=settings.name,
            title=settings.title,
            format=settings.format,
            status=tournament.status,
            seq=tournament.seq,
            round=len(tournament.rounds),
            rounds=settings.rounds,
            entrants=sum(not entrant.dropped for entrant in tournament.entrants),
            organiser=tournament.organiser,
            organiser_name=tournament.organiser_name,
            created_at=tournament.created_at,
            updated_at=now,
            starts_at=settings.starts_at,
            paused=tournament.paused,
            duplicate=settings.duplicate,
            rated=settings.rated,
        )
    )


def listed(meta: TournamentMeta) -> Json:
    """What everybody may read of it: all."""
    return asdict(meta)


read_meta = msgspec.json.Decoder(TournamentMeta).decode
