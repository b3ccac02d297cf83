"""The net below the queue: what is due and held by nobody is asked for again.

A game that has been due for a second is looked at. If its job waits or is being worked on, the game is put off in the
due set and looked at later, after doubling waits; so a look costs what has come due since the last one, however many
games wait in the queue. A job that nobody holds was lost and is asked for; one that failed is asked for again, after
waits that double with every failure.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from redis.exceptions import RedisError

from moothall.events.errors import Newer, UnknownGame
from moothall.events.event_store.metadata import Meta, meta_of, read_meta
from moothall.events.event_store.store import Store
from moothall.events.games.repository import Games
from moothall.workers.job_queue import EXPIRE_CLOCK, FUNCTIONS, Ask, Holding, Jobs, queue_of

GRACE_MS = 1_000
"""How long a job has before it is looked for; after that the waits double."""

LONGEST_WAIT_MS = 30_000
"""How long a game at most goes unlooked at while its job waits: that long the loss of a whole queue may last."""

LONGEST_AFTER_FAILURES_MS = 60 * 60 * 1_000
"""The same for a job that keeps failing."""

LOOKED_AT = 50
"""Games of each shard that are looked at together."""

log = logging.getLogger(__name__)


class Due(NamedTuple):
    """A job that a game is due, and since when."""

    meta: Meta
    ask: Ask
    since: int


class Net:
    """What asks again."""

    def __init__(self, store: Store, games: Games, jobs: Jobs) -> None:
        """`games` are read only where the listing does not say what they are due."""
        self._store = store
        self._games = games
        self._jobs = jobs

    def ask_again(self, now: int) -> int:
        """Ask for what is due and held by nobody, and for the end of every clock that has run out; returns how many
        jobs that were."""
        due = [game_id for game_id, _ in self._store.due(now, LOOKED_AT)]
        if not due:
            return 0
        again: dict[str, int | None] = {}
        """When to look at a game again; None if it is due nothing."""
        wanted: list[Due] = []
        metas = self._metas(due, now)
        for meta in metas:
            found = list(_due(meta, now))
            if found:
                wanted += found
                again[meta.id] = meta.deadline if meta.deadline is not None and meta.deadline > now else None
            elif not _is_fresh(meta, now):
                again[meta.id] = meta.deadline
        try:
            holdings = self._jobs.holdings([each.ask for each in wanted])
        except RedisError as error:
            log.warning("the queue is out of reach: %s", error)
            return 0
        for each, holding in zip(wanted, holdings, strict=True):
            earlier = again[each.meta.id]
            later = _look_again(each, holding, now)
            again[each.meta.id] = later if earlier is None else min(earlier, later)
        missing = [each.ask for each, holding in zip(wanted, holdings, strict=True) if holding.state != "held"]
        asked = self._jobs.ask(missing, again=True)
        seqs = {meta.id: meta.seq for meta in metas}
        self._store.none_due([(game_id, seqs[game_id], until) for game_id, until in again.items()])
        return asked

    def _metas(self, game_ids: list[str], now: int) -> list[Meta]:
        """What the games are due. One that cannot be read is looked at later, and does not keep others waiting."""
        found = []
        for game_id, data in zip(game_ids, self._store.metas(game_ids), strict=True):
            meta = read_meta(data) if data is not None else None
            if meta is None or meta.work == "unknown":
                meta = self._read(game_id, now)
            if meta is not None:
                found.append(meta)
        return found

    def _read(self, game_id: str, now: int) -> Meta | None:
        """The same from the log; None if that cannot be."""
        try:
            hot = self._games.fresh(game_id)
            return read_meta(meta_of(hot.title, game_id, hot.log.seq, hot.table, now - GRACE_MS))
        except UnknownGame:
            self._store.not_due(game_id, 0)
            return None
        except RedisError:
            raise
        except Newer as error:
            log.info("left to a later version: %s", error)
        except Exception:
            log.exception("game %s cannot be read", game_id)
        self._store.not_due(game_id, self._store.length(game_id), now + LONGEST_WAIT_MS)
        return None


def after_failures(holding: Holding) -> int:
    """How long to wait (ms) with a job that keeps failing."""
    return min(GRACE_MS << min(holding.failures, 20), LONGEST_AFTER_FAILURES_MS)


def _due(meta: Meta, now: int) -> list[Due]:
    """The jobs that a game is due and that have had time enough."""
    queue = queue_of(meta.creator, meta.seats, meta.tournament)
    found = []
    if meta.work in FUNCTIONS and not _is_fresh(meta, now):
        found.append(Due(meta, Ask(FUNCTIONS[meta.work], meta.id, meta.seq, queue), meta.updated_at))
    if meta.deadline is not None and meta.deadline <= now:
        found.append(Due(meta, Ask(EXPIRE_CLOCK, meta.id, meta.seq, queue), meta.deadline))
    return found


def _is_fresh(meta: Meta, now: int) -> bool:
    """Whether the job that was asked for with the last move has not had its time yet."""
    return meta.work in FUNCTIONS and now - meta.updated_at < GRACE_MS


def _look_again(due: Due, holding: Holding, now: int) -> int:
    """When to look for a job the next time."""
    if holding.state == "failed":
        return now + after_failures(holding)
    late = max(now - due.since, 0)
    return min(due.since + (GRACE_MS << (late // GRACE_MS).bit_length()), now + LONGEST_WAIT_MS)
