"""Tournaments: who is asked to run them, and the job that does.

A tournament is looked at when its own log grows, when something happened at one of its tables (a seat, the start, the
end), and when its time has come. Each time a job is asked for; what is due and held by nobody is asked for again.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Sequence

from redis.exceptions import RedisError

from moothall.events import keys
from moothall.events.errors import StoreError
from moothall.events.tournaments.projections import TournamentListing, TournamentNotices
from moothall.events.tournaments.repository import TournamentMeta
from moothall.events.tournaments.scheduler import Marks, Runner
from moothall.workers.due_work import GRACE_MS, after_failures
from moothall.workers.job_queue import RUN_TOURNAMENT, Ask, Jobs, queue_of_tournament
from moothall.workers.outbox import Entry

LOOKED_AT = 50
"""Tournaments of each shard that are looked at together."""

HELD_MS = 5_000
"""How long a job that somebody holds, or that was asked for, is left alone."""

_OUTBOXES = frozenset(keys.TOURNAMENTS.feeds())

log = logging.getLogger(__name__)


def is_of_tournament(entry: Entry) -> bool:
    """Whether an outbox's entry speaks of a tournament."""
    return entry.outbox in _OUTBOXES


class TournamentAsker:
    """Asks for tournaments to be run."""

    def __init__(self, listing: TournamentListing, marks: Marks, jobs: Jobs, clock: Callable[[], int]) -> None:
        self._listing = listing
        self._marks = marks
        self._jobs = jobs
        self._clock = clock

    def news(self, tournament_ids: Iterable[str]) -> None:
        """Something happened at their tables."""
        ids = sorted(set(tournament_ids))
        numbers = self._marks.note(ids, self._clock())
        self._jobs.ask([_ask(meta, numbers[meta.id]) for meta in self._metas(ids)])

    def grown(self, tournament_ids: Iterable[str]) -> None:
        """Their logs have grown, and left work."""
        metas = self._metas(sorted(set(tournament_ids)))
        self._jobs.ask([_ask(meta, self._marks.read(meta.id)) for meta in metas])

    def ask_again(self, now: int) -> int:
        """Ask for those that are due and that nobody runs; returns how many jobs that were."""
        found = {each.id: each for each in self._marks.due(now - GRACE_MS, LOOKED_AT)}
        metas = self._metas(list(found))
        asks = [_ask(meta, found[meta.id].news) for meta in metas]
        try:
            holdings = self._jobs.holdings(asks)
        except RedisError as error:
            log.warning("the queue is out of reach: %s", error)
            return 0
        missing = [ask for ask, holding in zip(asks, holdings, strict=True) if holding.state != "held"]
        asked = self._jobs.ask(missing, again=True)
        for meta, holding in zip(metas, holdings, strict=True):
            wait = after_failures(holding) if holding.state == "failed" else HELD_MS
            self._marks.settle(meta.id, meta.seq, found[meta.id].news, now + wait)
        return asked

    def _metas(self, ids: Sequence[str]) -> list[TournamentMeta]:
        return [meta for meta in self._listing.read(ids) if meta is not None]


class TournamentDispatch:
    """The dispatcher's part: jobs, the list, and what players are told."""

    def __init__(self, asker: TournamentAsker, listing: TournamentListing, notices: TournamentNotices) -> None:
        self._asker = asker
        self._listing = listing
        self._notices = notices
        self.outboxes = keys.TOURNAMENTS.feeds()

    def handle(self, news: Sequence[Entry]) -> None:
        """Their logs have grown."""
        self._asker.grown(entry.fields["g"] for entry in news if "w" in entry.fields)
        ids = sorted({entry.fields["g"] for entry in news})
        self._listing.project(ids)
        for each in ids:
            try:
                self._notices.tell(each)
            except StoreError as error:  # it cannot be read here; nobody else shall wait for that
                log.warning("nobody is told: %s", error)

    def tell(self, tournament_ids: Iterable[str]) -> None:
        """Something happened at their tables."""
        self._asker.news(tournament_ids)

    def ask_again(self, now: int) -> int:
        """What is due and held by nobody; returns how many jobs that were."""
        return self._asker.ask_again(now)


class TournamentJob:
    """The worker's part: runs one."""

    def __init__(self, runner: Runner, asker: TournamentAsker, clock: Callable[[], int]) -> None:
        self._runner = runner
        self._asker = asker
        self._clock = clock

    def run(self, tournament_id: str, slice_s: float) -> None:
        """Run a tournament; if it takes longer, others have their turn first."""
        until = time.monotonic() + slice_s
        if not self._runner.run(tournament_id, self._clock(), lambda: time.monotonic() >= until):
            self._asker.news([tournament_id])


def _ask(meta: TournamentMeta, news: int) -> Ask:
    """Both numbers grow: every event, and all news, has a job of its own."""
    return Ask(RUN_TOURNAMENT, meta.id, meta.seq + news, queue_of_tournament(meta.organiser))
