"""`moothall tournament list, show, round, standings`: looking at tournaments."""

from __future__ import annotations

from typing import Any, get_args
from urllib.parse import urlencode

import click

from moothall.domain.titles import TITLES
from moothall.domain.tournament.state import Status
from moothall.server.cli.tournament.client import path_of, remote, tell
from moothall.server.cli.tournament.show import list_text, round_text, standings_text, tournament_text
from moothall.server.client import Client


@click.command("list")
@click.option("--title", type=click.Choice(sorted(TITLES)), help="Only of this title.")
@click.option("--status", type=click.Choice(get_args(Status)), help="Only in this state.")
@click.option("--limit", type=click.IntRange(1, 200), default=50, show_default=True, help="How many at most.")
@remote
def list_all(client: Client, as_json: bool, **wanted: Any) -> None:
    """List tournaments, the newest first."""
    query = urlencode({name: value for name, value in wanted.items() if value is not None})
    tell(as_json, client.call("GET", f"/v1/tournaments?{query}"), list_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def show(client: Client, tournament_id: str, as_json: bool) -> None:
    """Show a tournament: where it stands, its terms, who takes part, what was ruled."""
    tell(as_json, client.call("GET", path_of(tournament_id)), tournament_text)


@click.command("round")
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("number", type=int, required=False)
@remote
def round_(client: Client, tournament_id: str, as_json: bool, number: int | None) -> None:
    """Show a round (the latest, if no NUMBER is given): its tables, and how it was paired, in words."""
    cup = client.call("GET", path_of(tournament_id))
    told = client.call("GET", path_of(tournament_id, "rounds", cup["round"] if number is None else number))
    tell(as_json, told, lambda found: round_text(found, cup))


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("--round", "number", type=int, help="As they were after this round.")
@click.option("--csv", is_flag=True, help="For a spreadsheet.")
@remote
def standings(client: Client, tournament_id: str, as_json: bool, number: int | None, csv: bool) -> None:
    """Show the standings, now or as they were after a round."""
    path = path_of(tournament_id, "standings") + (f"?round={number}" if number is not None else "")
    if csv:
        click.echo(client.fetch(path, "text/csv").decode("utf-8", "replace"), nl=False)
        return
    told = client.call("GET", path)
    cup = None if as_json else client.call("GET", path_of(tournament_id))
    tell(as_json, told, lambda found: standings_text(found, cup))
