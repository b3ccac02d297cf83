"""Bots of somebody else: found by name, given what their seat may know, and told of by name when they fail."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from moothall.domain.core.draw import FastDraw, KeyedDraw, SeededDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from moothall.workers.bots import levels, plugins
from moothall.workers.bots.guard import BotFailed, choose
from moothall.workers.bots.planner import UNLIMITED, Budget
from moothall.workers.bots.plugins import load, portable, read_levels
from moothall.workers.bots.position import BadAnswer, Position
from moothall.workers.simulate import play, simulate
from tests.laws.walk import walk
from tests.support.tally import TALLY, Write

FILE = """
import math  # what others have made is no bot of this file's

from moothall.workers.bots.position import Position as Bot


def bot(view, moves):
    return moves[0]


class Last:
    def choose(self, position):
        return len(position.moves) - 1


class Lost:
    pass


def three(a, b, c):
    return 0


number = 7
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.py"
    path.write_text(FILE)
    return path


def seat_to_move(title: AnyTitle = TALLY) -> tuple[Any, int]:
    state = title.new(title.players[0], title.options(), FastDraw(1)).state
    return state, title.awaiting(state).seats[0].seat


def first_move(spec: Any, title: AnyTitle = TALLY) -> Any:
    state, seat = seat_to_move(title)
    return levels.choose(title, state, seat, load(spec).new(), FastDraw(2))[0]


def legal() -> list[Any]:
    return list(TALLY.legal_moves(*seat_to_move()))


def test_a_bot_in_a_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert first_move(f"{file}:bot") == legal()[0]
    assert first_move(str(file)) == legal()[0], "bot is found without its name, and what was imported is not"
    assert first_move(f"{file}:Last") == legal()[-1]
    monkeypatch.chdir(file.parent)
    assert first_move("./mine.py:Last") == first_move("mine.py:Last") == legal()[-1]
    assert load("./mine.py:Last:20ms").budget == Budget(ms=20)
    assert load("mine.py:Last:7").budget == Budget(iterations=7)
    assert load("./mine.py:Last").name == "./mine.py:Last"
    assert portable("./mine.py:Last:7") == f"{file.resolve()}:Last:7"
    assert portable("mcts:20") == "mcts:20"


def test_a_file_that_was_changed_is_read_again(file: Path) -> None:
    assert first_move(str(file)) == legal()[0]
    file.write_text("def bot(view, moves): return moves[-1]")
    os.utime(file, ns=(1, time.time_ns()))
    assert first_move(str(file)) == legal()[-1]


def test_a_bot_in_a_module_and_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "bots_of_ada").mkdir()
    (tmp_path / "bots_of_ada" / "quick.py").write_text("def last(view, moves): return moves[-1]")
    (tmp_path / "beside.py").write_text("from bots_of_ada.quick import last as bot2\ndef bot(v, m): return bot2(v, m)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert first_move("bots_of_ada.quick:last") == legal()[-1]
    assert first_move("./beside.py") == legal()[-1]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Packages that bring bots along."""

    def install(**entries: str) -> None:
        found = [EntryPoint(name, value, plugins.GROUP) for name, value in entries.items()]
        monkeypatch.setattr(plugins, "entry_points", lambda group: found)

    return install


def last_of(view: Any, moves: Any) -> Any:
    return moves[-1]


def test_a_bot_that_was_installed(installed: Callable[..., None]) -> None:
    installed(sharp=f"{__name__}:last_of", away="no_such_module:Bot")
    assert first_move("sharp") == legal()[-1]
    assert load("sharp:50").budget == Budget(iterations=50)
    with pytest.raises(levels.UnknownBot, match=r"entry point 'away' \(no_such_module:Bot\) cannot be loaded"):
        load("away")
    with pytest.raises(levels.UnknownBot, match=r"no bot plays 'shrap'.*installed: away, sharp; or name your own"):
        load("shrap")


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("genius", "no bot plays 'genius'; there are random, greedy, mcts"),
        ("greedy:0", "no bot plays 'greedy:0'|cannot be imported"),
        ("./nowhere.py", "there is no file ./nowhere.py"),
        ("{file}:Gone", "has no Gone; it has bot, Last, Lost, three"),
        ("{file}:Lost", "is no bot: the class has no method choose"),
        ("{file}:three", r"it takes a, b, c; a bot takes \(position\) or \(view, moves\)"),
        ("{file}:number", "is no bot: a bot is a function"),
        ("no_such_module:Bot", "the module no_such_module cannot be imported"),
        ("{folder}/torn.py", r"torn.py cannot be loaded: SyntaxError.*torn.py, line 2"),
        ("{folder}/raises.py", r"raises.py cannot be loaded: ZeroDivisionError.*raises.py, line 2"),
        ("{folder}/nothing.py", "has neither a bot nor a Bot"),
    ],
)
def test_what_is_no_bot_is_said(file: Path, spec: str, said: str) -> None:
    (file.parent / "torn.py").write_text("x = 1\ndef bot(")
    (file.parent / "raises.py").write_text("x = 0\ny = 1 / x")
    (file.parent / "nothing.py").write_text("from math import sin as bot")
    with pytest.raises(levels.UnknownBot, match=said):
        load(spec.format(file=file, folder=file.parent))


def test_a_bot_of_view_and_moves_gets_what_rest_gives() -> None:
    given: list[Any] = []

    def bot(view: Any, moves: Any) -> Any:
        given.append((view, moves))
        return moves[1]

    assert first_move(bot) == legal()[1]
    state, seat = seat_to_move()
    view, moves = given[0]
    assert view == msgspec.json.decode(msgspec.json.encode(TALLY.view(state, seat)))
    assert moves == msgspec.json.decode(msgspec.json.encode(legal()))


@pytest.mark.parametrize(
    "said",
    [None, "write", 99, -1, True, [], {"type": "win"}, {"type": "write", "number": 77}, Write(77), object()],
    ids=lambda said: type(said).__name__ if type(said) is object else repr(said),
)
@pytest.mark.parametrize("takes", ["position", "view and moves"])
def test_an_answer_that_is_no_legal_move_is_told_so(said: Any, takes: str) -> None:
    bot = (lambda position: said) if takes == "position" else (lambda view, moves: said)
    with pytest.raises(BadAnswer):
        first_move(bot)


def test_a_plan_is_cut_off_where_others_act_or_something_becomes_known() -> None:
    for slug in ("manaforge", "gates-of-mara"):
        title = TITLES[slug]

        def walker(position: Position) -> Any:
            plan: list[Any] = []
            here = position
            while here.moves and len(plan) < 30:
                plan.append(here.moves[0])
                here = here.after(here.moves[0])
            return plan

        for point in list(walk(title, 2, 3))[::40]:
            if point.seat is None:
                continue
            state = point.state
            for move in levels.choose(title, state, point.seat, load(walker).new(), FastDraw(1)):
                assert title.awaiting(state).asks(point.seat)
                state = title.play(state, point.seat, move, FastDraw(9)).state


def test_whatever_a_bot_does_to_its_position_it_is_judged_on_its_own() -> None:
    def rewriting(position: Any) -> Any:
        position.seat = 1
        position._moves = (Write(77),)
        return 0

    assert first_move(rewriting) == legal()[0]


# What a bot may know.


def reachable(thing: Any) -> Iterator[Any]:
    """Everything that can be come by from a thing: members, items, what functions enclose, what methods belong to."""
    seen: set[int] = set()
    rest = [thing]
    while rest:
        here = rest.pop()
        if id(here) in seen or isinstance(here, str | bytes | int | float | ModuleType | type(None)):
            continue
        seen.add(id(here))
        yield here
        rest += _members(here)


def _members(here: Any) -> list[Any]:
    found: list[Any] = []
    if isinstance(here, dict):
        found += [*here, *here.values()]
    elif isinstance(here, list | tuple | set | frozenset):
        found += here
    for name in dir(here) if not isinstance(here, type) else ():
        if name in ("__globals__", "__builtins__") or (
            name.startswith("__") and name not in ("__closure__", "__self__")
        ):
            continue
        try:
            found.append(getattr(here, name))
        except Exception:  # whatever does not let itself be asked tells nothing
            continue
    cells = getattr(here, "__closure__", None) or ()
    return found + [cell.cell_contents for cell in cells]


class Spy:
    """Plays at random, and looks for what it should not know."""

    def __init__(self, title: AnyTitle) -> None:
        self.title = title
        self.truth: Any = None
        self.looked = 0
        self.secret = 0

    def choose(self, position: Position) -> Any:
        if self.truth is not None:
            seat = position.seat
            hidden = self.title.determinize(self.truth, seat, FastDraw(1)) != self.title.determinize(
                self.truth, seat, FastDraw(2)
            )
            self.looked += 1
            self.secret += hidden
            for thing in reachable(position):
                assert thing is not self.truth or not hidden, "the true state itself"
                if hidden and isinstance(thing, type(self.truth)):
                    assert thing == position.state
                assert not isinstance(thing, KeyedDraw | SeededDraw)
        return position.sample()


@pytest.mark.parametrize("slug", TITLES)
def test_nothing_that_a_bot_is_given_leads_to_what_its_seat_may_not_know(slug: str) -> None:
    """A law, for every title: from the position, through members, closures and methods, no way leads to the true state,
    and what is imagined hangs on nothing but what is seen."""
    title, spy = TITLES[slug], Spy(TITLES[slug])
    players = title.players[-1]
    bot = load(spy).new()
    for point in [each for each in walk(title, players, 4) if each.seat is not None][::25]:
        seat = point.seat
        assert seat is not None
        spy.truth = point.state
        found = levels.choose(title, point.state, seat, bot, FastDraw(3))
        twin = title.determinize(point.state, seat, FastDraw(77))
        spy.truth = twin
        assert levels.choose(title, twin, seat, bot, FastDraw(3)) == found, "states that look the same"
    assert spy.looked > 3
    assert spy.secret > 0, "there was nothing to find out"


@pytest.mark.parametrize("slug", TITLES)
def test_a_bot_that_writes_down_what_it_is_given_writes_the_same_of_states_that_look_the_same(slug: str) -> None:
    title = TITLES[slug]
    told: list[Any] = []

    def scribe(view: Any, moves: Any) -> int:
        told.append((view, moves))
        return 0

    bot = load(scribe).new()
    for point in [each for each in walk(title, title.players[-1], 6) if each.seat is not None][::20]:
        assert point.seat is not None
        twin = title.determinize(point.state, point.seat, FastDraw(5))
        for state in (point.state, twin):
            levels.choose(title, state, point.seat, bot, FastDraw(1))
    assert told[::2] == told[1::2]
    assert len(told) > 4


def test_the_luck_of_a_bot_leads_to_no_other() -> None:
    """Whoever knows the inside of the generator that the bots share knows the game's."""
    insides: list[int] = []

    def curious(position: Any) -> Any:
        insides.append(position.draw._state)
        return 0

    luck = FastDraw(41)
    state, seat = seat_to_move()
    levels.choose(TALLY, state, seat, load(curious).new(), luck)
    steps = {(41 + n * 0x9E3779B97F4A7C15) % (1 << 64) for n in range(-64, 1_000)}
    assert insides[0] not in steps
    assert insides[0] not in {(inside ^ 0x9E3779B97F4A7C15) % (1 << 64) for inside in steps}


def test_every_seat_of_every_game_has_a_bot_of_its_own() -> None:
    """What one remembers is what its seat knows: neither the other seats' nor other games'."""
    made: list[Any] = []

    class Memory:
        def __init__(self) -> None:
            made.append(self)
            self.seats: set[int] = set()

        def choose(self, position: Position) -> Any:
            self.seats.add(position.seat)
            return 0

    simulate(TALLY, [Memory, Memory], 3, 1, {"rounds": 1})
    assert len(made) == 6
    assert all(len(each.seats) == 1 for each in made)


# Bots that fail.

FAILING = """
import sys


def raises(view, moves):
    return sorted(moves)[0] / 0


def hangs(position):
    while True:
        try:
            position.sample()
        except Exception:
            pass


def leaves(view, moves):
    sys.exit(3)


def cheats(view, moves):
    return {**moves[0], "number": 77}


class Unborn:
    def __init__(self):
        raise RuntimeError("not today")

    def choose(self, position):
        return 0
"""


@pytest.mark.parametrize(
    ("name", "what", "traced"),
    [
        ("raises", "raised TypeError", True),
        ("hangs", "was stopped: no answer within", True),
        ("leaves", "raised SystemExit: 3", True),
        ("cheats", "answered no legal move: the rules refuse", False),
        ("Unborn", "raised RuntimeError: not today", True),
    ],
)
@pytest.mark.parametrize("processes", [1, 2])
def test_a_bot_that_fails_is_told_of_by_name(
    tmp_path: Path, name: str, what: str, traced: bool, processes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    title = TALLY if processes == 1 else TITLES["medieval-realms"]
    if processes == 2 and name == "cheats":
        what = "answered no legal move"
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotFailed) as failed:
        simulate(title, [f"./failing.py:{name}", "random"], 2, 5, processes=processes, patience_s=0.3)
    told = failed.value
    assert (told.bot, told.title, told.seat, told.seed) == (f"./failing.py:{name}", title.slug, 0, 5 << 32)
    assert told.what.startswith(what)
    assert str(told).startswith(f"bot ./failing.py:{name} {told.what} ({title.slug}, seed 5, game 0, seat 0, decision ")
    assert ("failing.py" in told.trace) == traced
    assert "simulate" not in told.trace, "nothing of ours"


def test_on_a_server_a_simpler_level_answers_for_it() -> None:
    def broken(view: Any, moves: Any) -> Any:
        raise ZeroDivisionError

    def endless(position: Position) -> Any:
        while True:
            pass

    state, seat = seat_to_move()
    for bot, why in ((broken, "ZeroDivisionError"), (endless, "Overrun"), (lambda view, moves: None, "BadAnswer")):
        failures: list[tuple[str, str]] = []
        found = choose(
            TALLY,
            state,
            seat,
            "sharp",
            1,
            60,
            lambda level, error, failures=failures: failures.append((level, type(error).__name__)),  # type: ignore[misc]
            plugged={"sharp": load(bot).new},
        )
        assert failures == [("sharp", why)]
        assert found.level == "greedy"
    gone: list[str] = []
    assert choose(TALLY, state, seat, "sharp", 1, 60, lambda level, error: gone.append(level)).level == "greedy"
    assert gone == ["sharp"]


def test_a_sound_bot_answers_for_itself_within_its_budget() -> None:
    budgets: list[Budget] = []

    def sound(position: Position) -> Any:
        budgets.append(position.budget)
        return position.moves[-1]

    state, seat = seat_to_move()
    plugged = {"sharp": load(sound).new}
    found = choose(TALLY, state, seat, "sharp", 1, 500, lambda *_: pytest.fail("it did well"), plugged=plugged)
    assert found == ("sharp", (legal()[-1],))
    assert budgets[0].ms is not None
    assert budgets[0].ms < 500
    assert load(sound).budget == UNLIMITED


def test_plugged_in_bots_play_the_same_in_other_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(
        "import beside\ndef bot(position): return position.moves[position.draw.below('x', len(position.moves))]"
    )
    (tmp_path / "beside.py").write_text("")
    monkeypatch.chdir(tmp_path)
    seated = ["./mine.py", "random"]
    alone, together = (simulate(TITLES["medieval-realms"], seated, 3, 2, processes=number) for number in (1, 2))
    for report in (alone, together):
        for name in ("processes", "seconds", "games_per_s", "decisions_per_s"):
            del report[name]
    assert alone == together
    assert set(alone["wins"]["by_bot"]) == {"./mine.py", "random"}
    with pytest.raises(ValueError, match="last_of cannot travel to other processes"):
        simulate(TITLES["medieval-realms"], [last_of, "random"], 1, 1, processes=2)


def test_a_game_is_played_with_functions_too() -> None:
    game = play(TALLY, [last_of, "random"], {"rounds": 1}, seed=5)
    assert game.bots == ("last_of", "random")


# Levels that an operator names.


def test_levels_are_read(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(file.parent)
    assert read_levels("") == {}
    assert read_levels("sharp=./mine.py:Last, deep=package.module:Bot,") == {
        "sharp": f"{file.resolve()}:Last",
        "deep": "package.module:Bot",
    }


@pytest.mark.parametrize("text", ["sharp", "=./mine.py", "sharp=", "Sharp=x:y", "greedy=x:y", "a=x:y,a=x:z", "a b=x:y"])
def test_levels_that_make_no_sense_are_refused(text: str) -> None:
    with pytest.raises(levels.UnknownBot):
        read_levels(text)


def test_the_command_line_tells_of_a_bot_that_fails(tmp_path: Path) -> None:
    (tmp_path / "failing.py").write_text(FAILING)
    command = [sys.executable, "-m", "moothall.server", "simulate", "medieval-realms", "--games", "1", "--bots"]
    done = subprocess.run(
        [*command, "./failing.py:raises,random"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "Error: bot ./failing.py:raises raised TypeError" in done.stderr
    assert 'failing.py", line 6, in raises' in done.stderr
    assert "workers/" not in done.stderr
