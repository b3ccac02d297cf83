"""What is measured, started as it is shipped: all of `moothall serve` with every setting at its default, and the floor.

Each has a directory of its own, and ends with whoever started it.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis, queue_in
from moothall.server.processes import spawn
from moothall.server.supervisor import STOP_S, answers, free_port

PATIENCE_S = 60.0


class NotStarted(Exception):
    """What was to be measured did not start."""


@dataclass(frozen=True)
class House:
    """A running Moothall, and its parts as one of its processes has them."""

    config: Config
    parts: Services


@dataclass(frozen=True)
class Floor:
    """A running floor."""

    config: Config


@contextmanager
def house(data: Path) -> Iterator[House]:
    """Everything that `moothall serve` starts."""
    config = Config(port=free_port(Config.host), data=data)
    with serving([sys.executable, "-m", "moothall.server", "serve"], config, data):
        redis, queue = EmbeddedRedis(data), EmbeddedRedis(queue_in(data))  # where they are follows from the directory
        parts = wire(Config(redis=redis.url, queue=queue.url, data=data))
        yield House(config, parts)
        parts.hub.stop()


@contextmanager
def floor(data: Path) -> Iterator[Floor]:
    """The floor on a Redis like Moothall's."""
    own = ["--config", "python:moothall.server.bench.floor_gunicorn", "moothall.server.bench.floor:create_app()"]
    with durable_redis(data) as redis:
        config = Config(port=free_port(Config.host), redis=redis, data=data)
        with serving([sys.executable, "-m", "gunicorn", *own], config, data):
            yield Floor(config)


@contextmanager
def parts(data: Path) -> Iterator[Services]:
    """The parts of one process, for what is not about writing: games are quickly made on a Redis that takes no care
    of its disk."""
    redis = EmbeddedRedis(data, fsync="no")
    redis.start()
    try:
        yield wire(Config(redis=redis.url, data=data))
    finally:
        redis.stop()


@contextmanager
def durable_redis(data: Path) -> Iterator[str]:
    """The address of a Redis like Moothall's, for what is."""
    redis = EmbeddedRedis(data, fsync=Config.fsync)
    redis.start()
    try:
        yield redis.url
    finally:
        redis.stop()


@contextmanager
def serving(command: list[str], config: Config, data: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process that takes requests; what it says goes to a file in its directory."""
    data.mkdir(parents=True, exist_ok=True)
    output = data / "output.log"
    with output.open("ab") as log:
        process = spawn(command, config.environment(), log)
    try:
        _wait(process, config, output)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(3 * STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _wait(process: subprocess.Popen[bytes], config: Config, output: Path) -> None:
    """Until it answers: gunicorn listens before it has anybody who could."""
    deadline = time.monotonic() + PATIENCE_S
    while not answers(config.host, config.port):
        if process.poll() is not None or time.monotonic() > deadline:
            raise NotStarted(output.read_text("utf-8", "replace")[-2_000:])
        time.sleep(0.02)
