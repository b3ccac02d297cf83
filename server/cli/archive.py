"""`moothall archive`: pack the games that are over."""

from __future__ import annotations

from pathlib import Path

import click

from moothall.server.cli.where import existing, house_of, named, told_in_a_line, where


@click.command()
@click.option(
    "--after", metavar="SECONDS", type=click.IntRange(0), help="How long ago they ended (MOOTHALL_ARCHIVE_S)."
)
@where
def archive(after: int | None, redis: str | None, data: Path | None) -> None:
    """Pack the games that are over, now and not little by little. They are served as before."""
    from moothall.server.bootstrap import archive as pack

    with told_in_a_line(), house_of(existing(named(redis, data))) as config:
        packed, games = pack(config, config.archive_s if after is None else after)
    click.echo(f"{packed} of {games} games packed")
