"""`moothall arena` as people use it, and its report as a page."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner, Result

from moothall.server.cli import main
from moothall.server.cli.arena_report import page_of
from tests.support.live import ROOT, until

BOT = "def bot(view, moves):\n    return 0\n"
ARENA = ("arena", "medieval-realms", "--games", "6")


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A bot file, in the folder where one works."""
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "mine.py"
    file.write_text(BOT)
    return file


def moothall(*arguments: str) -> Result:
    return CliRunner().invoke(main, arguments)


def test_a_report_as_table_as_json_and_as_a_page(mine: Path) -> None:
    done = moothall(*ARENA, "--bots", "./mine.py,random", "--html", "report.html")
    assert done.exit_code == 0, done.output
    assert done.output.startswith("6 games of medieval-realms with 2 players, 3 deals (6 games now, ")
    assert re.search(r"^  [12] \./mine\.py +-?\d+\.\d\d ", done.output, re.MULTILINE)
    assert re.search(r"% \(\d+\.\d% to \d+\.\d%\) against (random|\./mine\.py), 6 games", done.output)
    assert "Arena: medieval-realms, 2 players" in Path("report.html").read_text("utf-8")
    report = json.loads(moothall(*ARENA, "--bots", "./mine.py,random", "--json").stdout)
    assert (report["games"], report["played"], report["folder"]) == (6, 0, "arena-medieval-realms-2p")
    records = [str(path) for path in sorted(Path("arena-medieval-realms-2p/records").iterdir())]
    verified = moothall("verify", *records)
    assert verified.exit_code == 0
    assert "6 of 6 games are good" in verified.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "random"], "an arena needs two bots at least"),
        (["--bots", "random,genius"], "no bot plays 'genius'"),
        (["--bots", "random,random"], "random is named twice"),
        (["--bots", "random,greedy", "--players", "9"], "not by 9"),
        (["--bots", "random,greedy", "--options", "{"], "--options is not JSON"),
        (["--bots", "random,greedy", "--options", '{"no such option": 1}'], "no such option"),
    ],
)
def test_what_cannot_be_played_is_said(arguments: list[str], said: str, mine: Path) -> None:
    done = moothall(*ARENA, *arguments)
    assert done.exit_code == 2
    assert said in done.output


def test_another_arena_in_the_folder_is_said(mine: Path) -> None:
    assert moothall(*ARENA, "--bots", "./mine.py,random").exit_code == 0
    done = moothall(*ARENA, "--bots", "./mine.py,random", "--seed", "2")
    assert done.exit_code == 1
    assert "holds an arena with other settings: seed 1 there, 2 here; choose another folder (--folder)" in done.output
    mine.write_text(BOT + "\n")
    done = moothall(*ARENA, "--bots", "./mine.py,random")
    assert "./mine.py changed since" in done.output


def test_a_bot_that_fails_is_named_once_and_the_status_says_so(mine: Path) -> None:
    mine.write_text("def bot(view, moves):\n    return 1 / 0\n")
    done = moothall(*ARENA, "--bots", "./mine.py,random", "--html", "report.html")
    assert done.exit_code == 1
    assert "./mine.py failed in 6 games, first in game 0: bot ./mine.py raised ZeroDivisionError" in done.stderr
    assert "return 1 / 0" in done.stderr
    assert "Failures" in Path("report.html").read_text("utf-8")


def begun(mine: Path, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "moothall.server", *ARENA, "--bots", "./mine.py,random", *arguments],
        cwd=mine.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.default_int_handler
        ),  # some shells begin tests deaf to it
    )


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_what_is_finished_outlives_the_process(number: signal.Signals, mine: Path) -> None:
    assert moothall(*ARENA, "--bots", "./mine.py,random", "--folder", "whole").exit_code == 0
    gate = mine.parent / "gate"
    slow = "import os, time\n\n\ndef bot(view, moves):\n"  # from the fifth game on it waits for a file that never comes
    slow += "    while len(os.listdir('cut/records')) >= 4 and not os.path.exists('gate'):\n        time.sleep(0.01)\n"
    mine.write_text(slow + "    return 0\n")
    lines = mine.parent / "cut" / "results.ndjson"
    with begun(mine, "--folder", "cut") as process:
        until(lambda: lines.exists() and lines.read_bytes().count(b"\n") == 4, "four games")
        process.send_signal(number)
        said = process.communicate()
    if number == signal.SIGINT:
        assert process.returncode == 130, said
        assert "interrupted; the same command goes on" in said[0]
    gate.touch()
    with lines.open("ab") as file:
        file.write(b'{"game":4,"deal":2,"bo')  # what a disk may hold after a crash
    done = moothall(*ARENA, "--bots", "./mine.py,random", "--folder", "cut")
    assert done.exit_code == 0, done.output
    assert "6 games of medieval-realms with 2 players, 3 deals (2 games now" in done.output
    for name in ("results.ndjson", *(f"records/{game:06}.ndjson" for game in range(6))):
        assert Path("cut", name).read_bytes() == Path("whole", name).read_bytes()


def sheet(bots: list[str]) -> dict[str, Any]:
    """A report that has everything in it."""
    standing = [
        {
            "rank": rank,
            "bot": bot,
            "mu": 25.0,
            "sigma": 1.0,
            "low": 23.0 - rank,
            "high": 27.0,
            "share": 0.5,
            "wins": {"wins": 1, "seats": 2},
            "scores": {"mean": 12.5},
            "seconds_per_turn": None if rank == 1 else 0.002,
            "failures": 0,
        }
        for rank, bot in enumerate(bots, 1)
    ]
    met = {"games": 2, "share": 0.75, "low": 0.2, "high": 0.9, "worth": 2}
    seat = {"rate": 0.5, "low": 0.1, "high": 0.9, "fair": 0.5}
    return {
        "title": "tally",
        "edition": 1,
        "players": 2,
        "seed": 1,
        "deals": 1,
        "games": 2,
        "ended": "certain",
        "standing": standing,
        "against": {bots[0]: {bots[1]: met}, bots[1]: {}},
        "wins": {"by_seat": {"0": seat, "1": seat}},
        "histogram": {"low": -4, "width": 2, "counts": {bots[0]: [0, 1, 1], bots[1]: [2, 0, 0]}},
        "failures": [{"game": 1, "bot": bots[0], "seat": 0, "told": f"bot {bots[0]} raised <b>\nline two & more"}],
    }


def test_the_page_is_well_formed_and_needs_nothing_else() -> None:
    text = page_of(sheet(["./<script>alert('&')</script>/" + "long/" * 20 + "mine.py:Bot", "greedy"]))
    root = ElementTree.fromstring(text)
    assert len(list(root.iter("svg"))) == 4
    assert [heading.text for heading in root.iter("h2")] == [
        "Standing",
        "Ratings",
        "Who beats whom",
        "Scores",
        "Seconds per turn",
        "Wins by seat",
        "Failures",
    ]
    assert not [each for each in root.iter() if each.tag in ("script", "link", "img", "iframe", "object", "base")]
    assert not [
        name for each in root.iter() for name in each.attrib if name in ("src", "href") or name.startswith("on")
    ]
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert "default-src 'none'" in text


def test_the_page_draws_what_the_report_says() -> None:
    root = ElementTree.fromstring(page_of(sheet(["mine", "greedy"])))
    ratings, scores, pace, seats = root.iter("svg")
    assert len(list(ratings.iter("circle"))) == 2
    first, second = [line for line in ratings.iter("line") if line.get("class") == "interval"]
    assert float(second.get("x1", 0)) < float(first.get("x1", 0))
    assert first.get("x2") == second.get("x2")
    assert [each.findtext("title") for each in scores.iter("rect")] == ["-2 to -1: 1", "0 to 1: 1", "-4 to -3: 2"]
    assert len(list(pace.iter("circle"))) == 1, "of the other no time is known"
    assert len([line for line in seats.iter("line") if line.get("class") == "fair"]) == 2
