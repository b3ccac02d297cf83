"""What `moothall bot` is made of: the process that thinks, how long it may, what is shown, and what is refused."""

from __future__ import annotations

import io
import threading
import time
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner
from rich.console import Console

from moothall.domain.core.draw import FastDraw
from moothall.domain.table.evolve import write_state
from moothall.domain.titles import TITLES
from moothall.server.cli import main
from moothall.server.client import Client
from moothall.server.client.answers import Decision
from moothall.server.runner import minds
from moothall.server.runner.asking import Question, Reply, read_frame, write_frame
from moothall.server.runner.lines import LiveLines, PlainLines, lines_for
from moothall.server.runner.minds import Mind, Minds
from moothall.server.runner.stopping import Stopped, Stopping
from moothall.server.runner.table import RunContext, Table
from moothall.server.runner.terms import Terms
from moothall.server.runner.thinking import run, within
from moothall.workers.bots.planner import UNLIMITED, Budget
from tests.server.test_cli_play_client import OK, moody

TITLE = TITLES["medieval-realms"]
FILE = """
class Bot:
    asked = 0

    def choose(self, position):
        self.asked += 1
        print("to whom it may concern")
        return min(self.asked, len(position.moves)) - 1


def bot(view, moves):
    return moves[0] if view["no such member"] else 0
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def question(game: str = "g", **more: Any) -> Question:
    """A decision with several legal moves."""
    draw = FastDraw(1)
    state = TITLE.new(2, TITLE.options(), draw).state
    while len(list(TITLE.legal_moves(state, seat := TITLE.awaiting(state).seats[0].seat))) < 2:
        state = TITLE.play(state, seat, next(iter(TITLE.legal_moves(state, seat))), draw).state
    asked = {"title": TITLE.slug, "seat": seat, "edition": TITLE.current, "state": write_state(state)}
    return Question(**{"game": game, "seed": 1, "limit_s": 5.0, **asked, **more})


def answers(spec: str, *questions: Question) -> list[Reply]:
    """What such a process says, in this one."""
    asked, said = io.BytesIO(), io.BytesIO()
    for each in questions:
        write_frame(asked, each)
    asked.seek(0)
    run(spec, asked, said)
    said.seek(0)
    found = []
    while (data := read_frame(said)) is not None:
        found.append(msgspec.msgpack.decode(data, type=Reply))
    return found


def test_every_game_has_a_bot_of_its_own_that_remembers(file: Path) -> None:
    first, *replies = answers(f"{file}:Bot", question("a"), question("a"), question("b"))
    assert first == Reply(), "there is a bot"
    one, two, other = (reply.moves[0] for reply in replies)
    assert one == other != two


def test_a_level_can_answer_instead(file: Path) -> None:
    _, failed, instead = answers(str(file), question(), question(level="greedy"))
    assert failed.failed == "raised KeyError: 'no such member'"
    assert "line 12, in bot" in failed.trace
    assert "thinking.py" not in failed.trace, "nothing of ours"
    assert instead.moves
    assert not instead.failed


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"title": "chess"}, "cannot play: chess is not installed here"),
        ({"edition": 99}, "cannot play: the game is played by edition 99 of Medieval Realms, which is not here"),
        ({"state": "{}"}, "cannot play: the server has another version of Medieval Realms"),
    ],
)
def test_what_cannot_be_played_here_is_said(file: Path, more: dict[str, Any], said: str) -> None:
    _, reply = answers(f"{file}:Bot", question(**more))
    assert reply.failed.startswith(said)


def test_a_seat_that_is_not_asked_makes_no_move(file: Path) -> None:
    asked = question()
    _, reply = answers(f"{file}:Bot", msgspec.structs.replace(asked, seat=1 - asked.seat))
    assert reply == Reply()


def test_a_budget_is_the_bots_own_but_never_more_than_its_time() -> None:
    assert within(UNLIMITED, 1.0) == Budget(ms=970)
    assert within(Budget(iterations=30), 0.02) == Budget(30, 10)
    assert within(Budget(ms=200), 1.0) == Budget(ms=200)
    assert within(Budget(ms=5_000), 1.0) == Budget(ms=970)


def test_games_are_thought_about_in_as_few_processes_as_there_are() -> None:
    pool = Minds("greedy", 2)
    assert pool.of("a") is not pool.of("b")
    assert pool.of("a") is pool.of("a")
    third = pool.of("c")
    assert third in (pool.of("a"), pool.of("b"))
    pool.forget("a")
    pool.forget("c")
    assert pool.of("d") is not pool.of("b")


def test_what_a_bot_prints_is_no_answer(file: Path) -> None:
    mind = Mind(f"{file}:Bot")
    try:
        assert mind.ask(question()).moves
    finally:
        mind.end()


def test_a_bot_that_cannot_be_loaded_is_refused_before_anything_is_asked(file: Path) -> None:
    with pytest.raises(minds.NoBot, match="has no Gone; it has Bot, bot"):
        Mind(f"{file}:Gone").begin()
    file.write_text("import os\nos._exit(3)")
    with pytest.raises(minds.NoBot, match=r"its process ended \(3\)"):
        Mind(str(file)).begin()


@pytest.mark.parametrize(("left_s", "limit_s"), [(None, 10), (100, 10), (8, 4), (-5, 0.05)])
def test_a_decision_takes_no_more_than_half_of_what_the_clock_has(left_s: float | None, limit_s: float) -> None:
    client = Client("http://127.0.0.1:9")
    context = RunContext(client, Terms("greedy"), Minds("greedy", 1), PlainLines(lambda text: None), Stopping())
    deadline = None if left_s is None else int((time.time() + left_s) * 1_000)
    decision: Decision = {"seat": 0, "id": 1, "kind": "turn", "deadline": deadline}
    assert Table(context, "g", "manaforge")._time_for(decision, 10) == pytest.approx(limit_s, abs=0.5)


@pytest.mark.parametrize("ahead_s", [0, 3_600, -3_600])
def test_a_client_knows_the_servers_time(ahead_s: int, monkeypatch: pytest.MonkeyPatch) -> None:
    dates = [formatdate(time.time() + ahead_s, usegmt=True), "some day"]
    monkeypatch.setattr(BaseHTTPRequestHandler, "date_time_string", lambda handler: dates.pop(0))
    with moody(OK, OK) as server, Client(server.url) as client:
        while dates:
            client.call("GET", "/hello")
            assert client.now() - time.time() == pytest.approx(ahead_s, abs=1.5)


def test_a_run_that_is_to_stop_begins_no_decision_and_waits_for_those_at_hand() -> None:
    stopping = Stopping()
    with stopping.deciding() as may:
        assert may
        stopping.ask()
        assert not stopping.is_idle()
        stopping.sleep(0.01)  # with a decision at hand the server is waited for
        with stopping.deciding() as more:
            assert not more
    assert stopping.is_idle()
    with pytest.raises(Stopped):
        stopping.sleep(30)
    threading.Timer(0.01, stopping.wake).start()
    assert stopping.wait(30)
    assert not stopping.wait(0)


def test_plain_lines_tell_what_stays_to_be_read_once_and_nothing_that_moves_a_cursor() -> None:
    written: list[str] = []
    lines = PlainLines(written.append)
    lines.show("g1", "round 1")
    for _ in range(2):
        lines.say("The server does not answer")
    lines.over("g1", "finished\x1b[2J")
    assert [text[10:] for text in written] == ["The server does not answer", "g1  finished\\x1b[2J"]


def test_at_a_terminal_every_game_has_a_line_that_changes() -> None:
    shown = io.StringIO()
    console = Console(file=shown, force_terminal=True, width=100, height=20)
    lines = lines_for(console)
    assert isinstance(lines, LiveLines)
    lines.show("g1", "round 1")
    lines.show("g2", "round 7")
    lines.over("g1", "place 1 of 2")
    lines.close()
    last = shown.getvalue().rpartition("place 1 of 2")[2]
    assert "round 7" in last
    assert "round 1" not in last
    assert isinstance(lines_for(Console(file=io.StringIO())), PlainLines)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["greedy"], "Name its account"),
        (["greedy", "--token", "x", "--register", "y"], "Name its account"),
        (["greedy", "--token", "x", "--against", "greedy"], "--against goes with --title"),
        (["./nowhere.py", "--token", "x"], "there is no file ./nowhere.py"),
        (["greedy", "--token", "x", "--on-failure", "cry"], "'cry' is not one of"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments: list[str], said: str) -> None:
    result = CliRunner().invoke(main, ["bot", *arguments])
    assert result.exit_code == 2
    assert said in result.output


def test_a_server_that_is_not_there_is_said() -> None:
    result = CliRunner().invoke(main, ["bot", "greedy", "--token", "x", "--server", "http://127.0.0.1:9"])
    assert result.exit_code == 1
    assert "refused" in result.output
