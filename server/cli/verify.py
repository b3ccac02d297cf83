"""`moothall verify`: the four verdicts on records and bundles, and the fifth on tournaments."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

from moothall.domain.core.words import printable
from moothall.events.audit.report import Report
from moothall.server.cli.bounded import TIME_S, memory_limit
from moothall.server.cli.checking import Checked, Index, Ways
from moothall.server.cli.side_by_side import check_all, processes_for
from moothall.server.cli.words import Complaint

GOOD, BAD, UNCHECKED = 0, 1, 3
"""Exit statuses: everything is good, something is bad, nothing is bad but something could not be checked."""


SECONDS = "Seconds that one record may take."
PROCESSES = "They change no verdict; one for each core where there are many files, else one."


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
    from moothall.server.cli.remote import fetch_json  # with a client: most keys come with the record

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
