"""Two web processes on one socket: clients are shared evenly, and nobody is held up by a process that is stuck."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.shares import MORE, MOST, Share
from moothall.server.supervisor import free_port
from tests.support.live import PATIENCE_S, until, web_process

CLIENTS = 32
ESTABLISHED = "01"


@pytest.fixture
def config(redis_server: EmbeddedRedis, tmp_path: Path) -> Config:
    return Config(redis=redis_server.url, port=free_port("127.0.0.1"), web_workers=2, data=tmp_path)


@pytest.fixture
def workers(config: Config) -> Iterator[list[int]]:
    """The ids of two web processes that both take connections."""
    with web_process(config) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        until(lambda: len(children.read_text().split()) == 2, "the start of both")
        workers = [int(each) for each in children.read_text().split()]
        with ExitStack() as stack:
            until(lambda: _connect(stack, config) and all(_held(workers, config)), "both taking connections")
        until(lambda: not any(_held(workers, config)), "the end of those connections")
        yield workers


def test_connections_that_come_at_once_are_shared(config: Config, workers: list[int]) -> None:
    with ExitStack() as stack:
        for _ in range(CLIENTS):
            _connect(stack, config)
        until(lambda: sum(_held(workers, config)) == CLIENTS, "taking them all")
        assert min(_held(workers, config)) >= CLIENTS // 4


def test_a_process_that_is_stuck_holds_nobody_up(config: Config, workers: list[int]) -> None:
    with ExitStack() as stack, _stopped(workers[0]):
        for _ in range(CLIENTS):
            _connect(stack, config)
        until(lambda: _held(workers, config) == [0, CLIENTS], "the other taking them all")


def test_who_has_clearly_more_makes_way() -> None:
    few, many = Share(1), Share(2)
    try:
        few.here()
        many.here()
        many.add(MORE)
        assert not many.is_large()
        many.add(1)
        assert many.is_large()
        assert not few.is_large()
        few.add(1)
        assert not many.is_large()
        few.add(-1)
        few.leave()
        assert not many.is_large()
    finally:
        few.leave()
        many.leave()


def test_a_process_that_comes_later_takes_the_place_of_one_that_is_gone() -> None:
    gone, heir, many = Share(3), Share(3 + MOST), Share(4)
    try:
        many.here()
        many.add(MORE + 1)
        gone.here()
        gone.add(MORE + 1)
        assert not many.is_large()
        heir.here()
        assert many.is_large()
    finally:
        heir.leave()
        many.leave()


def _connect(stack: ExitStack, config: Config) -> socket.socket:
    return stack.enter_context(socket.create_connection((config.host, config.port), PATIENCE_S))


def _held(workers: list[int], config: Config) -> list[int]:
    """How many connections to the server each process holds."""
    taken = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if fields[3] == ESTABLISHED and int(fields[1].split(":")[1], 16) == config.port:
            taken.add(f"socket:[{fields[9]}]")
    return [len(taken.intersection(_files(worker))) for worker in workers]


def _files(worker: int) -> Iterator[str]:
    for each in Path(f"/proc/{worker}/fd").iterdir():
        try:
            yield os.readlink(each)
        except FileNotFoundError:  # closed meanwhile
            continue


@contextmanager
def _stopped(process: int) -> Iterator[None]:
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)
