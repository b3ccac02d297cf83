"""A real `moothall serve` with everything round it that can be broken: on one Redis, on Sentinels, on a Cluster."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.e2e.conftest import Hall
from tests.support import faults
from tests.support.live import app_server
from tests.support.nodes import ClusterNodes, free_ports
from tests.support.watched import Watched
from tests.support.wires import wire

SETTINGS = {
    "MOOTHALL_ACCESS_LOG": "",
    "MOOTHALL_LOG_LEVEL": "CRITICAL",
    "MOOTHALL_WEBHOOK_WORKERS": "0",
    "MOOTHALL_LIMIT_READ": "",  # people here ask faster than people do
}
FEW = ("--workers", "2", "--web-workers", "2")


@dataclass
class Stage:
    """Where clients find it, where its log is, and what can go wrong."""

    hall: Hall
    addresses: list[str]
    store: str
    faults: dict[str, faults.Fault] = field(default_factory=dict)
    replaces: bool = False
    """Whether a replica can take the place of a primary: then what only AI seats and steps have written, which nobody
    was told to be safe, may be written anew."""


@contextmanager
def stage(on: str, folder: Path) -> Iterator[Stage]:
    """One of the three."""
    with STAGES[on](folder) as made:
        yield made


@contextmanager
def on_redis(folder: Path) -> Iterator[Stage]:
    """The embedded Redis with all its supervised processes; and another web server on the same Redis, by a wire that
    can lose answers."""
    with ExitStack() as stack:
        hall = stack.enter_context(served(folder / "data"))
        (port,) = free_ports(1)
        line = stack.enter_context(wire(port, Path(hall.redis_url.removeprefix("unix://"))))
        config = Config(
            redis=f"redis://127.0.0.1:{port}",
            port=free_port("127.0.0.1"),
            web_workers=1,
            data=folder / "data",
            access_log="",
            log_level="CRITICAL",
            limit_read="",
        )
        other = stack.enter_context(app_server(config, quiet=True))
        made = Stage(hall, [hall.url, other], hall.redis_url)
        made.faults = faults.of_processes(hall) | faults.of_embedded(hall) | faults.of_wire(line)
        yield made


@contextmanager
def on_sentinel(folder: Path) -> Iterator[Stage]:
    nodes = Watched(folder / "watched")
    try:
        nodes.start()
        with served(folder / "data", "--redis", nodes.url, MOOTHALL_REPLICAS="1") as hall:
            broken = faults.of_processes(hall) | faults.of_watched(nodes)
            yield Stage(hall, [hall.url], nodes.url, broken, replaces=True)
    finally:
        nodes.stop()


@contextmanager
def on_cluster(folder: Path) -> Iterator[Stage]:
    """The queue is on a Redis of its own, as RQ wants it."""
    nodes, queue = ClusterNodes(folder / "cluster"), EmbeddedRedis(folder / "queue", fsync="no")
    try:
        queue.start()
        nodes.start()
        urls = ("--redis", nodes.url, "--queue", queue.url)
        with served(folder / "data", *urls, MOOTHALL_REPLICAS="1") as hall:
            broken = faults.of_processes(hall) | faults.of_cluster(nodes)
            yield Stage(hall, [hall.url], nodes.url, broken, replaces=True)
    finally:
        nodes.stop()
        queue.stop()


@contextmanager
def served(data: Path, *arguments: str, **settings: str) -> Iterator[Hall]:
    hall = Hall(data, *FEW, *arguments, **SETTINGS, **settings)
    try:
        yield hall
        hall.stop()
    finally:
        hall.abandon()


STAGES = {"redis": on_redis, "sentinel": on_sentinel, "cluster": on_cluster}
