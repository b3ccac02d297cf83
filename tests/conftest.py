"""Fixtures that all tests may use: a real Redis per test process, empty for every test that asks for it. And how
Hypothesis explores: anew in every run, on CI as well; what fails is printed, to be kept as an `@example`."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from hypothesis.database import DirectoryBasedExampleDatabase

from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis

settings.register_profile(
    "explore",
    derandomize=False,  # which it would be on CI
    database=DirectoryBasedExampleDatabase(".hypothesis/examples"),
    deadline=None,  # no test judges a speed
    print_blob=True,
)
settings.load_profile("explore")

# Hundreds of processes are started: each shall find what the first has compiled, whatever is usual here, and none shall
# strew files about.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
os.environ["PYTHONPYCACHEPREFIX"] = str(Path(__file__).parents[1] / ".pytest_cache" / "bytecode")


@pytest.fixture(scope="session", autouse=True)
def nothing_is_left_running() -> Iterator[None]:
    """Whatever a test that failed half-way left behind ends with the tests; here, so that it comes after everybody
    else's own end."""
    yield
    from tests.e2e.conftest import Hall  # here: most tests have no use for it

    for hall in Hall.started:
        hall.abandon()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedRedis]:
    """An embedded Redis; not synced to disk, since no test pulls the plug on this one."""
    server = EmbeddedRedis(tmp_path_factory.mktemp("redis"), fsync="no")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis(redis_server: EmbeddedRedis) -> Iterator[Any]:
    """A client of it, on an empty database."""
    client = connect(redis_server.url)
    client.flushall()
    yield client
    client.close()
