"""`moothall play`, typed at as people do."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.conftest import ROOT, Hall

PATIENCE_S = 60
PLAY = [sys.executable, "-m", "server", "play"]


class Typist:
    """Somebody at a terminal."""

    def __init__(self, screen: int) -> None:
        self._screen = screen
        self.seen = ""

    def read(self) -> str:
        """What is written up to the next prompt (or the end)."""
        text, deadline = "", time.monotonic() + PATIENCE_S
        while not text.endswith("> "):
            assert time.monotonic() < deadline, text
            try:
                data = os.read(self._screen, 65536)
            except OSError:  # the other side has closed its terminal
                break
            if not data:
                break
            text += data.decode().replace("\r\n", "\n")
        self.seen += text
        return text

    def type(self, line: str) -> str:
        os.write(self._screen, line.encode() + b"\n")
        return self.read()


@contextmanager
def at_a_terminal(*arguments: str) -> Iterator[tuple[Typist, subprocess.Popen[bytes]]]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen([*PLAY, *arguments], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs)
    os.close(theirs)
    try:
        yield Typist(ours), process
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_a_few_turns_at_a_terminal(hall: Hall) -> None:
    with at_a_terminal("manaforge", "--bots", "random,random", "--url", hall.url, "--page", "3") as (me, process):
        opening = me.read()
        assert re.search(r"Manaforge, game \w{26}\. You are seat 0\.", opening)
        assert "Guest takes seat 0" in opening
        assert "Round 0 of 9" in opening, "the table is drawn"
        assert "Your packet: " in opening
        assert re.search(r"Your decision: draft talent\. Moves 1-3 of 4:\n   1  Pick ", opening)

        second = me.type("n")
        assert "Moves 4-4 of 4:\n   4  Pick " in second
        assert "Moves 1-3 of 4:" in me.type("p")
        wanted = re.search(r"   4  Pick (.+)\n", second)
        assert wanted is not None
        filtered = me.type(f"/{wanted[1].lower()}")
        assert "Moves 1-1 of 1:" in filtered
        assert f"   4  Pick {wanted[1]}\n" in filtered

        assert "MF-4.3 A gem just gained is usable at once. [printed]" in me.type("? MF-4.3")
        assert "MF-12.1" in me.type("? mf-12")
        assert "TB-5.1 A seat may resign" in me.type("? TB-5.1")
        assert "No: manaforge has no rule MF-99.9" in me.type("? MF-99.9")
        assert "q              quit" in me.type("?")
        assert "There are moves 1 to 4." in me.type("99")
        assert "What do you mean?" in me.type("hello")

        assert f"Seat 0 picks {wanted[1]}" in me.type("4")
        while "Your decision: turn." not in me.type("1"):
            assert process.poll() is None
        number = re.search(r"^ +(\d+)  Exchange a prism", me.type("/exchange a prism"), re.MULTILINE)
        assert number is not None
        assert "u: take back" in me.type(number[1])
        assert "Seat 0 takes back event" in me.type("u")
        assert "No: there is nothing of yours to undo" in me.type("u")
        # 3 with Famous among the talents kept, else 0
        assert re.search(r"seat 0 \(Guest\): ([03]) \(talents \1, workshop 0", me.type("s"))
        assert "turn of seat 0" in me.type("t")
        assert "Goodbye." in me.type("q")
        assert process.wait(PATIENCE_S) == 0


def test_whoever_resigns_leaves_the_game_to_an_ai(hall: Hall) -> None:
    with at_a_terminal("manaforge", "--url", hall.url, "--name", "Ada") as (me, process):
        game = re.search(r"game (\w{26})", me.read())
        assert game is not None
        assert "An AI plays on in your seat" in me.type("resign")
        assert process.wait(PATIENCE_S) == 0
    with hall.client() as client:
        assert client.get(f"/v1/games/{game[1]}").json()["seats"][0]["resigned"] is True


def typed(lines: str, *arguments: str) -> str:
    """What is said to these lines from a pipe."""
    done = subprocess.run(
        [*PLAY, *arguments], cwd=ROOT, input=lines, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    return done.stdout


def test_a_whole_game_from_a_pipe(hall: Hall) -> None:
    """The first move that is offered, until nothing is asked any more."""
    said = typed("1\n" * 3_000, "medieval-realms", "--bots", "random", "--url", hall.url)
    assert "The game is over" in said
    assert re.search(r"  1\. seat \d \((Guest|AI random)\)", said)


def test_it_brings_a_server_of_its_own() -> None:
    said = typed("1\n1\n1\nq\n", "manaforge", "--bots", "random")
    assert said.startswith("Setting up the table ...\nManaforge, game ")
    assert said.count("  Seat 0 picks ") == 3
    assert said.endswith("> Goodbye.\n")


def test_the_end_of_the_input_is_the_end_of_the_evening(hall: Hall) -> None:
    done = subprocess.run(
        [*PLAY, "manaforge", "--url", hall.url],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stdout.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--bots", "genius"], "No bot plays genius"),
        (["--bots", "random,random,random,random"], "Manaforge is played against 1 to 3 others, not 4."),
        (["--options", "{"], "--options is not JSON"),
        (["--options", '{"laps": 1}'], "laps"),
        (["--url", "ftp://x"], "is no http address"),
        (["--url", "http://127.0.0.1:9"], "Connection refused"),
    ],
)
def test_what_makes_no_sense_is_refused(hall: Hall, arguments: list[str], said: str) -> None:
    url = [] if "--url" in arguments else ["--url", hall.url]
    done = subprocess.run(
        [*PLAY, "manaforge", *url, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (1, 2)
    assert said in done.stderr
