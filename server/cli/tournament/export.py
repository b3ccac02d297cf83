"""`moothall tournament export`: the whole tournament as one signed file, as `moothall export --tournament` gets it."""

from __future__ import annotations

from pathlib import Path

import click

from moothall.server.cli.export import export as export_records
from moothall.server.cli.tournament.client import remote
from moothall.server.client import Client


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@remote
def export(client: Client, tournament_id: str, as_json: bool, output: Path | None) -> None:
    """Fetch the record of a tournament that is over: its log, the record of every game, signed as a whole. `moothall
    verify` checks it."""
    wanted = {"server": client.base, "token": client.token, "tournament": tournament_id, "output": output}
    click.get_current_context().invoke(export_records, games=(), everything=False, title=None, bundle=False, **wanted)
