"""The processes that think, as the runner has them: one for every game that is played at once, begun anew when it had
to be killed."""

from __future__ import annotations

import contextlib
import os
import select
import subprocess
import sys
import threading
import time
from typing import Any

import msgspec

from moothall.server.runner.asking import HEAD, Question, Reply, write_frame

BEGIN_S = 120.0
"""How long a process may take to load the bot."""

GRACE_S = 1.0
"""A bot is interrupted when its time is up; one that does not even notice that is killed so long after."""

_read = msgspec.msgpack.Decoder(Reply).decode


class NoBot(Exception):
    """The bot cannot be loaded; says why."""


class Mind:
    """One process. Questions of several games wait for each other."""

    def __init__(self, spec: str) -> None:
        self._spec = spec
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Have the process ready before anybody waits for it. Raises NoBot."""
        with self._lock:
            self._begun()

    def ask(self, question: Question) -> Reply:
        """What the bot answers; never later than it may."""
        with self._lock:
            process = self._begun()
            try:
                write_frame(process.stdin, question)  # type: ignore[arg-type]  # a pipe, as it was begun
                return self._reply(process, question.limit_s + GRACE_S)
            except TimeoutError:
                self._end()
                return Reply(failed=f"was stopped: no answer within {question.limit_s:.3f} s, and had to be killed")
            except (EOFError, BrokenPipeError):
                return Reply(failed=f"took its process down with it (exit status {self._end()})")

    def kill(self) -> None:
        """At once, whatever it is doing."""
        process = self._process
        if process is not None:
            process.kill()

    def end(self) -> None:
        """The same, and put away what was between."""
        self.kill()
        with self._lock:
            if self._process is not None:
                self._end()

    def _begun(self) -> subprocess.Popen[bytes]:
        if self._process is not None and self._process.poll() is None:
            return self._process
        command = [sys.executable, "-m", "moothall.server.runner.thinking", self._spec]
        pipe: Any = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, start_new_session=True)
        try:
            first = self._reply(self._process, BEGIN_S)
        except (TimeoutError, EOFError) as error:
            raise NoBot(f"{self._spec} cannot be loaded: its process ended ({self._end()})") from error
        if first.failed:
            self._end()
            raise NoBot(first.failed)
        return self._process

    def _end(self) -> int:
        process, self._process = self._process, None
        assert process is not None
        process.kill()
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]  # both are pipes
        return process.wait()

    def _reply(self, process: subprocess.Popen[bytes], patience_s: float) -> Reply:
        """Raises TimeoutError, and EOFError where the process is gone."""
        until = time.monotonic() + patience_s
        descriptor = process.stdout.fileno()  # type: ignore[union-attr]
        length = int.from_bytes(_read_exactly(descriptor, HEAD, until), "big")
        return _read(_read_exactly(descriptor, length, until))


class Minds:
    """As many as games are played at once."""

    def __init__(self, spec: str, count: int) -> None:
        self._all = [Mind(spec) for _ in range(count)]
        self._games: dict[str, Mind] = {}

    def begin(self) -> None:
        """The first of them: whether the bot can be loaded is known then. Raises NoBot."""
        self._all[0].begin()

    def of(self, game: str) -> Mind:
        """The one that thinks about a game, from its first decision to its last: the one with the fewest."""
        taken = list(self._games.values())
        return self._games.setdefault(game, min(self._all, key=taken.count))

    def forget(self, game: str) -> None:
        self._games.pop(game, None)

    def kill(self) -> None:
        for mind in self._all:
            mind.kill()

    def end(self) -> None:
        for mind in self._all:
            mind.end()


def _read_exactly(descriptor: int, length: int, until: float) -> bytes:
    data = b""
    while len(data) < length:
        ready, _, _ = select.select([descriptor], [], [], max(0.0, until - time.monotonic()))
        if not ready:
            raise TimeoutError
        piece = os.read(descriptor, length - len(data))
        if not piece:
            raise EOFError
        data += piece
    return data
