"""Jobs do their work once, however often and wherever they run."""

from __future__ import annotations

import pickle
import sys
import zlib
from dataclasses import replace
from typing import Any

import pytest
from msgspec import structs

from moothall.domain.core.draw import Draw, FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.state import Seat
from moothall.workers.bots import levels
from moothall.workers.job_queue import RUN_STEP, Ask, queue_of
from moothall.workers.jobs import play_ai, run_step
from tests.support.live import MODULE, running, until
from tests.support.tally import TALLY, State
from tests.workers.conftest import Workshop, person, together


def step_of(game_id: str) -> Ask:
    """The job for the step that two people have left behind."""
    return Ask(RUN_STEP, game_id, 6, queue_of("p0", [Seat("human")]))


def test_asking_twice_is_asking_once(shop: Workshop) -> None:
    game_id = shop.game_with_a_step_due()
    shop.dispatcher().consume()
    assert shop.queued == [f"run_step-{game_id}-6"]
    for _ in range(3):
        assert shop.parts.jobs.ask([step_of(game_id)] * 2) == 0
    assert shop.queued == [f"run_step-{game_id}-6"]


def test_a_job_is_stored_by_the_name_that_it_has_always_had(shop: Workshop) -> None:
    asked = [shop.game("ha"), shop.game_with_a_step_due()]
    shop.dispatcher().consume()
    connection = shop.parts.jobs.connection
    stored = [connection.hget(f"rq:job:{job_id}", "data") for job_id in sorted(shop.queued)]
    assert [pickle.loads(zlib.decompress(each)) for each in stored] == [
        ("workers.jobs.play_ai", None, (asked[0], 1), {}),
        ("workers.jobs.run_step", None, (asked[1], 6), {}),
    ]


def test_a_job_that_an_earlier_version_has_stored_is_run(shop: Workshop) -> None:
    game_id = shop.game_with_a_step_due()
    lane, job_id = "moothall-people-03", f"run_step-{game_id}-6"
    connection = shop.parts.jobs.connection
    data = zlib.compress(pickle.dumps(("workers.jobs.run_step", None, (game_id, 6), {})))
    now = "2026-11-01T12:00:00.000000Z"
    told = {"created_at": now, "enqueued_at": now, "status": "queued", "origin": lane, "data": data}
    connection.hset(f"rq:job:{job_id}", mapping={**told, "description": job_id, "timeout": 120, "result_ttl": 0})
    connection.sadd("rq:queues", f"rq:queue:{lane}")
    connection.rpush(f"rq:queue:{lane}", job_id)
    shop.work()  # the dispatcher asks for the same job, and finds that it is known
    assert shop.table(game_id).status == "finished"
    assert shop.parts.jobs.failed() == []
    assert "workers" not in sys.modules


def test_a_step_is_run_once_by_any_number_of_jobs(shop: Workshop) -> None:
    game_id = shop.game_with_a_step_due()
    for _ in range(4):
        assert shop.parts.jobs.ask([step_of(game_id)], again=True) == 1
    shop.work()
    assert [event.step for event in shop.events(game_id)[6:]] == ["score_round"]
    assert shop.table(game_id).status == "finished"
    assert shop.parts.jobs.failed() == []


def test_a_step_is_run_once_by_jobs_at_the_same_moment(shop: Workshop) -> None:
    game_id = shop.game_with_a_step_due()
    together([lambda: run_step(game_id, 6)] * 8)
    assert shop.seq(game_id) == 7


def test_an_ai_seat_plays_once_by_jobs_at_the_same_moment(shop: Workshop) -> None:
    game_id = shop.game("ha")
    together([lambda: play_ai(game_id, 1)] * 8)
    assert [(event.seat, event.level) for event in shop.events(game_id)[1:]] == [(1, "random")]


def test_an_ai_seat_plays_until_it_is_no_longer_asked(shop: Workshop) -> None:
    game_id = shop.game("ah")
    shop.work()
    shop.parts.commands.play(game_id, person(0), [{"type": "write", "number": 3}])
    shop.work()
    assert {event.seat for event in shop.events(game_id)[3:]} == {0}
    assert [decision.seat for decision in shop.table(game_id).decisions] == [1]
    assert shop.queued == []


def test_one_ai_seat_passes_on_to_the_next(shop: Workshop) -> None:
    game_id = shop.game("haa")
    shop.work()
    assert [event.seat for event in shop.events(game_id)[1:]] == [1, 2]


def test_a_job_for_another_seq_does_nothing(shop: Workshop) -> None:
    step, turn = shop.game_with_a_step_due(), shop.game("ha")
    for seq in (0, 5, 7, 99):
        run_step(step, seq)
        play_ai(turn, seq)
    assert (shop.seq(step), shop.seq(turn)) == (6, 1)


def test_a_job_of_the_wrong_kind_does_nothing(shop: Workshop) -> None:
    step, turn = shop.game_with_a_step_due(), shop.game("ha")
    play_ai(step, 6)
    run_step(turn, 1)
    assert (shop.seq(step), shop.seq(turn)) == (6, 1)


def test_a_person_who_resigns_is_played_on_for(shop: Workshop) -> None:
    game_id = shop.game("hh")
    shop.parts.commands.play(game_id, person(1), [{"type": "resign"}])
    shop.work()
    assert [(event.seat, event.level) for event in shop.events(game_id)[3:]] == [(1, "greedy")]


def test_a_game_of_bots_plays_itself_to_the_end(shop: Workshop) -> None:
    game_id = shop.game("aaa", rounds=3)
    shop.work()
    assert shop.table(game_id).status == "finished"
    assert shop.parts.store.due(shop.now + 10**9) == []
    assert shop.queued == []


def test_the_same_secret_gives_the_same_bots(shop: Workshop) -> None:
    games = [shop.game("aa", rounds=2) for _ in range(2)]
    shop.work()
    one, two = ([event.move for event in shop.events(game_id)] for game_id in games)
    assert one == two


def test_worker_and_dispatcher_processes_play_games_to_the_end(shop: Workshop) -> None:
    with (
        running([MODULE, "worker"], shop.config) as one,
        running([MODULE, "worker"], shop.config) as two,
        running([MODULE, "dispatcher"], shop.config) as dispatcher,
    ):
        games = [shop.game("aaa", rounds=3) for _ in range(4)]
        shop.lose_the_queue()
        games += [shop.game("aaa", rounds=3) for _ in range(4)]
        until(lambda: all(shop.table(game_id).status == "finished" for game_id in games), "the end of all games")
        listed = shop.parts.projections
        until(lambda: len(listed.games(status="finished").games) == 8, "the listing of all games")
    assert [process.returncode for process in (one, two, dispatcher)] == [0, 0, 0]
    for game_id in games:
        steps = [event.step for event in shop.events(game_id) if event.step]
        assert steps == ["score_round"] * 3
    assert shop.parts.jobs.failed() == []


def broken_bot(title: Any, state: Any, seat: int, draw: Any) -> Any:
    raise LookupError("no idea what to play")


def test_a_job_that_fails_is_listed_and_its_game_is_as_it_was(shop: Workshop) -> None:
    game_id = shop.game("ha")
    shop.take_title(replace(TALLY, sample_move=broken_bot))
    shop.work()
    (failure,) = shop.parts.jobs.failed()
    assert (failure["job"], failure["game"], failure["seq"]) == (f"play_ai-{game_id}-1", game_id, 1)
    assert failure["failures"] == 1
    assert failure["function"] == "workers.jobs.play_ai"
    assert failure["why"] == "LookupError: no idea what to play"
    assert failure["failed_at"]
    assert shop.seq(game_id) == 1
    shop.parts.commands.play(game_id, person(0), [{"type": "wave"}])


def test_a_job_that_fails_is_tried_again_after_doubling_waits(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    shop.take_title(replace(TALLY, sample_move=broken_bot))
    shop.work()
    began, asked = shop.now, []
    for ms in range(0, 32_000, 250):
        shop.now = began + ms
        if dispatcher.ask_again():
            asked.append(ms)
            shop.work()
    assert asked == [1_000, 3_000, 7_000, 15_000, 31_000]
    (failure,) = shop.parts.jobs.failed()
    assert (failure["job"], failure["failures"]) == (f"play_ai-{game_id}-1", 6)
    assert shop.seq(game_id) == 1


def test_what_fails_in_the_middle_of_a_job_is_listed_as_the_job_that_it_is(shop: Workshop) -> None:
    game_id = shop.game("haa")
    asked: list[int] = []

    def breaks_at_the_second(title: Any, state: Any, seat: int, draw: Any) -> Any:
        asked.append(seat)
        return broken_bot(title, state, seat, draw) if seat == 2 else TALLY.sample_move(title, state, seat, draw)

    shop.take_title(replace(TALLY, sample_move=breaks_at_the_second))
    shop.work()
    assert shop.seq(game_id) == 2
    (failure,) = shop.parts.jobs.failed()
    assert (failure["job"], failure["failures"]) == (f"play_ai-{game_id}-2", 1)
    assert asked == [1, 2, 2]


def test_a_job_that_failed_and_is_done_at_last_is_no_longer_listed(shop: Workshop) -> None:
    game_id = shop.game("ha")
    dispatcher = shop.dispatcher()
    shop.take_title(replace(TALLY, sample_move=broken_bot))
    shop.work()
    shop.take_title(TALLY)
    shop.now += 1_000
    assert dispatcher.ask_again() == 1
    assert len(shop.parts.jobs.failed()) == 1
    shop.work()
    assert [event.seat for event in shop.events(game_id)[1:]] == [1]
    assert shop.parts.jobs.failed() == []


MARK = 777


@pytest.mark.parametrize("level", sorted(levels.BOTS))
def test_a_bot_sees_only_what_its_seat_may_imagine(level: str) -> None:
    seen: list[int] = []

    def marked(state: State, seat: int, draw: Draw) -> State:
        return structs.replace(TALLY.determinize(state, seat, draw), waves=MARK)

    def legal_moves(state: State, seat: int) -> Any:
        seen.append(state.waves)
        return TALLY.legal_moves(state, seat)

    def evaluate(state: State, seat: int) -> float:
        seen.append(state.waves)
        return TALLY.evaluate(state, seat)

    title: AnyTitle = replace(TALLY, determinize=marked, legal_moves=legal_moves, evaluate=evaluate)
    state = TALLY.initial(3, TALLY.options(), 1)
    levels.choose(title, state, 1, level, FastDraw(1))
    assert seen
    assert min(seen) >= MARK
