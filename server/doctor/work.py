"""Whether what is due gets done, and whether what was written still holds together."""

from __future__ import annotations

import os
import random
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from rq import Worker
from rq.worker import BaseWorker

from events import keys
from events.envelope import GENESIS, link
from events.errors import StoreError
from events.pulse import Pulse
from server.bootstrap import now_ms
from server.doctor.findings import Finding, Patient, bad, ok, warn
from workers.dispatch import GROUP
from workers.queues import NoQueue

SILENT_S = 480
"""RQ's workers give a sign of life every seven minutes when there is nothing to do."""
LATE_MS, VERY_LATE_MS = 30_000, 600_000
"""Since when work is due that nobody does."""
PULSE_MS = 10_000
LOOKED_AT = 20_000
"""Games out of which the sample is taken."""


def queue(patient: Patient) -> Iterator[Finding]:
    """Whether it can be used, and how much waits in it."""
    if patient.jobs is None:
        yield bad(str(NoQueue()), "name a plain Redis for the queue")
        return
    patient.jobs.connection.ping()
    for each in (patient.jobs.queue, patient.jobs.webhooks):
        yield ok(f"{each.count} jobs wait in {each.name}")


def workers(patient: Patient) -> Iterator[Finding]:
    """Whether every queue has somebody who takes its jobs."""
    if patient.jobs is None:
        return
    everybody = Worker.all(connection=patient.jobs.connection)
    for each in (patient.jobs.queue, patient.jobs.webhooks):
        named = [worker for worker in everybody if each.name in worker.queue_names()]
        alive = [worker for worker in named if _is_alive(worker)]
        said = f"{len(alive)} of {len(named)} alive for {each.name}"
        if not alive:
            yield bad(said, "start moothall serve, or moothall worker (--webhooks for deliveries)")
        elif len(alive) < len(named):
            yield warn(said, "the others ended without a word; their jobs are asked for again")
        else:
            yield ok(said)


def dispatcher(patient: Patient) -> Iterator[Finding]:
    """Whether one is at work, and how far it is behind the outboxes."""
    now = now_ms()
    felt = Pulse(patient.redis, "dispatcher").last()
    waiting, oldest, pending = _lag(patient.redis)
    said = f"{waiting} entries wait in the outboxes, {pending} are being dealt with"
    if felt is None or now - felt > PULSE_MS:
        since = "none was ever seen" if felt is None else f"silent for {(now - felt) // 1_000} s"
        yield bad(f"{since}; {said}", "start moothall serve, or moothall dispatcher")
    elif oldest is not None and now - oldest > LATE_MS:
        yield warn(f"{said}, the oldest for {(now - oldest) // 1_000} s", "it does not keep up: look into its log")
    else:
        yield ok(f"at work; {said}")


def due(patient: Patient) -> Iterator[Finding]:
    """Work that nobody does."""
    now = now_ms()
    pipe = patient.redis.pipeline(transaction=False)
    for shard in range(keys.SHARDS):
        pipe.zcount(keys.due(shard), "-inf", now)
        pipe.zrangebyscore(keys.due(shard), "-inf", now, start=0, num=1, withscores=True)
    answers = pipe.execute()
    count = sum(answers[::2])
    late = now - min((int(since) for first in answers[1::2] for _, since in first), default=now)
    said = f"{count} games wait for a worker" + (f", the longest for {late // 1_000} s" if count else "")
    if late > VERY_LATE_MS:
        yield bad(said, "look at workers and failed jobs: moothall jobs")
    elif late > LATE_MS:
        yield warn(said, "more workers (--workers), or look at moothall jobs")
    else:
        yield ok(said)


def failed(patient: Patient) -> Iterator[Finding]:
    """Jobs that failed."""
    if patient.jobs is None:
        return
    count = sum(each.failed_job_registry.count for each in (patient.jobs.queue, patient.jobs.webhooks))
    if count:
        yield warn(f"{count} in the last week", "moothall jobs tells which and why")
    else:
        yield ok("none in the last week")


def restoring(patient: Patient) -> Iterator[Finding]:
    """A restore that was broken off."""
    if patient.redis.exists(keys.restoring()):
        yield bad("a backup is half restored", "run the same moothall restore again")
    else:
        yield ok("nothing is half restored")


def chains(patient: Patient) -> Iterator[Finding]:
    """The hash chains of a few games, taken at random."""
    games = sorted(set(islice(patient.store.game_ids(), LOOKED_AT)))
    chosen = random.sample(games, min(patient.sample, len(games)))
    broken = [game_id for game_id in chosen if not _holds(patient, game_id)]
    if broken:
        yield bad(f"broken in {', '.join(broken)}", "restore these games: moothall restore FILE --game ID")
    else:
        yield ok(f"{len(chosen)} of {len(games)} games verified")


def _is_alive(worker: BaseWorker) -> bool:
    """Whether it was heard of; if it is on this machine, whether its process is there."""
    if worker.hostname == socket.gethostname() and worker.pid:
        try:
            os.kill(worker.pid, 0)
        except ProcessLookupError:
            return False
        except PermissionError:  # it is another user's
            return True
    heard = worker.last_heartbeat
    if heard is None:
        return False
    heard = heard if heard.tzinfo else heard.replace(tzinfo=UTC)
    return (datetime.now(UTC) - heard).total_seconds() < SILENT_S


def _lag(redis: Any) -> tuple[int, int | None, int]:
    """Entries of the outboxes that nobody has taken, since when (ms) the oldest waits, and entries that were taken but
    not settled."""
    outboxes = [name(shard) for name in (keys.feed, keys.bell) for shard in range(keys.SHARDS)]
    waiting, pending, oldest = 0, 0, []
    for outbox in (each for each in outboxes if redis.exists(each)):
        group = next((each for each in redis.xinfo_groups(outbox) if each["name"] == GROUP.encode()), None)
        after = group["last-delivered-id"].decode() if group is not None else "0-0"
        pending += int(group["pending"]) if group is not None else 0
        behind = redis.xrange(outbox, min=f"({after}", count=1_000)
        waiting += len(behind)
        oldest += [int(behind[0][0].split(b"-")[0])] if behind else []
    return waiting, min(oldest, default=None), pending


def _holds(patient: Patient, game_id: str) -> bool:
    try:
        events = patient.store.tail(game_id)
    except StoreError:
        return False
    head = GENESIS
    for seq, stored in enumerate(events, 1):
        head = link(head, stored.data)
        if stored.seq != seq or stored.hash != head:
            return False
    return bool(events)
