"""`moothall verify`: the four verdicts on records and bundles."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import click
from msgspec.structs import replace
from tqdm import tqdm

from domain.core.printable import printable
from domain.titles import TITLES
from events.audit import audit
from events.audit.lineage import parent_of, wrong_parent
from events.audit.report import Report, Verdict
from events.export.bundle import is_bundle, read_bundle, read_member
from events.export.limits import LARGEST
from events.export.reading import Read, read
from server.cli.bounded import TIME_S, TooLong, content_of, memory_limit, time_limit
from server.cli.remote import fetch_json
from server.cli.words import Complaint

GOOD, BAD, UNCHECKED = 0, 1, 3
"""Exit statuses: everything is good, something is bad, nothing is bad but something could not be checked."""


SECONDS = "Seconds that one record may take."


class Checked(NamedTuple):
    """One file's report."""

    file: str
    report: Report


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
def verify(paths: tuple[Path, ...], keys_from: str | None, current: bool, as_json: bool, seconds: float) -> None:
    """Check exported games from the files alone; exit status 0: all good, 1: something bad, 3: not all checked."""
    trusted = _keys(keys_from) if keys_from else None
    try:
        with memory_limit():
            checked = list(_checked(paths, Ways(trusted, current, seconds)))
    except MemoryError as error:
        raise Complaint("That takes too much memory.") from error
    if as_json:
        click.echo(json.dumps([{"file": each.file, **each.report.as_json()} for each in checked], indent=2))
    else:
        for each in checked:
            click.echo(_text(each))
        if len(checked) > 1:
            click.echo(f"{sum(each.report.ok is True for each in checked)} of {len(checked)} games are good")
    said = [each.report.ok for each in checked]
    sys.exit(BAD if False in said else UNCHECKED if None in said else GOOD)


def _checked(paths: tuple[Path, ...], ways: Ways) -> Iterator[Checked]:
    """With a bar, on a terminal, unless it is a single game."""
    index = _index(paths)
    quiet = True if index.records == 1 else None
    yield from tqdm(_check(paths, index, ways), "verify", index.records, unit="game", disable=quiet)


class _File(NamedTuple):
    """A record to check, where it is, and what is wrong with it there. `member` is its name in a bundle."""

    path: Path
    member: str
    data: bytes
    fault: str | None

    @property
    def name(self) -> str:
        return f"{self.path}:{self.member}" if self.member else str(self.path)


class _Index(NamedTuple):
    """How many records there are, and where those are that others are forks of; not what is in them."""

    records: int
    parents: dict[str, _File]

    def parent(self, game: str) -> Read | None:
        """That game's record, if it is here."""
        file = self.parents.get(game)
        if file is None:
            return None
        try:
            return read(read_member(file.path, file.member) if file.member else content_of(file.path, LARGEST))
        except OSError:
            return None


class Ways(NamedTuple):
    """How records are judged: by whose keys, by which rules, within how many seconds each."""

    trusted: dict[str, str] | None
    current: bool
    seconds: float


def _files(paths: tuple[Path, ...]) -> Iterator[_File]:
    """All records, one at a time: no more than one is in memory."""
    for path in paths:
        try:
            if is_bundle(path):
                for member in read_bundle(path):
                    yield _File(path, member.file, member.data, member.fault)
            else:
                yield _File(path, "", content_of(path, LARGEST), None)
        except (OSError, MemoryError) as error:
            yield _File(path, "", b"", str(error) or "it takes too much memory")


def _index(paths: tuple[Path, ...]) -> _Index:
    """A first look: at the first two lines of each record."""
    records, games, wanted = 0, dict[str, _File](), set[str]()
    for file in _files(paths):
        records += 1
        beginning = read(_beginning(file.data))
        if beginning.header is not None:
            games[beginning.header.game] = file._replace(data=b"")
            parent = parent_of(beginning, TITLES)
            wanted |= {parent.game} if parent is not None else set()
    return _Index(records, {game: games[game] for game in wanted & games.keys()})


def _beginning(data: bytes) -> bytes:
    """The header and the first event."""
    second = data.find(b"\n", data.find(b"\n") + 1)
    return data[: second + 1]


def _check(paths: tuple[Path, ...], index: _Index, ways: Ways) -> Iterator[Checked]:
    for file in _files(paths):
        try:
            with time_limit(ways.seconds):
                report = _judged(file, index, ways)
        except TooLong:
            report = _unchecked(f"it takes longer than {ways.seconds:g} s (see --time-limit)")
        except MemoryError:
            report = _unchecked("it takes too much memory")
        except Exception as error:  # whatever it is, the next file may be a good one
            report = _unchecked(f"{type(error).__name__}: {error}")
        yield Checked(file.name, report)


def _judged(file: _File, index: _Index, ways: Ways) -> Report:
    record = read(file.data)
    report = audit(record, TITLES, trusted=ways.trusted, current=ways.current)
    parent = parent_of(record, TITLES)
    before = index.parent(parent.game) if parent is not None and report.rules.ok else None
    if before is not None:
        why = wrong_parent(record, before, TITLES)
        report = replace(report, rules=Verdict(False, 1, why)) if why else report
    if file.fault is not None:
        # What is wrong with a member of a bundle comes before what is wrong inside it.
        report = replace(report, chain=Verdict(False, 0, file.fault))
    return report


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


def _keys(source: str) -> dict[str, str]:
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
    lines = [f"{each.file}: {word} ({report.title or 'no title'}, game {report.game or '?'}, {report.seq} events)"]
    for name, verdict in report.verdicts.items():
        mark = {True: "ok", False: "BAD", None: "--"}[verdict.ok]
        where = f"event {verdict.seq}: " if verdict.seq is not None else ""
        lines.append(f"  {name:<7}{mark:<4}{where if verdict.why else ''}{verdict.why or ''}".rstrip())
    if report.key is not None and report.chain.ok:
        known = "one of the keys given" if report.trusted else "compare it with the server's /v1/keys, or use --keys"
        lines.append(f"  signed by key {report.key} ({known})")
    lines += [f"  today, event {each.seq}: {each.why}" for each in report.divergences]
    return "\n".join(map(printable, lines))
