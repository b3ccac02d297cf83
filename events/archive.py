"""Records and audits of the games in the log: the same lines and the same verdicts as a file has."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from cachetools import LRUCache

from domain.core.codec import to_answer
from events.audit import audit
from events.audit.report import Report
from events.errors import NotOver
from events.export import lines
from events.export.signing import SigningKey
from events.games import Hot
from events.queries import Queries, Seen

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
            raise NotOver(hot.table.status, "records and audits can be had")
        return hot

    def record(self, game_id: str, player: str | None) -> bytes:
        """The whole record."""
        return self._record(self.over(game_id, player))

    def audit(self, game_id: str, player: str | None) -> Seen:
        """The four verdicts on that record."""
        hot = self.over(game_id, player)
        report = self._reports.get((hot.id, hot.log.seq))
        if report is None:
            report = audit(self._record(hot), self._queries.games.titles, trusted=self._published())
            self._reports[(hot.id, hot.log.seq)] = report
        return Seen(hot.log.seq, to_answer(report.as_json()))

    def _record(self, hot: Hot) -> bytes:
        key = self._key()
        header = lines.header_of(hot.title, hot.id, hot.table, key.id)
        return b"".join(lines.write(header, self._queries.store.tail(hot.id, 0, hot.log.seq), key))
