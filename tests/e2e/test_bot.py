"""`moothall bot` as its users use it: bots in files of their own, playing over REST on a real server, through all that
can go wrong on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import moothall
from moothall.server.supervisor import free_port
from tests.e2e.conftest import ROOT, Hall, small_hall
from tests.e2e.test_tournament import Cup
from tests.support.live import until
from tests.support.wires import HOST, wire

QUICKEST = "medieval-realms"
PATIENCE_S = 120
"""Reached only when something hangs."""

MINE = '''
import pathlib
import random
import time

HERE = pathlib.Path(__file__).parent


def bot(view, moves):
    return random.choice(moves)  # always the same place of the list could go round in circles for ever


class Bot:
    def choose(self, position):
        return max(position.moves[:8], key=lambda move: position.after(move).value())


class Waits(Bot):
    """Thinks about its third decision until it is told to go on."""

    asked = 0

    def choose(self, position):
        self.asked += 1
        while self.asked == 3 and not (HERE / "go").exists():
            (HERE / "asked").touch()
            time.sleep(0.01)
        return super().choose(position)
'''

FAILING = '''
import os
import pathlib
import signal

COUNT = pathlib.Path(__file__).with_name("count")


def bot(view, moves):
    """Fails in one way after the other, whichever process it is asked in."""
    count = int(COUNT.read_text()) if COUNT.exists() else 0
    COUNT.write_text(str(count + 1))
    if count == 0:
        return moves[0]["no such member"]
    if count == 1:
        return {"type": "win_at_once"}
    if count == 2:
        os._exit(7)
    if count == 3:
        while True:
            pass
    if count == 4:
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        while True:
            pass
    return moves[0]


def hangs_once(view, moves):
    if not COUNT.exists():
        COUNT.touch()
        while True:
            pass
    return moves[0]


def raises(view, moves):
    raise RuntimeError("not today")
'''


class House:
    """A server that comes back under the same address when it was killed."""

    def __init__(self, data: Path) -> None:
        self._data, self._port = data, free_port(HOST)
        self.hall = self._started()

    def _started(self) -> Hall:
        return small_hall(self._data, "--port", str(self._port), MOOTHALL_FSYNC="always")

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self._port}"

    @property
    def port(self) -> int:
        return self._port

    def kill(self) -> None:
        """kill -9 of all its processes."""
        every = self.hall.children("")
        self.hall.abandon()
        for process in every:
            process.kill()

    def restart(self) -> None:
        self.hall = self._started()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Of its own: bots sit down at whatever table is open."""
    made = House(tmp_path_factory.mktemp("house"))
    yield made
    made.hall.stop()


@pytest.fixture
def ada(house: House) -> Iterator[moothall.Client]:
    with moothall.Client(house.url) as client:
        client.register(f"Ada {os.urandom(6).hex()}")
        yield client


class Program:
    """A `moothall bot` in a process of its own."""

    def __init__(self, folder: Path, spec: str, url: str, token: str | None, *arguments: str) -> None:
        command = [
            sys.executable,
            "-m",
            "moothall.server",
            "bot",
            spec,
            "--server",
            url,
            "--token",
            str(token),
            *arguments,
        ]
        self.process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def ended(self) -> tuple[int, str]:
        """Its exit status, and all that it said."""
        said, _ = self.process.communicate(timeout=PATIENCE_S)
        return self.process.returncode, said


Start = Callable[..., Program]


@pytest.fixture
def start(tmp_path: Path, house: House) -> Iterator[Start]:
    """Starts bots of these files; none is left behind."""
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "failing.py").write_text(FAILING)
    begun: list[Program] = []

    def begin(spec: str, client: moothall.Client, *arguments: str, url: str = "") -> Program:
        begun.append(Program(tmp_path, spec, url or house.url, client.token, *arguments))
        return begun[-1]

    yield begin
    for program in begun:
        program.process.kill()
        program.process.communicate()


def is_whole(client: moothall.Client, game: str) -> moothall.Record:
    """The game is finished, and its record is beyond doubt."""
    assert client.game(game)["status"] == "finished"
    record = moothall.read_record(client.record(game))
    assert record.verify().ok
    return record


def levels_in(record: moothall.Record, seat: int = 0) -> set[str | None]:
    """Who made the moves of a seat: None is the player."""
    return {event["level"] for event in record.events if event["seat"] == seat and event["move"]}


def test_both_kinds_of_bots_play_each_other_at_several_titles(house: House, ada: moothall.Client, start: Start) -> None:
    games = [ada.create(title, ["human", "human"])["id"] for title in (QUICKEST, "manaforge")]
    with moothall.Client(house.url) as ben:
        ben.register(f"Ben {os.urandom(6).hex()}")
        first = start("./mine.py", ada, "--games", "2")
        second = start("./mine.py:Bot", ben, "--title", QUICKEST, "--title", "manaforge", "--games", "2")
        for program in (first, second):
            status, said = program.ended()
            assert status == 0, said
            assert "2 games over, 0 left as they are, 0 failures of the bot" in said
            assert all(f"{game}  " in said for game in games)
    for game in games:
        assert levels_in(is_whole(ada, game)) == {None}


def test_a_server_that_is_killed_in_mid_game_costs_nothing(
    house: House, ada: moothall.Client, start: Start, tmp_path: Path
) -> None:
    game = ada.create(QUICKEST, ["human", "random"])["id"]
    program = start("./mine.py:Waits", ada, "--games", "1", "--think", str(PATIENCE_S))
    until((tmp_path / "asked").exists, "the bot's third decision")
    before = ada.game(game)["seq"]
    house.kill()
    (tmp_path / "go").touch()
    house.restart()
    status, said = program.ended()
    assert status == 0, said
    assert "The server does not answer" in said
    assert "The server answers again." in said
    record = is_whole(ada, game)
    assert record.last > before
    assert levels_in(record) == {None}, "nobody played for it"


def test_answers_and_streams_that_are_lost_on_the_way_cost_nothing(
    house: House, ada: moothall.Client, start: Start
) -> None:
    port, kinds, lost = free_port(HOST), (b"/v1/me/events ", b"/position ", b"POST "), set()

    def loses(request: bytes) -> bool:
        """The first answer of every kind."""
        kind = next((kind for kind in kinds if kind in request.partition(b"\r\n")[0]), None)
        if kind is None or kind in lost:
            return False
        lost.add(kind)
        return True

    game = ada.create(QUICKEST, ["human", "random"])["id"]
    with wire(port, house.port) as between:
        between.loses = loses
        status, said = start("./mine.py:Bot", ada, "--games", "1", url=f"http://{HOST}:{port}").ended()
    assert status == 0, said
    assert lost == set(kinds), "a stream, a position, and the answer to a move that was made"
    assert levels_in(is_whole(ada, game)) == {None}


def test_a_bot_that_fails_is_told_so_by_name_and_greedy_answers_for_it(ada: moothall.Client, start: Start) -> None:
    game = ada.create("manaforge", ["human", "random"])["id"]
    status, said = start("./failing.py", ada, "--games", "1", "--think", "0.4").ended()
    assert status == 1
    for what in (
        "raised KeyError: 'no such member'",
        "answered no legal move: {'type': 'win_at_once'} is no move of Manaforge",
        "took its process down with it (exit status 7)",
        "was stopped: no answer within 0.400 s",
        "was stopped: no answer within 0.400 s, and had to be killed",
    ):
        assert f"bot ./failing.py {what}" in said, said
    assert f"(manaforge, game {game}, seat 0, event " in said
    assert 'failing.py", line 14, in bot' in said, "where in its own file"
    assert "1 games over, 0 left as they are, 5 failures of the bot" in said
    assert levels_in(is_whole(ada, game)) == {None}


@pytest.mark.parametrize(("how", "left"), [("resign", True), ("stop", False)])
def test_what_happens_instead_can_be_chosen(ada: moothall.Client, start: Start, how: str, left: bool) -> None:
    game = ada.create(QUICKEST, ["human", "random"])["id"]
    status, said = start("./failing.py:raises", ada, "--games", "1", "--on-failure", how).ended()
    assert status == 1
    assert "raised RuntimeError: not today" in said
    assert ada.game(game)["seats"][0]["resigned"] is left


def test_a_bot_that_hangs_does_not_lose_on_time(ada: moothall.Client, start: Start) -> None:
    clock = {"per_move_s": 8, "on_timeout": "forfeit"}
    game = ada.create(QUICKEST, ["human", "random"], clock=clock)["id"]
    status, said = start("./failing.py:hangs_once", ada, "--games", "1", "--think", str(PATIENCE_S)).ended()
    assert status == 1
    assert "bot ./failing.py:hangs_once was stopped: no answer within " in said
    record = is_whole(ada, game)
    assert not [change for event in record.events for change in event["changes"] if change["type"] == "time_expired"]


def test_a_bot_that_is_to_stop_finishes_its_decision_and_leaves_its_seat(
    ada: moothall.Client, start: Start, tmp_path: Path
) -> None:
    game = ada.create(QUICKEST, ["human", "random"])["id"]
    arguments = ("./mine.py:Waits", ada, "--think", str(PATIENCE_S))
    program = start(*arguments)
    until((tmp_path / "asked").exists, "the bot's third decision")
    before = ada.game(game)
    program.process.send_signal(signal.SIGTERM)
    (tmp_path / "go").touch()
    status, said = program.ended()
    assert status == 0, said
    assert "0 games over, 1 left as they are" in said
    after = ada.game(game)
    assert after["seq"] > before["seq"], "what it was thinking about was played"
    assert (after["status"], after["seats"][0]["resigned"]) == ("active", False)

    for name in ("asked", "go"):
        (tmp_path / name).unlink()
    program = start(*arguments)  # takes the game up again
    until((tmp_path / "asked").exists, "another third decision")
    for _ in range(2):
        program.process.send_signal(signal.SIGINT)
        until(lambda: program.process.poll() is not None or ignored(program.process.pid), "that it was heard")
    assert program.ended()[0] == 128 + signal.SIGINT, "the second ends it at once"
    assert ada.game(game)["status"] == "active"


def ignored(pid: int) -> bool:
    """Whether no signal waits to be handled by that process."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return all(int(line.split()[1], 16) == 0 for line in status.splitlines() if line.startswith(("SigPnd", "ShdPnd")))


def test_two_bots_play_a_tournament_from_the_first_check_in_to_the_standings(house: House, start: Start) -> None:
    terms: dict[str, Any] = {"title": QUICKEST, "table_size": 2, "rounds": 2, "check_in": True, "join_s": PATIENCE_S}
    with httpx.Client(base_url=house.url, timeout=30) as client:
        cup = Cup(house.hall, client, **terms)
        programs = []
        for spec in ("./mine.py:Bot", "./mine.py"):
            with moothall.Client(house.url) as player:
                player.register(f"Entrant {os.urandom(6).hex()}")
                programs.append(start(spec, player, "--tournament", cup.id))
        cup.until(lambda seen: [each["checked_in"] for each in seen["entrants"]] == [True, True])
        cup.post(f"{cup.path}/start")
        for program in programs:
            status, said = program.ended()
            assert status == 0, said
            assert "Autumn Cup: entered, checked in (open)" in said
            assert "2 games over" in said
            assert " of 2, " in said.splitlines()[-2]
        assert cup.get()["status"] == "finished"
        assert cup.get()["tables"]["ended"] == 2
