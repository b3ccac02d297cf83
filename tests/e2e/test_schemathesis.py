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

EXAMPLES = 3
"""Requests per operation that it makes up at random; those that cover each parameter's borders come on top."""

SETTINGS = """
[checks.positive_data_acceptance]
# What fits the schema can still be against the rules (422), lose a race (409, 412), or be another's (403).
expected-statuses = ["2xx", "304", "401", "403", "404", "409", "412", "422"]
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
    """The server's own description, with the ids of games that exist, one of each title."""
    games = []
    with Person(address, "Ben") as ben:
        for slug in TITLES:
            body = {"title": slug, "seats": [{"kind": "human"}, {"kind": "human"}]}
            games.append(ada.post("/v1/games", body)["id"])
            ben.post(f"/v1/games/{games[-1]}/seats")
    data: Any = yaml.safe_load(httpx.get(f"{address}/openapi.yaml").text)
    known = {"game_id": games, "slug": list(TITLES)}
    for path, item in data["paths"].items():
        for parameter in item.get("parameters", []):
            if parameter["name"] in known and not path.startswith("/problems"):
                parameter["schema"] = {"type": "string", "enum": known[parameter["name"]]}
                parameter.pop("example", None)
    folder = tmp_path_factory.mktemp("schemathesis")
    (folder / "openapi.yaml").write_text(yaml.safe_dump(data, sort_keys=False), "utf-8")
    (folder / "schemathesis.toml").write_text(SETTINGS)
    return folder


def run(address: str, description: Path, *arguments: str) -> None:
    """All phases, all checks; nothing may fail."""
    command = [sys.executable, "-m", "schemathesis.cli", "--config-file", "schemathesis.toml", "run", "openapi.yaml"]
    command += ["--url", address, "--checks", "all", "--max-examples", str(EXAMPLES), "--generation-deterministic"]
    command += ["--request-timeout", "10", "--no-color", *arguments]
    done = subprocess.run(command, cwd=description, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr[-2_000:]


def test_nothing_fails_for_a_spectator(address: str, description: Path) -> None:
    run(address, description, "--phases", "examples,coverage,fuzzing")


def test_nothing_fails_for_a_player(address: str, description: Path, ada: Person) -> None:
    run(
        address,
        description,
        "--phases",
        "examples,coverage,fuzzing",
        "-H",
        f"Authorization: {ada.client.headers['Authorization']}",
    )
