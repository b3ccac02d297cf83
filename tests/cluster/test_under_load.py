"""Moves are posted over HTTP by many at once while a primary is killed, and while slots move from node to node."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from redis.crc import key_slot

from moothall.events import keys
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.e2e.test_serve import chain_is_whole
from tests.support.live import PATIENCE_S, Person, table, until, web_server
from tests.support.nodes import ClusterNodes, Node

TABLES = 4
PAUSE_S = 0.05
"""After a 503; far less than Retry-After asks for."""
WAVE = {"move": {"type": "wave"}}


class Poster:
    """Somebody who waves at one table, again and again, and keeps a journal of what was answered.

    With keys every move is sent until it is acknowledged. Without, a move that got no answer is left at that.
    """

    def __init__(self, address: str, keyed: bool) -> None:
        self.ada, self.bob = Person(address), Person(address, "Bob")
        self.game = table(self.ada, self.bob)
        self.keyed = keyed
        self.acknowledged: list[int] = []
        self.unclear = 0
        self.wrong: list[str] = []
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._wave)

    def __enter__(self) -> Poster:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()
        self.ada.client.close()
        self.bob.client.close()

    def _wave(self) -> None:
        number = 0
        while not self._stop.is_set():
            number += 1
            deadline = time.monotonic() + PATIENCE_S
            while not self._once(f"wave-{number}") and self.keyed:
                assert time.monotonic() < deadline, "it is never acknowledged"

    def _once(self, key: str) -> bool:
        headers = {"Idempotency-Key": key} if self.keyed else {}
        answer = self.ada.client.post(f"/v1/games/{self.game}/moves", json=WAVE, headers=headers)
        if answer.status_code == 201:
            self.acknowledged.append(answer.json()["seq"])
        elif answer.status_code == 503:
            self.unclear += 1
            time.sleep(PAUSE_S)
        else:
            self.wrong.append(answer.text)
        return answer.status_code != 503


@contextmanager
def posting(
    cluster: ClusterNodes, queue: EmbeddedRedis, data: Path, *, replicas: int, keyed: bool
) -> Iterator[tuple[str, list[Poster]]]:
    """A web server on the Cluster and people who play there; what they saw is checked afterwards."""
    config = Config(
        redis=cluster.url,
        queue=queue.url,
        port=free_port("127.0.0.1"),
        data=data,
        replicas=replicas,
        keep_alive_s=0.5,
        access_log="",
        log_level="ERROR",
    )
    with web_server(config) as address:
        posters = [Poster(address, keyed) for _ in range(TABLES)]
        for poster in posters:
            poster.__enter__()
        try:
            yield address, posters
        finally:
            for poster in posters:
                poster.__exit__()


def past(posters: list[Poster], more: int) -> None:
    """Until everybody has had so many more moves acknowledged."""
    goals = [(poster, len(poster.acknowledged) + more) for poster in posters]
    until(lambda: all(len(poster.acknowledged) >= goal for poster, goal in goals), "more moves")


def lengths(cluster: ClusterNodes, posters: list[Poster]) -> list[int]:
    """How many moves every log holds; each of them is whole."""
    with connect(cluster.url) as client:
        return [chain_is_whole(Store(client), poster.game) - 2 for poster in posters]


def busiest(cluster: ClusterNodes, posters: list[Poster]) -> Node:
    """The primary that most of the games are on."""
    homes = [cluster.primary_of(keys.events(poster.game)) for poster in posters]
    return max(homes, key=homes.count)


def kill_a_primary(cluster: ClusterNodes, posters: list[Poster]) -> None:
    past(posters, 10)
    primary = busiest(cluster, posters)
    replica = cluster.replica_of(primary)
    primary.kill()
    cluster.replace(primary, replica)
    past(posters, 10)


def test_with_replicas_an_acknowledged_move_outlives_its_primary(
    cluster: ClusterNodes, redis_server: EmbeddedRedis, tmp_path: Path
) -> None:
    with (
        posting(cluster, redis_server, tmp_path, replicas=1, keyed=True) as (address, posters),
        followed(address, posters),
    ):
        kill_a_primary(cluster, posters)
    for poster, length in zip(posters, lengths(cluster, posters), strict=True):
        assert poster.wrong == []
        assert poster.acknowledged == list(range(3, 3 + len(poster.acknowledged))), "none lost, none twice"
        assert length == len(poster.acknowledged), "nothing that nobody was told of"
    assert sum(poster.unclear for poster in posters) > 0, "the kill was not noticed"


def test_without_waiting_nothing_is_doubled_and_every_log_is_whole(
    cluster: ClusterNodes, redis_server: EmbeddedRedis, tmp_path: Path
) -> None:
    with posting(cluster, redis_server, tmp_path, replicas=0, keyed=False) as (_, posters):
        kill_a_primary(cluster, posters)
    for poster, length in zip(posters, lengths(cluster, posters), strict=True):
        assert poster.wrong == []
        # What was acknowledged last before the kill may be gone, and its numbers then come again.
        assert length <= len(poster.acknowledged) + poster.unclear, "a move was written twice"
        assert poster.acknowledged[-1] <= length + 2


def test_slots_move_while_moves_are_posted_and_followed(
    cluster: ClusterNodes, redis_server: EmbeddedRedis, tmp_path: Path
) -> None:
    with (
        posting(cluster, redis_server, tmp_path, replicas=1, keyed=True) as (address, posters),
        followed(address, posters),
    ):
        past(posters, 5)
        for slot in sorted({key_slot(keys.events(poster.game).encode()) for poster in posters}):
            home = cluster.primary_of_slot(slot)
            target = next(node for node in cluster.nodes if node.role == "master" and node is not home)
            cluster.move_slots([slot], target, pause_s=0.01)
            past(posters, 2)
            cluster.move_slots([slot], home)
        past(posters, 5)
    for poster, length in zip(posters, lengths(cluster, posters), strict=True):
        assert poster.wrong == []
        assert poster.acknowledged == list(range(3, 3 + len(poster.acknowledged)))
        assert length == len(poster.acknowledged)


@contextmanager
def followed(address: str, posters: list[Poster]) -> Iterator[None]:
    """Somebody follows every game, and hears of every event once and in order, up to what is acknowledged by then."""
    heard: list[list[int]] = [[] for _ in posters]
    ends = threading.Event()
    followers = [
        threading.Thread(target=follow, args=(address, poster.game, numbers, ends))
        for poster, numbers in zip(posters, heard, strict=True)
    ]
    for follower in followers:
        follower.start()
    try:
        yield
        goals = [poster.acknowledged[-1] for poster in posters]
        until(lambda: all(len(numbers) >= goal for numbers, goal in zip(heard, goals, strict=True)), "all events heard")
    finally:
        ends.set()
        for follower in followers:
            follower.join()
    for numbers in heard:
        assert numbers == list(range(1, len(numbers) + 1))


def follow(address: str, game: str, numbers: list[int], ends: threading.Event) -> None:
    """Follow a game as a browser does, coming back after the last event when the stream ends."""
    with Person(address, token=False) as spectator:
        while not ends.is_set():
            after = {"Last-Event-ID": str(numbers[-1])} if numbers else {}
            try:
                with spectator.follow(game, "" if numbers else "?after=0", **after) as frames:
                    for frame in frames:
                        if frame.event == "event":
                            numbers.append(int(frame.id))
                        if ends.is_set():
                            return
            except (httpx.TransportError, AssertionError):
                continue
