"""A client that an off-the-shelf generator makes from the description plays a whole game of every title."""

from __future__ import annotations

import importlib
import json
import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest

from moothall.domain.titles import TITLES
from tests.e2e.conftest import Hall

MOST_REQUESTS = 5_000

NO_JSON = [
    "WARNING parsing GET /openapi.yaml within operations.",
    "WARNING parsing GET /v1/tournaments/{tournament_id}/record within tournament_records.",
    "WARNING parsing POST /v1/records within records.",
]
"""Answers in YAML, and files: the generator has no way to read them."""


@pytest.fixture(scope="module")
def generated(hall: Hall, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the client's package."""
    folder = tmp_path_factory.mktemp("generated")
    with hall.client() as client:
        (folder / "openapi.yaml").write_text(client.get("/openapi.yaml").text, "utf-8")
    (folder / "config.yaml").write_text("post_hooks: []\n")  # nobody reads it: it need not be pretty
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.yaml"]
    command += ["--output-path", "hall_client", "--meta", "none", "--config", "config.yaml"]
    made = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    # Anything else that it cannot make would be missing from the client.
    complaints = sorted(
        line for line in (made.stdout + made.stderr).splitlines() if line.startswith(("WARNING", "Unable", "ERROR"))
    )
    assert complaints == NO_JSON, made.stderr
    sys.path.insert(0, str(folder))
    yield "hall_client"
    sys.path.remove(str(folder))


class Client:
    """The generated client, its operations by name."""

    def __init__(self, package: str, address: str) -> None:
        self._package = package
        self.models = importlib.import_module(f"{package}.models")
        self._connection = importlib.import_module(package).Client(base_url=address, timeout=60)

    def close(self) -> None:
        self._connection.get_httpx_client().close()

    def sign_in(self, token: str, address: str) -> None:
        self.close()
        made = importlib.import_module(self._package)
        self._connection = made.AuthenticatedClient(base_url=address, token=token, timeout=60)

    def call(self, operation: str, *path: str, **arguments: Any) -> Any:
        """The answer as the client has read it, with its status."""
        module = importlib.import_module(f"{self._package}.api.{operation}")
        return module.sync_detailed(*path, client=self._connection, **arguments)


@pytest.mark.parametrize("slug", TITLES)
def test_it_plays_a_whole_game_against_an_ai(generated: str, hall: Hall, slug: str) -> None:
    with closing(Client(generated, hall.url)) as client:
        play(client, hall.url, slug)


def play(client: Client, address: str, slug: str) -> None:
    models = client.models
    registered = client.call("players.register", body=models.Register(name=f"Generated {slug}"))
    assert registered.status_code == 201
    client.sign_in(registered.parsed.token, address)
    seats = [
        models.SeatSpec(kind=models.SeatSpecKind("human")),
        models.SeatSpec(kind=models.SeatSpecKind("ai"), level=models.SeatSpecLevelType1("random")),
    ]
    created = client.call("games.create_game", body=models.CreateGame(title=slug, seats=seats))
    assert created.status_code == 201
    game = created.parsed
    requests, luck = 0, random.Random(slug)
    while game.status != "finished":
        requests += 1
        assert requests < MOST_REQUESTS
        listed = client.call("moves.get_moves", game.id, limit=50)
        offered = listed.parsed
        if offered.decision is None:
            answer = client.call("games.get_game", game.id, wait=30.0, if_none_match=f'"{game.seq}"')
            assert answer.status_code == 200, f"nothing happens after {offered.seq}: {game.awaiting}"
            game = answer.parsed
            continue
        index = luck.randrange(len(offered.moves))  # by turns in a fixed order one could go round in circles for ever
        chosen = offered.moves[index].move
        assert chosen.to_dict() == json.loads(listed.content)["moves"][index]["move"]
        played = client.call("moves.post_moves", game.id, body=models.PostMoves(move=chosen))
        assert played.status_code == 201, played.content
        assert played.parsed.events
    result = client.call("games.get_game", game.id).parsed.result
    assert len(result.scores) == 2
    assert sorted(seat for tied in result.ranking for seat in tied) == [0, 1]
