"""Several real processes, or threads, on one game: nobody makes another fail, and nothing is written twice or lost."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from typing import Any

import pytest

from moothall.events import keys
from moothall.server.embedded import EmbeddedRedis
from tests.events.service import racing
from tests.support.house import ANN, PEOPLE, WAVE, House, key, write

ROUNDS = 150


@pytest.fixture(scope="module")
def runners() -> Iterator[ProcessPoolExecutor]:
    """Fresh processes that share nothing with this one or each other but the Redis."""
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        yield pool


@pytest.fixture
def url(redis_server: EmbeddedRedis) -> str:
    return redis_server.url


def check_chain(redis: Any, game_id: str) -> None:
    """Seqs without a gap, hashes that follow from one another."""
    head = bytes(32)
    for seq, (entry_id, fields) in enumerate(redis.xrange(keys.events(game_id)), 1):
        head = hashlib.sha256(head + fields[b"d"]).digest()
        assert (entry_id, fields[b"h"]) == (f"{seq}-0".encode(), head)


def test_two_seats_that_answer_at_the_same_moment_both_succeed(
    house: House, runners: ProcessPoolExecutor, url: str
) -> None:
    for number in range(ROUNDS):
        house.start(f"race-{number}")
    races = [runners.submit(racing.commit, url, seat, ROUNDS) for seat in (0, 1)]
    seqs = [race.result() for race in races]
    assert [set(pair) for pair in zip(*seqs, strict=True)] == [{3, 4}] * ROUNDS
    for number in range(ROUNDS):
        table = house.table(f"race-{number}")
        assert table.game.written == (1, 2)
        assert table.game.face is not None
        check_chain(house.redis, f"race-{number}")


def test_every_acknowledged_move_is_in_the_log_exactly_once(
    house: House, runners: ProcessPoolExecutor, url: str
) -> None:
    house.start()
    times = 250
    races = [runners.submit(racing.wave, url, runner, 3, times) for runner in range(3)]
    acknowledged = [seq for race in races for seq in race.result()]
    assert sorted(acknowledged) == list(range(3, 3 + 3 * times))
    assert house.length() == 2 + 3 * times
    assert house.table().game.waves == 3 * times
    check_chain(house.redis, "g1")
    feed = house.redis.xrange(keys.feed(keys.shard_of("g1")))
    assert [int(fields[b"s"]) for _, fields in feed] == list(range(1, 3 + 3 * times))


def test_one_key_sent_by_two_processes_is_one_event(house: House, runners: ProcessPoolExecutor, url: str) -> None:
    house.start()
    races = [runners.submit(racing.repeat, url, ROUNDS) for _ in range(2)]
    first, second = [race.result() for race in races]
    assert first == second
    assert house.length() == 2 + ROUNDS
    assert house.table().game.waves == ROUNDS


def test_one_key_to_create_sent_by_two_processes_is_one_game(
    house: House, runners: ProcessPoolExecutor, url: str
) -> None:
    races = [runners.submit(racing.create, url, ROUNDS) for _ in range(2)]
    first, second = [race.result() for race in races]
    assert first == second
    assert set(house.store.game_ids()) == {f"new-{number}" for number in range(ROUNDS)}
    assert all(house.length(f"new-{number}") == 1 for number in range(ROUNDS))


def test_the_last_seat_goes_to_one_of_two(house: House, runners: ProcessPoolExecutor, url: str) -> None:
    for number in range(ROUNDS):
        house.create(f"free-{number}")
    races = [runners.submit(racing.join, url, person, ROUNDS) for person in (1, 2)]
    pairs = list(zip(*(race.result() for race in races), strict=True))
    assert all(sum(pair) == 1 for pair in pairs)
    for number, (ben, _) in enumerate(pairs):
        table = house.table(f"free-{number}")
        assert (table.status, table.seats[1].player) == ("active", "ben" if ben else "cat")


def test_threads_of_one_process_do_not_get_in_each_others_way(house: House) -> None:
    """They share the games in memory, as the threads of a server do; keys are sent twice at once."""
    house.start()

    def play(number: int) -> tuple[int, bytes]:
        done = house.play(PEOPLE[number // 2 % 2], WAVE, key=key(f"wave-{number // 2}"))
        return done.seq, done.body

    with ThreadPoolExecutor(6) as threads:
        answers = list(threads.map(play, range(400)))
    assert answers[::2] == answers[1::2]
    assert sorted(seq for seq, _ in answers[::2]) == list(range(3, 203))
    assert house.table().game.waves == 200
    check_chain(house.redis, "g1")


def test_a_secret_answer_sent_twice_at_once_is_answered_twice_alike(house: House) -> None:
    for number in range(ROUNDS):
        house.start(f"twice-{number}")

    def answer(number: int) -> int:
        return house.play(ANN, write(3), game_id=f"twice-{number // 2}", key=key()).seq

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(answer, range(2 * ROUNDS))) == [3] * 2 * ROUNDS
