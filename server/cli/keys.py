"""`moothall keys`: the keys that sign records."""

from __future__ import annotations

import json
from pathlib import Path

import click

from server.cli.settings import settings
from server.keyring import Keyring


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The data directory (./data).")
@click.option("--rotate", is_flag=True, help="Make a new key, which signs from now on; older ones stay published.")
def keys(data: Path | None, rotate: bool) -> None:
    """Show the signing keys of a data directory, as /v1/keys does, or take a new one."""
    ring = Keyring(data or settings().data)
    if rotate:
        ring.rotate()
    click.echo(json.dumps({"keys": [key._asdict() for key in ring.published()]}, indent=2))
