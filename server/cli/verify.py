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

from domain.titles import TITLES
from events.audit import audit
from events.audit.report import Report, Verdict
from events.export.bundle import bundle_size, is_bundle, read_bundle
from server.cli.remote import fetch_json
from server.cli.words import printable

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
    total = sum(bundle_size(path) if is_bundle(path) else 1 for path in files)
    checked = []
    with tqdm(total=total, unit="game", disable=True if total == 1 else None) as bar:
        for each in _check(files, trusted, current):
            checked.append(each)
            bar.update()
    if as_json:
        click.echo(json.dumps([{"file": each.file, **each.report.as_json()} for each in checked], indent=2))
    else:
        for each in checked:
            click.echo(_text(each))
        if len(checked) > 1:
            click.echo(f"{sum(each.report.ok is True for each in checked)} of {len(checked)} games are good")
    said = [each.report.ok for each in checked]
    sys.exit(BAD if False in said else UNCHECKED if None in said else GOOD)


def _check(files: tuple[Path, ...], trusted: dict[str, str] | None, current: bool) -> Iterator[Checked]:
    for path in files:
        if not is_bundle(path):
            yield Checked(str(path), audit(path.read_bytes(), TITLES, trusted=trusted, current=current))
            continue
        for member in read_bundle(path):
            name = f"{path}:{member.file}"
            report = audit(member.data, TITLES, trusted=trusted, current=current)
            if member.fault is not None:
                report = _with_fault(report, member.fault)
            yield Checked(name, report)


def _with_fault(report: Report, why: str) -> Report:
    """What is wrong with a member of a bundle comes before what is wrong inside it."""
    return replace(report, chain=Verdict(False, 0, why))


def _keys(source: str) -> dict[str, str]:
    try:
        data: Any = (
            fetch_json(f"{source.rstrip('/')}/v1/keys") if "://" in source else json.loads(Path(source).read_text())
        )
        return {str(key["id"]): str(key["public_key"]) for key in data["keys"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise click.ClickException(f"--keys: {source} gives no keys: {error}") from error


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
