"""An upgrade by rolling restart: web processes are exchanged one after the other while people post and follow. Nothing
is answered with an error, every move is made once, and every stream goes on where it broke off."""

from __future__ import annotations

import itertools
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest

from moothall.events.event_store.store import Store
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import Person, frames, table, until, web_process

TABLES = 4
WAVE = {"move": {"type": "wave"}}


class Poster:
    """Waves at one table again and again, at one address after the other, as a proxy does: an address where nobody
    listens is passed over."""

    def __init__(self, addresses: list[str]) -> None:
        with Person(addresses[0]) as ada, Person(addresses[0], "Bob") as bob:
            self.game = table(ada, bob)
            token = ada.client.headers["Authorization"]
        self._clients = [httpx.Client(base_url=each, headers={"Authorization": token}) for each in addresses]
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=work) for work in (self._wave, self._follow)]
        self.acknowledged: list[int] = []
        self.heard: list[int] = []
        self.streams = 0
        self.unanswered = 0
        """Requests that got no answer, such as those in the queue of a socket that is closed; they are sent again."""
        self.wrong: list[str] = []

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._stop.set()
        for thread in self._threads:
            thread.join()
        for client in self._clients:
            client.close()

    def _wave(self) -> None:
        turns = itertools.cycle(self._clients)
        for number in itertools.count():
            if self._stop.is_set():
                return
            headers = {"Idempotency-Key": f"wave-{number}"}
            while (answer := self._post(next(turns), headers)) is None:
                pass
            if answer.status_code == 201:
                self.acknowledged.append(int(answer.json()["seq"]))
            else:
                self.wrong.append(answer.text)

    def _post(self, client: httpx.Client, headers: dict[str, str]) -> httpx.Response | None:
        try:
            return client.post(f"/v1/games/{self.game}/moves", json=WAVE, headers=headers, timeout=30)
        except httpx.ConnectError:
            return None
        except httpx.TransportError:
            self.unanswered += 1
            return None

    def _follow(self) -> None:
        turns = itertools.cycle(self._clients)
        while not self._stop.is_set():
            self.streams += 1
            headers = {"Accept": "text/event-stream", "Last-Event-ID": str(self.heard[-1] if self.heard else 0)}
            try:
                with next(turns).stream("GET", f"/v1/games/{self.game}/events", headers=headers, timeout=30) as answer:
                    for frame in frames(answer):
                        if frame.event == "event":
                            self.heard.append(int(frame.id))
                        if self._stop.is_set():
                            return
            except httpx.TransportError:
                continue


@pytest.fixture
def config(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Config:
    return Config(redis=redis_server.url, data=tmp_path, web_workers=2, keep_alive_s=0.5, access_log="")


@contextmanager
def posting(addresses: list[str], redis: Any) -> Iterator[list[Poster]]:
    """People who play meanwhile; what they saw is checked afterwards."""
    posters = [Poster(addresses) for _ in range(TABLES)]
    for poster in posters:
        poster.start()
    try:
        yield posters
        goals = [poster.acknowledged[-1] for poster in posters]
        until(lambda: all(p.heard and p.heard[-1] >= goal for p, goal in zip(posters, goals, strict=True)), "all heard")
    finally:
        for poster in posters:
            poster.stop()
    for poster in posters:
        assert poster.wrong == []
        assert poster.acknowledged == list(range(3, 3 + len(poster.acknowledged))), "none lost, none twice"
        assert chain_is_whole(Store(redis), poster.game) == poster.acknowledged[-1]
        assert poster.heard == list(range(1, len(poster.heard) + 1))


def more(posters: list[Poster], count: int = 10) -> None:
    """Until everybody has had so many more moves acknowledged."""
    goals = [(poster, len(poster.acknowledged) + count) for poster in posters]
    until(lambda: all(len(poster.acknowledged) >= goal for poster, goal in goals), "more moves")


def workers_of(process: subprocess.Popen[bytes]) -> set[int]:
    return {each.pid for each in psutil.Process(process.pid).children()}


def test_web_processes_are_exchanged_by_a_hangup_signal(config: Config, redis: Any) -> None:
    config = replace(config, port=free_port("127.0.0.1"))
    with web_process(config) as process, posting([f"http://127.0.0.1:{config.port}"], redis) as posters:
        for _ in range(2):
            more(posters)
            old = workers_of(process)
            process.send_signal(signal.SIGHUP)
            until(lambda old=old: workers_of(process) and not workers_of(process) & old, "the exchange")
        more(posters)
    assert all(poster.streams > 2 for poster in posters), "the streams were never taken up anew"
    assert [poster.unanswered for poster in posters] == [0] * TABLES


def test_servers_are_exchanged_one_after_the_other(config: Config, redis: Any) -> None:
    configs = [replace(config, port=free_port("127.0.0.1"), web_workers=1) for _ in range(2)]
    with ExitStack() as stack:
        running = [ExitStack() for _ in configs]
        for each, settings in zip(running, configs, strict=True):
            each.enter_context(web_process(settings))
            stack.enter_context(each)
        addresses = [f"http://127.0.0.1:{settings.port}" for settings in configs]
        with posting(addresses, redis) as posters:
            for each, settings in zip(running, configs, strict=True):
                more(posters)
                each.close()
                more(posters)
                each.enter_context(web_process(settings))
            more(posters)
