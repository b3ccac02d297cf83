"""Organised games on the real thing: ruled while bots play, exported, and verified by a process that has no server."""

from __future__ import annotations

import json
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from moothall.domain.titles import TITLES
from tests.e2e.conftest import ROOT, Hall
from tests.e2e.people import Player


def moothall(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "moothall.server", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def rule(organiser: Player, game: str, kind: str, **more: Any) -> Any:
    body = {"type": kind, "reason": "to see what happens", **more}
    answer = organiser.client.post(f"/v1/games/{game}/rulings", json=body, headers=organiser.headers)
    assert answer.status_code == 201, answer.text
    return answer.json()


@pytest.mark.parametrize("slug", TITLES)
def test_bots_obey_the_organiser_and_the_game_is_proven(hall: Hall, slug: str, tmp_path: Path) -> None:
    """One title to its end, the others until they are annulled: to the end they are played elsewhere."""
    seats = min(TITLES[slug].players)
    with hall.client() as client:
        organiser = Player(client, "Olga")
        command = [sys.executable, "-m", "moothall.server", "grant", organiser.id, "--scope", "organise"]
        subprocess.run([*command, "--redis", hall.redis_url], cwd=ROOT, check=True, timeout=60, capture_output=True)
        game = organiser.create(slug, ["human", *["random"] * (seats - 1)], organiser=True)
        guest = Player(client, "Gus")
        guest.join(game)
        for _ in range(5):
            guest.play_or_wait(game)
        paused = rule(organiser, game, "pause_game")
        assert paused["awaiting"]["decisions"] == []
        assert organiser.look(game)["seq"] == paused["seq"], "nobody moves"
        rule(organiser, game, "resume_game")
        rule(organiser, game, "restore_game", to=paused["seq"] - 2)
        state = rule(organiser, game, "replace_seat", seat=0, level="random")  # from here on it ends by itself
        while state["status"] != "finished" and (slug == "manaforge" or state["seq"] < paused["seq"] + 15):
            state = organiser.wait_past(game, state["seq"])
        if slug != "manaforge":
            assert rule(organiser, game, "annul_game")["status"] == "annulled"
        report = client.get(f"/v1/games/{game}/audit").json()
        assert report["ok"] is True, report
    file = tmp_path / "game.ndjson"
    assert moothall("export", game, "--server", hall.url, "-o", str(file)).returncode == 0
    verified = moothall("verify", str(file), "--keys", hall.url, "--json")
    assert verified.returncode == 0, verified.stdout
    assert json.loads(verified.stdout)[0]["verdicts"] == report["verdicts"]


def test_the_first_start_makes_a_key_that_only_the_server_may_read(hall: Hall) -> None:
    files = list((hall.data / "keys").iterdir())
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o600]
    with hall.client() as client:
        keys = client.get("/v1/keys").json()["keys"]
    assert len(keys) == 1
    assert files[0].read_text().strip() not in json.dumps(keys)
