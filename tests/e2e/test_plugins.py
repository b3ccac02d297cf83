"""A bot of one's own as an opponent: on a server whose operator has named it, and in the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import moothall
from tests.e2e.conftest import ROOT, small_hall

BOT = "def bot(view, moves):\n    return moves[-1]\n"


def test_a_whole_game_against_a_level_that_the_operator_has_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(BOT)
    hall = small_hall(tmp_path / "data", MOOTHALL_BOTS=f"sharp={tmp_path}/mine.py")
    with moothall.Client(hall.url) as client:
        client.register("Last among equals")
        assert client.title("medieval-realms")["levels"][-1] == "sharp"
        game = client.create("medieval-realms", ["human", "sharp"])["id"]
        while client.game(game)["status"] == "active":
            offered = client.moves(game, wait_s=30)
            if offered["decision"] is not None:
                client.play(game, offered["moves"][0]["move"], decision=offered["decision"]["id"])
        record = moothall.read_record(client.record(game))
    assert record.verify().ok
    assert {event["level"] for event in record.events if event["seat"] == 1 and event["move"]} == {"sharp"}
    assert "failed" not in hall.stop()


def test_the_terminal_seats_a_bot_from_a_file(tmp_path: Path) -> None:
    told = "    __import__('pathlib').Path(__file__).with_name('asked').touch()\n"
    (tmp_path / "mine.py").write_text(BOT.replace("    return", f"{told}    return"))
    watch = ["play", "medieval-realms", "--watch", "--pause", "0", "--bots", "./mine.py,random"]
    done = subprocess.run(
        [sys.executable, "-m", "moothall.server", *watch],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "asked").exists()
    assert "wins" in done.stdout
