"""The clients in examples/ prove that the API can be used as described: they run as they are, against a real server."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys

import pytest

from moothall.domain.titles import TITLES
from tests.e2e.conftest import ROOT, Hall

EXAMPLES = ROOT / "examples"
BROWSER = ROOT / "tests" / "support" / "browser.mjs"
NEEDS_NODE = pytest.mark.skipif(
    shutil.which("node") is None,
    reason="There is no Node here: examples/bot.mjs and examples/page.html were not tried.",
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


def requests(hall: Hall) -> int:
    """How many the server has answered, those for this number aside."""
    with hall.client() as client:
        lines = client.get("/metrics").text.splitlines()
    counts = [line for line in lines if line.startswith("moothall_requests_total{") and "/metrics" not in line]
    return sum(int(float(line.rpartition(" ")[2])) for line in counts)


def in_few_requests(hall: Hall, *command: str) -> None:
    """A game is played to its end with two requests a move at most: the move, and the wait for the next turn. What is
    more is what comes before and after the game."""
    before = requests(hall)
    moves = played(ran(*command))
    assert moves > 5
    assert requests(hall) - before <= 2 * moves + 8


@pytest.mark.parametrize("slug", TITLES)
def test_the_python_bot_plays_every_title_to_the_end(hall: Hall, slug: str) -> None:
    in_few_requests(hall, sys.executable, str(EXAMPLES / "bot.py"), slug, hall.url)


@NEEDS_NODE
def test_the_javascript_bot_plays_to_the_end(hall: Hall) -> None:
    in_few_requests(hall, "node", str(EXAMPLES / "bot.mjs"), "manaforge", hall.url)


@NEEDS_NODE
@pytest.mark.parametrize("slug", TITLES)
def test_the_page_plays_every_title_to_the_end(hall: Hall, slug: str) -> None:
    """Its own script, with as much of a browser around it as it asks for: no layout, no clicks of a person, but real
    requests and a real stream, which breaks off once."""
    said = ran("node", str(BROWSER), str(EXAMPLES / "page.html"), slug, hall.url)
    told = json.loads(said)
    assert told["clicks"] > 5
    assert told["lines"] > told["clicks"]
    assert told["streams"] == 2
    assert re.fullmatch(r"It is over: \[\[.*\]\]", told["head"])


@pytest.mark.parametrize("slug", TITLES)
def test_the_shell_tour_runs_with_every_title(hall: Hall, slug: str) -> None:
    said = ran("bash", str(EXAMPLES / "tour.sh"), slug, hall.url)
    assert '"deadline":1' in said
    assert re.search(r'"text":\["Seat \d takes back event 3"\]|"rule":"(?:[A-Z]{2}-\d+\.\d+)"', said)
    assert "All agree: the game is paused" in said
    assert '"rule":"TB-7.2"' in said
    assert "All agree: the game goes on" in said
    assert '"errors":{"clock.per_move_s":' in said
    assert "Seat 1 resigns; an AI (" in said


@pytest.mark.parametrize(
    ("program", "name"), [(sys.executable, "bot.py"), pytest.param("node", "bot.mjs", marks=NEEDS_NODE)]
)
def test_a_bot_says_what_the_server_refuses(hall: Hall, program: str, name: str) -> None:
    done = subprocess.run(
        [program, str(EXAMPLES / name), "chess", hall.url], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert "there is no title chess" in done.stderr


@pytest.mark.parametrize("name", ["bot.py", "bot.mjs", "page.html"])
def test_a_client_is_short(name: str) -> None:
    lines = (EXAMPLES / name).read_text("utf-8").splitlines()
    assert sum(bool(line.strip()) for line in lines) <= 56
