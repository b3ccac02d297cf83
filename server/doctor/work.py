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

from moothall.events import keys
from moothall.events.errors import StoreError
from moothall.events.event_store.store import Store
from moothall.events.event_store.stored_events import GENESIS, link
from moothall.events.redis_client.connection import Pulse
from moothall.server.bootstrap import now_ms
from moothall.server.doctor.findings import Finding, Patient, bad, ok, warn
from moothall.workers.job_queue import AI_ONLY, PEOPLE, NoQueue
from moothall.workers.outbox import GROUP

SILENT_S = 30
"""A worker gives a sign of life every second."""
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
    waiting = patient.jobs.waiting()
    yield ok(f"{waiting['people']} jobs wait for games with people, {waiting['ai_only']} for games of AIs alone")


def workers(patient: Patient) -> Iterator[Finding]:
    """Whether every kind of work has somebody who does it."""
    if patient.jobs is None:
        return
    everybody = Worker.all(connection=patient.jobs.connection)
    for kind, lanes in (("games with people", PEOPLE), ("games of AIs alone", AI_ONLY)):
        named = [worker for worker in everybody if lanes[0] in worker.queue_names()]
        alive = [worker for worker in named if _is_alive(worker)]
        said = f"{len(alive)} of {len(named)} alive for {kind}"
        if not alive:
            yield bad(said, "start moothall serve, or moothall worker")
        elif len(alive) < len(named):
            yield warn(said, "the others ended without a word; their jobs are asked for again")
        else:
            yield ok(said)


def webhooks(patient: Patient) -> Iterator[Finding]:
    """Whether anybody delivers."""
    silent_ms = _silent_ms(patient, "webhooks")
    if silent_ms is None or silent_ms > PULSE_MS:
        yield bad(_since(silent_ms), "start moothall serve, or moothall worker --webhooks")
    else:
        yield ok("at work")


def dispatcher(patient: Patient) -> Iterator[Finding]:
    """Whether one is at work, and how far it is behind the outboxes."""
    now, silent_ms = now_ms(), _silent_ms(patient, "dispatcher")
    waiting, oldest = _lag(patient.redis)
    said = f"{waiting} entries wait in the outboxes"
    if silent_ms is None or silent_ms > PULSE_MS:
        yield bad(f"{_since(silent_ms)}; {said}", "start moothall serve, or moothall dispatcher")
    elif oldest is not None and now - oldest > LATE_MS:
        yield warn(f"{said}, the oldest for {(now - oldest) // 1_000} s", "it does not keep up: look into its log")
    else:
        yield ok(f"at work; {said}")


def due(patient: Patient) -> Iterator[Finding]:
    """Work that nobody does."""
    now = now_ms()
    pipe = patient.redis.pipeline(transaction=False)
    for name in [own.due(shard) for own in (keys.GAMES, keys.TOURNAMENTS) for shard in range(keys.SHARDS)]:
        pipe.zcount(name, "-inf", now)
        pipe.zrangebyscore(name, "-inf", now, start=0, num=1, withscores=True)
    answers = pipe.execute()
    count, of_games = sum(answers[::2]), sum(answers[: 2 * keys.SHARDS : 2])
    late = now - min((int(since) for first in answers[1::2] for _, since in first), default=now)
    who = f"{of_games} games" + (f" and {count - of_games} tournaments" if count > of_games else "")
    said = f"{who} wait for a worker" + (f", the longest for {late // 1_000} s" if count else "")
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
    count = len(patient.jobs.failed_ids())
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
    """The hash chains of a few games and tournaments, taken at random."""
    tournaments = Store(patient.redis, family=keys.TOURNAMENTS)
    for what, store in (("games", patient.store), ("tournaments", tournaments)):
        ids = sorted(set(islice(store.game_ids(), LOOKED_AT)))
        chosen = random.sample(ids, min(patient.sample, len(ids)))
        broken = [each for each in chosen if not _holds(store, each)]
        if broken and store is tournaments:
            yield bad(f"broken in tournament {', '.join(broken)}", "restore a backup into an empty Redis")
        elif broken:
            yield bad(f"broken in {', '.join(broken)}", "restore these games: moothall restore FILE --game ID")
        elif ids or store is not tournaments:
            yield ok(f"{len(chosen)} of {len(ids)} {what} verified")


def _silent_ms(patient: Patient, name: str) -> int | None:
    """For how long a kind of process has given no sign of life; None if it never gave one."""
    felt = Pulse(patient.redis, name).last()
    return None if felt is None else now_ms() - felt


def _since(silent_ms: int | None) -> str:
    return "none was ever seen" if silent_ms is None else f"silent for {silent_ms // 1_000} s"


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


def _lag(redis: Any) -> tuple[int, int | None]:
    """Entries of the outboxes that nobody has dealt with, and since when (ms) the oldest waits."""
    named = (keys.feed, keys.TOURNAMENTS.feed, keys.bell)
    outboxes = [name(shard) for name in named for shard in range(keys.SHARDS)]
    waiting, oldest = 0, []
    for outbox in (each for each in outboxes if redis.exists(each)):
        group = next((each for each in redis.xinfo_groups(outbox) if each["name"] == GROUP.encode()), None)
        after = group["last-delivered-id"].decode() if group is not None else "0-0"
        behind = redis.xrange(outbox, min=f"({after}", count=1_000)
        waiting += len(behind)
        oldest += [int(behind[0][0].split(b"-")[0])] if behind else []
    return waiting, min(oldest, default=None)


def _holds(store: Store, log_id: str) -> bool:
    try:
        events = store.tail(log_id)
    except StoreError:
        return False
    head = GENESIS
    for seq, stored in enumerate(events, 1):
        head = link(head, stored.data)
        if stored.seq != seq or stored.hash != head:
            return False
    return bool(events)
