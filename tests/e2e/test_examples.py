"""The clients in examples/ prove that the API can be used as described: they run as they are, against a real server."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

import pytest

from domain.titles import TITLES
from tests.e2e.conftest import ROOT, Hall

EXAMPLES = ROOT / "examples"
NEEDS_NODE = pytest.mark.skipif(
    shutil.which("node") is None, reason="There is no Node here: examples/bot.mjs was not tried."
)
END = re.compile(r"finished after (\d+) moves: ranking \[\[.*\]\], scores \[.*\]")


def ran(*command: str) -> str:
    """What a program says, after it ended well."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    return done.stdout


def played(said: str) -> int:
    """The moves of a game that the program has played to its end; each of them is told."""
    *told, last = said.splitlines()
    end = END.fullmatch(last)
    assert end is not None, last
    assert len(told) == int(end[1])
    return len(told)


@pytest.mark.parametrize("slug", TITLES)
def test_the_python_bot_plays_every_title_to_the_end(hall: Hall, slug: str) -> None:
    assert played(ran(sys.executable, str(EXAMPLES / "bot.py"), slug, hall.url)) > 5


@NEEDS_NODE
def test_the_javascript_bot_plays_to_the_end(hall: Hall) -> None:
    assert played(ran("node", str(EXAMPLES / "bot.mjs"), "manaforge", hall.url)) > 5


@pytest.mark.parametrize("slug", TITLES)
def test_the_shell_tour_runs_with_every_title(hall: Hall, slug: str) -> None:
    said = ran("bash", str(EXAMPLES / "tour.sh"), slug, hall.url)
    assert '"deadline":1' in said
    assert re.search(r'"text":\["Seat \d takes back event 3"\]|"rule":"(?:[A-Z]{2}-\d+\.\d+)"', said)
    assert "All agree: the game is paused" in said
    assert '"rule":"TB-7.2"' in said
    assert "All agree: the game goes on" in said
    assert '"errors":{"clock.per_move_s":' in said
    assert "Seat 1 resigns; an AI (random) plays on" in said


@pytest.mark.parametrize(
    ("program", "name"), [(sys.executable, "bot.py"), pytest.param("node", "bot.mjs", marks=NEEDS_NODE)]
)
def test_a_bot_says_what_the_server_refuses(hall: Hall, program: str, name: str) -> None:
    done = subprocess.run(
        [program, str(EXAMPLES / name), "chess", hall.url], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "there is no title chess" in done.stderr


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs"])
def test_a_bot_is_short(name: str) -> None:
    lines = (EXAMPLES / name).read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 45
