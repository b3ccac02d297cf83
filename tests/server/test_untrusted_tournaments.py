"""Records of tournaments that anybody may have made: a verdict for each, in bounded time and memory."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from moothall.domain.core.data import Json
from moothall.domain.titles import TITLES
from moothall.events.audit.game import examine
from moothall.events.records.bundle import MANIFEST
from moothall.events.records.limits import LONGEST_LINE
from moothall.events.records.tournament import LOG
from moothall.server.cli import main
from moothall.server.cli.options import TooLong
from tests.support.autumn_cup import finished
from tests.support.forgeries import mutants
from tests.support.records import KEY, events_of, header_in
from tests.support.spoiling import Files, changes_in, forged_log, packed, relogged, unpacked, zipped
from tests.support.tally import TALLY

MUTANTS = 150


@pytest.fixture(autouse=True)
def with_tally(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TITLES, "tally", TALLY)


def said(*arguments: Any) -> Result:
    """A command, which ends by itself: no exception, nothing raw."""
    done = CliRunner().invoke(main, [str(argument) for argument in arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, done.exc_info)
    assert all(line.isprintable() for line in done.output.split("\n"))
    return done


def standings(path: Path, data: bytes) -> Json:
    """The fifth verdict, which is not good."""
    path.write_bytes(data)
    done = said("verify", path, "--json", "--time-limit", "20")
    assert done.exit_code in (1, 3), done.output
    told: Json = json.loads(done.output)[-1]["verdicts"]["standings"]
    assert told["ok"] is not True
    assert told["why"]
    return told


def test_a_whole_one_is_good(tmp_path: Path) -> None:
    path = tmp_path / "cup.zip"
    path.write_bytes(finished().export())
    done = said("verify", path)
    assert done.exit_code == 0, done.output
    assert f"{path}: ok (tally, tournament t1 'Autumn Cup', 30 events, 6 games)\n  chain     ok\n" in done.output
    assert f"  standings ok\n  signed by key {KEY.id}" in done.output
    assert "6 of 6 games are good" in done.output
    assert "not fully checked" not in said("verify", path, "--against-current-rules").output


def test_what_is_wrong_is_told_in_words(tmp_path: Path) -> None:
    files = unpacked(finished().export())
    events = events_of(files[LOG])
    ended = changes_in(events, "table_ended")[2]
    ended["scores"][0] += 1
    at = next(event["seq"] for event in events if ended in event["changes"])
    path = tmp_path / "cup.zip"
    path.write_bytes(packed(relogged(files, events)))
    done = said("verify", path)
    assert done.exit_code == 1
    where = f"table {ended['table']} of round {ended['round']} (game g-{ended['round']}-{ended['table']})"
    assert f"  standings BAD event {at}: {where}: scores is recorded as [" in done.output
    assert "6 of 6 games are good" in done.output


def test_every_mutant_gets_a_verdict(tmp_path: Path) -> None:
    """And is found, unless all that differs is what nobody can prove: the clock, and what the organiser is called."""
    files, path = unpacked(finished().export()), tmp_path / "cup.zip"
    for data in mutants(files[LOG], 18, MUTANTS, lambda header, events: forged_log(header, events, KEY)):
        if proven(data) != proven(files[LOG]):
            standings(path, packed({**files, LOG: data}))


def proven(data: bytes) -> list[Any]:
    """The header and the events without what an audit takes as recorded."""
    header = {name: value for name, value in header_in(data).items() if name != "schema"}
    told = [{**event, "at": None} if isinstance(event, dict) else event for event in events_of(data)]
    for event in told[:1]:
        for change in event["changes"] if isinstance(event, dict) and isinstance(event.get("changes"), list) else ():
            if isinstance(change, dict):
                change.pop("organiser_name", None)
    return [header, told]


def log(change: Callable[[list[Any]], Any]) -> Callable[[Files], Files]:
    def spoil(files: Files) -> Files:
        events = events_of(files[LOG])
        change(events)
        return relogged(files, events)

    return spoil


def many_entrants(events: list[Any]) -> None:
    entry = events[1]
    events[2:2] = [entry] * 3_000


def deep(events: list[Any]) -> None:
    value: Any = 1
    for _ in range(500):
        value = [value]
    events[0]["changes"][0]["settings"]["options"] = {"rounds": value}


ODD: dict[str, Callable[[Files], Files]] = {
    "no log": lambda files: {**files, LOG: b""},
    "newlines": lambda files: {**files, LOG: b"\n" * 100_000},
    "a long line": lambda files: {**files, LOG: files[LOG].replace(b'"name":"', b'"name":"' + b"x" * LONGEST_LINE, 1)},
    "a game's record for a log": lambda files: {**files, LOG: files["games/g-1-1.ndjson"]},
    "control characters": log(lambda events: events[0]["changes"][0]["settings"].update(name="\x1b[2J ok")),
    "many entrants": log(many_entrants),
    "a deep event": log(deep),
    "a huge number": log(lambda events: events[0]["changes"][0]["settings"].update(rounds=10**40)),
    "rounds without end": log(lambda events: events[0]["changes"][0]["settings"].update(rounds=10**14)),
    "no table": log(lambda events: changes_in(events, "table_ended")[0].update(table=0)),
    "no round": log(lambda events: changes_in(events, "table_ended")[0].update(round=-1)),
    "a round far away": log(lambda events: changes_in(events, "round_paired")[0].update(round=10**9)),
    "an event of a later version": log(lambda events: events[5].update(v=2)),
    "an event without changes": log(lambda events: events[5].update(changes=[])),
    "no entrant": log(lambda events: changes_in(events, "round_paired")[0]["tables"][0].update(seats=["e99"])),
    "a knockout": log(lambda events: events[0]["changes"][0]["settings"].update(format="knockout")),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_file_gets_a_verdict(name: str, tmp_path: Path) -> None:
    files = unpacked(finished().export())
    standings(tmp_path / "cup.zip", packed(ODD[name](files)))


def test_a_bundle_without_its_log_is_said_to_be_one(tmp_path: Path) -> None:
    files = unpacked(finished().export())
    path = tmp_path / "cup.zip"
    path.write_bytes(packed(files))
    with zipfile.ZipFile(path) as bundle:
        manifest = bundle.read(MANIFEST)
    del files[LOG]
    told = standings(path, zipped({**files, MANIFEST: manifest}))
    assert "the manifest lists it, but it is not in the bundle" in told["why"]


def test_a_game_that_could_not_be_looked_at_is_no_bad_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "cup.zip"
    path.write_bytes(finished().export())

    def slow(data: Any, *more: Any) -> Any:
        if data.header.game == "g-2-1":
            raise TooLong
        return examine(data, *more)

    monkeypatch.setattr("moothall.server.cli.verify.examine", slow)
    done = said("verify", path)
    assert done.exit_code == 3
    assert "standings --  not checked: games/g-2-1.ndjson could not be looked at" in done.output
    assert "5 of 6 games are good" in done.output


def test_a_log_that_takes_too_long_is_not_checked(tmp_path: Path) -> None:
    """As many entrants as a log may have events: adding each copies all before it."""
    files = unpacked(finished().export())
    events = events_of(files[LOG])
    events[2:2] = [events[1]] * 49_000
    path = tmp_path / "cup.zip"
    path.write_bytes(packed(relogged(files, events)))
    done = said("verify", path, "--time-limit", "1")
    assert done.exit_code == 3
    assert "standings --  not checked: it takes longer than 1 s (see --time-limit)" in done.output
