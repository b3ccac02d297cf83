"""A worker process: preloaded, without a fork per job, and with little said to the queue about each.

RQ's own worker tells Redis some fifteen times per job what it is doing. This one says what others go by: that a job is
begun, for as long as its lease is renewed, and that it is done or has failed. What a job of ours is to do stands in its
id; any other is run the way RQ does it.

The worker takes its jobs in as few exchanges with the queue as can be: that a job is done is said with the question for
the next one, and for the answer to "begun" nobody waits. A worker that dies has at worst not said that it had begun, or
was done: then the job is asked for again, and finds that the game has moved on.
"""

from __future__ import annotations

import os
import sys
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from redis.exceptions import ConnectionError as RedisConnectionError, RedisError
from rq import Queue, SimpleWorker
from rq.exceptions import NoSuchJobError
from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry
from rq.timeouts import JobTimeoutException
from rq.utils import as_text, utcformat
from rq.worker import WorkerStatus

from moothall.events.redis_client.cluster import Words
from moothall.events.redis_client.group_commit import packed
from moothall.workers.job_queue import FAILURES, LEASE_S, TIMEOUT_S, Ask, ask_of, begun, job_of
from moothall.workers.jobs import RUN, Run, WorkerContext, set_context
from moothall.workers.metrics import JOB_SECONDS, JOBS

BEAT_S = 1.0
"""How often a worker renews the lease of its job and says that it is alive."""

ALIVE_S = 30
"""How long a worker that is not heard of still counts as alive."""

LOOK_FOR_SUSPENSION_S = 1.0
"""How often it is looked whether somebody has suspended the workers (`rq suspend`)."""

WAIT_S = 5
"""How long a worker waits for a job before it looks whether it has been told to stop."""

AUTOGROUP = Path("/proc/self/autogroup")
"""Where Linux may weigh sessions against each other: there the niceness of single processes does not count."""

# KEYS the lanes. Returns lane and job id of the first job there is.
_POP = """
for _, lane in ipairs(KEYS) do
  local id = redis.call('LPOP', lane)
  if id then return {lane, id} end
end
"""


class LaneWorker(SimpleWorker):
    """Takes the most urgent kind of work first, and of each kind the lanes in turn."""

    def __init__(self, lanes: Sequence[Sequence[Queue]], connection: Any, run: Mapping[str, Run] = RUN) -> None:
        super().__init__([queue for kind in lanes for queue in kind], connection=connection, worker_ttl=ALIVE_S)
        self.log_job_description = False
        self._functions = run
        self._lanes = [list(kind) for kind in lanes]
        self._by_key = {queue.key: queue for queue in self._ordered_queues}
        self._taker = Taker(self.connection)
        self._begun: str | None = None
        """The key of the job that is being worked on."""
        self._lease = threading.Lock()
        """Nobody renews the lease of a job whose outcome is being written."""
        self._looked_at = 0.0

    def reorder_queues(self, reference_queue: Queue) -> None:
        """The lane that had its turn comes last among its kind."""
        for kind in self._lanes:
            if reference_queue in kind:
                kind[:] = turned(kind, kind.index(reference_queue) + 1)
        self._ordered_queues = [queue for kind in self._lanes for queue in kind]

    def work(self, *arguments: Any, **named: Any) -> bool:
        stop = threading.Event()
        beating = threading.Thread(target=self._beat, args=(stop,), daemon=True)
        beating.start()
        try:
            return super().work(*arguments, **named)
        finally:
            with suppress(RedisError):  # its lease runs out
                self._taker.flush()
            stop.set()
            beating.join(2 * BEAT_S)

    max_connection_wait_time = 5.0
    """Seconds between attempts to reach a Redis that is away: it may be back any moment, and people wait."""

    def dequeue_job_and_maintain_ttl(
        self, timeout: int | None, max_idle_time: int | None = None
    ) -> tuple[Any, Queue] | None:
        """The next job, begun in the very moment that it is taken, and its lane. Without `timeout` None if there is
        none; otherwise it waits for one, however long."""
        self._state = WorkerStatus.IDLE
        wait_s = 1.0
        while not self._stop_requested:
            try:
                if self.should_run_maintenance_tasks:
                    self.run_maintenance_tasks()  # type: ignore[no-untyped-call]  # RQ leaves it untyped
                lanes = [queue.key for queue in self._ordered_queues]
                found = self._taker.take(lanes, None if timeout is None else min(timeout, WAIT_S))
                if found is not None:
                    queue = self._by_key[found[0]]
                    self.reorder_queues(queue)
                    with suppress(NoSuchJobError):  # it was waiting when the queue was lost, or was done meanwhile
                        return self._begin(found[1], queue, wait=timeout is None), queue
                elif timeout is None:
                    return None
            except RedisConnectionError as error:
                self.log.error("The queue is out of reach: %s; trying again in %d s.", error, wait_s)
                time.sleep(wait_s)
                wait_s = min(wait_s * self.exponential_backoff_factor, self.max_connection_wait_time)
        return None

    def request_stop(self, signum: Any, frame: Any) -> None:
        """RQ raises an exception in an idle worker. Where that is raised in a destructor it is lost, so it is written
        down as well."""
        self._stop_requested = True
        super().request_stop(signum, frame)  # type: ignore[no-untyped-call]  # RQ leaves it untyped

    def _begin(self, job_id: str, queue: Queue, wait: bool) -> Ask | Job:
        ask = ask_of(job_id, queue.name)
        if ask is None:
            return begun(job_id, self.connection)
        self._taker.begin(job_id)
        if wait:
            self._taker.flush()
        return ask

    def execute_job(self, job: Any, queue: Queue) -> None:
        self._state = WorkerStatus.BUSY
        name = (job.function if isinstance(job, Ask) else str(job.func_name)).rpartition(".")[2]
        began = time.perf_counter()
        done = self._run(job, queue) if isinstance(job, Ask) else self.perform_job(job, queue)
        JOB_SECONDS.labels(name).observe(time.perf_counter() - began)
        JOBS.labels(name, "done" if done else "failed").inc()
        self._state = WorkerStatus.IDLE

    def _run(self, ask: Ask, queue: Queue) -> bool:
        """Do what was wished for; whether that succeeded."""
        began = datetime.now(UTC)
        self._begun = Job.key_for(ask.job_id)
        try:
            with self.death_penalty_class(TIMEOUT_S, JobTimeoutException, job_id=ask.job_id):
                self._functions[ask.function](*ask.args)
        except Exception:
            self._release()
            self._failed(ask, queue, began)
            return False
        self._release()
        self._taker.done(ask)
        return True

    def _failed(self, ask: Ask, queue: Queue, began: datetime) -> None:
        """Called while the error is being handled."""
        with suppress(RedisError):  # a queue that is away has lost the job, too
            self._taker.flush()  # what is written now comes after what was said at its beginning
        job = job_of(queue, ask)
        job.started_at, job.ended_at = began, datetime.now(UTC)
        self.handle_exception(job, *sys.exc_info())
        self.handle_job_failure(job, queue, exc_string=traceback.format_exc())

    def prepare_job_execution(self, job: Job, remove_from_intermediate_queue: bool = False) -> None:
        """From now on the lease is renewed."""
        self._begun = job.key

    def handle_execution_ended(self, job: Job, queue: Queue, heartbeat_ttl: int) -> None:
        job.ended_at = datetime.now(UTC)
        self._release()

    def _release(self) -> None:
        """The lease is renewed no longer."""
        with self._lease:
            self._begun = None

    def handle_job_success(self, job: Job, queue: Queue, started_job_registry: Any) -> None:
        """Nothing of it is kept, earlier failures included."""
        with self.connection.pipeline(transaction=False) as pipe:
            pipe.delete(job.key)
            pipe.zrem(queue.failed_job_registry.key, job.id)
            pipe.execute()

    def handle_job_failure(
        self, job: Job, queue: Queue, started_job_registry: Any = None, exc_string: str = ""
    ) -> None:
        """It is listed as failed, and how often it has."""
        super().handle_job_failure(job, queue, started_job_registry, exc_string)
        with suppress(RedisError):  # a queue that is away has lost the job, too
            self.connection.hincrby(job.key, FAILURES, 1)

    def heartbeat(self, timeout: int | None = None, pipeline: Any = None) -> None:
        """A thread of its own sees to it."""

    def set_state(self, state: str, pipeline: Any = None) -> None:
        """Nobody asks, and it changes twice per job."""
        self._state = state

    def check_for_suspension(self, burst: bool) -> None:
        if burst or time.monotonic() - self._looked_at >= LOOK_FOR_SUSPENSION_S:
            self._looked_at = time.monotonic()
            with suppress(RedisConnectionError):  # it is said as soon as it can be
                self._taker.flush()
            super().check_for_suspension(burst)

    def _beat(self, stop: threading.Event) -> None:
        while not stop.wait(BEAT_S):
            with suppress(RedisError):  # who cannot be heard is taken for dead, and that is right
                super().heartbeat(ALIVE_S)
                with self._lease:
                    if self._begun is not None:
                        self.connection.expire(self._begun, LEASE_S)


class Taker:
    """One worker's connection to the queue."""

    def __init__(self, redis: Any) -> None:
        """Takes its connection from the client's pool and keeps it."""
        self._pool = redis.connection_pool
        self._connection: Any = None
        self._unread = 0
        """Answers that were not waited for."""
        self._unsaid: list[Words] = []
        """What may be said later; saying it twice changes nothing."""

    def take(self, lanes: Sequence[str], timeout: int | None) -> tuple[str, str] | None:
        """Lane and id of the next job in the first of these lanes that has any; waits for one so long (None: not at
        all). Raises RedisError."""
        asked: Words = ("EVAL", _POP, len(lanes), *lanes) if timeout is None else ("BLPOP", *lanes, timeout)
        found = self._exchange(asked)
        return None if found is None else (as_text(found[0]), as_text(found[1]))

    def begin(self, job_id: str) -> None:
        """It is being worked on, for as long as its lease is renewed."""
        key = Job.key_for(job_id)
        began = utcformat(datetime.now(UTC))
        self._send([("HSET", key, "status", JobStatus.STARTED.value, "started_at", began), ("EXPIRE", key, LEASE_S)])

    def done(self, ask: Ask) -> None:
        """Nothing of it is kept, earlier failures included. Said with whatever comes next."""
        failed = FailedJobRegistry.key_template.format(ask.queue)
        self._unsaid += [("DEL", Job.key_for(ask.job_id)), ("ZREM", failed, ask.job_id)]

    def flush(self) -> None:
        """Say what is to be said, and wait until all of it is heard. Raises RedisError."""
        if self._unsaid or self._unread:
            self._exchange()

    def _exchange(self, *asked: Words) -> Any:
        """Say what is to be said, and ask; the answer to the last of it."""
        answer = None
        self._send([*self._unsaid, *asked])
        try:
            while self._unread:
                answer = self._connection.read_response()
                self._unread -= 1
        except BaseException:  # whoever gives up waiting must not leave the answers to the next
            self._hang_up()
            raise
        self._unsaid.clear()
        return answer

    def _send(self, commands: Sequence[Words]) -> None:
        try:
            if self._connection is None:
                self._connection = self._pool.get_connection()
            if commands:
                self._connection.send_packed_command(packed(commands))
                self._unread += len(commands)
        except BaseException:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        """The next exchange has a connection of its own."""
        self._unread = 0
        if self._connection is not None:
            connection, self._connection = self._connection, None
            connection.disconnect()
            self._pool.release(connection)


def run_worker(context: WorkerContext, people_only: bool = False, nice: int = 0) -> None:
    """Take jobs until told to stop; a job begun is finished first."""
    be_nice(nice)
    set_context(context)
    worker = LaneWorker(context.jobs.lanes(people_only), context.jobs.connection, context.run)
    worker.work(logging_level="WARNING", with_scheduler=False)


def be_nice(by: int) -> None:
    """Let processes of lower niceness go first, whichever way the system weighs them. A session is spoken for by who
    leads it: a worker that was started at a terminal must not slow down what else runs there."""
    if by:
        own = os.nice(by)
        if os.getsid(0) == os.getpid():
            with suppress(OSError):  # not Linux, or no such weighing
                AUTOGROUP.write_text(str(own))


def turned(queues: Sequence[Queue], first: int) -> list[Queue]:
    """The queues in their circle, beginning with that one."""
    return [*queues[first:], *queues[:first]]
