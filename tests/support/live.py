"""Real processes: a gunicorn as the supervisor starts it, and the commands of the command line, all with Tally."""

from __future__ import annotations

import secrets
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec

from moothall.server.config import Config
from moothall.server.supervisor import wait_until_listening

ROOT = Path(__file__).resolve().parents[2]
MODULE = "tests.support.with_tally"

PATIENCE_S = 60.0
"""How long a test waits for what must happen; reached only when it does not."""

LOOK_S = 0.01
"""Between two looks."""


@contextmanager
def running(command: Sequence[str], config: Config, quiet: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A process with these settings, ended afterwards. A quiet one may say what it likes."""
    process = subprocess.Popen(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**config.environment(), "PYTHONFAULTHANDLER": "1"},
        stdin=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL if quiet else None,
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGABRT)  # it says what it is at
            process.wait(PATIENCE_S)
            raise
        finally:
            process.kill()
            process.wait()


@contextmanager
def web_process(config: Config, module: str = MODULE, quiet: bool = False) -> Iterator[subprocess.Popen[bytes]]:
    """A gunicorn with Tally that takes requests."""
    command = ["gunicorn", "--config", "python:moothall.server.gunicorn", f"{module}:create_app()"]
    with running(command, config, quiet) as process:
        wait_until_listening(config.host, config.port, threading.Event())
        yield process


@contextmanager
def web_server(config: Config) -> Iterator[str]:
    """Its address."""
    with web_process(config):
        yield f"http://{config.host}:{config.port}"


@contextmanager
def app_server(config: Config, quiet: bool = False) -> Iterator[str]:
    """The same with the titles that Moothall hosts, and nothing else."""
    with web_process(config, "moothall.server.app", quiet):
        yield f"http://{config.host}:{config.port}"


def moothall(*arguments: str, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """A command of the command line, to its end."""
    return subprocess.run(
        [sys.executable, "-m", MODULE, *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def until(happened: Any, what: str, patience_s: float = PATIENCE_S) -> None:
    """Wait for it: the one way in which tests do, so that none waits longer than it has to, and none for ever."""
    assert happens(happened, patience_s), f"{what} did not happen"


def happens(happened: Any, patience_s: float = PATIENCE_S) -> bool:
    """Whether it does, in time."""
    deadline = time.monotonic() + patience_s
    while not happened():
        if time.monotonic() >= deadline:
            return False
        time.sleep(LOOK_S)
    return True


class Frame(msgspec.Struct, omit_defaults=True):
    """A frame of an event stream."""

    id: str = ""
    event: str = ""
    data: str = ""
    comment: str = ""
    retry: str = ""


def frames(answer: httpx.Response) -> Iterator[Frame]:
    """The frames of a stream as they come."""
    frame = Frame()
    for line in answer.iter_lines():
        if line:
            name, _, value = line.partition(": ")
            setattr(frame, name or "comment", value)
        else:
            yield frame
            frame = Frame()


class Person:
    """A player on a real connection, which is kept alive between requests."""

    def __init__(self, address: str, name: str = "Ada", token: bool = True) -> None:
        self.client = httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False)
        if token:
            answer = self.client.post("/v1/players", json={"name": name})
            if answer.status_code == 409:  # names are unique, and tests share a server
                answer = self.client.post("/v1/players", json={"name": f"{name} {secrets.token_hex(6)}"})
            answer.raise_for_status()
            self.client.headers["Authorization"] = f"Bearer {answer.json()['token']}"

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def post(self, path: str, body: Any = None, status: int = 201) -> Any:
        answer = self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def play(self, game_id: str, kind: str, status: int = 201, **parameters: Any) -> Any:
        return self.post(f"/v1/games/{game_id}/moves", {"move": {"type": kind, **parameters}}, status)

    @contextmanager
    def follow(self, game_id: str, query: str = "", **headers: str) -> Iterator[Iterator[Frame]]:
        """The frames of a game, on a connection of their own."""
        with self.listen(f"/v1/games/{game_id}/events{query}", **headers) as heard:
            yield heard

    @contextmanager
    def listen(self, path: str, **headers: str) -> Iterator[Iterator[Frame]]:
        """The frames of any stream."""
        accept = {"Accept": "text/event-stream", **headers}
        with self.client.stream("GET", path, headers=accept) as answer:
            assert answer.status_code == 200
            assert answer.headers["Content-Type"].startswith("text/event-stream")
            yield frames(answer)


def table(first: Person, *others: Person, **settings: Any) -> str:
    """A started game of Tally between these; its id."""
    seats = [{"kind": "human"}] * (len(others) + 1)
    game_id: str = first.post("/v1/games", {"title": "tally", "seats": seats, **settings})["id"]
    for person in others:
        person.post(f"/v1/games/{game_id}/seats")
    return game_id
