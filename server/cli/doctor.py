"""`moothall doctor`: the health of a house."""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from moothall.domain.core.words import printable
from moothall.server.cli.where import inside, named, where

if TYPE_CHECKING:
    from moothall.server.doctor import Finding

COLOURS = ("green", "yellow", "red")


@click.command()
@click.option("--queue", metavar="URL", help="The queue's Redis; as --redis if left out.")
@click.option(
    "--sample", type=click.IntRange(0), default=20, show_default=True, help="Games whose chains are verified."
)
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@where
def doctor(queue: str | None, sample: int, as_json: bool, redis: str | None, data: Path | None) -> None:
    """Tell what is well with a house, what is not, and what to do; exit status 0: all is well, 1: something to look
    at, 2: something is bad."""
    from moothall.server.doctor import examine, status
    from moothall.server.doctor.findings import WORDS

    config = named(redis, data)
    config = config if config.redis else inside(config)
    config = replace(config, queue=queue or config.queue)
    found = examine(config, sample)
    if as_json:
        report = {"status": WORDS[status(found)], "findings": [finding.as_json() for finding in found]}
        click.echo(json.dumps(report, indent=2))
    else:
        _print(found)
    sys.exit(status(found))


def _print(found: list[Finding]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    from moothall.server.doctor.findings import WORDS

    table = Table("", "check", "what", "what to do", box=None, padding=(0, 2, 0, 0))
    for finding in found:
        level = Text(WORDS[finding.level], COLOURS[finding.level])
        table.add_row(level, finding.check, Text(printable(finding.what)), Text(printable(finding.todo)))
    Console().print(table)
