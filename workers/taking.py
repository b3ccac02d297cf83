"""How a worker takes jobs, and what it says of them, in as few exchanges with the queue as can be: that a job is done
is said with the question for the next one, and for the answer to "begun" nobody waits.

A worker that dies has at worst not said that it had begun, or was done: then the job is asked for again, and finds that
the game has moved on.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from rq.job import Job, JobStatus
from rq.registry import FailedJobRegistry
from rq.utils import as_text, utcformat

from moothall.events.redis_client.cluster import Words
from moothall.events.redis_client.group_commit import packed
from moothall.workers.queues import LEASE_S, Ask

# KEYS the lanes. Returns lane and job id of the first job there is.
_POP = """
for _, lane in ipairs(KEYS) do
  local id = redis.call('LPOP', lane)
  if id then return {lane, id} end
end
"""


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
