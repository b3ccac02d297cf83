"""A run that is cut off at any point whatever is gone on with by the next one: no table is opened twice, no result
counted twice, no round paired twice; and everything ends as if nothing had happened."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moothall.server.embedded import EmbeddedRedis
from tests.support.cup import Cup
from tests.support.cuts import Cut, Killed

Story = Callable[[Cup, Callable[[], None]], None]
"""What happens in a tournament; the second argument runs it."""


def ais(cup: Cup, run: Callable[[], None]) -> None:
    """Two rounds at two tables."""
    cup.start(ais=4)
    while cup.tournament.status == "active":
        run()
        cup.play_round()
        run()


def duplicate(cup: Cup, run: Callable[[], None]) -> None:
    """One round of people who play the same deal, one table ending early."""
    cup.start(people=4, rounds=1, duplicate=True)
    run()
    first, second = cup.game_ids()
    for game_id in (first, second):
        cup.join_all(game_id)
    cup.play_out(first)
    run()
    assert not cup.table(first).revealed
    cup.play_out(second)
    run()


def no_shows(cup: Cup, run: Callable[[], None]) -> None:
    """One table where somebody is missing, one that nobody comes to, one that is not over in time."""
    cup.start(people=6, rounds=1, join_s=60, round_s=600)
    run()
    first, second, third = cup.game_ids()
    cup.join_all(first, missing=[cup.table(first).reserved[0].player])
    cup.join_all(third)
    cup.now += 60_000
    run()
    assert cup.table(second).status == "aborted"
    cup.now += 540_000
    run()


STORIES: dict[str, Story] = {"ais": ais, "duplicate": duplicate, "no shows": no_shows}


@pytest.mark.parametrize("answered", [False, True], ids=["before it is sent", "after it is answered"])
@pytest.mark.parametrize("name", STORIES)
def test_a_run_that_is_cut_off_anywhere_is_gone_on_with(
    redis_server: EmbeddedRedis, redis: Any, monkeypatch: pytest.MonkeyPatch, name: str, answered: bool
) -> None:
    whole, exchanges = played(redis_server.url, redis, monkeypatch, STORIES[name], Cut())
    assert exchanges > 20, "nothing was counted"
    for at in range(1, exchanges + 1):
        cut = Cut(at, answered)
        found, _ = played(redis_server.url, redis, monkeypatch, STORIES[name], cut)
        assert cut.killed
        assert found == whole, f"cut off at exchange {at}, it ends otherwise"


def played(
    url: str, redis: Any, monkeypatch: pytest.MonkeyPatch, story: Story, cut: Cut
) -> tuple[dict[str, list[bytes]], int]:
    """All that a story leaves in the logs, and how much its runs said to Redis."""
    redis.flushall()
    cup = Cup(url)
    runners: list[Cup] = []

    def run() -> None:
        try:
            run_once()
        except Killed:
            run_once()

    def run_once() -> None:
        """In a process of its own."""
        runner = Cup(url, cup.now)
        runners.append(runner)
        with cut.working(monkeypatch):
            runner.run()

    try:
        story(cup, run)
        assert cup.tournament.status == "finished"
        due = cup.store.due(10**15)
        assert due == [], "it is still to be looked at"
        return cup.stored(), cut.count
    finally:
        for each in (cup, *runners):
            each.close()
