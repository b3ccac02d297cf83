"""Many games of AIs alone at once: how many jobs they take."""

from __future__ import annotations

import signal

from prometheus_client import REGISTRY

from moothall.workers.worker import LaneWorker
from tests.workers.conftest import Workshop

GAMES = 60
ACCOUNTS = 20
LOOK_MS = 500
LOOKS = 20
"""Between two rounds of jobs: every job waits ten seconds and is looked for all the while."""


def jobs_run() -> float:
    """By workers in this process, so far."""
    families = {family.name: family for family in REGISTRY.collect()}
    return sum(each.value for each in families["moothall_jobs"].samples if each.name == "moothall_jobs_total")


def test_sixty_games_at_once_take_hardly_more_jobs_than_there_are_events(shop: Workshop) -> None:
    """At the worst: a slice of no time, so that no job does more than one thing, and a queue that is always behind."""
    shop.contexts[-1].slice_s = 0
    games = [shop.game("aa", rounds=1, creator=number % ACCOUNTS) for number in range(GAMES)]
    dispatcher = shop.dispatcher()
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    worker = LaneWorker(shop.parts.jobs.lanes(), shop.parts.jobs.connection)
    before = jobs_run()
    asked_again = 0
    try:
        while any(shop.table(game_id).status != "finished" for game_id in games):
            dispatcher.consume()
            for _ in range(LOOKS):
                shop.now += LOOK_MS
                asked_again += dispatcher.ask_again()
            worker.work(burst=True, max_jobs=GAMES, logging_level="CRITICAL")
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    events = sum(shop.seq(game_id) - 1 for game_id in games)  # nobody works for the first
    jobs = jobs_run() - before
    assert events >= 5 * GAMES
    assert jobs >= 0.9 * events, "no job did more than one thing"
    assert jobs + asked_again <= 1.1 * events
