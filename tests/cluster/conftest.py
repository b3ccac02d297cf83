"""A Cluster of three primaries and three replicas, a primary that Sentinels watch over, and Moothall on both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from moothall.events.redis_client.connection import connect
from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from tests.e2e.conftest import QUICK, Hall
from tests.support.api import Api
from tests.support.nodes import ClusterNodes, LoneNode, free_ports
from tests.support.tally import TALLY
from tests.support.watched import Watched

Make = Callable[..., Api]
N = TypeVar("N", ClusterNodes, Watched, LoneNode)


@contextmanager
def started(nodes: N) -> Iterator[N]:
    """Servers that run while they are needed."""
    try:
        nodes.start()
        yield nodes
    finally:
        nodes.stop()


@pytest.fixture(scope="package")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ClusterNodes]:
    """One for all tests; whoever breaks something mends it."""
    with started(ClusterNodes(tmp_path_factory.mktemp("cluster"))) as nodes:
        yield nodes


@pytest.fixture(scope="package")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """The same with Sentinels."""
    with started(Watched(tmp_path_factory.mktemp("watched"))) as nodes:
        yield nodes


@pytest.fixture(scope="module")
def lone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LoneNode]:
    """A Cluster of one, for wires."""
    port, announced = free_ports(2)
    with started(LoneNode(tmp_path_factory.mktemp("lone"), port, announced)) as node:
        yield node


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[LoneNode]:
    """A Cluster of one that nobody else uses."""
    (port,) = free_ports(1)
    with started(LoneNode(tmp_path / "node", port, port)) as node:
        yield node


@pytest.fixture
def client(cluster: ClusterNodes) -> Iterator[Any]:
    """A client of the Cluster."""
    with connect(cluster.url) as made:
        yield made


@pytest.fixture
def app(redis_server: EmbeddedRedis, tmp_path: Path) -> Iterator[Make]:
    """Makes apps with Tally in this process; the queue is on a Redis of its own."""
    made: list[Services] = []

    def make(url: str, **settings: Any) -> Api:
        parts = wire(Config(redis=url, queue=redis_server.url, data=tmp_path, **settings), {"tally": TALLY})
        made.append(parts)
        return Api(create_app(parts=parts))

    yield make
    for parts in made:
        parts.hub.stop()
        parts.store.redis.close()
        parts.jobs.connection.close()


@pytest.fixture(scope="package")
def hall(cluster: ClusterNodes, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    """`moothall serve` on the Cluster, with all its processes. Its queue is its own: on a Redis that other tests use
    its workers would take their jobs away."""
    data = tmp_path_factory.mktemp("hall")
    queue = EmbeddedRedis(data / "queue", fsync="no")
    queue.start()
    urls = ("--redis", cluster.url, "--queue", queue.url)
    running = None
    try:
        running = Hall(data, *urls, "--workers", "1", MOOTHALL_WEBHOOK_PRIVATE="1", MOOTHALL_REPLICAS="1", **QUICK)
        yield running
        running.stop()
    finally:
        if running is not None:
            running.abandon()
        queue.stop()
