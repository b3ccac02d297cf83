"""`moothall play`, typed at as people do."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from tests.e2e.conftest import ROOT, Hall

PATIENCE_S = 60
PLAY = [sys.executable, "-m", "moothall.server", "play"]


class Typist:
    """Somebody at a terminal."""

    def __init__(self, screen: int) -> None:
        self.screen = screen
        self.seen = ""

    def read(self) -> str:
        """What is written up to the next prompt (or the end)."""
        text, deadline = "", time.monotonic() + PATIENCE_S
        while not text.endswith("> "):
            ready, _, _ = select.select([self.screen], [], [], max(0.0, deadline - time.monotonic()))
            assert ready, f"nothing more was written after: {text}"
            try:
                data = os.read(self.screen, 65536)
            except OSError:  # the other side has closed its terminal
                break
            if not data:
                break
            text += data.decode().replace("\r\n", "\n")
        self.seen += text
        return text

    def interrupt(self, process: subprocess.Popen[bytes]) -> str:
        """Press Ctrl-C, and once more if it came just before the program began to listen."""
        for _ in range(PATIENCE_S):
            process.send_signal(signal.SIGINT)
            if select.select([self.screen], [], [], 1.0)[0]:
                break
        return self.read()

    def type(self, line: str) -> str:
        os.write(self.screen, line.encode() + b"\n")
        return self.read()


@contextmanager
def at_a_terminal(*arguments: str) -> Iterator[tuple[Typist, subprocess.Popen[bytes]]]:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PLAY, *arguments], cwd=ROOT, stdin=theirs, stdout=theirs, stderr=theirs, preexec_fn=_heed_ctrl_c
    )
    os.close(theirs)
    try:
        yield Typist(ours), process
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def _heed_ctrl_c() -> None:
    """Whoever runs the tests in the background ignores it, and children would too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def plain(text: str) -> str:
    """Without the colours."""
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text)


def moves(text: str) -> dict[str, str]:
    """The moves listed last: number to line."""
    last = text.rpartition(" moves:\n")[2] if " moves:\n" in text else text.rpartition(":\n")[2]
    return dict(re.findall(r"^ {,4}(\d+)  (.+)$", last, re.MULTILINE))


def test_a_few_turns_at_a_terminal(hall: Hall) -> None:
    with at_a_terminal("manaforge", "--bots", "random,random", "--url", hall.url, "--page", "3") as (me, process):
        opening = me.read()
        assert "\x1b[" in opening, "a terminal has colours"
        opening = plain(opening)
        assert opening.startswith("Manaforge ─")
        assert "At the table: Guest (you), Bot 1 (AI, random) and Bot 2 (AI, random)." in opening
        assert "You take seat 0" in opening
        assert "Manaforge: the table ─" in opening
        assert "Your decision: draft talent. Moves 1-3 of 4:\n   1  Pick " in opening

        second = plain(me.type("n"))
        assert "Moves 4-4 of 4:\n   4  Pick " in second
        assert "Moves 1-3 of 4:" in plain(me.type("p"))
        wanted = " ".join(moves(second)["4"].split()[1:3])
        filtered = plain(me.type(f"/{wanted.lower()}"))
        assert f"   4  Pick {wanted}" in filtered
        assert "No move has 'no such' in it; / alone shows all again." in plain(me.type("/no such"))

        assert "MF-4.3 A gem just gained is usable at once. [printed]" in plain(me.type("? MF-4.3"))
        assert "MF-12.1" in me.type("? mf-12")
        assert "Phoenix Egg (items): " in plain(me.type("? phoenix egg"))
        assert "Nothing is called 'MF-99.9'" in plain(me.type("? MF-99.9"))
        assert "  resign " in plain(me.type("?"))

        while "Your turn. " not in (seen := plain(me.type("1"))):
            assert process.poll() is None
        assert "Manaforge: the table ─" in seen
        number = re.search(r"^ +(\d+)  Exchange a prism", plain(me.type("/exchange a prism")), re.MULTILINE)
        assert number is not None
        exchanged = plain(me.type(number[1]))
        assert "u: take back" in exchanged
        assert "Manaforge: the table ─" in exchanged, "after one's own acts too"
        assert "You take back event" in plain(me.type("u"))
        assert "No: there is nothing of yours to undo" in plain(me.type("u"))
        # 3 with Famous among the talents kept, else 0
        assert re.search(r"You +Bot 1 +Bot 2\n +talents +[03] ", plain(me.type("s")))
        me.type("q")
        assert process.wait(PATIENCE_S) == 0
        farewell = plain(me.seen).partition("To come back:")[2]
    back = farewell.replace("\\\n", " ").split()
    assert back[:2] == ["moothall", "play"]
    assert back[-1] == "Goodbye."
    with at_a_terminal(*back[2:-1]) as (me, process):
        again = plain(me.read())
        assert "At the table: Guest (you)" in again
        assert "Your turn. " in again
        assert "Goodbye." in me.interrupt(process), "Ctrl-C at the prompt leaves"
        assert process.wait(PATIENCE_S) == 0


def test_whoever_resigns_leaves_the_game_to_an_ai_and_can_watch_it(hall: Hall) -> None:
    with at_a_terminal("manaforge", "--url", hall.url, "--name", "Ada") as (me, process):
        me.read()
        assert "Resign?" in plain(me.type("resign"))
        farewell = plain(me.type("y"))
        assert "An AI plays on in your seat." in farewell
        assert process.wait(PATIENCE_S) == 0
    game = re.search(r"To watch it:\s.*--game (\w{26})", farewell, re.DOTALL)
    assert game is not None
    with hall.client() as client:
        assert client.get(f"/v1/games/{game[1]}").json()["seats"][0]["resigned"] is True
    watched = typed("", "--game", game[1], "--url", hall.url, "--pause", "0")
    assert re.search(r"^ +1\. (Bot 0|Bot 1|Bot 0 and Bot 1)$", watched, re.MULTILINE)


def test_bots_are_watched_to_the_end(hall: Hall) -> None:
    said = typed("", "manaforge", "--watch", "--bots", "random,greedy", "--url", hall.url, "--pause", "0")
    assert "At the table: Bot 0 (AI, random) and Bot 1 (AI, greedy)." in said
    assert said.count("Manaforge: the table ─") == 10, "one for every round, and the last"
    assert "The game is over: " in said
    with_the_end = said.partition("The game is over: ")[2]
    assert re.search(r"^ +1\. Bot \d", with_the_end, re.MULTILINE)


def test_ctrl_c_stops_the_watching_for_questions(hall: Hall) -> None:
    with at_a_terminal("manaforge", "--watch", "--url", hall.url, "--pause", "0.2") as (me, process):
        while "The game starts" not in me.seen:
            me.seen += os.read(me.screen, 65536).decode()
        process.send_signal(signal.SIGINT)
        assert plain(me.read()).endswith("Enter: go on.\n> ")
        assert "MF-4.3" in plain(me.type("? MF-4.3"))
        os.write(me.screen, b"\n")
        while "secret" not in me.seen.rpartition("MF-4.3")[2]:
            me.seen += os.read(me.screen, 65536).decode()
        process.send_signal(signal.SIGINT)
        me.read()
        assert "Goodbye." in plain(me.type("q"))
        assert process.wait(PATIENCE_S) == 0


def typed(lines: str, *arguments: str) -> str:
    """What is said to these lines from a pipe."""
    done = subprocess.run(
        [*PLAY, *arguments], cwd=ROOT, input=lines, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-2_000:] + done.stderr
    assert "\x1b" not in done.stdout, "no colours where there is no terminal"
    assert max(map(len, done.stdout.splitlines())) <= 80
    return done.stdout


def test_a_whole_game_from_a_pipe(hall: Hall) -> None:
    """The first move that is offered, until nothing is asked any more."""
    said = typed("1\n" * 3_000, "medieval-realms", "--bots", "random", "--url", hall.url)
    assert "The game is over" in said
    assert re.search(r"^ +1\. (You|Bot 1)", said, re.MULTILINE)
    asked = len(re.findall(r"^Your (turn|decision)", said, re.MULTILINE))
    assert said.count("Medieval Realms: the table ─") == asked + 1, "at every decision, and at the end"


def test_it_brings_a_server_of_its_own() -> None:
    said = typed("1\n1\n1\nq\n", "manaforge", "--bots", "random")
    assert said.startswith("Setting up the table ...\nManaforge ─")
    assert said.count("Your decision: draft talent") == 3
    assert "To come back" not in said, "its server is gone"
    assert said.endswith("\nGoodbye.\n")


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
        (["--watch", "--bots", "random,random,random,random,random"], "Manaforge is played by 2 to 4, not 5."),
        (["--game", "0"], "Name a TITLE for a new game, or --game for one that is there."),
    ],
)
def test_what_makes_no_sense_is_refused(hall: Hall, arguments: list[str], said: str) -> None:
    url = [] if "--url" in arguments else ["--url", hall.url]
    done = subprocess.run(
        [*PLAY, "manaforge", *url, *arguments], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode in (1, 2)
    assert said in done.stderr


def test_a_game_that_is_not_there(hall: Hall) -> None:
    done = subprocess.run(
        [*PLAY, "--game", "0" * 26, "--url", hall.url],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert f"there is no game {'0' * 26}" in done.stderr
