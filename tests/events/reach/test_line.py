"""One connection for many askers: everybody gets the own answer, nobody waits for ever, nothing is sent twice."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from redis.exceptions import RedisError, ResponseError

from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.events.redis_client.group_commit import Line
from moothall.server.embedded import EmbeddedRedis
from tests.support.live import PATIENCE_S, until

ASKERS = 24
EACH = 200


class CountingPool:
    """A pool that tells how often something was written to its connections."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool
        self.writes = 0

    def get_connection(self) -> Any:
        connection = self._pool.get_connection()
        send = connection.send_packed_command

        def counted(*arguments: Any) -> None:
            self.writes += 1
            send(*arguments)

        connection.send_packed_command = counted
        return connection


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(tmp_path / "redis")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def pool(redis_server: EmbeddedRedis, redis: Any) -> Iterator[CountingPool]:
    client = connect(redis_server.url)
    yield CountingPool(client.connection_pool)
    client.close()


def test_everybody_gets_the_own_answer(pool: CountingPool) -> None:
    line = Line(pool)

    def ask(asker: int) -> list[bytes]:
        return [line.call(("ECHO", f"{asker}-{number}")) for number in range(EACH)]

    with ThreadPoolExecutor(ASKERS) as askers:
        answers = list(askers.map(ask, range(ASKERS)))
    assert answers == [[f"{asker}-{number}".encode() for number in range(EACH)] for asker in range(ASKERS)]


def test_what_is_asked_together_is_sent_together(pool: CountingPool, redis: Any) -> None:
    line = Line(pool)
    line.call(("PING",))
    redis.client_pause(200)  # nobody is answered for a moment: whoever comes meanwhile has to wait
    before = pool.writes
    with ThreadPoolExecutor(ASKERS) as askers:
        counts = list(askers.map(lambda _: line.call(("INCR", "asked")), range(ASKERS)))
    assert sorted(counts) == list(range(1, ASKERS + 1))
    assert pool.writes - before < ASKERS


def test_an_error_is_an_answer_like_any_other(pool: CountingPool) -> None:
    line = Line(pool)
    line.call(("SET", "text", "abc"))

    def ask(number: int) -> Any:
        try:
            return line.call(("INCR", "text") if number % 2 else ("ECHO", "fine"))
        except ResponseError:
            return "refused"

    with ThreadPoolExecutor(ASKERS) as askers:
        answers = list(askers.map(ask, range(ASKERS)))
    assert answers == ["refused" if number % 2 else b"fine" for number in range(ASKERS)]


def test_a_lost_connection_is_told_to_all_who_wait_and_nothing_is_sent_again(own_redis: EmbeddedRedis) -> None:
    client = connect(own_redis.url)
    line = Line(client.connection_pool)
    outcomes: list[Any] = []

    def ask(_: int) -> None:
        try:
            outcomes.append(line.call(("BLPOP", "never", 0)))
        except RedisError as error:
            outcomes.append(error)

    with ThreadPoolExecutor(4) as askers:
        pending = [askers.submit(ask, number) for number in range(4)]
        until(lambda: client.info("clients")["blocked_clients"] == 1, "somebody waits for Redis")
        while len(outcomes) < len(pending):
            client.client_kill_filter(_type="normal", skipme=True)
    assert all(isinstance(outcome, RedisError) for outcome in outcomes)
    assert line.call(("ECHO", "again")) == b"again"
    client.close()


def test_redis_that_was_started_anew_is_found_again(own_redis: EmbeddedRedis) -> None:
    client = connect(own_redis.url)
    line = Line(client.connection_pool)
    assert line.call(("INCR", "n")) == 1
    own_redis.stop()
    with pytest.raises(RedisError):
        line.call(("INCR", "n"))
    own_redis.start()
    assert line.call(("INCR", "n")) == 2
    client.close()


@pytest.mark.parametrize("url", ["redis+sentinel://127.0.0.1:1/mymaster", "redis+cluster://127.0.0.1:1"])
def test_only_a_single_redis_is_asked_over_one_line(redis_server: EmbeddedRedis, url: str) -> None:
    """A connection that is kept through a failover may lead to a server that has become a replica and is empty as yet:
    games were not found there."""
    assert Store(connect(url), shared=True)._line is None
    assert Store(connect(redis_server.url), shared=True)._line is not None


class GivenUp(BaseException):
    """Somebody is told to stop while it waits, as a greenlet can be."""


def test_whoever_gives_up_waiting_leaves_the_lead_to_the_next(pool: CountingPool, monkeypatch: Any) -> None:
    line = Line(pool)
    gives_up, waits = threading.Event(), threading.Event()
    make = threading.Lock

    class Impatient:
        """A lock whose second taker gives up."""

        def __init__(self) -> None:
            self._lock = make()
            self._taken = 0

        def acquire(self) -> bool:
            self._taken += 1
            if self._taken == 2 and threading.current_thread().name == "impatient":
                waits.set()
                self._lock.acquire()
                gives_up.wait(PATIENCE_S)
                raise GivenUp
            return self._lock.acquire()

        def release(self) -> None:
            self._lock.release()

    monkeypatch.setattr("moothall.events.redis_client.group_commit.Lock", Impatient)
    outcomes: dict[str, Any] = {}

    def ask(name: str, *words: Any) -> threading.Thread:
        def run() -> None:
            try:
                outcomes[name] = line.call(words)
            except GivenUp:
                outcomes[name] = "gave up"

        thread = threading.Thread(target=run, name=name)
        thread.start()
        return thread

    leader = ask("leader", "BLPOP", "late", 0)
    until(lambda: line._led, "somebody leads")
    impatient = ask("impatient", "ECHO", "dropped")
    assert waits.wait(PATIENCE_S)
    patient = ask("patient", "ECHO", "kept")
    until(lambda: len(line._waiting) == 2, "two wait")
    pool._pool.get_connection().send_command("RPUSH", "late", "now")
    leader.join(PATIENCE_S)
    gives_up.set()
    for thread in (impatient, patient):
        thread.join(PATIENCE_S)
    assert outcomes == {"leader": [b"late", b"now"], "impatient": "gave up", "patient": b"kept"}
