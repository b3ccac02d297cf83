"""Clocks in the log: due when they run out, decided against the moment that is written, recomputed from the events."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

from moothall.domain.core.errors import IllegalMove
from moothall.domain.table.changes import TimeExpired
from moothall.domain.table.state import SUBSTITUTE, Clock
from moothall.events import keys
from moothall.events.errors import Conflict, NotSeated
from moothall.events.event_store import snapshots
from tests.support.house import ADD, ANN, BEN, DONE, UNDO, WAVE, House, body, key, write

MINUTE = Clock(per_move_s=60)
BANK = Clock(bank_s=600, increment_s=7)


def at(house: House, ms: int) -> House:
    """The house's clock stands there."""
    house.time = itertools.repeat(ms)
    return house


def due(house: House, game_id: str = "g1") -> float | None:
    score: float | None = house.redis.zscore(keys.due(keys.shard_of(game_id)), game_id)
    return score


def test_a_game_is_due_when_its_first_clock_runs_out(house: House) -> None:
    at(house, 1_000).start(clock=MINUTE)
    assert (due(house), house.due) == (61_000, [])
    at(house, 5_000).play(ANN, write(1))
    assert due(house) == 61_000
    at(house, 9_000).play(BEN, write(1))
    assert due(house) == 69_000


def test_work_of_the_games_own_goes_first_and_a_finished_game_is_due_nothing(house: House) -> None:
    at(house, 1_000).start(rounds=1, clock=MINUTE)
    for person, move in ((ANN, write(1)), (BEN, write(2)), (ANN, DONE), (BEN, DONE)):
        at(house, 2_000).play(person, move)
    assert due(house) == 2_000
    house.commands.step("g1", 6)
    assert (house.table().status, due(house)) == ("finished", None)


def test_a_game_without_a_clock_is_due_nothing(house: House) -> None:
    house.start()
    assert due(house) is None
    with pytest.raises(Conflict):
        at(house, 10**12).commands.expire("g1")


def test_an_expiry_is_an_event_and_the_player_is_out(house: House) -> None:
    at(house, 1_000).start(clock=MINUTE)
    at(house, 2_000).play(BEN, write(1))
    with pytest.raises(Conflict):
        at(house, 60_999).commands.expire("g1")
    assert at(house, 61_000).commands.expire("g1").seq == 4
    (stored,) = house.store.tail("g1", 3)
    event = house.games.read(house.games.title_of("g1"), stored)
    assert (event.at, event.seat, event.changes) == (61_000, None, (TimeExpired(0, SUBSTITUTE),))
    assert (due(house), house.due) == (61_000, [("g1", 4)])
    with pytest.raises(NotSeated):
        house.play(ANN, WAVE)


def test_a_late_move_is_refused_before_anybody_has_written_the_expiry(house: House) -> None:
    at(house, 1_000).start(clock=MINUTE)
    for dry_run in (True, False):
        with pytest.raises(IllegalMove) as refused:
            at(house, 61_000).play(ANN, write(1), dry_run=dry_run)
        assert refused.value.rule == "TB-9.3"
    assert house.length() == 2


def test_a_repeated_request_gets_its_answer_after_the_deadline_too(house: House) -> None:
    at(house, 1_000).start(clock=MINUTE)
    first = at(house, 60_999).play(ANN, write(1), key=key())
    again = at(house, 99_000).play(ANN, write(1), key=key())
    assert (again.repeated, again.body) == (True, first.body)


def test_a_move_in_time_and_an_expiry_at_the_same_moment_are_never_both_written(house: House) -> None:
    """Whoever is first in the log is right: the other is decided anew, and then it is too late or nothing is up."""
    mover, judge = at(House(house.redis), 60_999), at(House(house.redis), 61_000)
    for number in range(80):
        game_id = f"race-{number}"
        at(house, 1_000).start(game_id, clock=MINUTE)
        house.play(BEN, write(1), game_id=game_id)
        mover.games.get(game_id)
        judge.games.get(game_id)
        moves: list[Callable[[], Any]] = [
            lambda game_id=game_id: mover.play(ANN, write(2), game_id=game_id),  # type: ignore[misc]
            lambda game_id=game_id: judge.commands.expire(game_id),  # type: ignore[misc]
        ]
        outcomes = together(moves if number % 2 else moves[::-1])
        moved, expired = outcomes if number % 2 else outcomes[::-1]
        assert moved != expired
        table = house.table(game_id)
        assert house.length(game_id) == 4
        assert (table.seats[0].kind, table.game.face is not None) == (("human", True) if moved else ("ai", False))


def test_who_is_second_by_a_hair_is_told_so(house: House) -> None:
    """The same with a given order: each decides on what it knew, which is old."""
    mover, judge = at(House(house.redis), 60_999), at(House(house.redis), 61_000)
    for game_id in ("moved", "expired"):
        at(house, 1_000).start(game_id, clock=MINUTE)
        house.play(BEN, write(1), game_id=game_id)
        mover.games.get(game_id)
        judge.games.get(game_id)
    mover.play(ANN, write(2), game_id="moved")
    with pytest.raises(Conflict):
        judge.commands.expire("moved")
    judge.commands.expire("expired")
    with pytest.raises(NotSeated):
        mover.play(ANN, write(2), game_id="expired")


def together(calls: list[Callable[[], Any]]) -> list[bool]:
    """Both at once; whether each was carried out."""
    barrier = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> bool:
        barrier.wait()
        try:
            call()
        except (Conflict, NotSeated):
            return False
        return True

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


@pytest.mark.parametrize("clock", [MINUTE, BANK])
def test_times_are_the_same_from_memory_from_a_snapshot_and_from_the_log(house: House, clock: Clock) -> None:
    moment = itertools.count(1_000, 777)
    house.time = moment
    house.start(clock=clock)
    for round_number in range(1, 9):
        for person, move in (
            *((ANN, write(2)), (ANN, UNDO), (ANN, write(3)), (BEN, write(1)), (ANN, ADD), (ANN, WAVE), (ANN, UNDO)),
            *((BEN, WAVE), (ANN, ADD), (ANN, DONE), (ANN, UNDO), (ANN, DONE), (BEN, DONE)),
        ):
            house.play(person, move)
            same_everywhere(house)
        house.commands.step("g1", house.length())
        assert house.table().game.round == round_number + 1
    assert house.redis.exists(keys.snapshot("g1")), f"no snapshot in {house.length()} events, every {snapshots.EVERY}"


def same_everywhere(house: House) -> None:
    known = house.games.get("g1").table
    assert house.games.fold_to("g1", house.length()).table == known
    assert House(house.redis).games.load("g1").table == known


def test_answers_tell_the_deadlines(house: House) -> None:
    at(house, 1_000).start(clock=BANK)
    answer = body(at(house, 3_000).play(ANN, write(1)))
    assert answer["awaiting"]["deadline"] == 601_000
    assert answer["awaiting"]["decisions"][0]["deadline"] == 601_000
    assert body(house.queries.moves("g1", BEN.id))["decision"]["deadline"] == 601_000
    seats = body(house.queries.game("g1", ANN.id))["seats"]
    assert [seat["time_left_ms"] for seat in seats] == [605_000, 598_000]


def test_in_a_pause_nothing_is_due_and_no_move_is_listed(house: House) -> None:
    at(house, 1_000).start(clock=MINUTE)
    for person in (ANN, BEN):
        at(house, 11_000).play(person, {"type": "ask_pause"})
    assert due(house) is None
    listed = body(house.queries.moves("g1", ANN.id))
    assert (listed["moves"], listed["decision"]) == ([], None)
    for person in (BEN, ANN):
        at(house, 500_000).play(person, {"type": "ask_resume"})
    assert due(house) == 550_000
