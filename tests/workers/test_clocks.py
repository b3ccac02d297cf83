"""Clocks that run out: the dispatcher notices, a worker writes it down, and an AI plays on."""

from __future__ import annotations

import pytest

from moothall.domain.table.changes import TimeExpired
from moothall.domain.table.state import Clock, Seat
from moothall.events import keys
from moothall.workers.jobs import expire_clock
from tests.support.live import MODULE, running, until
from tests.support.tally import TALLY
from tests.workers.conftest import Workshop, person, together

PAST_MS = 120_000
"""The workers' own clock is the real one: what shall have run out for them begins so long ago."""


def timed(shop: Workshop, clock: Clock, people: int = 2) -> str:
    """A started game of people with a clock."""
    game_id = f"timed{shop.parts.store.redis.incr('games')}"
    seats = [Seat("human")] * people
    shop.parts.commands.create(game_id, person(0), TALLY, seats, {"rounds": 1}, bytes(32), clock=clock)
    for index in range(1, people):
        shop.parts.commands.join(game_id, person(index), None, "")
    return game_id


def expiries(shop: Workshop, game_id: str) -> list[int]:
    """The seats whose time ran out, as the log has it."""
    return [c.seat for event in shop.events(game_id) for c in event.changes if isinstance(c, TimeExpired)]


def test_the_dispatcher_asks_for_an_expiry_at_the_deadline_and_not_before(shop: Workshop) -> None:
    game_id = timed(shop, Clock(per_move_s=60))
    dispatcher = shop.dispatcher()
    shop.now += 59_999
    assert dispatcher.ask_again() == 0
    shop.now += 1
    assert dispatcher.ask_again() == 1
    assert shop.queued == [f"expire_clock-{game_id}-2"]
    assert dispatcher.ask_again() == 0


def test_an_expiry_that_is_lost_is_asked_for_again_after_doubling_waits(shop: Workshop) -> None:
    timed(shop, Clock(per_move_s=60))
    dispatcher = shop.dispatcher()
    began, asked = shop.now + 60_000, []
    for ms in range(0, 9_000, 250):
        shop.now = began + ms
        if dispatcher.ask_again():
            asked.append(ms)
            shop.lose_the_queue()
    assert asked == [0, 1_000, 2_000, 4_000, 8_000]


def test_ai_players_play_on_to_the_end(shop: Workshop) -> None:
    shop.now -= PAST_MS
    game_id = timed(shop, Clock(per_move_s=60))
    shop.parts.commands.play(game_id, person(1), [{"type": "write", "number": 4}])
    shop.now += PAST_MS
    assert shop.dispatcher().ask_again() == 1
    shop.work()
    assert expiries(shop, game_id) == [0]
    table = shop.table(game_id)
    assert [decision.seat for decision in table.decisions] == [1]
    assert table.decisions[0].deadline == shop.events(game_id)[-1].at + 60_000


def test_a_forfeit_of_one_of_two_ends_the_game(shop: Workshop) -> None:
    shop.now -= PAST_MS
    game_id = timed(shop, Clock("forfeit", bank_s=30))
    shop.parts.commands.play(game_id, person(1), [{"type": "write", "number": 4}])
    expire_clock(game_id, 3)
    table = shop.table(game_id)
    assert (table.status, table.result.ranking) == ("finished", ((1,), (0,)))
    assert shop.parts.store.due(shop.now + 10**9) == []


def test_a_clock_is_expired_once_by_jobs_at_the_same_moment(shop: Workshop) -> None:
    shop.now -= PAST_MS
    game_id = timed(shop, Clock(per_move_s=60), people=3)
    together([lambda: expire_clock(game_id, 3)] * 8)
    assert expiries(shop, game_id) == [0, 1, 2]


def test_a_job_that_comes_before_the_deadline_or_for_no_clock_does_nothing(shop: Workshop) -> None:
    games = [timed(shop, Clock(per_move_s=60)), shop.game("hh")]
    for game_id in games:
        expire_clock(game_id, 2)
        assert shop.seq(game_id) == 2


def test_a_due_entry_that_is_too_early_is_put_off_until_the_deadline(shop: Workshop) -> None:
    game_id = timed(shop, Clock(per_move_s=60))
    redis, due = shop.parts.store.redis, keys.due(keys.shard_of(game_id))
    redis.zadd(due, {game_id: shop.now - 5_000})
    assert shop.dispatcher().ask_again() == 0
    assert redis.zscore(due, game_id) == shop.now + 60_000


def test_an_ai_that_is_stuck_does_not_stop_the_clocks(shop: Workshop) -> None:
    game_id = f"timed{shop.parts.store.redis.incr('games')}"
    seats = [Seat("human"), Seat("ai", level="random")]
    shop.parts.commands.create(game_id, person(0), TALLY, seats, {}, bytes(32), clock=Clock(per_move_s=60))
    shop.lose_the_queue()
    shop.now += 60_000
    assert shop.dispatcher().ask_again() == 2
    assert sorted(job.split("-")[0] for job in shop.queued) == ["expire_clock", "play_ai"]


@pytest.mark.parametrize("on_timeout", ["ai", "forfeit"])
def test_processes_bring_a_game_that_everybody_left_to_its_end(shop: Workshop, on_timeout: str) -> None:
    with running([MODULE, "worker"], shop.config), running([MODULE, "dispatcher"], shop.config):
        game_id = timed(shop, Clock(on_timeout, per_move_s=1), people=3)  # type: ignore[arg-type]
        until(lambda: shop.table(game_id).status == "finished", "the end of the game")
    assert expiries(shop, game_id) == [0, 1, 2]
    assert shop.parts.jobs.failed() == []
