"""People before games of AIs alone, and of each kind the accounts in turn."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace

import psutil
import pytest

from moothall.domain.table.state import Seat
from moothall.workers import jobs, worker as worker_module
from moothall.workers.job_queue import AI_ONLY, LANES, PEOPLE, queue_of
from moothall.workers.jobs import play_ai
from moothall.workers.worker import LaneWorker
from tests.support.live import MODULE, running, until
from tests.workers.conftest import Workshop, person


@pytest.fixture
def worker(shop: Workshop) -> Iterator[LaneWorker]:
    """One that takes all work; the tests' own signal handlers stay."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    yield LaneWorker(shop.parts.jobs.lanes(), shop.parts.jobs.connection)
    for number, handler in handlers.items():
        signal.signal(number, handler)


def taken(worker: LaneWorker, number: int) -> list[str]:
    """The games of the next jobs that a worker takes."""
    found = []
    for _ in range(number):
        result = worker.dequeue_job_and_maintain_ttl(None)
        assert result is not None
        found.append(str(result[0].args[0]))
    return found


def asked(shop: Workshop, seats: str, creator: int) -> str:
    """A game whose work waits."""
    game_id = shop.game(seats, creator=creator)
    shop.dispatcher().consume()
    return game_id


def accounts_in_lanes_of_their_own(number: int) -> list[int]:
    """Persons of whom no two share a lane."""
    lanes: dict[str, int] = {}
    for index in range(1_000):
        lanes.setdefault(queue_of(person(index).id, []), index)
    return list(lanes.values())[:number]


def test_a_game_has_a_lane_by_its_creator_and_by_whether_people_sit_in_it() -> None:
    people, alone = [Seat("ai"), Seat("human")], [Seat("ai"), Seat("ai")]
    for account in ("p_1", "p_2"):
        assert queue_of(account, people) in PEOPLE
        assert queue_of(account, alone) in AI_ONLY
        assert queue_of(account, people)[-2:] == queue_of(account, alone)[-2:]
    assert len({queue_of(f"p_{number}", people) for number in range(1_000)}) == LANES


def test_work_for_people_is_taken_first(shop: Workshop, worker: LaneWorker) -> None:
    alone = [asked(shop, "aa", creator) for creator in range(5)]
    with_people = [asked(shop, "ha", creator) for creator in range(5)]
    first = taken(worker, 5)
    assert sorted(first) == sorted(with_people)
    assert set(taken(worker, 4)) < set(alone)
    late = asked(shop, "ha", 7)
    assert taken(worker, 1) == [late]


@pytest.mark.parametrize("seats", ["aa", "ha"])
def test_accounts_have_their_turns_however_many_games_one_of_them_has(
    shop: Workshop, worker: LaneWorker, seats: str
) -> None:
    greedy, one, two = accounts_in_lanes_of_their_own(3)
    many = [asked(shop, seats, greedy) for _ in range(20)]
    few = [asked(shop, seats, one), asked(shop, seats, two), asked(shop, seats, one)]
    first = taken(worker, 6)
    assert set(few) <= set(first)
    assert [game for game in first if game in many] == many[:3]


def test_a_game_goes_on_as_fast_as_all_games_of_another_account_together(shop: Workshop, worker: LaneWorker) -> None:
    greedy, modest = accounts_in_lanes_of_their_own(2)
    shop.contexts[-1].slice_s = 0
    many = [asked(shop, "aaaa", greedy) for _ in range(20)]
    alone = shop.game("aaaa", rounds=9, creator=modest)
    shop.dispatcher().consume()
    worker.work(burst=True, max_jobs=30, logging_level="CRITICAL")
    assert shop.seq(alone) - 1 == 15
    assert sum(shop.seq(each) - 1 for each in many) == 15


def test_a_worker_for_people_takes_nothing_else(shop: Workshop) -> None:
    worker = LaneWorker(shop.parts.jobs.lanes(people_only=True), shop.parts.jobs.connection)
    asked(shop, "aa", 0)
    assert worker.dequeue_job_and_maintain_ttl(None) is None
    game_id = asked(shop, "ha", 0)
    assert taken(worker, 1) == [game_id]


def test_a_game_that_people_have_left_is_one_of_ais_alone(shop: Workshop) -> None:
    game_id = shop.game("ha")
    shop.parts.commands.play(game_id, person(0), [{"type": "resign"}])
    shop.dispatcher().consume()
    assert shop.parts.jobs.waiting() == {"people": 0, "ai_only": 1}


def test_a_job_goes_on_with_its_game(shop: Workshop) -> None:
    game_id = shop.game("aaa", rounds=3)
    shop.contexts[-1].slice_s = 60
    play_ai(game_id, 1)
    assert shop.table(game_id).status == "finished"
    assert shop.queued == []


def test_a_slice_that_is_over_gives_the_game_back_to_its_lane(shop: Workshop) -> None:
    game_id = shop.game("aaa", rounds=3)
    shop.contexts[-1].slice_s = 0
    play_ai(game_id, 1)
    assert shop.seq(game_id) == 2
    assert shop.queued == [f"play_ai-{game_id}-2"]
    shop.work()
    assert shop.table(game_id).status == "finished"


def test_a_game_of_ais_alone_makes_way_for_people(shop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "LOOK_S", 0.0)
    shop.contexts[-1].slice_s = 60
    alone, with_people = shop.game("aaa", rounds=3), shop.game("haa")
    shop.dispatcher().consume()
    play_ai(alone, 1)
    assert shop.seq(alone) == 2
    play_ai(with_people, 1)
    assert [event.seat for event in shop.events(with_people)[1:]] == [1, 2]


def test_workers_let_everybody_else_go_first_but_for_those_for_people(shop: Workshop) -> None:
    own = os.nice(0)
    config = replace(shop.config, job_nice=3)
    with (
        running([MODULE, "worker"], config) as worker,
        running([MODULE, "worker", "--people"], config) as for_people,
    ):
        until(lambda: len(shop.parts.jobs.connection.smembers("rq:workers")) == 2, "both workers")
        assert psutil.Process(worker.pid).nice() == min(own + 3, 19)
        assert psutil.Process(for_people.pid).nice() == own


def test_a_worker_stops_when_told_to_even_if_the_exception_is_lost(
    worker: LaneWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As one is that is raised in a destructor."""
    monkeypatch.setattr(LaneWorker, "_shutdown", lambda self: None)
    monkeypatch.setattr(worker_module, "WAIT_S", 1)
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGTERM)).start()
    assert not worker.work(logging_level="CRITICAL")


@pytest.mark.skipif(not worker_module.AUTOGROUP.exists(), reason="sessions are not weighed against each other here")
def test_only_who_leads_a_session_speaks_for_it(shop: Workshop) -> None:
    before = worker_module.AUTOGROUP.read_text()
    with running([MODULE, "worker"], replace(shop.config, job_nice=3)) as worker:
        until(lambda: psutil.Process(worker.pid).nice() == min(os.nice(0) + 3, 19), "its niceness")
        until(lambda: shop.parts.jobs.connection.smembers("rq:workers"), "the worker")
    assert worker_module.AUTOGROUP.read_text() == before


def test_people_are_answered_however_many_games_of_ais_alone_wait(shop: Workshop) -> None:
    """Nobody but the worker for people is there."""
    alone = [shop.game("aa", creator=number) for number in range(30)]
    with (
        running([MODULE, "worker", "--people"], shop.config) as worker,
        running([MODULE, "dispatcher"], shop.config) as dispatcher,
    ):
        game_id = shop.game("haa")
        until(lambda: shop.seq(game_id) == 3, "the answers of the AIs")
    assert [process.returncode for process in (worker, dispatcher)] == [0, 0]
    assert {shop.seq(each) for each in alone} == {1}
    assert shop.parts.jobs.waiting() == {"people": 0, "ai_only": 30}
