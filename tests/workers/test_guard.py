"""A bot that fails is replaced by a simpler one: the game goes on, and the failure can be seen."""

from __future__ import annotations

import dataclasses
import logging
import signal
import threading
import time
from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.state import Seat
from moothall.events.event_store.store import Store
from moothall.events.games.commands import Commands
from moothall.events.games.repository import Games
from moothall.events.games.writer import Writer
from moothall.server.embedded import EmbeddedRedis
from moothall.workers import jobs
from moothall.workers.bots.guard import Overrun, alarm, choose
from moothall.workers.job_queue import Jobs
from tests.support.house import ANN, SECRET
from tests.support.live import until
from tests.support.tally import TALLY


def broken(state: Any, seat: int) -> float:
    raise ZeroDivisionError("the hidden card is the seven of bells")


def endless(state: Any, seat: int) -> float:
    while True:
        pass


BROKEN = dataclasses.replace(TALLY, evaluate=broken)
ENDLESS = dataclasses.replace(TALLY, evaluate=endless)


def start(title: AnyTitle) -> Any:
    return title.new(2, title.options(), FastDraw(1)).state


@pytest.mark.parametrize(("title", "why"), [(BROKEN, ZeroDivisionError), (ENDLESS, Overrun)])
def test_the_next_simpler_level_answers(title: AnyTitle, why: type[BaseException]) -> None:
    failures: list[tuple[str, type[BaseException]]] = []
    state = start(title)
    found = choose(title, state, 0, "mcts", 1, 60, lambda level, error: failures.append((level, type(error))))
    assert failures == [("mcts", why), ("greedy", why)]
    assert found.level == "random"
    assert found.moves[0] in list(title.legal_moves(state, 0))


def test_a_bot_that_others_are_patient_with_may_take_longer() -> None:
    def slow(state: Any, seat: int) -> float:
        time.sleep(0.05)
        return TALLY.evaluate(state, seat)

    title = dataclasses.replace(TALLY, evaluate=slow)
    levels = [choose(title, start(title), 0, "greedy", 1, 30, lambda *_: None, patience).level for patience in (1, 1e4)]
    assert levels == ["random", "greedy"]


def test_a_bot_that_does_well_is_asked_alone() -> None:
    found = choose(TALLY, start(TALLY), 0, "greedy", 1, 5_000, lambda level, error: pytest.fail(f"{level}: {error!r}"))
    assert found.level == "greedy"


def test_whoever_had_set_the_timer_gets_it_back() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 100)
        with pytest.raises(Overrun), alarm(0.01):
            threading.Event().wait(10)
        left, _ = signal.getitimer(signal.ITIMER_REAL)
        assert 50 < left < 100
        signal.setitimer(signal.ITIMER_REAL, 0.01)
        with alarm(10):
            until(lambda: signal.getitimer(signal.ITIMER_REAL)[0] < 9.95, "its time, while the bot thinks")
        until(lambda: rung, "its ring")
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def context_of(redis: Any, server: EmbeddedRedis, title: AnyTitle) -> jobs.WorkerContext:
    """A context whose only title is this one, and a game of two bots on it."""
    games = Games(Store(redis), {"tally": title})
    commands = Commands(Writer(games, clock=lambda: 1_000))
    context = jobs.WorkerContext(games, commands, Jobs(server.url), ai_ms=60)
    seats = [Seat("ai", level="mcts"), Seat("ai", level="greedy")]
    commands.create("g1", ANN, title, seats, {"rounds": 1}, SECRET)
    return context


@pytest.mark.parametrize("title", [TALLY, BROKEN, ENDLESS], ids=["sound", "broken", "endless"])
def test_a_game_of_bots_goes_on_whatever_they_do(
    redis: Any, redis_server: EmbeddedRedis, title: AnyTitle, caplog: pytest.LogCaptureFixture
) -> None:
    context = context_of(redis, redis_server, title)
    jobs.set_context(context)
    with caplog.at_level(logging.ERROR):
        while (hot := context.games.fresh("g1")).table.status == "active":
            (jobs.run_step if hot.table.step else jobs.play_ai)("g1", hot.log.seq)
    levels = {hot.title and event.level for event in played(context)}
    stats = context.games.store.stats()
    if title is TALLY:
        assert levels == {"mcts", "greedy"}
        assert not stats
        assert not caplog.records
    else:
        assert levels == {"random"}
        assert set(stats) == {"bot_failures:tally:mcts", "bot_failures:tally:greedy"}
        assert len(caplog.records) == sum(stats.values())
        assert "level greedy failed" in caplog.text
        assert "seven of bells" not in caplog.text


def played(context: jobs.WorkerContext) -> list[Any]:
    """The events that bots made."""
    stored = context.games.store.tail("g1", 0)
    events = [context.games.read(context.games.title_of("g1"), each) for each in stored]
    return [event for event in events if event.seat is not None]
