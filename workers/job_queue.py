"""The queues: their names, the jobs' ids, timeouts, and who holds a job.

Work that a person waits for goes before games of AIs alone, and among those tables of tournaments go first. Each kind
has lanes, and an account's games are all in the same one: workers take the lanes in turn, so that nobody waits for the
many games of somebody else.

A job waits in a lane, or a worker has it under a lease that it keeps renewing: when the worker dies, the job is gone a
few seconds later. What is due and held by nobody is asked for again (due_work.py).
"""

from __future__ import annotations

import pickle
import zlib
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple, Protocol
from zlib import crc32

from redis import Redis
from redis.exceptions import RedisError
from rq import Queue
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry
from rq.utils import utcformat

from moothall.events.redis_client.cluster import Words
from moothall.events.redis_client.connection import SENTINEL, call_all, connect, is_cluster

LANES = 32
"""Of each kind. Two accounts in one lane share its turns; more lanes make a worker's every look at them dearer."""
PEOPLE = tuple(f"moothall-people-{lane:02d}" for lane in range(LANES))
"""Work in games that people sit in, and clocks."""
FEW_LANES = 8
TOURNAMENTS = tuple(f"moothall-tournament-{lane:02d}" for lane in range(FEW_LANES))
"""Work at tables of tournaments where AIs play among themselves: their round waits for it."""
AI_ONLY = tuple(f"moothall-ai-{lane:02d}" for lane in range(LANES))
"""Work in games that nobody waits for."""

TIMEOUT_S = 120
"""A job that takes longer is ended and counts as failed."""
LEASE_S = 5
"""A job whose worker has not been heard of for so long is lost."""
KEEP_FAILED_S = 7 * 24 * 60 * 60
"""How long a failed job stays in the list that `moothall jobs` shows."""

# Stored with every job, and therefore the names that they have always had; no worker imports them (worker.py).
RUN_STEP = "workers.jobs.run_step"
PLAY_AI = "workers.jobs.play_ai"
EXPIRE_CLOCK = "workers.jobs.expire_clock"
RUN_TOURNAMENT = "workers.jobs.run_tournament"

FUNCTIONS = {"step": RUN_STEP, "ai": PLAY_AI}
"""By the work that a game is due."""

_BY_NAME = {function.rpartition(".")[2]: function for function in (RUN_STEP, PLAY_AI, EXPIRE_CLOCK, RUN_TOURNAMENT)}

FAILURES = "failures"
"""The field of a job's hash that counts how often it has failed."""

_ASK = files("moothall.workers").joinpath("enqueue.lua").read_text("utf-8")


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

    @property
    def args(self) -> tuple[str, int]:
        """What the function is called with."""
        return self.game_id, self.seq


class Holding(NamedTuple):
    """What is known of a job: `held` waits or is being worked on, `failed` so many times, `lost` is with nobody."""

    state: Literal["held", "failed", "lost"]
    failures: int = 0


class Sitting(Protocol):
    """A seat, as far as it matters here."""

    @property
    def kind(self) -> str: ...


class Jobs:
    """The queues as the rest of Moothall uses them."""

    def __init__(self, url: str) -> None:
        """Raises NoQueue for the URL of a Cluster."""
        self.connection = _connect(url)
        self._people, self._tournaments, self._ai_only = (
            [Queue(name, connection=self.connection, default_timeout=TIMEOUT_S) for name in lanes]
            for lanes in (PEOPLE, TOURNAMENTS, AI_ONLY)
        )
        self._queues = {queue.name: queue for queue in (*self._people, *self._tournaments, *self._ai_only)}

    def lanes(self, people_only: bool = False) -> list[list[Queue]]:
        """The kinds of lanes, the most urgent first."""
        return [self._people] if people_only else [self._people, self._tournaments, self._ai_only]

    def ask(self, asks: Sequence[Ask], again: bool = False) -> int:
        """Ask for jobs, all at once; returns how many were not asked for yet. With `again` also those that are known
        (failed, or held by nobody). A queue that is away costs nothing but time: the due set remembers."""
        if not asks:
            return 0
        try:
            calls = [_call(self._queues[each.queue], each, again) for each in asks]
            return sum(call_all(self.connection, calls))
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
        return {"people": sum(counts[:LANES]), "ai_only": sum(counts[LANES:])}  # those of tournaments among them

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


def ask_of(job_id: str, queue: str) -> Ask | None:
    """The wish that a job has its id from; None if that is not one of ours."""
    name, _, about = job_id.partition("-")
    game_id, _, seq = about.rpartition("-")
    function = _BY_NAME.get(name)
    return Ask(function, game_id, int(seq), queue) if function is not None and seq.isdigit() else None


def have_people(seats: Iterable[Sitting]) -> bool:
    """Whether anybody sits there who may wait for something."""
    return any(seat.kind == "human" for seat in seats)


def queue_of(creator: str, seats: Iterable[Sitting], tournament: object | None = None) -> str:
    """Where the work of a game belongs, be it the table of a tournament or not."""
    if have_people(seats):
        return _lane(PEOPLE, creator)
    return _lane(AI_ONLY if tournament is None else TOURNAMENTS, creator)


def queue_of_tournament(organiser: str) -> str:
    """Where the running of a tournament belongs: somebody waits for it, and it is quickly done."""
    return _lane(PEOPLE, organiser)


def job_of(queue: Queue, ask: Ask) -> Job:
    """The job that is wished for."""
    return queue.create_job(
        ask.function,
        args=ask.args,
        job_id=ask.job_id,
        description=ask.job_id,
        result_ttl=0,
        failure_ttl=KEEP_FAILED_S,
        status=JobStatus.QUEUED,
    )


def begun(job_id: str, connection: Any) -> Job:
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


def _lane(lanes: Sequence[str], account: str) -> str:
    return lanes[crc32(account.encode()) % len(lanes)]


def _connect(url: str) -> Any:
    if is_cluster(url):
        raise NoQueue
    return connect(url) if url.startswith(SENTINEL) else Redis.from_url(url)


@cache
def _same(queue: Queue) -> tuple[Any, ...]:
    """Fields and values that all jobs of a queue have in common."""
    fields: dict[str, Any] = job_of(queue, Ask(RUN_STEP, "", 0, queue.name)).to_dict()
    own = ("created_at", "enqueued_at", "data", "description")
    return tuple(part for name, value in fields.items() if name not in own for part in (name, value))


def _call(queue: Queue, ask: Ask, again: bool) -> Words:
    """The script with all that it needs for a job. What RQ would make of it, but for what is the same every time."""
    now, job_id = utcformat(datetime.now(UTC)), ask.job_id
    data = zlib.compress(pickle.dumps((ask.function, None, ask.args, {}), pickle.HIGHEST_PROTOCOL))
    own = ("created_at", now, "enqueued_at", now, "data", data, "description", job_id)
    names = (Job.key_for(job_id), queue.key, queue.redis_queues_keys)
    return ("EVAL", _ASK, len(names), *names, job_id, int(again), *_same(queue), *own)


def _holding(fields: Sequence[bytes | None], place: int | None) -> Holding:
    status, failures = fields
    if status == b"failed":
        return Holding("failed", int(failures or 1))
    # Begun, it is under a lease; waiting, it must be in its lane: a worker may die between taking and reading it.
    held = place is not None or status == b"started"
    return Holding("held" if held else "lost")
