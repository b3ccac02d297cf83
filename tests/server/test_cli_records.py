"""verify, replay, export and keys on the command line."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
import zipfile
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.table.decide import parent
from moothall.domain.table.moves import AnnulGame
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events.records.bundle import (
    MANIFEST,
    Listed,
    Manifest,
    read_bundle,
    read_manifest,
    signed,
    write_bundle,
    written,
)
from moothall.events.records.signing import SigningKey
from moothall.server.cli import main
from moothall.server.cli.verify import FEW
from tests.laws.walk import Game
from tests.support.house import ANN, BEN, CAT, SECRET, House
from tests.support.records import FORGER, KEY, annulled, chained, record

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def whole() -> bytes:
    """A full game of Manaforge."""
    game = Game(TITLES["manaforge"], 2)
    game.run(FastDraw(7))
    return record(game)


@pytest.fixture
def file(tmp_path: Path, whole: bytes) -> Path:
    path = tmp_path / "game.ndjson"
    path.write_bytes(whole)
    return path


def run(*arguments: Any) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments])


def test_a_good_file(file: Path) -> None:
    result = run("verify", file)
    assert result.exit_code == 0
    assert [line.split() for line in result.output.splitlines()[1:5]] == [
        [name, "ok"] for name in ("chain", "replay", "rules", "draws")
    ]
    assert f"signed by key {KEY.id}" in result.output


def test_a_bad_file(file: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    file.write_bytes(b"".join(lines[:30] + lines[31:]))
    result = run("verify", file)
    assert result.exit_code == 1
    assert "chain  BAD event 30: line 31 holds event 31 where event 30 is due" in result.output


def test_processes_change_no_verdict(tmp_path: Path, whole: bytes) -> None:
    lines = whole.splitlines(keepends=True)
    kinds = (whole, b"".join(lines[:30] + lines[31:]), whole[:-9], b"", whole)
    paths = [tmp_path / f"{number}.ndjson" for number in range(FEW + 1)]
    for path, data in zip(paths, cycle(kinds), strict=False):
        path.write_bytes(data)
    paths.insert(3, bundled(tmp_path / "many.zip", [whole]))
    alone = run("verify", "--processes", 1, *paths)
    assert (alone.exit_code, alone.output.count(": ok"), alone.output.count(": BAD")) == (1, 7, 8)
    for processes in (("--processes", 3), ()):
        beside = run("verify", *processes, *paths)
        assert (beside.exit_code, beside.output) == (alone.exit_code, alone.output)


def test_reports_for_programs(file: Path) -> None:
    report = json.loads(run("verify", "--json", file).output)
    assert report[0]["file"] == str(file)
    assert report[0]["ok"] is True
    assert report[0]["verdicts"]["chain"] == {"ok": True, "seq": None, "why": None}


def test_a_file_that_cannot_be_judged_has_a_status_of_its_own(file: Path) -> None:
    alone = (
        "from moothall.domain.titles import TITLES; TITLES.clear(); "
        f"from moothall.server.cli import main; main(['verify', {str(file)!r}])"
    )
    ran = subprocess.run([sys.executable, "-c", alone], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 3
    assert "this Moothall has no title 'manaforge'" in ran.stdout


def test_keys_that_count(file: Path, tmp_path: Path, whole: bytes) -> None:
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": [{"id": KEY.id, "public_key": KEY.public}]}))
    assert run("verify", file, "--keys", keys).exit_code == 0
    keys.write_text(json.dumps({"keys": [{"id": FORGER.id, "public_key": FORGER.public}]}))
    result = run("verify", file, "--keys", keys)
    assert result.exit_code == 1
    assert "none of the keys that count here" in result.output
    keys.write_text("nothing")
    assert "gives no keys" in run("verify", file, "--keys", keys).output


def test_no_redis_is_needed(file: Path) -> None:
    """Not the server, not even its client library: importing it would fail here."""
    alone = (
        "import sys; sys.modules.update(dict.fromkeys(('redis', 'rq', 'flask', 'gevent'))); "
        f"from moothall.server.cli import main; main(['verify', {str(file)!r}])"
    )
    ran = subprocess.run([sys.executable, "-c", alone], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_file_cannot_write_lines_of_its_own(file: Path, whole: bytes) -> None:
    """A game id that would clear the screen and say that all is well."""
    file.write_bytes(whole.replace(b'"game":"g1"', b'"game":"g1\\n  chain  ok\\u001b[2J"', 1))
    said = run("verify", file).output
    assert "\x1b" not in said
    assert "chain  BAD" in said
    assert len(said.splitlines()) == 5
    assert "\x1b" not in run("replay", file).output


@pytest.mark.parametrize("seat", [None, 1], ids=["exact", "sandbox"])
def test_a_fork_is_held_against_its_parent(tmp_path: Path, seat: int | None) -> None:
    title = TITLES["medieval-realms"]
    before = Game(title, 2)
    before.run(FastDraw(8))
    stored, table = chained(before.events)[29], before.table_at(30)
    parent_file, fork_file = tmp_path / "parent.ndjson", tmp_path / "fork.ndjson"
    parent_file.write_bytes(record(before))

    def forked(head: bytes, table: Any) -> int:
        """The status of verifying a game that says to come from there."""
        fork = Game(title, 2, secret=bytes(32), parent=parent(title, "g1", 30, table, head, seat, bytes(32)))
        fork.run(FastDraw(9))
        fork_file.write_bytes(record(fork, game_id="g2"))
        assert run("verify", fork_file).exit_code == 0, "alone it is good"
        return run("verify", parent_file, fork_file).exit_code

    assert forked(stored.hash, table) == 0
    assert forked(bytes(32), table) == 1
    assert forked(stored.hash, before.table_at(20)) == 1


def test_todays_rules_on_a_game_of_today(file: Path) -> None:
    assert run("verify", "--against-current-rules", file).exit_code == 0


@pytest.fixture(scope="module")
def records() -> list[bytes]:
    return [record(annulled(title, title.players[0], 15), game_id=f"g-{slug}") for slug, title in TITLES.items()]


def test_a_bundle(tmp_path: Path, records: list[bytes]) -> None:
    path = bundled(tmp_path / "games.zip", records)
    assert [listed.title for listed in manifest_in(path).records] == list(TITLES)
    result = run("verify", path)
    assert result.exit_code == 0
    assert "4 of 4 games are good" in result.output
    assert f"{path}: ok (bundle of 4 games)\n  chain ok\n  signed by key {KEY.id}" in result.output
    assert bundled(tmp_path / "again.zip", records).read_bytes() == path.read_bytes()


def bundled(path: Path, records: list[bytes]) -> Path:
    path.write_bytes(b"".join(write_bundle(records, KEY)))
    return path


def manifest_in(path: Path) -> Manifest:
    with zipfile.ZipFile(path) as bundle:
        return read_manifest(bundle.read(MANIFEST))


def repacked(path: Path, change: Any) -> None:
    """The bundle with its members changed: a list of name and content."""
    with zipfile.ZipFile(path) as bundle:
        members = [(name, bundle.read(name)) for name in bundle.namelist()]
    with zipfile.ZipFile(path, "w") as bundle:
        for name, data in change(members):
            bundle.writestr(name, data)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda members: members[1:], "the manifest lists it, but it is not in the bundle"),
        (lambda members: [*members, ("games/extra.ndjson", b"")], "the manifest does not list it"),
        (lambda members: [(members[0][0], members[1][1]), *members[1:]], "its SHA-256 differs"),
        (lambda members: members[:-1], "no manifest that can be read"),
        (lambda members: [*members[:-1], (MANIFEST, b"{}")], "no manifest that can be read"),
        (
            lambda members: [*members[:-1], (MANIFEST, members[-1][1].replace(b'"manaforge"', b'"medieval-realms"'))],
            "the manifest says that it is another game",
        ),
        (
            lambda members: [*members[:-1], (MANIFEST, members[-1][1].replace(b'":', b'": ', 1))],
            "it is not written in the one form that a manifest has",
        ),
        (
            lambda members: [*members[:-1], (MANIFEST, members[-1][1].replace(b'"format":2', b'"format":3'))],
            "it says that it is a 'bundle' of format 3",
        ),
    ],
)
def test_a_spoilt_bundle_is_found(tmp_path: Path, records: list[bytes], change: Any, why: str) -> None:
    path = bundled(tmp_path / "games.zip", records)
    repacked(path, change)
    result = run("verify", path)
    assert result.exit_code == 1
    assert why in result.output


def relisted(path: Path, change: Any, key: SigningKey | None) -> None:
    """The bundle with its records changed together with their lines in the manifest, which keeps its signature or gets
    a forger's."""

    def anew(members: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
        manifest = read_manifest(members[-1][1])
        pairs: list[tuple[Listed, bytes]] = change(list(zip(manifest.records, (m[1] for m in members), strict=False)))
        told = tuple(listed for listed, _ in pairs)
        made = replace(manifest, records=told) if key is None else signed(told, None, key)
        return [*((listed.file, data) for listed, data in pairs), (MANIFEST, written(made))]

    repacked(path, anew)


CHANGES: dict[str, Any] = {
    "removed": lambda pairs: pairs[1:],
    "all removed": lambda pairs: [],
    "added": lambda pairs: [*pairs, (replace(pairs[0][0], file="games/more.ndjson"), pairs[0][1])],
    "exchanged": lambda pairs: [(replace(pairs[0][0], file=pairs[1][0].file), pairs[0][1]), *pairs[2:]],
    "put in another order": lambda pairs: pairs[::-1],
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_record_that_is_changed_together_with_its_line_is_found(
    tmp_path: Path, records: list[bytes], change: Any
) -> None:
    path = bundled(tmp_path / "games.zip", records)
    keys = tmp_path / "keys.json"
    keys.write_text(json.dumps({"keys": [{"id": KEY.id, "public_key": KEY.public}]}))
    relisted(path, change, None)
    result = run("verify", path)
    assert (result.exit_code, "the signature is not one of key" in result.output) == (1, True)
    bundled(path, records)
    relisted(path, change, FORGER)
    told = json.loads(run("verify", path, "--keys", keys, "--json").output)[-1]
    assert (told["ok"], told["signed_by"]) == (False, {"key": FORGER.id, "trusted": False})
    assert "none of the keys that count here" in told["verdicts"]["chain"]["why"]


def test_a_bundle_of_format_1_is_read_and_said_not_to_be_signed(tmp_path: Path, records: list[bytes]) -> None:
    path = bundled(tmp_path / "games.zip", records)
    old = Manifest("bundle", 1, manifest_in(path).records)
    repacked(path, lambda members: [*members[:-1], (MANIFEST, written(old))])
    result = run("verify", path)
    assert result.exit_code == 3
    assert "4 of 4 games are good" in result.output
    assert "chain --  the bundle is not signed as a whole (format 1)" in result.output


def test_damaged_bytes_of_a_bundle_are_found(tmp_path: Path, records: list[bytes]) -> None:
    path = bundled(tmp_path / "games.zip", records)
    data = path.read_bytes()
    for place in range(100, len(data) - 400, len(data) // 12):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1 :])
        assert any(member.fault for member in read_bundle(path)), place


def test_a_file_that_is_no_record_is_no_bundle(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not a record"):
        list(write_bundle([b"hello"], KEY))


def test_replay_shows_table_and_log(file: Path) -> None:
    shown = run("replay", file, "--at", 20, "--as", 1)
    assert shown.exit_code == 0
    assert "event 20 of" in shown.output
    assert "as seat 1 knew it: active" in shown.output
    assert "Round 1 of 9" in shown.output
    assert "Player 0 does something in secret" in shown.output
    assert "Player 0 does something in secret" not in run("replay", file, "--at", 20).output


def test_replay_for_programs(file: Path) -> None:
    game = json.loads(run("replay", file, "--at", 20, "--as", 0, "--json").output)
    assert (game["seq"], game["you"], game["full"], len(game["events"])) == (20, {"seat": 0}, None, 20)
    assert json.loads(run("replay", file, "--json").output)["full"]["seats"]


def test_what_changed_between_two_points(file: Path) -> None:
    shown = run("replay", file, "--diff", 20, 22).output
    assert shown.startswith("From event 20 to event 22: ")
    assert " -> " in shown
    assert "   21  " in shown
    changed = json.loads(run("replay", file, "--diff", 20, 20, "--json").output)
    assert changed == {"from": 20, "to": 20, "changed": []}


def test_scores_as_a_table_and_as_a_chart(file: Path, tmp_path: Path) -> None:
    chart = tmp_path / "out.svg"
    shown = run("replay", file, "--scores", "--svg", chart).output.splitlines()
    assert shown[0].split() == ["event", "round", "Player", "0", "Player", "1"]
    final = [int(word) for word in shown[-1].split()[2:]]
    result = json.loads(run("replay", file, "--json").output)["result"]
    assert final == result["scores"]
    drawing = ET.fromstring(chart.read_text())
    assert len(drawing.findall("{http://www.w3.org/2000/svg}path")) == 2
    assert f"Player 0: {final[0]}" in chart.read_text()


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (["--at", "9999"], "has no event 9999"),
        (["--at", "0"], "has no event 0"),
        (["--as", "5"], "has no seat 5"),
        (["--diff", "9", "3"], "earlier event first"),
    ],
)
def test_what_cannot_be_shown_is_said(file: Path, arguments: list[str], text: str) -> None:
    result = run("replay", file, *arguments)
    assert result.exit_code == 1
    assert text in result.output


def test_a_file_that_cannot_be_played_back_is_said(tmp_path: Path) -> None:
    path = tmp_path / "odd"
    path.write_bytes(b"hello\n")
    assert "no line of a record" in run("replay", path).output


def test_keys_are_shown_and_rotated(tmp_path: Path) -> None:
    first = json.loads(run("keys", "--data", tmp_path).output)["keys"]
    both = json.loads(run("keys", "--data", tmp_path, "--rotate").output)["keys"]
    assert [key["current"] for key in both] == [True, False]
    assert both[1]["id"] == first[0]["id"]


@pytest.mark.parametrize(
    "arguments", [[], ["g1", "--all"], ["g1", "g2"], ["g1", "--tournament", "t1"], ["--all", "--tournament", "t1"]]
)
def test_export_says_how_it_is_used(arguments: list[str]) -> None:
    assert run("export", *arguments).exit_code == 2


def test_records_come_from_a_running_server(address: str, redis: Any, tmp_path: Path) -> None:
    house = House(redis, titles=TITLES)
    for name in ("one", "two"):
        house.commands.create(name, ANN, TITLES["manaforge"], [Seat("human")] * 2, {}, SECRET, organise=True)
        for person in (BEN, CAT):
            house.commands.join(name, person, None, "")
    house.arbiter.rule("one", ANN, AnnulGame("late"))
    single, bundle = tmp_path / "one.ndjson", tmp_path / "games.zip"
    assert run("export", "one", "--server", address, "-o", single).exit_code == 0
    assert run("verify", single, "--keys", address).exit_code == 0
    refused = run("export", "one", "two", "--server", address, "-o", bundle)
    assert refused.exit_code == 1
    assert "game two is active" in refused.output
    assert not bundle.exists(), "half a bundle is none"
    assert list(tmp_path.iterdir()) == [single]
    house.arbiter.rule("two", ANN, AnnulGame("late"))
    assert run("export", "one", "two", "--server", address, "-o", bundle).exit_code == 0
    assert "2 of 2 games are good" in run("verify", bundle, "--keys", address).output
    assert "404" in run("export", "three", "--server", address).output


def test_all_finished_games_of_a_server(address: str, redis: Any, tmp_path: Path) -> None:
    house, title = House(redis, titles=TITLES), TITLES["medieval-realms"]
    house.commands.create("one", ANN, title, [Seat("ai", level="random")] * 2, {}, SECRET)
    while (table := house.table("one")).status != "finished":
        seq, seat = house.length("one"), table.awaited_ai
        if seat is None:
            house.commands.step("one", seq)
        else:
            house.commands.play_ai(
                "one", seat, title.sample_move(title, table.game, seat, FastDraw(seq)), "random", seq
            )
    house.projections.project(["one"])
    path = tmp_path / "games.zip"
    assert run("export", "--all", "--server", address, "-o", path).exit_code == 0
    assert [member.file for member in read_bundle(path)] == ["games/one.ndjson"]
    assert run("verify", path).exit_code == 0
    assert run("export", "--all", "--title", "manaforge", "--server", address, "-o", path).exit_code == 0
    assert list(read_bundle(path)) == []


def test_export_says_that_nobody_answers() -> None:
    result = run("export", "g1", "--server", "http://127.0.0.1:9")
    assert result.exit_code == 1
    assert "127.0.0.1:9" in result.output
