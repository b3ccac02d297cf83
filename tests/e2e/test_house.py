"""Commands that look after a server find it by its data directory."""

from __future__ import annotations

import json
import os
from pathlib import Path

from tests.e2e.conftest import Hall
from tests.e2e.people import Player
from tests.support.live import moothall, until


def test_a_data_directory_is_enough(hall: Hall) -> None:
    with hall.client() as client:
        ada = Player(client, "Ada")
        game = ada.create("manaforge", ["human", "human"])
        here = ("--data", str(hall.data))
        granted = moothall("grant", ada.id, "--scope", "organise", *here)
        assert granted.stdout == f"{ada.name} ({ada.id}): read, play, organise\n", granted.stderr
        body = {"title": "manaforge", "seats": [{"kind": "ai", "level": "random"}] * 2, "organiser": True}
        until(  # what a process remembers of a token is a second old at most
            lambda: client.post("/v1/games", json=body, headers=ada.headers).status_code == 201, "the scope is there"
        )
        assert moothall("rebuild", *here).stdout.endswith("games listed\n")
        assert game in [each["id"] for each in client.get("/v1/games").json()["games"]]
        assert isinstance(json.loads(moothall("jobs", *here).stdout), list)
        assert json.loads(moothall("keys", *here).stdout) == client.get("/v1/keys").json()


def test_the_environment_may_name_it(hall: Hall) -> None:
    with hall.client() as client:
        ada = Player(client, "Ada")
    environment = {**os.environ, "MOOTHALL_DATA": str(hall.data)}
    granted = moothall("grant", ada.id, "--scope", "admin", environment=environment)
    assert granted.stdout == f"{ada.name} ({ada.id}): read, play, admin\n", granted.stderr


def test_where_no_server_runs_it_is_said(tmp_path: Path) -> None:
    for command in (("grant", "p_0", "--scope", "admin"), ("rebuild",), ("jobs",)):
        refused = moothall(*command, "--data", str(tmp_path))
        assert refused.returncode == 1
        assert refused.stderr.startswith(f"Error: No server runs on {tmp_path}: start it with `moothall serve --data ")


def test_a_redis_that_is_away_is_told_of_in_a_line(tmp_path: Path) -> None:
    for command in (("grant", "p_0", "--scope", "admin"), ("rebuild",), ("jobs",)):
        refused = moothall(*command, "--redis", f"unix://{tmp_path}/none.sock")
        assert refused.returncode == 1
        assert refused.stderr.startswith("Error: Redis does not answer: ")
        assert "Traceback" not in refused.stderr
