"""A workshop: the parts of a server with Tally, what a worker needs, and a clock that is set by hand."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Barrier
from typing import Any

import pytest
from redis import Redis

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.decide import Person
from moothall.domain.table.state import Seat
from moothall.events import keys
from moothall.events.games.commands import Commands
from moothall.events.games.repository import Games
from moothall.events.games.writer import Writer
from moothall.events.projections.lobby import Projections
from moothall.events.tournaments.projections import TournamentNotices
from moothall.events.tournaments.scheduler import Marks
from moothall.server.bootstrap import Services, now_ms, wire, wire_worker
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.workers.dispatcher import Dispatcher
from moothall.workers.due_work import Net
from moothall.workers.jobs import WorkerContext, set_context
from moothall.workers.tournaments import TournamentAsker, TournamentDispatch
from moothall.workers.worker import LaneWorker
from tests.support.tally import TALLY


class Workshop:
    """Everything around a few games; the queue is a database of its own, so that it can be lost alone."""

    def __init__(self, url: str) -> None:
        self.config = Config(redis=url, queue=f"{url}?db=1")
        self.now = now_ms()
        made = wire(self.config, {"tally": TALLY})
        commands = Commands(Writer(made.games, clock=lambda: self.now))
        self.parts: Services = replace(made, commands=commands)
        self.contexts: list[WorkerContext] = []
        self.take_title(TALLY)

    @property
    def queued(self) -> list[str]:
        """The ids of the jobs that wait, lane by lane."""
        return [job_id for kind in self.parts.jobs.lanes() for lane in kind for job_id in lane.job_ids]

    def take_title(self, title: AnyTitle) -> None:
        """The worker has this version of Tally from now on."""
        self.contexts.append(wire_worker(self.config, {"tally": title}))
        set_context(self.contexts[-1])

    def game(self, seats: str, rounds: int = 1, creator: int = 0) -> str:
        """A started game: `ha` seats a person and an AI."""
        places = [Seat("human") if kind == "h" else Seat("ai", level="random") for kind in seats]
        game_id = f"game{self.parts.store.redis.incr('games')}"
        self.parts.commands.create(game_id, person(creator), TALLY, places, {"rounds": rounds}, bytes(32))
        for index in range(1, seats.count("h")):
            self.parts.commands.join(game_id, person(index), None, "")
        return game_id

    def game_with_a_step_due(self) -> str:
        """Two people have played their only round."""
        game_id = self.game("hh")
        for kind in ({"type": "write", "number": 3}, {"type": "done"}):
            for index in range(2):
                self.parts.commands.play(game_id, person(index), [kind])
        return game_id

    def table(self, game_id: str) -> Any:
        return self.parts.games.fresh(game_id).table

    def seq(self, game_id: str) -> int:
        return self.parts.store.length(game_id)

    def events(self, game_id: str) -> list[Any]:
        return [self.parts.games.read(TALLY, stored) for stored in self.parts.store.tail(game_id)]

    def work(self) -> None:
        """A dispatcher asks for what is due, and a real RQ worker takes all jobs there are."""
        self.dispatcher().consume()
        handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        jobs = self.contexts[-1].jobs
        try:
            LaneWorker(jobs.lanes(), jobs.connection).work(burst=True, logging_level="CRITICAL")
        finally:
            for number, handler in handlers.items():
                signal.signal(number, handler)

    def lose_the_queue(self) -> None:
        """With all that was asked for."""
        self.dispatcher().consume()
        with Redis.from_url(self.config.queue) as queue:
            queue.flushdb()

    def dispatcher(self) -> Dispatcher:
        store, parts = self.parts.store, self.parts
        net = Net(store, Games(store, {"tally": TALLY}), parts.jobs)
        own = parts.tournament_queries.log
        asker = TournamentAsker(parts.tournament_listing, Marks(own.store), parts.jobs, lambda: self.now)
        dispatch = TournamentDispatch(asker, parts.tournament_listing, TournamentNotices(own))
        made = Dispatcher(
            store,
            net,
            Projections(store),
            parts.jobs,
            lambda: self.now,
            parts.inbox,
            parts.webhooks,
            tournaments=dispatch,
        )
        made.open()
        return made

    def feed_length(self) -> int:
        return sum(self.parts.store.redis.xlen(keys.feed(shard)) for shard in range(keys.SHARDS))

    def close(self) -> None:
        for context in self.contexts:
            context.games.store.redis.close()
            context.jobs.connection.close()
        self.parts.store.redis.close()
        self.parts.jobs.connection.close()


def person(index: int) -> Person:
    return Person(f"p{index}", f"Player {index}")


@pytest.fixture
def shop(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Workshop]:
    made = Workshop(redis_server.url)
    yield made
    made.close()


def together(calls: Sequence[Callable[[], None]]) -> None:
    """All at once; what one of them raises is raised."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], None]) -> None:
        barrier.wait()
        call()

    with ThreadPoolExecutor(len(calls)) as pool:
        for future in [pool.submit(run, call) for call in calls]:
            future.result()
