"""Scores over a game's events, kept for a moment: whoever asks again after a move pays for that move alone."""

from __future__ import annotations

import threading
from typing import NamedTuple

from cachetools import LRUCache

from moothall.domain.core.data import Json
from moothall.domain.table.ending import sheets
from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.events.event_store.stored_events import GENESIS
from moothall.events.service.games import Games, Hot

KEPT = 64
"""Games that one process remembers."""


class Timeline(NamedTuple):
    """The totals after each event that changed them, up to the log's end."""

    log: Log
    head: bytes
    totals: tuple[Json, ...]


NOTHING = Timeline(EMPTY, GENESIS, ())


class Timelines:
    """The latest ones of this process."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._kept: LRUCache[str, Timeline] = LRUCache(KEPT)
        self._lock = threading.Lock()

    def of(self, hot: Hot) -> tuple[Json, ...]:
        """The totals of a game up to where it is."""
        with self._lock:
            known = self._kept.get(hot.id, NOTHING)
        line = self._further(hot, known) or self._further(hot, NOTHING) or NOTHING
        with self._lock:
            self._kept[hot.id] = line
        return line.totals

    def _further(self, hot: Hot, line: Timeline) -> Timeline | None:
        """With what came since; None if the log no longer holds what was seen, or is not as far."""
        log, head, totals = line.log, line.head, list(line.totals)
        known = log.seq
        if known > hot.log.seq:
            return None
        for stored in self._games.store.tail(hot.id, max(0, known - 1), hot.log.seq - max(0, known - 1)):
            if stored.seq == known:
                if stored.hash != head:
                    return None
                continue
            log, head = apply(hot.title, log, self._games.read(hot.title, stored)), stored.hash
            if log.table.game is not None:
                scores = [sheet.total for sheet in sheets(hot.title, log.table, log.table.game)]
                if not totals or totals[-1]["scores"] != scores:
                    totals.append({"seq": stored.seq, "scores": scores})
        return Timeline(log, head, tuple(totals))
