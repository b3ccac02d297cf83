"""Looking after a house: its listings, its queue, who may do what, and the description of its API."""

from __future__ import annotations

import json
from pathlib import Path

import click

from events.players import SCOPES
from server.cli.whose import find, of_a_server, told_if_away
from server.config import Config


@click.command()
@of_a_server("The event store's Redis")
def rebuild(redis: str | None, data: Path | None) -> None:
    """Make all listings anew from the games' streams."""
    from server.bootstrap import rebuild as rebuild_listings

    with told_if_away():
        count = rebuild_listings(find(redis, data))
    click.echo(f"{count} games listed")


@click.command()
@of_a_server("The queue's Redis")
def jobs(redis: str | None, data: Path | None) -> None:
    """List the jobs that failed."""
    from workers.queues import Jobs, NoQueue

    try:
        with told_if_away():
            failed = Jobs(find(redis, data).queue_url).failed()
    except NoQueue as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(failed, indent=2))


@click.command()
@click.argument("player")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="May be repeated.")
@click.option("--withdraw", is_flag=True, help="Take the scope away instead.")
@of_a_server("The event store's Redis")
def grant(player: str, scopes: tuple[str, ...], withdraw: bool, redis: str | None, data: Path | None) -> None:
    """Let a PLAYER (an account's id) organise or administer."""
    from events.connect import connect
    from events.players import Players

    players = Players(connect(find(redis, data).redis))
    with told_if_away():
        account = players.get(player)
        if account is None:
            raise click.ClickException(f"There is no player {player}; an id is expected, such as p_0123456789abcdef.")
        wanted = set(account.scopes) - set(scopes) if withdraw else {*account.scopes, *scopes}
        changed = players.set_scopes(account, tuple(wanted))
    click.echo(f"{changed.name} ({changed.id}): {', '.join(changed.scopes) or 'nothing'}")


@click.command()
def openapi() -> None:
    """Print the description of the API (what openapi.yaml holds)."""
    from server.app import create_app
    from server.openapi import document_of

    click.echo(document_of(create_app(Config(redis="unix://unused"))), nl=False)
