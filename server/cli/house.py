"""Looking after a house: its listings, its queue, who may do what, and the description of its API."""

from __future__ import annotations

import json
from dataclasses import replace

import click

from domain.core.printable import printable
from events.players import SCOPES
from server.cli.settings import settings
from server.cli.words import Complaint
from server.config import Config


@click.command()
@click.option("--redis", metavar="URL", required=True, help="The event store's Redis.")
def rebuild(redis: str) -> None:
    """Make all listings anew from the games' streams."""
    from server.bootstrap import rebuild as rebuild_listings

    count = rebuild_listings(replace(settings(), redis=redis))
    click.echo(f"{count} games listed")


@click.command()
@click.option("--redis", metavar="URL", required=True, help="The queue's Redis.")
def jobs(redis: str) -> None:
    """List the jobs that failed."""
    from workers.queues import Jobs, NoQueue

    try:
        click.echo(json.dumps(Jobs(redis).failed(), indent=2))
    except NoQueue as error:
        raise click.ClickException(str(error)) from error


@click.command()
@click.argument("player")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="May be repeated.")
@click.option("--withdraw", is_flag=True, help="Take the scope away instead.")
@click.option("--redis", metavar="URL", required=True, help="The event store's Redis.")
def grant(player: str, scopes: tuple[str, ...], withdraw: bool, redis: str) -> None:
    """Let a PLAYER (an account's id) organise or administer."""
    from events.connect import connect
    from events.players import Players

    players = Players(connect(redis))
    account = players.get(player)
    if account is None:
        raise Complaint(f"There is no player {player}; an id is expected, such as p_0123456789abcdef.")
    wanted = set(account.scopes) - set(scopes) if withdraw else {*account.scopes, *scopes}
    changed = players.set_scopes(account, tuple(wanted))
    click.echo(f"{printable(changed.name)} ({changed.id}): {', '.join(changed.scopes) or 'nothing'}")


@click.command()
def openapi() -> None:
    """Print the description of the API (what openapi.yaml holds)."""
    from server.app import create_app
    from server.openapi import document_of

    click.echo(document_of(create_app(Config(redis="unix://unused"))), nl=False)
