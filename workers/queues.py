"""The queues: their names, the jobs' ids, timeouts, and who holds a job.

Work that a person waits for goes before games of AIs alone. Each kind has lanes, and an account's games are all in the
same one: workers take the lanes in turn, so that nobody waits for the many games of somebody else.

A job waits in a lane, or a worker has it under a lease that it keeps renewing: when the worker dies, the job is gone a
few seconds later. What is due and held by nobody is asked for again (dispatch.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Literal, NamedTuple, Protocol
from zlib import crc32

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry
from rq.utils import as_text, utcformat

from events.connect import SENTINEL, connect, is_cluster

LANES = 32
"""Of each kind. Two accounts in one lane share its turns; more lanes make a worker's every look at them dearer."""
PEOPLE = tuple(f"moothall-people-{lane:02d}" for lane in range(LANES))
"""Work in games that people sit in, and clocks."""
AI_ONLY = tuple(f"moothall-ai-{lane:02d}" for lane in range(LANES))
"""Work in games that nobody waits for."""

TIMEOUT_S = 120
"""A job that takes longer is ended and counts as failed."""
LEASE_S = 5
"""A job whose worker has not been heard of for so long is lost."""
KEEP_FAILED_S = 7 * 24 * 60 * 60
"""How long a failed job stays in the list that `moothall jobs` shows."""

RUN_STEP = "workers.jobs.run_step"
PLAY_AI = "workers.jobs.play_ai"
EXPIRE_CLOCK = "workers.jobs.expire_clock"

FUNCTIONS = {"step": RUN_STEP, "ai": PLAY_AI}
"""By the work that a game is due."""

FAILURES = "failures"
"""The field of a job's hash that counts how often it has failed."""

_ASK = files("workers").joinpath("ask.lua").read_text("utf-8")


class NoQueue(ValueError):
    """RQ works on one Redis, which Sentinels may watch over, and not on a Cluster."""

    def __init__(self) -> None:
        super().__init__(
            "the queue cannot be kept in a Redis Cluster: name another Redis with MOOTHALL_QUEUE or --queue"
        )


class Ask(NamedTuple):
    """A wish for a job. The same work has the same id: asking twice is asking once."""

    function: str
    game_id: str
    seq: int
    queue: str

    @property
    def job_id(self) -> str:
        return f"{self.function.rpartition('.')[2]}-{self.game_id}-{self.seq}"


class Holding(NamedTuple):
    """What is known of a job: `held` waits or is being worked on, `failed` so many times, `lost` is with nobody."""

    state: Literal["held", "failed", "lost"]
    failures: int = 0


class Sitting(Protocol):
    """A seat, as far as it matters here."""

    @property
    def kind(self) -> str: ...


def have_people(seats: Iterable[Sitting]) -> bool:
    """Whether anybody sits there who may wait for something."""
    return any(seat.kind == "human" for seat in seats)


def queue_of(creator: str, seats: Iterable[Sitting]) -> str:
    """Where the work of a game belongs."""
    lanes = PEOPLE if have_people(seats) else AI_ONLY
    return lanes[crc32(creator.encode()) % LANES]


class LeasingQueue(Queue):
    """Gives jobs out under a lease."""

    @classmethod
    def dequeue_any(
        cls, queues: Iterable[Queue], timeout: int | None, connection: Any, *_: Any, **__: Any
    ) -> tuple[Job, Queue] | None:
        """The next job there is in the first of these queues that has any; waits for one so long (None: not at all).
        It is begun in the very moment that it is read."""
        by_key = {queue.key: queue for queue in queues}
        while (found := cls.lpop(list(by_key), timeout, connection=connection)) is not None:
            key, job_id = (as_text(part) for part in found)
            with suppress(NoSuchJobError):  # it was waiting when the queue was lost, or was done meanwhile
                return _begun(job_id, connection), by_key[key]
        return None


class Jobs:
    """The queues as the rest of Moothall uses them."""

    def __init__(self, url: str) -> None:
        """Raises NoQueue for the URL of a Cluster."""
        self.connection = _connect(url)
        self._people = [LeasingQueue(name, connection=self.connection, default_timeout=TIMEOUT_S) for name in PEOPLE]
        self._ai_only = [LeasingQueue(name, connection=self.connection, default_timeout=TIMEOUT_S) for name in AI_ONLY]
        self._queues = {queue.name: queue for queue in (*self._people, *self._ai_only)}

    def lanes(self, people_only: bool = False) -> list[list[LeasingQueue]]:
        """The kinds of lanes, the most urgent first."""
        return [self._people] if people_only else [self._people, self._ai_only]

    def ask(self, asks: Sequence[Ask], again: bool = False) -> int:
        """Ask for jobs, all at once; returns how many were not asked for yet. With `again` also those that are known
        (failed, or held by nobody). A queue that is away costs nothing but time: the due set remembers."""
        if not asks:
            return 0
        try:
            pipe = self.connection.pipeline(transaction=False)
            for each in asks:
                queue = self._queues[each.queue]
                job = _job(queue, each)
                fields = [part for pair in job.to_dict().items() for part in pair]
                names = [job.key, queue.key, queue.redis_queues_keys]
                pipe.eval(_ASK, len(names), *names, job.id, int(again), *fields)
            return sum(pipe.execute())
        except RedisError:
            return 0

    def holdings(self, asks: Sequence[Ask]) -> list[Holding]:
        """Who holds these jobs. Raises RedisError if the queue is away."""
        if not asks:
            return []
        pipe = self.connection.pipeline(transaction=False)
        for each in asks:
            pipe.hmget(Job.key_for(each.job_id), "status", FAILURES)
            pipe.lpos(self._queues[each.queue].key, each.job_id)
        answers = iter(pipe.execute())
        return [_holding(next(answers), next(answers)) for _ in asks]

    def people_wait(self) -> bool:
        """Whether there is work in games with people that nobody has begun; not if nobody can tell."""
        try:
            return bool(self.connection.exists(*(queue.key for queue in self._people)))
        except RedisError:
            return False

    def waiting(self) -> dict[str, int]:
        """How many jobs wait, by kind."""
        pipe = self.connection.pipeline(transaction=False)
        for queue in self._queues.values():
            pipe.llen(queue.key)
        counts = pipe.execute()
        return {"people": sum(counts[:LANES]), "ai_only": sum(counts[LANES:])}

    def failed_ids(self) -> list[str]:
        """The ids of the jobs that failed and have not been done since."""
        pipe = self.connection.pipeline(transaction=False)
        for queue in self._queues.values():
            pipe.zrange(FailedJobRegistry.key_template.format(queue.name), 0, -1)
        return [job_id.decode() for ids in pipe.execute() for job_id in ids]

    def failed(self) -> list[dict[str, Any]]:
        """The jobs that failed and have not been done since, by lanes."""
        found = Job.fetch_many(self.failed_ids(), connection=self.connection)
        return [self._failure(job) for job in found if job is not None]

    def _failure(self, job: Job) -> dict[str, Any]:
        result = job.latest_result()
        trace = (result.exc_string if result is not None else None) or ""
        return {
            "job": job.id,
            "function": job.func_name,
            "game": job.args[0],
            "seq": job.args[1],
            "failures": int(self.connection.hget(job.key, FAILURES) or 0),
            "failed_at": job.ended_at.isoformat() if job.ended_at else None,
            "why": trace.strip().rpartition("\n")[2],
        }


def _connect(url: str) -> Any:
    if is_cluster(url):
        raise NoQueue
    return connect(url) if url.startswith(SENTINEL) else Redis.from_url(url)


def _job(queue: Queue, ask: Ask) -> Job:
    job = queue.create_job(
        ask.function,
        args=(ask.game_id, ask.seq),
        job_id=ask.job_id,
        description=ask.job_id,
        result_ttl=0,
        failure_ttl=KEEP_FAILED_S,
        status=JobStatus.QUEUED,
    )
    job.enqueued_at = datetime.now(UTC)
    return job


def _begun(job_id: str, connection: Any) -> Job:
    """A job that waited, and the lease on it. Raises NoSuchJobError if it is not there."""
    job = Job(job_id, connection=connection)
    with connection.pipeline(transaction=False) as pipe:
        pipe.hgetall(job.key)
        pipe.hset(job.key, mapping={"status": JobStatus.STARTED, "started_at": utcformat(datetime.now(UTC))})
        pipe.expire(job.key, LEASE_S)
        data = pipe.execute()[0]
    if b"data" not in data:
        connection.delete(job.key)
        raise NoSuchJobError(job_id)
    job.restore(data)
    return job


def _holding(fields: Sequence[bytes | None], place: int | None) -> Holding:
    status, failures = fields
    if status == b"failed":
        return Holding("failed", int(failures or 1))
    # Begun, it is under a lease; waiting, it must be in its lane: a worker may die between taking and reading it.
    held = place is not None or status == b"started"
    return Holding("held" if held else "lost")
