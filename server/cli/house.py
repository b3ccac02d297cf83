"""Looking after a house: its listings, its queue, who may do what, and the description of its API."""

from __future__ import annotations

import json
from pathlib import Path

import click

from moothall.domain.core.words import printable
from moothall.events.accounts.players import SCOPES
from moothall.server.cli.where import named, running, told_in_a_line, where
from moothall.server.cli.words import Complaint
from moothall.server.config import Config


@click.command()
@where
def rebuild(redis: str | None, data: Path | None) -> None:
    """Make all listings and ratings anew from the games' streams, and claim the accounts' names for them."""
    from moothall.server.bootstrap import rebuild as rebuild_listings

    with told_in_a_line():
        count, alike = rebuild_listings(running(named(redis, data)))
    click.echo(f"{count} games listed")
    for player in alike:
        click.echo(f"{player.id} is called like an older account: {printable(player.name)}")


@click.command()
@where
def jobs(redis: str | None, data: Path | None) -> None:
    """List the jobs that failed."""
    from moothall.workers.job_queue import Jobs, NoQueue

    try:
        with told_in_a_line():
            failed = Jobs(running(named(redis, data)).queue_url).failed()
    except NoQueue as error:
        raise click.ClickException(str(error)) from error
    click.echo(json.dumps(failed, indent=2))


@click.command()
@click.argument("player")
@click.option("--scope", "scopes", type=click.Choice(SCOPES), multiple=True, required=True, help="May be repeated.")
@click.option("--withdraw", is_flag=True, help="Take the scope away instead.")
@where
def grant(player: str, scopes: tuple[str, ...], withdraw: bool, redis: str | None, data: Path | None) -> None:
    """Let a PLAYER (an account's id) organise or administer."""
    from moothall.events.accounts.players import Players
    from moothall.events.reach.connect import connect

    players = Players(connect(running(named(redis, data)).redis))
    with told_in_a_line():
        account = players.get(player)
        if account is None:
            raise Complaint(f"There is no player {player}; an id is expected, such as p_0123456789abcdef.")
        wanted = set(account.scopes) - set(scopes) if withdraw else {*account.scopes, *scopes}
        changed = players.set_scopes(account, tuple(wanted))
    click.echo(f"{printable(changed.name)} ({changed.id}): {', '.join(changed.scopes) or 'nothing'}")


@click.command()
def openapi() -> None:
    """Print the description of the API (what openapi.yaml holds)."""
    from moothall.server.app import create_app
    from moothall.server.openapi import document_of

    click.echo(document_of(create_app(Config(redis="unix://unused"))), nl=False)
