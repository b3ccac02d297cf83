"""Records and bundles that anybody may have made: a verdict or a clear error for each, in bounded time and memory."""

from __future__ import annotations

import hashlib
import json
import resource
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from moothall.domain.core.codec import canonical
from moothall.domain.titles import TITLES
from moothall.events.records.limits import LARGEST, LONGEST_LINE, MOST_EVENTS
from moothall.server.cli import main
from moothall.server.cli.options import memory_limit
from tests.support.forgeries import mutants
from tests.support.live import ROOT
from tests.support.records import annulled, events_of, forged, header_in, record

MANAFORGE = TITLES["manaforge"]

GOLDEN = sorted((ROOT / "tests" / "golden").glob("*.ndjson"))

EACH = 12
"""Mutants of every golden record: some hundreds in all."""

REPLAYS: tuple[list[str], ...] = (["--json"], ["--as", "0"], ["--scores"], ["--diff", "2", "20"], [])


def said(*arguments: str) -> Result:
    """A command, which ends by itself: no exception, nothing raw."""
    done = CliRunner().invoke(main, arguments)
    assert done.exception is None or isinstance(done.exception, SystemExit), (arguments, done.exc_info)
    assert all(line.isprintable() for line in done.output.split("\n"))
    return done


@pytest.mark.parametrize("file", GOLDEN, ids=lambda file: file.stem)
def test_every_mutant_gets_a_verdict(file: Path, tmp_path: Path) -> None:
    wounded = tmp_path / "mutant.ndjson"
    seed = int.from_bytes(hashlib.sha256(file.stem.encode()).digest()[:4], "big")
    for number, data in enumerate(mutants(file.read_bytes(), seed, EACH)):
        wounded.write_bytes(data)
        done = said("verify", str(wounded))
        assert done.exit_code in (1, 3), "a part of a game, and wounded: it cannot be good"
        assert done.output.count("\n") >= 5, "four verdicts"
        assert said("replay", str(wounded), *REPLAYS[number % len(REPLAYS)]).exit_code in (0, 1)


def changed(**members: Any) -> bytes:
    """A small record with the members of its header changed."""
    data = record(annulled(MANAFORGE, 2, 6))
    return forged({**header_in(data), **members}, events_of(data))


def with_event(data: bytes) -> bytes:
    """A small record with one event that holds these bytes."""
    small = record(annulled(MANAFORGE, 2, 6))
    return forged(header_in(small), [*events_of(small), data])


FILES: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "one byte": lambda: b"\0",
    "newlines": lambda: b"\n" * (8 * 1024 * 1024),
    "brackets": lambda: b"[" * (8 * 1024 * 1024),
    "a line without an end": lambda: b'{"line":"header","game":"' + b"x" * (2 * LONGEST_LINE),
    "a long line": lambda: changed(game="x" * (2 * LONGEST_LINE)),
    "nested content": lambda: changed(content={"a": nested(900)}),
    "a deep event": lambda: with_event(b'{"v":2,"seq":7,"at":1,"changes":' + b"[" * 5_000 + b"]" * 5_000 + b"}"),
    "a large number": lambda: with_event(
        b'{"v":2,"seq":7,"at":1,"changes":[{"type":"prestige_gained","seat":0,"category":"cards","source":"","n":1'
        + b"0" * 4_000
        + b"}]}"
    ),
    "a huge time": lambda: with_event(b'{"v":2,"seq":7,"at":1' + b"0" * 300 + b',"changes":[]}'),
    "no events": lambda: forged(header_in(record(annulled(MANAFORGE, 2, 6))), []),
    "no UTF-8": lambda: b"\xff\xfe" * 1_000 + b"\n",
    "a zip's beginning": lambda: b"PK\x03\x04" + b"\0" * 1_000,
    "a zip's end": lambda: b"PK\x05\x06" + b"\xff" * 18,
}


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize("make", FILES.values(), ids=FILES)
def test_an_odd_file_gets_a_verdict(make: Callable[[], bytes], tmp_path: Path) -> None:
    file = tmp_path / "odd.ndjson"
    file.write_bytes(make())
    assert said("verify", str(file)).exit_code in (1, 3)
    assert said("replay", str(file)).exit_code in (0, 1)


def test_a_file_beyond_all_bounds_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "large.ndjson"
    with file.open("wb") as out:
        out.truncate(100 * LARGEST)  # takes no room on the disk
    assert "is larger than" in said("verify", str(file)).output
    assert "is larger than" in said("replay", str(file)).output


def test_a_record_of_too_many_events_is_told_so(tmp_path: Path) -> None:
    small = record(annulled(MANAFORGE, 2, 6))
    first, *events, _ = small.splitlines(keepends=True)
    line = json.loads(events[0])
    many = (canonical({**line, "seq": seq}) + b"\n" for seq in range(1, MOST_EVENTS + 2))
    file = tmp_path / "many.ndjson"
    file.write_bytes(first + b"".join(many))
    done = said("verify", str(file))
    assert done.exit_code == 1
    assert "chain  BAD" in done.output


def test_what_takes_too_long_is_not_checked(tmp_path: Path) -> None:
    """As many events as a record may have, each of which can be folded."""
    small = record(annulled(MANAFORGE, 2, 6))
    *events, _ = events_of(small)
    raised = {"v": 2, "at": 1, "changes": [{"type": "card_raised", "seat": 0, "position": 0}], "seat": 0}
    more = ({**raised, "seq": seq} for seq in range(len(events) + 1, MOST_EVENTS))
    file = tmp_path / "slow.ndjson"
    file.write_bytes(forged(header_in(small), [*events, *more]))
    for command in ("verify", "replay"):
        done = said(command, str(file), "--time-limit", "1")
        assert done.exit_code == (3 if command == "verify" else 1)
        assert "akes longer than 1 s (see --time-limit)" in done.output, done.output[:1_000]


def bundle(path: Path, files: dict[str, bytes], listed: list[str]) -> Path:
    """A zip with a manifest that lists these."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for name, data in files.items():
            out.writestr(name, data)
        records = [
            {
                "file": name,
                "game": "g1",
                "title": "manaforge",
                "events": 1,
                "sha256": hashlib.sha256(files.get(name, b"")).hexdigest(),
            }
            for name in listed
        ]
        out.writestr("manifest.json", canonical({"moothall": "bundle", "format": 1, "records": records}))
    return path


def test_a_file_that_unpacks_to_far_more_is_not_unpacked(tmp_path: Path) -> None:
    zeros = bundle(tmp_path / "zeros.zip", {"games/a.ndjson": b"\n" * (50 * 1024 * 1024)}, ["games/a.ndjson"])
    assert zeros.stat().st_size < 100_000
    done = said("verify", str(zeros))
    assert (done.exit_code, "it says that it unpacks to 52428800 bytes" in done.output) == (1, True)


def test_a_file_that_lies_about_its_size_is_unpacked_no_further(tmp_path: Path) -> None:
    lying = bundle(tmp_path / "lying.zip", {"games/a.ndjson": b"\n" * (50 * 1024 * 1024)}, ["games/a.ndjson"])
    data = lying.read_bytes()
    lying.write_bytes(data.replace(struct.pack("<L", 50 * 1024 * 1024), struct.pack("<L", 1_000)))
    assert said("verify", str(lying)).exit_code == 1


def test_files_that_overlap_are_refused(tmp_path: Path) -> None:
    """One packed file under a thousand names: small to send, large to unpack."""
    path = tmp_path / "overlap.zip"
    data = record(annulled(MANAFORGE, 2, 6))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("games/0.ndjson", data)
        first = out.infolist()[0]
        for number in range(1, 1_000):
            entry = zipfile.ZipInfo(f"games/{number}.ndjson")
            entry.compress_type, entry.header_offset = first.compress_type, first.header_offset
            entry.CRC, entry.compress_size, entry.file_size = first.CRC, first.compress_size, first.file_size
            out.filelist.append(entry)
            out.NameToInfo[entry.filename] = entry
    done = said("verify", str(path))
    assert (done.exit_code, "its files overlap" in done.output) == (1, True)


@pytest.mark.parametrize("listed", [0, 1, 3], ids=["none listed", "one listed", "one listed thrice"])
def test_many_files_take_no_more_time_than_few(tmp_path: Path, listed: int) -> None:
    """Each is looked at once, however many others there are."""
    many = {f"games/{number}.ndjson": b"" for number in range(3_000)}
    done = said("verify", str(bundle(tmp_path / "many.zip", many, ["games/0.ndjson"] * listed)))
    assert done.exit_code == 1


def test_a_table_of_contents_without_end_is_not_read(tmp_path: Path) -> None:
    file = tmp_path / "directory.zip"
    file.write_bytes(b"PK\x05\x06" + struct.pack("<4H2LH", 0, 0, 1, 1, 0xFFFFFFF0, 0, 0))
    done = said("verify", str(file))
    assert (done.exit_code, "its table of contents is too long" in done.output) == (1, True)


def test_a_bundle_takes_the_memory_of_one_of_its_records(tmp_path: Path) -> None:
    """Many records, each within its limits: only one is held at a time."""
    line = canonical({"x": [hashlib.sha256(bytes([n])).hexdigest() for n in range(256)]}) + b"\n"
    files = {f"games/{number}.ndjson": line * 60 for number in range(40)}
    path = bundle(tmp_path / "wide.zip", files, list(files))
    together = sum(map(len, files.values()))
    files.clear()
    tracemalloc.start()
    try:
        assert said("verify", str(path)).exit_code == 1
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < together / 3


def test_what_takes_too_much_memory_is_refused(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_AS)
    file = tmp_path / "a.ndjson"
    file.write_bytes(b"x" * LARGEST)
    with memory_limit(16 * 1024 * 1024):
        done = said("verify", str(file))
    assert (done.exit_code, "it takes too much memory" in done.output) == (1, True)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_a_limit_of_memory_is_one() -> None:
    with pytest.raises(MemoryError), memory_limit(64 * 1024 * 1024):
        bytearray(1024 * 1024 * 1024)
