"""Records and audits of the games in the log: the same lines and the same verdicts as a file has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from cachetools import LRUCache

from moothall.domain.core.codec import to_answer
from moothall.domain.tournament.state import Tournament
from moothall.events.audit.game import audit
from moothall.events.audit.report import Report
from moothall.events.errors import NotOver, TournamentNotOver, UnknownGame
from moothall.events.event_store.stored_events import Stored
from moothall.events.games.queries import Queries, Seen
from moothall.events.games.repository import Hot
from moothall.events.records import format as record_format
from moothall.events.records.bundle import write_bundle
from moothall.events.records.signing import SigningKey
from moothall.events.records.tournament import header_of, write_tournament

KEPT = 200
"""Reports remembered by one process: a game that is over is not audited twice."""


class Archive:
    """Games that are over."""

    def __init__(
        self, queries: Queries, key: Callable[[], SigningKey], published: Callable[[], Mapping[str, str]]
    ) -> None:
        """`key` is what heads are signed with now, `published` all keys that count (id to public key)."""
        self._queries = queries
        self._key = key
        self._published = published
        self._reports: LRUCache[tuple[str, int], Report] = LRUCache(KEPT)

    def over(self, game_id: str, player: str | None) -> Hot:
        """The game, if it is over and its secret told."""
        hot = self._queries.find(game_id, player)
        if not hot.table.revealed:
            raise NotOver(hot.table.status, "records and audits can be had", hot.table.over and hot.table.sealed)
        return hot

    def record(self, game_id: str, player: str | None) -> bytes:
        """The whole record."""
        return self._record(self.over(game_id, player), self._key())

    def bundle(self, game_ids: Iterable[str], player: str | None) -> Iterator[bytes]:
        """The records of these games in one file, signed as a whole; read and packed one by one while it is sent."""
        key = self._key()
        return write_bundle((self._record(self.over(game_id, player), key) for game_id in _once(game_ids)), key)

    def tournament(self, tournament_id: str, tournament: Tournament, events: Iterable[Stored]) -> Iterator[bytes]:
        """The record of a tournament: its log, and its games one by one while it is sent; all signed by one key. Raises
        TournamentNotOver before anything is sent."""
        games, key = list(self._tables(tournament)), self._key()
        header = header_of(tournament_id, tournament, key.id)
        records = (self._record(self._queries.games.fresh(game_id), key) for game_id in games)
        return write_tournament(header, events, records, key)

    def audit(self, game_id: str, player: str | None) -> Seen:
        """The four verdicts on that record."""
        hot = self.over(game_id, player)
        report = self._reports.get((hot.id, hot.log.seq))
        if report is None:
            report = audit(self._record(hot, self._key()), self._queries.games.titles, trusted=self._published())
            self._reports[(hot.id, hot.log.seq)] = report
        return Seen(hot.log.seq, to_answer(report.as_json()))

    def _tables(self, tournament: Tournament) -> Iterator[str]:
        """Its games by round and table. A tournament that was aborted may have tables that were never opened."""
        if not tournament.over:
            raise TournamentNotOver(f"the tournament is {tournament.status}")
        for each in tournament.rounds:
            for table in each.tables:
                try:
                    game = self._queries.games.fresh(table.game).table
                except UnknownGame:
                    continue
                if not game.revealed and game.status != "aborted":
                    raise TournamentNotOver(f"table {table.table} of round {each.number} is being closed")
                yield table.game

    def _record(self, hot: Hot, key: SigningKey) -> bytes:
        header = record_format.header_of(hot.title, hot.id, hot.table, key.id)
        return b"".join(record_format.write(header, self._queries.store.tail(hot.id, 0, hot.log.seq), key))


def _once(game_ids: Iterable[str]) -> Iterator[str]:
    """Each of them, however often it is named."""
    known: set[str] = set()
    for game_id in game_ids:
        if game_id not in known:
            known.add(game_id)
            yield game_id
