"""schemathesis against a running server: every operation, every check, with games of every title, with a token and
without, one after the other and one leading to the next. Bounded and the same on every run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis
from tests.e2e.fuzz import Fuzz, unlimited
from tests.e2e.schemas import COVER, EXAMPLES, FUZZ, MOVES, STATEFUL, describe, run
from tests.support.live import Person, app_server

REQUESTS = 4_000
"""Bent moves; `make fuzz` sends as many as one likes."""


@pytest.fixture(scope="module")
def address(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with connect(redis_server.url) as client:
        client.flushall()  # games of titles that are not hosted here would be in every bundle
    with app_server(unlimited(redis_server.url, tmp_path_factory.mktemp("data"))) as address:
        yield address


@pytest.fixture(scope="module")
def ada(address: str) -> Iterator[Person]:
    with Person(address) as person:
        yield person


@pytest.fixture(scope="module")
def description(address: str, ada: Person, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return describe(address, ada, tmp_path_factory.mktemp("schemathesis"))


@pytest.mark.parametrize("what", [EXAMPLES, MOVES], ids=["examples", "moves"])
def test_nothing_fails_for_a_spectator(address: str, description: Path, what: tuple[str, ...]) -> None:
    count, failures = run(address, description, *what)
    assert count > 0
    assert failures == ""


@pytest.mark.parametrize("what", [COVER, FUZZ, MOVES, STATEFUL], ids=["cover", "fuzz", "moves", "stateful"])
def test_nothing_fails_for_a_player(address: str, description: Path, ada: Person, what: tuple[str, ...]) -> None:
    count, failures = run(address, description, *what, "-H", f"Authorization: {ada.client.headers['Authorization']}")
    assert count > 0
    assert failures == ""
    assert ada.client.get("/v1/me").status_code == 200


def test_a_bent_move_is_refused_as_documented_and_changes_nothing(address: str, redis_server: EmbeddedRedis) -> None:
    fuzz = Fuzz(address, redis_server.url, 1)
    try:
        tally = fuzz.run(REQUESTS)
    finally:
        fuzz.close()
    assert tally.wrong == []
    assert {201, 400, 401, 403, 404, 409, 413, 415, 422} <= set(tally.statuses), str(tally)
    assert tally.accepted < tally.requests / 4
