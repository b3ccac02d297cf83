"""The net below the queue: it asks for what nobody holds, and for nothing else."""

from __future__ import annotations

import threading
from dataclasses import replace
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from redis import Redis
from rq.job import Job

from moothall.events import keys
from moothall.events.games.repository import Games
from moothall.workers import worker
from moothall.workers.due_work import LONGEST_WAIT_MS, Net
from moothall.workers.job_queue import LEASE_S, PLAY_AI, Ask, Holding, Jobs, queue_of
from moothall.workers.worker import LaneWorker
from tests.support.live import MODULE, running, until
from tests.support.tally import TALLY
from tests.workers.conftest import Workshop

GAMES = 60


class WatchedJobs(Jobs):
    """Counts the jobs that are looked for."""

    looked = 0

    def holdings(self, asks: Any) -> list[Holding]:
        self.looked += len(asks)
        return super().holdings(asks)


def first_move(shop: Workshop, game_id: str) -> Ask:
    """The job for the AI's first move."""
    table = shop.table(game_id)
    return Ask(PLAY_AI, game_id, 1, queue_of(table.creator, table.seats))


def test_a_job_that_only_waits_is_never_asked_for_again(shop: Workshop) -> None:
    games = [shop.game("aa", creator=number) for number in range(GAMES)]
    shop.dispatcher().consume()
    jobs = WatchedJobs(shop.config.queue)
    net = Net(shop.parts.store, Games(shop.parts.store, {"tally": TALLY}), jobs)
    waiting = sorted(shop.queued)
    began = shop.now
    for ms in range(0, 5 * 60_000, 500):
        assert net.ask_again(began + ms) == 0
    jobs.connection.close()
    assert sorted(shop.queued) == waiting == sorted(f"play_ai-{game_id}-1" for game_id in games)
    assert jobs.looked <= GAMES * 20, "looked for 20 times in five minutes, not each of 600 times"
    shop.work()
    assert all(shop.table(game_id).status == "finished" for game_id in games)


def test_the_loss_of_the_whole_queue_is_noticed_however_long_the_jobs_had_waited(shop: Workshop) -> None:
    games = [shop.game("aa", creator=number) for number in range(GAMES)]
    dispatcher = shop.dispatcher()
    dispatcher.consume()
    began = shop.now
    for ms in range(0, 100_000, 500):
        shop.now = began + ms
        assert dispatcher.ask_again() == 0
    shop.lose_the_queue()
    asked = 0
    for _ in range(0, LONGEST_WAIT_MS, 500):
        shop.now += 500
        asked += dispatcher.ask_again()
    assert asked == GAMES == len(shop.queued)
    shop.work()
    assert all(shop.table(game_id).status == "finished" for game_id in games)


def test_a_job_that_a_worker_took_and_died_before_it_was_read_is_asked_for_again(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    dispatcher.consume()
    ask = first_move(shop, game_id)
    with Redis.from_url(shop.config.queue) as queue:
        assert queue.lpop(f"rq:queue:{ask.queue}") == ask.job_id.encode()
    assert shop.parts.jobs.holdings([ask]) == [Holding("lost")]
    shop.now += 1_000
    assert dispatcher.ask_again() == 1
    assert shop.queued == [ask.job_id]
    shop.work()
    assert shop.seq(game_id) == 2


def test_a_job_is_held_while_its_worker_has_the_lease(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    dispatcher.consume()
    ask = first_move(shop, game_id)
    worker = LaneWorker(shop.parts.jobs.lanes(), shop.parts.jobs.connection)
    assert worker.dequeue_job_and_maintain_ttl(None) is not None
    assert shop.parts.jobs.holdings([ask]) == [Holding("held")]
    shop.now += 1_000
    assert dispatcher.ask_again() == 0
    with Redis.from_url(shop.config.queue) as queue:
        assert 0 < queue.ttl(Job.key_for(ask.job_id)) <= LEASE_S
        queue.expire(Job.key_for(ask.job_id), 0)  # its time is up: the worker was not heard of
    assert shop.parts.jobs.holdings([ask]) == [Holding("lost")]
    shop.now += 1_000
    assert dispatcher.ask_again() == 1


def test_a_long_job_keeps_its_lease(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "LEASE_S", 2)
    monkeypatch.setattr(worker, "BEAT_S", 0.1)
    game_id = shop.game("ha")
    shop.dispatcher().consume()
    key = Job.key_for(first_move(shop, game_id).job_id)
    seen: list[int] = []

    def slow_bot(*arguments: Any) -> Any:
        with Redis.from_url(shop.config.queue) as queue:
            until(lambda: renewed(queue, key, seen), "the lease to be renewed")
        return TALLY.sample_move(*arguments)

    shop.take_title(replace(TALLY, sample_move=slow_bot))
    shop.work()
    assert seen
    assert shop.seq(game_id) == 2
    assert shop.parts.jobs.failed() == []


def test_a_job_is_under_its_lease_before_that_is_first_renewed(shop: Workshop) -> None:
    """A worker that dies in the first moment of a job has not taken it away for ever."""
    game_id = shop.game("ha")
    shop.dispatcher().consume()
    key = Job.key_for(first_move(shop, game_id).job_id)
    left: list[int] = []

    def bot(*arguments: Any) -> Any:
        with Redis.from_url(shop.config.queue) as queue:
            left.append(queue.ttl(key))
        return TALLY.sample_move(*arguments)

    shop.take_title(replace(TALLY, sample_move=bot))
    shop.work()
    assert 0 < left[0] <= LEASE_S


def renewed(queue: Any, key: str, seen: list[int]) -> bool:
    """Whether the lease has grown longer three times, by what was seen of it."""
    seen.append(queue.pttl(key))
    return sum(later > earlier for earlier, later in pairwise(seen)) >= 3


def test_the_game_of_a_worker_that_was_killed_goes_on(shop: Workshop) -> None:
    games = [shop.game("aaaa", rounds=9) for _ in range(12)]
    with (
        running([MODULE, "dispatcher"], shop.config),
        running([MODULE, "worker"], shop.config) as victim,
    ):
        until(lambda: any(shop.seq(game_id) > 1 for game_id in games), "the first moves")
        victim.kill()
        victim.wait()
        with running([MODULE, "worker"], shop.config):
            until(lambda: all(shop.table(each).status == "finished" for each in games), "the end of all games")
    assert shop.parts.jobs.failed() == []


def test_what_an_earlier_version_has_written_is_read_from_the_log(shop: Workshop) -> None:
    """Its listing entries do not say what a game is due."""
    game_id, idle = shop.game("ha"), shop.game("hh")
    redis = shop.parts.store.redis
    for each in (game_id, idle):
        meta = msgspec.json.decode(redis.get(keys.meta(each)))
        del meta["work"]
        redis.set(keys.meta(each), msgspec.json.encode(meta))
        redis.zadd(keys.due(keys.shard_of(each)), {each: shop.now})
    shop.lose_the_queue()
    shop.now += 1_000
    assert shop.dispatcher().ask_again() == 1
    assert shop.queued == [f"play_ai-{game_id}-1"]
    assert [each for each, _ in shop.parts.store.due(shop.now + 10**9)] == [game_id]


def test_two_dispatchers_ask_once(shop: Workshop) -> None:
    for _ in range(20):
        shop.game("ha")
    shop.lose_the_queue()
    shop.now += 1_000
    dispatchers = [shop.dispatcher() for _ in range(2)]
    stop = threading.Event()
    running_ = [threading.Thread(target=each.run, args=(stop,)) for each in dispatchers]
    for thread in running_:
        thread.start()
    until(lambda: len(shop.queued) >= 20, "all jobs")
    stop.set()
    for thread in running_:
        thread.join(30)
    shop.work()
    assert shop.parts.jobs.failed() == []
