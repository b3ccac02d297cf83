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
from events.export.bundle import is_bundle, read_bundle
from events.export.reading import Read, read
from server.cli.remote import fetch_json
from server.cli.words import Complaint

GOOD, BAD, UNCHECKED = 0, 1, 3
"""Exit statuses: everything is good, something is bad, nothing is bad but something could not be checked."""


class Checked(NamedTuple):
    """One file's report."""

    file: str
    report: Report


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--keys", "keys_from", metavar="FILE|URL", help="The keys that count: a server, or what its /v1/keys said."
)
@click.option("--against-current-rules", "current", is_flag=True, help="Judge old games by today's rules.")
@click.option("--json", "as_json", is_flag=True, help="Print the reports as JSON.")
def verify(files: tuple[Path, ...], keys_from: str | None, current: bool, as_json: bool) -> None:
    """Check exported games from the files alone; exit status 0: all good, 1: something bad, 3: not all checked."""
    trusted = _keys(keys_from) if keys_from else None
    records = list(_files(files))
    bar = tqdm(_check(records, trusted, current), "verify", len(records), unit="game", disable=_quiet(records))
    checked = list(bar)
    if as_json:
        click.echo(json.dumps([{"file": each.file, **each.report.as_json()} for each in checked], indent=2))
    else:
        for each in checked:
            click.echo(_text(each))
        if len(checked) > 1:
            click.echo(f"{sum(each.report.ok is True for each in checked)} of {len(checked)} games are good")
    said = [each.report.ok for each in checked]
    sys.exit(BAD if False in said else UNCHECKED if None in said else GOOD)


class _File(NamedTuple):
    """A record to check, and what is wrong with it as a member of its bundle."""

    name: str
    record: Read
    fault: str | None


def _files(paths: tuple[Path, ...]) -> Iterator[_File]:
    for path in paths:
        if is_bundle(path):
            for member in read_bundle(path):
                yield _File(f"{path}:{member.file}", read(member.data), member.fault)
        else:
            yield _File(str(path), read(path.read_bytes()), None)


def _check(files: list[_File], trusted: dict[str, str] | None, current: bool) -> Iterator[Checked]:
    by_game = {each.record.header.game: each.record for each in files if each.record.header is not None}
    for each in files:
        report = audit(each.record, TITLES, trusted=trusted, current=current)
        parent = parent_of(each.record, TITLES)
        if parent is not None and parent.game in by_game and report.rules.ok:
            why = wrong_parent(each.record, by_game[parent.game], TITLES)
            report = replace(report, rules=Verdict(False, 1, why)) if why else report
        if each.fault is not None:
            # What is wrong with a member of a bundle comes before what is wrong inside it.
            report = replace(report, chain=Verdict(False, 0, each.fault))
        yield Checked(each.name, report)


def _quiet(records: list[_File]) -> bool | None:
    """No bar for a single game; otherwise on a terminal only."""
    return True if len(records) == 1 else None


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
