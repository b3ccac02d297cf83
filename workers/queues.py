"""The queue: its name, the jobs' ids, timeouts and how long they are remembered."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import DuplicateJobError
from rq.job import Job

from events.connect import SENTINEL, connect, is_cluster

QUEUE = "moothall"
WEBHOOKS = "moothall-webhooks"
"""A queue of its own: other people's slow servers must not keep AI seats waiting."""
TIMEOUT_S = 120
"""A job that takes longer is ended and counts as failed."""
KEEP_FAILED_S = 7 * 24 * 60 * 60
"""How long a failed job stays in the list that `moothall jobs` shows."""

RUN_STEP = "workers.jobs.run_step"
PLAY_AI = "workers.jobs.play_ai"
DELIVER_WEBHOOK = "workers.jobs.deliver_webhook"
EXPIRE_CLOCK = "workers.jobs.expire_clock"

FUNCTIONS = {"step": RUN_STEP, "ai": PLAY_AI}
"""By the work that a game is due."""


class NoQueue(ValueError):
    """RQ works on one Redis, which Sentinels may watch over, and not on a Cluster."""

    def __init__(self) -> None:
        super().__init__(
            "the queue cannot be kept in a Redis Cluster: name another Redis with MOOTHALL_QUEUE or --queue"
        )


def job_id(function: str, game_id: str, seq: int, attempt: int = 0) -> str:
    """The same work has the same id: asking twice is asking once. A later attempt is a job of its own."""
    return f"{function.rpartition('.')[2]}-{game_id}-{seq}-{attempt}"


class Jobs:
    """The queue as the rest of Moothall uses it."""

    def __init__(self, url: str) -> None:
        """Raises NoQueue for the URL of a Cluster."""
        self.connection = _connect(url)
        self.queue = Queue(QUEUE, connection=self.connection, default_timeout=TIMEOUT_S)
        self.webhooks = Queue(WEBHOOKS, connection=self.connection, default_timeout=TIMEOUT_S)

    def enqueue(self, game_id: str, seq: int, work: str, attempt: int = 0) -> None:
        """Ask for what a game is due. A queue that is away costs nothing but time: the due set remembers."""
        self.ask(FUNCTIONS[work], game_id, seq, attempt)

    def ask(self, function: str, game_id: str, seq: int, attempt: int = 0) -> None:
        """Ask for a job by name."""
        try:
            self.queue.enqueue(
                function,
                game_id,
                seq,
                job_id=job_id(function, game_id, seq, attempt),
                unique=True,
                result_ttl=0,
                failure_ttl=KEEP_FAILED_S,
            )
        except (DuplicateJobError, RedisError):
            return

    def deliver(self, delivery_id: str, since: int) -> None:
        """Ask for a delivery that is due since then; asking twice is asking once."""
        with suppress(DuplicateJobError, RedisError):  # a queue that is away is asked again later
            self.webhooks.enqueue(
                DELIVER_WEBHOOK,
                delivery_id,
                job_id=f"deliver_webhook-{delivery_id.replace('.', '-')}-{since}",
                unique=True,
                result_ttl=0,
                failure_ttl=KEEP_FAILED_S,
            )

    def known(self, work: str, game_id: str, seq: int, attempt: int) -> bool:
        """Whether this very job is waiting, running or has failed."""
        return self.asked(FUNCTIONS[work], game_id, seq, attempt)

    def asked(self, function: str, game_id: str, seq: int, attempt: int) -> bool:
        """The same by name."""
        return bool(Job.exists(job_id(function, game_id, seq, attempt), connection=self.connection))

    def failed(self) -> list[dict[str, Any]]:
        """The jobs that failed, newest first."""
        ids = [each for queue in (self.queue, self.webhooks) for each in queue.failed_job_registry.get_job_ids()]
        found = Job.fetch_many(ids, connection=self.connection)
        return [_failure(job) for job in found if job is not None]


def _connect(url: str) -> Any:
    if is_cluster(url):
        raise NoQueue
    return connect(url) if url.startswith(SENTINEL) else Redis.from_url(url)


def _failure(job: Job) -> dict[str, Any]:
    result = job.latest_result()
    delivers = job.func_name == DELIVER_WEBHOOK
    trace = (result.exc_string if result is not None else None) or ""
    return {
        "job": job.id,
        "function": job.func_name,
        "game": None if delivers else job.args[0],
        "seq": None if delivers else job.args[1],
        "delivery": job.args[0] if delivers else None,
        "failed_at": job.ended_at.isoformat() if job.ended_at else None,
        "why": trace.strip().rpartition("\n")[2],
    }
