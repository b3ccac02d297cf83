"""An app with Tally on an empty Redis."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api
from tests.support.live import web_server
from tests.support.tally import TALLY


@pytest.fixture
def parts(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Iterator[Services]:
    made = wire(Config(redis=redis_server.url, keep_alive_s=0.05, data=tmp_path), {"tally": TALLY})
    yield made
    made.hub.stop()
    made.store.redis.close()
    made.jobs.connection.close()


@pytest.fixture
def app(parts: Services) -> Flask:
    return create_app(parts=parts)


@pytest.fixture
def api(app: Flask) -> Api:
    return Api(app)


@pytest.fixture(scope="package")
def address(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real web server, its streams impatient."""
    port = free_port("127.0.0.1")
    data = tmp_path_factory.mktemp("data")
    with web_server(Config(redis=redis_server.url, port=port, web_workers=1, keep_alive_s=0.05, data=data)) as address:
        yield address
