"""Arenas played: common deals, records that hold, what is kept, going on, and bots that fail."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.domain.core.title import AnyTitle
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from moothall.workers.arena.playing import MOST_FAILURES, Arena, settings_of
from moothall.workers.arena.results import OtherArena, Result, opened
from tests.support.tally import TALLY


def bold(view: Any, moves: Any) -> Any:
    """Writes high numbers and adds what it may."""
    return next((move for move in reversed(moves) if move["type"] in ("write", "add")), moves[0])


def meek(view: Any, moves: Any) -> Any:
    return next((move for move in moves if move["type"] in ("write", "done")), moves[0])


def meek_too(view: Any, moves: Any) -> Any:
    return meek(view, moves)


def arena(folder: Path, *bots: Any, title: AnyTitle = TALLY, **settings: Any) -> Arena:
    return Arena(title, bots, settings_of(title, bots, **settings), folder)


def run(folder: Path, *bots: Any, games: int = 40, **settings: Any) -> dict[str, Any]:
    report = arena(folder, *bots, **settings).run(games)
    assert report is not None
    return report


def results(folder: Path) -> list[Result]:
    return [msgspec.json.decode(line, type=Result) for line in (folder / "results.ndjson").read_bytes().splitlines()]


def files(folder: Path) -> dict[str, bytes]:
    """All that has to be the same, however often it was begun anew."""
    found = {"results": (folder / "results.ndjson").read_bytes(), "settings": (folder / "arena.json").read_bytes()}
    return found | {path.name: path.read_bytes() for path in sorted((folder / "records").iterdir())}


def events(data: bytes) -> list[Any]:
    return [msgspec.json.decode(msgspec.json.decode(line)["data"]) for line in data.splitlines()[1:-1]]


def test_it_ends_when_the_order_is_certain_and_not_before(tmp_path: Path) -> None:
    report = run(tmp_path, bold, meek)
    assert (report["ended"], report["deals"], report["games"]) == ("certain", 10, 20)
    assert [each["bot"] for each in report["standing"]] == ["bold", "meek"]
    best, last = report["standing"]
    assert best["low"] < best["mu"] < best["high"]
    assert best["mu"] > last["mu"]
    met = report["against"]["bold"]["meek"]
    assert met["low"] > 0.5
    assert met["games"] == 20


def test_equals_play_all_games(tmp_path: Path) -> None:
    report = run(tmp_path, meek, meek_too, games=41)
    assert (report["ended"], report["games"], report["played"]) == ("played", 40, 40)
    assert report["against"]["meek"]["meek_too"]["share"] == pytest.approx(0.5, abs=0.3)


def test_all_can_be_played_although_the_order_is_certain(tmp_path: Path) -> None:
    report = arena(tmp_path, bold, meek).run(30, to_the_end=True)
    assert report is not None
    assert (report["ended"], report["games"]) == ("played", 30)


def test_games_of_a_deal_are_dealt_the_same_and_those_of_others_are_not(tmp_path: Path) -> None:
    title = TITLES["medieval-realms"]
    run(tmp_path, "random", meek_first, title=title, games=4)
    begun = []
    for path in sorted((tmp_path / "records").iterdir()):
        created, *dealt = events(path.read_bytes())[0]["changes"]
        begun.append((created["commitment"], dealt))
    assert begun[0] == begun[1]
    assert begun[2] == begun[3]
    assert begun[0][1] != begun[2][1]


def meek_first(view: Any, moves: Any) -> Any:
    return moves[0]


@pytest.mark.parametrize("slug", TITLES)
def test_records_hold_in_every_title(slug: str, tmp_path: Path) -> None:
    title = TITLES[slug]
    run(tmp_path, "random", meek_first, title=title, games=2, players=title.players[0])
    for result in results(tmp_path):
        data = (tmp_path / "records" / f"{result.game:06}.ndjson").read_bytes()
        assert hashlib.sha256(data).hexdigest() == result.record
        report = audit(data, TITLES)
        assert report.ok, report
        assert [seat["level"] for seat in msgspec.json.decode(data.splitlines()[0])["seats"]] == list(result.bots)
        finished = events(data)[-1]["changes"][-1]
        assert tuple(map(tuple, finished["ranking"])) == result.ranking
        assert len(bytes.fromhex(finished["secret"])) == 32


def test_whoever_goes_on_comes_to_the_same_as_who_never_stopped(tmp_path: Path) -> None:
    whole = run(tmp_path / "whole", bold, meek, meek_too)
    parts = tmp_path / "parts"

    def until(game: int) -> Callable[[Result, bool], None]:
        def each(result: Result, kept: bool) -> None:
            if result.game == game and not kept:
                raise KeyboardInterrupt

        return each

    first = arena(parts, bold, meek, meek_too).run(40, each=until(3))
    assert first is None, "not even one deal of six games is complete"
    second = arena(parts, bold, meek, meek_too).run(40, each=until(20))
    assert second is not None
    assert (second["ended"], second["games"], second["played"]) == ("interrupted", 18, 17)
    last = run(parts, bold, meek, meek_too)
    assert files(parts) == files(tmp_path / "whole")
    own = ("folder", "played", "seconds")
    for report in (last, whole):
        for each in report["standing"]:
            del each["seconds_per_turn"]
    assert {name: last[name] for name in last if name not in own} == {k: whole[k] for k in whole if k not in own}
    again = run(parts, bold, meek, meek_too)
    assert again["played"] == 0


def test_more_games_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    run(tmp_path, meek, meek_too, games=10)
    report = run(tmp_path, meek, meek_too, games=16)
    assert (report["games"], report["played"]) == (16, 6)


def test_what_was_written_half_is_played_again(tmp_path: Path) -> None:
    run(tmp_path, meek, meek_too, games=8)
    before = files(tmp_path)
    for name in ("results.ndjson", "times.ndjson"):
        data = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(data[:-40])
    (tmp_path / "records" / "000007.ndjson").write_bytes(b"half of it")
    report = run(tmp_path, meek, meek_too, games=8)
    assert report["played"] == 1
    assert files(tmp_path) == before


def test_processes_change_no_result(tmp_path: Path) -> None:
    title = TITLES["medieval-realms"]
    for number in (1, 2):
        arena(tmp_path / str(number), "greedy", "random", title=title, seed=4).run(4, number)
    assert files(tmp_path / "1") == files(tmp_path / "2")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"seed": 2}, "seed 1 there, 2 here"),
        ({"players": 3}, "players 2 there, 3 here"),
        ({"options": {"rounds": 2}}, "options"),
        ({"seatings": "rotated"}, "seatings every there, rotated here"),
        ({"patience_s": 5.0}, "patience_s"),
    ],
)
def test_a_folder_of_other_settings_is_refused(changed: dict[str, Any], said: str, tmp_path: Path) -> None:
    run(tmp_path, bold, meek, games=2)
    with pytest.raises(OtherArena, match=said):
        run(tmp_path, bold, meek, games=2, **changed)


def test_other_bots_are_refused_and_so_is_one_that_changed(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("def bot(view, moves):\n    return 0\n")
    run(tmp_path / "arena", str(file), meek, games=2)
    with pytest.raises(OtherArena, match=r"bots .*mine\.py,meek there, .*mine\.py,bold here"):
        run(tmp_path / "arena", str(file), bold, games=2)
    file.write_text("def bot(view, moves):\n    return len(moves) - 1\n")
    with pytest.raises(OtherArena, match=r"mine\.py changed since; choose another folder"):
        run(tmp_path / "arena", str(file), meek, games=2)


def test_one_at_a_time_plays_in_a_folder(tmp_path: Path) -> None:
    with opened(tmp_path, settings_of(TALLY, [bold, meek])), pytest.raises(OtherArena, match="another arena"):
        run(tmp_path, bold, meek)


def test_a_folder_with_something_else_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "results.ndjson").write_bytes(b"{}\n")
    with pytest.raises(OtherArena, match=r"has results but no arena\.json"):
        run(tmp_path, bold, meek)
    assert (tmp_path / "results.ndjson").read_bytes() == b"{}\n"


def raises(view: Any, moves: Any) -> Any:
    raise ValueError("out of ideas")


def hangs(view: Any, moves: Any) -> Any:
    while True:
        time.sleep(0.001)


def cheats(view: Any, moves: Any) -> Any:
    return {"type": "write", "number": 500}


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        (raises, "bot raises raised ValueError: out of ideas"),
        (hangs, "bot hangs was stopped: no answer within"),
        (cheats, "bot cheats answered no legal move"),
    ],
)
def test_a_bot_that_fails_is_named_and_loses_and_the_others_play_on(bot: Any, said: str, tmp_path: Path) -> None:
    report = run(tmp_path, "greedy", "random", bot, games=6, patience_s=0.05)  # which Moothall's own have no need of
    assert report["ended"] == "played"
    assert [each["bot"] for each in report["failures"]] == [bot.__name__] * 4
    assert all(said in each["told"] for each in report["failures"])
    assert f"(tally, seed 1, game {report['failures'][0]['game']}, seat" in report["failures"][0]["told"]
    assert (report["standing"][-1]["bot"], report["standing"][-1]["failures"]) == (bot.__name__, 4)
    assert report["against"]["greedy"]["random"]["games"] == 2
    for path in (tmp_path / "records").iterdir():
        assert audit(path.read_bytes(), {"tally": TALLY}).ok


def test_a_bot_that_fails_again_and_again_ends_the_arena(tmp_path: Path) -> None:
    report = run(tmp_path, bold, raises, games=40)
    assert (report["ended"], report["games"]) == ("failed", MOST_FAILURES)
    again = run(tmp_path, bold, raises, games=40)
    assert (again["ended"], again["played"]) == ("failed", 0)


def test_a_broken_law_is_reported(tmp_path: Path) -> None:
    title: AnyTitle = replace(TALLY, check=lambda state: ["a die is missing"])
    assert run(tmp_path, bold, meek, title=title, games=2)["broken"] == ["a die is missing"] * 2


@pytest.mark.parametrize(
    ("bots", "players", "said"),
    [
        ([meek], 2, "two bots at least"),
        ([meek, meek], 2, "meek is named twice"),
        ([bold, meek], 9, "is played by 2 to 4, not by 9"),
    ],
)
def test_what_cannot_be_played_is_refused(bots: list[Any], players: int, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        settings_of(TALLY, bots, players)
