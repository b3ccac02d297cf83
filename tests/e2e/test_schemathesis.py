"""schemathesis against a running server: every operation, every check, with games of every title, with a token and
without. Bounded and the same on every run."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from domain.titles import TITLES
from server.config import Config
from server.embedded import EmbeddedRedis
from server.supervisor import free_port
from tests.support.live import Person, app_server

SETTINGS = """
[checks.positive_data_acceptance]
# What fits the schema can still be against the rules (422), lose a race (409, 412), or be another's (403).
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422"]

[[operations]]
# Its coverage phase sends If-Match and If-None-Match without the quotes that their pattern asks for (400).
include-operation-id = ["get_game", "resign", "undo", "pause", "resume", "post_moves"]
checks.positive_data_acceptance.expected-statuses = ["2xx", "304", "400", "401", "403", "404", "409", "412", "422"]
"""


@pytest.fixture(scope="module")
def address(redis_server: EmbeddedRedis) -> Iterator[str]:
    """A server without limits, since being refused is what this is about, and without patience."""
    config = Config(
        redis=redis_server.url,
        port=free_port("127.0.0.1"),
        web_workers=1,
        longest_wait_s=0.01,
        keep_alive_s=0.05,
        access_log="",
        limit_read="",
        limit_create="",
        limit_register="",
        limit_refused="",
    )
    with app_server(config) as address:
        yield address


@pytest.fixture(scope="module")
def ada(address: str) -> Iterator[Person]:
    with Person(address) as person:
        yield person


@pytest.fixture(scope="module")
def description(address: str, ada: Person, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server's own description, with the ids of things that exist: games of each title, and a token to spare. Who
    resigns does so from games of their own, since that is the end of playing."""
    with Person(address, "Ben") as ben:
        games, left = ([game(ada, ben, slug) for slug in TITLES] for _ in range(2))
    spare = ada.post("/v1/me/tokens", {"name": "spare", "scopes": ["read"]})["id"]
    data: Any = yaml.load(httpx.get(f"{address}/openapi.yaml").text, Loader=yaml.CSafeLoader)
    known = {"game_id": games, "slug": list(TITLES), "token_id": [spare]}
    for path, item in data["paths"].items():
        values = known | ({"game_id": left} if path.endswith("/resign") else {})
        for parameter in item.get("parameters", []):
            if parameter["name"] in values and not path.startswith("/problems"):
                parameter["schema"] = {"type": "string", "enum": values[parameter["name"]]}
                parameter.pop("example", None)
    folder = tmp_path_factory.mktemp("schemathesis")
    (folder / "openapi.yaml").write_text(yaml.dump(data, Dumper=yaml.CSafeDumper, sort_keys=False), "utf-8")
    (folder / "schemathesis.toml").write_text(SETTINGS)
    return folder


def game(ada: Person, ben: Person, slug: str) -> str:
    """A game between the two, just started."""
    made: str = ada.post("/v1/games", {"title": slug, "seats": [{"kind": "human"}, {"kind": "human"}]})["id"]
    ben.post(f"/v1/games/{made}/seats")
    return made


def run(address: str, description: Path, *arguments: str) -> None:
    """All checks; nothing may fail."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", "openapi.yaml"]
    command += ["--url", address, "--checks", "all", "--generation-deterministic", "--request-timeout", "10"]
    command += ["--no-color", "--continue-on-failure", *arguments]
    done = subprocess.run(command, cwd=description, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]


COVER = ("--exclude-operation-id", "post_moves", "--phases", "examples,coverage")
FUZZ = ("--exclude-operation-id", "post_moves", "--phases", "fuzzing", "--max-examples", "4")
MOVES = ("--include-operation-id", "post_moves", "--phases", "examples,fuzzing", "--max-examples", "60")
"""Moves apart: to cover every border of every parameter of every move of every title would take minutes."""


@pytest.mark.parametrize("what", [COVER, MOVES], ids=["cover", "moves"])
def test_nothing_fails_for_a_spectator(address: str, description: Path, what: tuple[str, ...]) -> None:
    run(address, description, *what)


@pytest.mark.parametrize("what", [COVER, FUZZ, MOVES], ids=["cover", "fuzz", "moves"])
def test_nothing_fails_for_a_player(address: str, description: Path, ada: Person, what: tuple[str, ...]) -> None:
    run(address, description, *what, "-H", f"Authorization: {ada.client.headers['Authorization']}")
    assert ada.client.get("/v1/me").status_code == 200
