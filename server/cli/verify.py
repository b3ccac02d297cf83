"""`moothall verify`: four verdicts on each record and bundle, and a fifth on tournaments.

Only one record at a time is in memory. Many files are checked by several processes, which are forked from this one so
that none of them has to load anything. The findings are reported in the order of the files.
"""

from __future__ import annotations

import gc
import json
import multiprocessing
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import cached_property
from itertools import chain, repeat
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click
import msgspec
from msgspec.structs import replace
from tqdm import tqdm

from moothall.domain.core.words import printable
from moothall.events.audit.game import Examined, examine, parent_of, with_fault, wrong_parent
from moothall.events.audit.report import Judgement, Report, Verdict, check_bundle
from moothall.events.records.bundle import MANIFEST, is_bundle, look_into, read_bundle, read_log, read_member
from moothall.events.records.format import Read, read
from moothall.events.records.limits import LARGEST, LONGEST_LINE
from moothall.server.cli.options import TIME_S, Complaint, TooLong, content_of, known_titles, memory_limit, time_limit

T = TypeVar("T")

GOOD, BAD, UNCHECKED = 0, 1, 3
"""Exit statuses: everything is good, something is bad, nothing is bad but something could not be checked."""

SECONDS = "Seconds that one record may take."
PROCESSES = "They change no verdict; one for each core where there are many files, else one."

FEW = 12
"""Files for which a second process is not worth while: they are read in the time that it takes to begin."""

MOST = 8
"""Processes that are taken where nobody says how many: each may need memory of its own."""

SHARES = 8
"""Into how many shares each process's files are divided, so that none has to wait long for the others."""


class Checked(NamedTuple):
    """One file's report."""

    file: str
    report: Judgement


class Ways(NamedTuple):
    """How records are judged: by whose keys, by which rules, within how many seconds each."""

    trusted: dict[str, str] | None
    current: bool
    seconds: float


class Index:
    """How many things there are to check, and where each game's record is, for those that are forks of others; not what
    is in them. That is found out when the first fork asks: all other records are read once."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths

    @cached_property
    def number(self) -> int:
        """Records and bundles."""
        return sum(map(_things_in, self._paths))

    def find(self, game: str) -> _File | None:
        """That game's record, if it is here; the last, if there are several."""
        for file in reversed(self._games.get(game, ())):
            data = _again(file) or b""
            header = read(data[: data.find(b"\n") + 1]).header
            if header is not None and header.game == game:
                return file
        return None

    @cached_property
    def _games(self) -> dict[str, list[_File]]:
        """By a glance at the first line of each."""
        games = dict[str, list[_File]]()
        for file in (file for path in self._paths for file in _files(path)):
            end = file.data.find(b"\n")
            with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
                if 0 < end <= LONGEST_LINE:
                    games.setdefault(_named(file.data[:end]).game, []).append(file._replace(data=b""))
        return games


class _File(NamedTuple):
    """A record to check, where it is, and what is wrong with it there. `member` is its name in a bundle."""

    path: Path
    member: str
    data: bytes
    fault: str | None

    @property
    def name(self) -> str:
        return f"{self.path}:{self.member}" if self.member else str(self.path)


class _Named(msgspec.Struct):
    """As much of a header as tells whose it is, if it is one."""

    game: str = ""


_named = msgspec.json.Decoder(_Named).decode


@click.command()
@click.argument(
    "paths", metavar="FILES...", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option(
    "--keys", "keys_from", metavar="FILE|URL", help="The keys that count: a server, or what its /v1/keys said."
)
@click.option("--against-current-rules", "current", is_flag=True, help="Judge old games by today's rules.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
@click.option("--time-limit", "seconds", type=click.FloatRange(1), default=TIME_S, show_default=True, help=SECONDS)
@click.option("--processes", type=click.IntRange(1, 64), help=PROCESSES)
def verify(
    paths: tuple[Path, ...], keys_from: str | None, current: bool, as_json: bool, seconds: float, processes: int | None
) -> None:
    """Check exported games and tournaments from the files alone; exit status 0: all good, 1: something bad, 3: not all
    checked."""
    trusted = _keys(keys_from) if keys_from else None
    known_titles()  # loaded before the limits count
    try:
        with memory_limit():
            ways = Ways(trusted, current, seconds)
            checked = list(_checked(paths, ways, processes or processes_for(len(paths))))
    except MemoryError as error:
        raise Complaint("That takes too much memory.") from error
    if as_json:
        click.echo(json.dumps([{"file": each.file, **each.report.as_json()} for each in checked], indent=2))
    else:
        for each in checked:
            click.echo(_text(each))
        games = [each.report.ok for each in checked if isinstance(each.report, Report)]
        if len(games) > 1:
            click.echo(f"{games.count(True)} of {len(games)} games are good")
    said = [each.report.ok for each in checked]
    sys.exit(BAD if False in said else UNCHECKED if None in said else GOOD)


def _checked(paths: tuple[Path, ...], ways: Ways, processes: int) -> Iterator[Checked]:
    """With a bar, on a terminal, unless it is a single game."""
    found = Index(paths)
    quiet = True if found.number == 1 else None
    yield from tqdm(check_all(paths, found, ways, processes), "verify", found.number, unit="file", disable=quiet)


def _keys(source: str) -> dict[str, str]:
    from moothall.server.cli.export import fetch_json  # with a client: most keys come with the record

    try:
        data: Any = (
            fetch_json(f"{source.rstrip('/')}/v1/keys") if "://" in source else json.loads(Path(source).read_text())
        )
        return {str(key["id"]): str(key["public_key"]) for key in data["keys"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Complaint(f"--keys: {source} gives no keys: {error}") from error


def _text(each: Checked) -> str:
    report = each.report
    word = {True: "ok", False: "BAD", None: "not fully checked"}[report.ok]
    lines = [f"{each.file}: {word} ({report.about})"]
    wide = max(map(len, report.names)) + 1
    for name, verdict in report.verdicts.items():
        mark = {True: "ok", False: "BAD", None: "--"}[verdict.ok]
        where = f"event {verdict.seq}: " if verdict.seq is not None else ""
        lines.append(f"  {name:<{wide}}{mark:<4}{where if verdict.why else ''}{verdict.why or ''}".rstrip())
    if report.key is not None and report.chain.ok:
        known = "one of the keys given" if report.trusted else "compare it with the server's /v1/keys, or use --keys"
        lines.append(f"  signed by key {report.key} ({known})")
    if isinstance(report, Report):
        lines += [f"  today, event {each.seq}: {each.why}" for each in report.divergences]
    return "\n".join(map(printable, lines))


def processes_for(files: int) -> int:
    """How many processes to take, if nobody says."""
    if files < FEW or "fork" not in multiprocessing.get_all_start_methods():
        return 1
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores, MOST)


def check_all(paths: tuple[Path, ...], index: Index, ways: Ways, processes: int) -> Iterator[Checked]:
    """As `check` does it, by so many processes."""
    known_titles()
    gc.freeze()  # what is loaded now stays, and need be neither gone through nor, therefore, copied
    try:
        if processes == 1:
            yield from check(paths, index, ways)
            return
        size = -(-len(paths) // (processes * SHARES))
        shares = [paths[begin : begin + size] for begin in range(0, len(paths), size)]
        with ProcessPoolExecutor(processes, multiprocessing.get_context("fork")) as pool:
            yield from chain.from_iterable(pool.map(_check_share, shares, repeat(index), repeat(ways)))
    except BrokenProcessPool as error:
        raise Complaint("A process that checked files was stopped from outside; see --processes.") from error
    finally:
        gc.unfreeze()


def _check_share(paths: tuple[Path, ...], index: Index, ways: Ways) -> list[Checked]:
    return list(check(paths, index, ways))


def check(paths: tuple[Path, ...], index: Index, ways: Ways) -> Iterator[Checked]:
    """Every record, and after those of a bundle the bundle itself."""
    for path in paths:
        if _holds_more(path):
            yield from _check_bundle(path, index, ways)
        else:
            for file in _files(path):
                yield Checked(file.name, _examined(file, index, ways).report)


def _check_bundle(path: Path, index: Index, ways: Ways) -> Iterator[Checked]:
    whole = look_into(path)
    listed = whole.manifest.tournament if whole.manifest is not None else None
    tournament = None
    if whole.manifest is not None and listed is not None:
        # Imported here, with all that tournaments are: few files hold one.
        from moothall.events.audit.tournament import TournamentAudit

        tournament = TournamentAudit(whole.manifest, read_log(path, listed), known_titles(), ways.trusted)
        _within(ways.seconds, tournament.begin, tournament.give_up)
    for file in _files(path):
        examined = _examined(file, index, ways)
        if tournament is not None:
            tournament.take(file.member, examined)
        yield Checked(file.name, examined.report)
    if tournament is not None:
        _within(ways.seconds, tournament.end, tournament.give_up)
        yield Checked(str(path), tournament.report)
    else:
        yield Checked(str(path), check_bundle(whole, ways.trusted))


def _things_in(path: Path) -> int:
    """A record, or a bundle with those that its manifest lists."""
    if not _holds_more(path):
        return 1
    manifest = look_into(path).manifest
    return 1 + (len(manifest.records) if manifest is not None else 0)


def _holds_more(path: Path) -> bool:
    try:
        return is_bundle(path)
    except (OSError, MemoryError):
        return False


def _files(path: Path) -> Iterator[_File]:
    """All records, one at a time: no more than one is in memory."""
    try:
        if is_bundle(path):
            for member in read_bundle(path):
                if member.file != MANIFEST:  # that is said of the bundle
                    yield _File(path, member.file, member.data, member.fault)
        else:
            yield _File(path, "", content_of(path, LARGEST), None)
    except (OSError, MemoryError) as error:
        yield _File(path, "", b"", str(error) or "it takes too much memory")


def _examined(file: _File, index: Index, ways: Ways) -> Examined:
    examined = _within(ways.seconds, lambda: _judged(file, ways), lambda why: Examined(_unchecked(why)))
    record = examined.record
    parent = parent_of(record, known_titles()) if record is not None and examined.report.rules.ok else None
    # To find a parent all other files are looked at: that is not this record's time.
    found = index.find(parent.game) if parent is not None else None
    if record is not None and found is not None:
        rules = _within(ways.seconds, lambda: _from_parent(record, found), lambda why: Verdict(None, 1, why))
        examined = examined._replace(report=replace(examined.report, rules=rules or examined.report.rules))
    return with_fault(examined, file.fault)


def _within(seconds: float, do: Callable[[], T], instead: Callable[[str], T]) -> T:
    """What comes of it, or why nothing does; whatever it is, the next file may be a good one."""
    try:
        with time_limit(seconds):
            return do()
    except TooLong:
        return instead(f"it takes longer than {seconds:g} s (see --time-limit)")
    except MemoryError:
        return instead("it takes too much memory")
    except Exception as error:
        return instead(f"{type(error).__name__}: {error}")


def _judged(file: _File, ways: Ways) -> Examined:
    return examine(read(file.data), known_titles(), ways.trusted, ways.current)


def _from_parent(fork: Read, file: _File) -> Verdict | None:
    """That the fork did not come from the game in that file; None if it did, or if that cannot be read."""
    data = _again(file)
    why = wrong_parent(fork, read(data), known_titles()) if data is not None else None
    return Verdict(False, 1, why) if why else None


def _again(file: _File) -> bytes | None:
    """What is in that file, if it can still be read."""
    try:
        return read_member(file.path, file.member) if file.member else content_of(file.path, LARGEST)
    except OSError:
        return None


def _unchecked(why: str) -> Report:
    verdict = Verdict(None, None, f"not checked: {why}")
    return Report(
        game=None,
        title=None,
        seq=0,
        key=None,
        trusted=None,
        chain=verdict,
        replay=verdict,
        rules=verdict,
        draws=verdict,
    )
