"""Trouble with what `moothall serve` stands on: a full disk, a Redis that is silent, one that reads for long."""

from __future__ import annotations

import resource
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis
from moothall.server.operations.redis_binary import find_binary
from tests.e2e.conftest import Hall, small_hall
from tests.e2e.people import Player
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import until
from tests.support.servers import SERVER, log_of

LONG_S = 120.0
"""How long anything here may take; reached only when it does not happen."""


@pytest.fixture
def hall_on() -> Iterator[Callable[..., Hall]]:
    """Starts one, and ends it whatever happens."""
    started: list[Hall] = []

    def start(data: Path, *arguments: str, **settings: str) -> Hall:
        kept = {"MOOTHALL_FSYNC": "always", "MOOTHALL_ACCESS_LOG": ""}
        started.append(small_hall(data, *arguments, **kept, **settings))
        return started[-1]

    yield start
    for hall in started:
        hall.abandon()


def eventually(happened: Callable[[], Any], what: str) -> None:
    until(happened, what, LONG_S)


def said(hall: Hall, text: str) -> bool:
    return any(text in line for line in hall.lines)


def redis_of(hall: Hall) -> psutil.Process:
    """The one that keeps the log; the queue has another."""
    socket = hall.redis_url.removeprefix("unix://")
    return next(each for each in hall.children(SERVER) if any(socket in part for part in each.cmdline()))


def status(hall: Hall, path: str) -> int:
    return httpx.get(f"{hall.url}{path}", timeout=LONG_S, trust_env=False).status_code


class Journal:
    """A game of one person, who pauses it and goes on, and what was acknowledged of that."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.client = hall.client()
        self.ada = Player(self.client, "Ada")
        self.game = self.ada.create("manaforge", ["human", "random"])
        self.acknowledged = 0

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def ask(self) -> int:
        """The one move or the other: which is legal hangs on what a lost answer has done. Returns the status."""
        for kind in ("ask_pause", "ask_resume"):
            answer = self.ada.post(self.game, {"type": kind})
            if answer.status_code == 201:
                self.acknowledged = answer.json()["seq"]
            if answer.status_code != 422:
                break
        return answer.status_code

    def is_whole(self) -> bool:
        store = Store(connect(self.hall.redis_url))
        return chain_is_whole(store, self.game) >= self.acknowledged > 0


def ai_game_ends(hall: Hall) -> bool:
    """Workers and dispatcher do what they are for."""
    with hall.client() as client:
        org = Player(client, "Organiser")
        game = org.create("manaforge", ["random", "random"])
        eventually(lambda: org.look(game)["status"] == "finished", "the end of a game of AIs")
        return True


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 32 MiB."""
    place = tmp_path / "small"
    place.mkdir()
    command = ["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", str(place)]
    mounted = subprocess.run(command, capture_output=True, check=False)
    if mounted.returncode:
        pytest.skip("only root may mount a small disk; the test with a limit on files takes its place")
    yield place
    subprocess.run(["umount", "--lazy", place], check=True)


def fill(disk: Path) -> Path:
    """Write until nothing more fits."""
    file = disk / "filling"
    with file.open("wb", buffering=0) as filling, suppress(OSError):
        for size in (1 << 16, 1 << 9, 1):
            with suppress(OSError):
                while True:
                    filling.write(bytes(size))
    return file


def test_a_full_disk_is_told_of_and_waited_for(hall_on: Callable[..., Hall], small_disk: Path) -> None:
    hall = hall_on(small_disk / "data")
    with Journal(hall) as journal:
        assert journal.ask() == 201
        filling = fill(small_disk)
        eventually(lambda: refused(journal, filling), "the first refusal")
        eventually(lambda: said(hall, "the disk is full: "), "a word about the disk")
        for _ in range(3):
            assert journal.ask() == 503
            assert status(hall, "/readyz") == 503
            assert status(hall, "/healthz") == 200
            assert status(hall, "/v1/titles") == 200
        filling.unlink()
        eventually(lambda: journal.ask() == 201, "room")
        assert said(hall, "there is room on the disk again")
        assert status(hall, "/readyz") == 200
        assert journal.is_whole()
        assert ai_game_ends(hall)
        assert "Moothall has stopped" in hall.stop()
        assert not said(hall, "SIGBUS")


def refused(journal: Journal, filling: Path) -> bool:
    fill(filling.parent)  # what has become free since
    with suppress(httpx.TransportError):
        return journal.ask() == 503
    return False


def test_a_redis_that_cannot_write_its_log_is_started_again(hall_on: Callable[..., Hall], tmp_path: Path) -> None:
    """For whatever reason: here because its files may not grow."""
    hall = hall_on(tmp_path)
    with Journal(hall) as journal:
        assert journal.ask() == 201
        for _ in range(3):
            redis = redis_of(hall)
            size = log_of(tmp_path).stat().st_size
            psutil.Process(redis.pid).rlimit(resource.RLIMIT_FSIZE, (size + 64, size + 64))
            eventually(lambda: journal.ask() == 503, "the first refusal")
            eventually(lambda: journal.ask() == 201, "the next start")
        assert journal.is_whole()
        assert ai_game_ends(hall)
        assert "Moothall has stopped" in hall.stop()


def test_a_silent_redis_is_noticed_and_comes_back(hall_on: Callable[..., Hall], tmp_path: Path) -> None:
    hall = hall_on(tmp_path)
    with Journal(hall) as journal:
        assert journal.ask() == 201
        redis = redis_of(hall)
        redis.send_signal(signal.SIGSTOP)
        try:
            with httpx.Client(base_url=hall.url, timeout=20, trust_env=False) as impatient:  # it was 30 s and more
                move = {"move": {"type": "ask_pause"}}
                path = f"/v1/games/{journal.game}"
                assert impatient.post(f"{path}/moves", json=move, headers=journal.ada.headers).status_code == 503
                assert impatient.get(path, headers=journal.ada.headers).status_code == 503
                assert impatient.get(path).status_code == 503
                ready = impatient.get("/readyz")
                assert (ready.status_code, ready.json()["detail"]) == (503, "The event log does not answer.")
                assert impatient.get("/healthz").status_code == 200
            eventually(lambda: said(hall, "the embedded Redis does not answer"), "a word about Redis")
        finally:
            redis.send_signal(signal.SIGCONT)
        eventually(lambda: journal.ask() == 201, "an answer")
        eventually(lambda: status(hall, "/readyz") == 200, "readiness")
        eventually(lambda: said(hall, "the embedded Redis is ready"), "a word about Redis")
        assert journal.is_whole()
        assert ai_game_ends(hall)
        assert "starting it again" not in hall.stop()


COMMANDS = 20_000


@pytest.fixture
def slow_reader(tmp_path: Path) -> Path:
    """A server that reads its log slowly: some six seconds for so many commands."""
    folder = tmp_path / "bin"
    folder.mkdir()
    script = folder / SERVER
    script.write_text(
        f'#!/bin/sh\n[ "$1" = --version ] && exec {find_binary()} --version\n'
        f'exec {find_binary()} "$@" --key-load-delay 200\n'
    )
    script.chmod(0o755)
    return script


@pytest.fixture
def long_log(tmp_path: Path) -> Path:
    """A data directory whose Redis has much to read."""
    server = EmbeddedRedis(tmp_path / "data", fsync="no")
    server.start()
    with connect(server.url) as redis:
        pipe = redis.pipeline(transaction=False)
        for number in range(COMMANDS):
            pipe.set(f"key:{number}", number)
        pipe.execute()
    server.stop()
    return tmp_path / "data"


def test_a_long_log_is_waited_for_and_told_of(hall_on: Callable[..., Hall], slow_reader: Path, long_log: Path) -> None:
    hall = hall_on(long_log, MOOTHALL_REDIS_SERVER=str(slow_reader))
    assert said(hall, "the embedded Redis reads its log: ")
    assert status(hall, "/readyz") == 200
    redis_of(hall).kill()
    eventually(lambda: status(hall, "/readyz") == 503, "the loss of Redis")
    eventually(lambda: status(hall, "/readyz") == 200, "its return")
    eventually(lambda: said(hall, "the embedded Redis is ready"), "a word about it")
    assert connect(hall.redis_url).get(f"key:{COMMANDS - 1}") is not None
    hall.stop()


def test_reading_for_longer_than_its_time_is_no_reason_to_give_up(slow_reader: Path, long_log: Path) -> None:
    server = EmbeddedRedis(long_log, server=str(slow_reader))
    began = time.monotonic()
    server.start(timeout_s=2)
    assert time.monotonic() - began > 2, "the log was too short to show anything"
    server.stop()
