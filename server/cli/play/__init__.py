"""`moothall play`: a game in the terminal, through the same API that every client uses."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager, ExitStack

import click

from domain.titles import TITLES
from server.cli.play.client import Client, Refused
from server.cli.play.terminal import Terminal
from workers import bots


@click.command()
@click.argument("title", type=click.Choice(sorted(TITLES)))
@click.option("--bots", "levels", default="greedy", show_default=True, help="The others, separated by commas.")
@click.option("--url", help="A running server; one of its own, in a temporary directory, if left out.")
@click.option("--name", default="Guest", show_default=True, help="Your name at the table.")
@click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
@click.option("--page", type=click.IntRange(1, 200), default=20, show_default=True, help="Moves shown at once.")
def play(title: str, levels: str, url: str | None, name: str, options: str, page: int) -> None:
    """Play a game against bots in this terminal."""
    game, others = TITLES[title], levels.split(",")
    unknown = sorted(set(others) - set(bots.BOTS))
    if unknown:
        raise click.UsageError(f"No bot plays {', '.join(unknown)}; there are: {', '.join(bots.BOTS)}.")
    if 1 + len(others) not in game.players:
        most, least = game.players[-1] - 1, game.players[0] - 1
        raise click.UsageError(f"{game.name} is played against {least} to {most} others, not {len(others)}.")
    try:
        chosen = json.loads(options)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    seats = [{"kind": "human"}, *({"kind": "ai", "level": level} for level in others)]
    try:
        with ExitStack() as stack:
            client = Client(url or stack.enter_context(_own_server()), name)
            made = client.call("POST", "/v1/games", {"title": title, "seats": seats, "options": chosen})
            Terminal(client, game, made, page).run()
    except (Refused, OSError) as error:
        raise click.ClickException(str(error)) from error
    except KeyboardInterrupt:
        click.echo()


def _own_server() -> AbstractContextManager[str]:
    from server.cli.play.own import own_server  # here: with --url nothing of a server is needed

    click.echo("Setting up the table ...")
    return own_server()
