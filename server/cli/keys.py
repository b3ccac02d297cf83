"""`moothall keys`: the keys that sign records."""

from __future__ import annotations

import json
from pathlib import Path

import click

from moothall.server.cli.settings import settings
from moothall.server.cli.words import Complaint
from moothall.server.keyring import Keyring


@click.command()
@click.option("--data", type=click.Path(path_type=Path, file_okay=False), help="The data directory (./data).")
@click.option("--rotate", is_flag=True, help="Make a new key, which signs from now on; older ones stay published.")
def keys(data: Path | None, rotate: bool) -> None:
    """Show the signing keys of a data directory, as /v1/keys does, or take a new one."""
    folder = data or settings().data
    if not folder.is_dir():  # a key is made where there is none, and nobody knows one that is made by a slip of the pen
        raise Complaint(f"There is no data directory {folder}; --data names it.")
    ring = Keyring(folder)
    if rotate:
        ring.rotate()
    click.echo(json.dumps({"keys": [key._asdict() for key in ring.published()]}, indent=2))
