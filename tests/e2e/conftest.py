"""The real thing: `moothall serve` in a process of its own, on a spare port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import httpx
import psutil
import pytest

from tests.support.live import until
from tests.support.servers import SERVER

ROOT = Path(__file__).parents[2]
READY = re.compile(r"ready on (http://\S+)")

QUICK = {"MOOTHALL_FSYNC": "no", "MOOTHALL_JOB_NICE": "0"}
"""Settings for tests in which nobody loses power, and nobody else wants the processor."""


class Hall:
    """A running Moothall."""

    started: ClassVar[list[Hall]] = []

    def __init__(self, data: Path, *arguments: str, **settings: str) -> None:
        """`settings` go into its environment."""
        self.data = data
        self.lines: list[str] = []
        self._process = subprocess.Popen(
            [sys.executable, "-m", "moothall.server", "serve", "--port", "0", "--data", str(data), *arguments],
            cwd=ROOT,
            env={**os.environ, "PYTHONUNBUFFERED": "1", **settings},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        Hall.started.append(self)
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self.lines.append(line)
            if found := READY.search(line):
                self.url = found[1]
                break
        else:
            raise AssertionError("it did not start: " + "".join(self.lines))
        self._reader = threading.Thread(target=self._drain, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """Of the supervisor."""
        return self._process.pid

    @property
    def redis_url(self) -> str:
        return f"unix://{self._socket()}"

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=self.url, timeout=30)

    def children(self, word: str) -> list[psutil.Process]:
        """The supervised processes with this word on their command line."""
        found = []
        for each in psutil.Process(self._process.pid).children(recursive=True):
            with suppress(psutil.NoSuchProcess):  # it ended while we looked
                if any(word in part for part in each.cmdline()):
                    found.append(each)
        return found

    def stop(self) -> str:
        """Ctrl-C; returns everything it said."""
        self._process.send_signal(signal.SIGINT)
        assert self._process.wait(60) == 0
        self._reader.join(10)
        return "".join(self.lines)

    def abandon(self) -> None:
        """After a test that failed half-way: the children end with the supervisor."""
        self._process.kill()
        self._process.wait()

    def kill_one(self, word: str) -> None:
        """kill -9 the youngest process with this word on its command line, as soon as there is one."""
        seen: list[list[psutil.Process]] = [[]]

        def any_is_there() -> bool:
            seen.append(self.children(word))
            return bool(seen[-1])

        until(any_is_there, f"the start of a {word}")
        seen[-1][-1].kill()

    def _socket(self) -> Path:
        beside = self.data / "redis.sock"
        if beside.exists():
            return beside.resolve()
        command = self.children(SERVER)[0].cmdline()
        return Path(next(part for part in command if part.endswith("redis.sock")))

    def _drain(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as output:
            self.lines.extend(output)


def small_hall(data: Path, *arguments: str, **settings: str) -> Hall:
    """One with a single process of each kind that games need: for tests that start one for themselves."""
    few = {"MOOTHALL_PEOPLE_WORKERS": "0", "MOOTHALL_WEBHOOK_WORKERS": "0"}
    return Hall(data, "--workers", "1", "--web-workers", "1", *arguments, **{**QUICK, **few, **settings})


@pytest.fixture(scope="package")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """One for all tests of a folder that leave it as they found it."""
    running = Hall(tmp_path_factory.mktemp("hall"), **QUICK)
    yield running
    running.stop()
