"""What is counted in every kind of process. With a shared directory (see Config.metrics_dir) the counts of all
processes add up, whichever of them is asked."""

from __future__ import annotations

from prometheus_client import Counter, Histogram

from moothall.events.errors import Conflict
from moothall.events.event_store.store import Answered, Append, Store
from moothall.events.redis_client.connection import NotYetSafe

APPENDS = Counter("moothall_appends", "Writes to the event log that took place.")
EVENTS = Counter("moothall_events", "Events that they wrote.")
CONFLICTS = Counter("moothall_conflicts", "Writes that lost a race and were decided again or refused.")
NOT_SAFE = Counter("moothall_not_yet_safe", "Writes that too few replicas had in time.")
REPEATS = Counter("moothall_repeats", "Writes under an idempotency key that had its answer already.")
JOBS = Counter("moothall_jobs", "Jobs that workers have run.", ["kind", "outcome"])
JOB_SECONDS = Histogram("moothall_job_seconds", "How long jobs take.", ["kind"])
AI_SECONDS = Histogram(
    "moothall_ai_seconds",
    "How long bots think about a move.",
    ["title", "level"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


class CountedStore(Store):
    """The event log, its writes counted."""

    def append(self, write: Append) -> None:
        try:
            super().append(write)
        except NotYetSafe:  # it took place all the same
            NOT_SAFE.inc()
            self._count(write)
            raise
        except Conflict:
            CONFLICTS.inc()
            raise
        except Answered:
            REPEATS.inc()
            raise
        self._count(write)

    def _count(self, write: Append) -> None:
        APPENDS.inc()
        EVENTS.inc(len(write.events))
