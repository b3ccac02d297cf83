"""How a worker takes jobs, and what it says of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from redis import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from rq.job import Job

from moothall.workers.job_queue import AI_ONLY, EXPIRE_CLOCK, LEASE_S, PEOPLE, PLAY_AI, RUN_STEP, TIMEOUT_S, Ask, ask_of
from moothall.workers.worker import Taker
from tests.workers.conftest import Workshop

ASK = Ask(PLAY_AI, "some-game", 7, PEOPLE[3])


@pytest.fixture
def queue(shop: Workshop) -> Iterator[Any]:
    """The queue's Redis, seen by somebody else."""
    with Redis.from_url(shop.config.queue) as redis:
        yield redis


@pytest.fixture
def taker(shop: Workshop) -> Taker:
    return Taker(shop.parts.jobs.connection)


def lanes(shop: Workshop) -> list[str]:
    return [lane.key for kind in shop.parts.jobs.lanes() for lane in kind]


@pytest.mark.parametrize("function", [RUN_STEP, PLAY_AI, EXPIRE_CLOCK])
@pytest.mark.parametrize("game_id", ["g", "a-b-c", "7", "under_score"])
def test_an_id_tells_what_was_asked_for(function: str, game_id: str) -> None:
    ask = Ask(function, game_id, 12, AI_ONLY[0])
    assert ask_of(ask.job_id, ask.queue) == ask


@pytest.mark.parametrize("job_id", ["", "3f2a-41", "run_step", "run_step-game", "run_step-game-x", "other-game-1"])
def test_an_id_of_another_kind_tells_nothing(job_id: str) -> None:
    assert ask_of(job_id, PEOPLE[0]) is None


def test_what_is_asked_for_is_a_job_as_rq_knows_it(shop: Workshop) -> None:
    assert shop.parts.jobs.ask([ASK]) == 1
    assert shop.parts.jobs.ask([ASK]) == 0
    job = Job.fetch(ASK.job_id, connection=shop.parts.jobs.connection)
    assert (job.func_name, job.args, job.kwargs) == (PLAY_AI, ("some-game", 7), {})
    assert (job.origin, job.description, job.timeout, job.result_ttl) == (PEOPLE[3], ASK.job_id, TIMEOUT_S, 0)
    assert job.get_status() == "queued"
    assert job.created_at is not None
    assert job.enqueued_at is not None


@pytest.mark.parametrize("timeout", [None, 1])
def test_the_first_lane_that_has_a_job_is_served(shop: Workshop, taker: Taker, timeout: int | None) -> None:
    late = Ask(RUN_STEP, "g", 1, AI_ONLY[0])
    shop.parts.jobs.ask([late, ASK])
    taken = [taker.take(lanes(shop), timeout) for _ in range(3)]
    assert taken == [(f"rq:queue:{ASK.queue}", ASK.job_id), (f"rq:queue:{late.queue}", late.job_id), None]


def test_a_job_is_under_a_lease_from_its_beginning_and_gone_with_the_next_question(
    shop: Workshop, queue: Any, taker: Taker
) -> None:
    shop.parts.jobs.ask([ASK])
    taker.take(lanes(shop), None)
    taker.begin(ASK.job_id)
    taker.flush()
    assert queue.hget(Job.key_for(ASK.job_id), "status") == b"started"
    assert 0 < queue.ttl(Job.key_for(ASK.job_id)) <= LEASE_S
    taker.done(ASK)
    assert queue.exists(Job.key_for(ASK.job_id))
    assert taker.take(lanes(shop), None) is None
    assert not queue.exists(Job.key_for(ASK.job_id))


def test_what_a_queue_did_not_hear_it_is_told_again(shop: Workshop, queue: Any, taker: Taker) -> None:
    shop.parts.jobs.ask([ASK])
    taker.take(lanes(shop), None)
    taker.done(ASK)
    for client in queue.client_list():
        if client["id"] != str(queue.client_id()):
            queue.client_kill_filter(_id=client["id"])
    with pytest.raises(RedisConnectionError):
        taker.take(lanes(shop), None)
    assert taker.take(lanes(shop), None) is None
    assert not queue.exists(Job.key_for(ASK.job_id))


def test_whoever_gives_up_waiting_leaves_no_answer_to_the_next(shop: Workshop, taker: Taker) -> None:
    shop.parts.jobs.ask([ASK])
    with pytest.raises(TypeError):
        taker.take([*lanes(shop), object()], 1)  # type: ignore[list-item]
    taker.begin("another")
    assert taker.take(lanes(shop), 1) == (f"rq:queue:{ASK.queue}", ASK.job_id)
