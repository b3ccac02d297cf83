"""`moothall play`: a game in the terminal, through the same API that every client uses."""

from __future__ import annotations

import json
import shlex
import sys
from contextlib import AbstractContextManager, ExitStack, suppress
from typing import Any

import click
import msgspec
from rich.console import Console

from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import printable
from moothall.server.cli.play.client import Client, Refused
from moothall.server.cli.play.game import ACTIVE, OPEN, Game
from moothall.server.cli.play.others import check_levels, others_of
from moothall.server.cli.play.screen import Screen
from moothall.server.cli.play.terminal import Leave, Terminal
from moothall.server.cli.play.watch import Watcher
from moothall.server.cli.titles import known_titles
from moothall.server.cli.words import Complaint

URL = "http://127.0.0.1:8000"

ODD = (LookupError, TypeError, ValueError, AttributeError, AssertionError, RecursionError, msgspec.MsgspecError)
"""What answers lead to that are none of a Moothall, or of a later one."""


@click.command()
@click.argument("title", type=click.Choice(sorted(known_titles())), required=False)
@click.option("--bots", "levels", default="greedy", show_default=True, help="The others: greedy,mcts,./mine.py:Bot.")
@click.option("--url", help="A running server; one of its own, in a temporary directory, if left out.")
@click.option("--name", default="Guest", show_default=True, help="Your name at the table.")
@click.option("--options", default="{}", show_default=True, help="The title's options, as JSON.")
@click.option("--page", type=click.IntRange(1, 200), default=20, show_default=True, help="Moves shown at once.")
@click.option(
    "--game", "game_id", help=f"Come back to this game instead, or watch it; on {URL} unless --url says else."
)
@click.option("--token", envvar="MOOTHALL_TOKEN", help="Who you are, for --game; without one you watch.")
@click.option("--watch", is_flag=True, help="Look on: at a game of --bots alone, or at --game.")
@click.option("--pause", type=click.FloatRange(0, 60), default=1.0, show_default=True, help="Seconds after each event.")
def play(title: str | None, game_id: str | None, url: str | None, watch: bool, **settings: Any) -> None:
    """Play a game against bots in this terminal, come back to one, or watch."""
    if (title is None) == (game_id is None):
        raise click.UsageError("Name a TITLE for a new game, or --game for one that is there.")
    screen = _screen()
    with ExitStack() as stack:
        try:
            if game_id is not None:
                client = Client(url or URL, settings["token"], screen.hint)
                game = Game(client, client.call("GET", f"/v1/games/{game_id}"))
            else:
                others = others_of(settings["levels"].split(","), elsewhere=url is not None)
                body = _new_game(known_titles()[str(title)], watch, others.levels, settings["options"])
                client = Client(url or stack.enter_context(_own_server(screen, others.setting)), None, screen.hint)
                check_levels(client, str(title), others.levels)
                client.register(settings["name"])
                game = Game(client, client.call("POST", "/v1/games", body))
        except (Refused, OSError) as error:
            raise Complaint(str(error)) from error
        except ODD as error:
            raise _odd(client, error) from error
        try:
            if watch or game.seat is None:
                Watcher(game, screen, settings["pause"], _read).run(new=game_id is None)
            else:
                Terminal(game, screen, settings["page"], _read).run(new=game_id is None)
        except (Leave, KeyboardInterrupt):
            _farewell(screen, game, url or (URL if game_id else None))
        except (Refused, OSError) as error:
            _farewell(screen, game, url or (URL if game_id else None))
            raise Complaint(str(error)) from error
        except ODD as error:
            raise _odd(client, error) from error


def _odd(client: Client, error: Exception) -> Complaint:
    return Complaint(f"{client.base} does not answer like this Moothall ({type(error).__name__}: {error})")


def _new_game(title: AnyTitle, watch: bool, levels: list[str], options: str) -> dict[str, Any]:
    """What to ask the server for."""
    least, most = title.players[0], title.players[-1]
    if watch and len(levels) == 1:
        levels = levels * least
    if watch and len(levels) not in title.players:
        raise click.UsageError(f"{title.name} is played by {least} to {most}, not {len(levels)}.")
    if not watch and 1 + len(levels) not in title.players:
        raise click.UsageError(f"{title.name} is played against {least - 1} to {most - 1} others, not {len(levels)}.")
    try:
        chosen = json.loads(options)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"--options is not JSON: {error}") from error
    seats = [*([] if watch else [{"kind": "human"}]), *({"kind": "ai", "level": level} for level in levels)]
    return {"title": title.slug, "seats": seats, "options": chosen}


def _screen() -> Screen:
    with suppress(ImportError):  # line editing, where there is any
        import readline  # noqa: F401
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")  # not every terminal has every letter
    return Screen(Console(markup=False, emoji=False, highlight=False))


def _read(prompt: str) -> str:
    """A line; one that comes from elsewhere is written where a person would have typed it."""
    line = input(prompt)
    if not sys.stdin.isatty():
        print(printable(line))
    return line


def _own_server(screen: Screen, bots: str) -> AbstractContextManager[str]:
    from moothall.server.cli.play.own import own_server  # here: with --url nothing of a server is needed

    screen.say("Setting up the table ...")
    return own_server(bots)


def _farewell(screen: Screen, game: Game, url: str | None) -> None:
    """Goodbye, and how to come back where there is something to come back to."""
    screen.gap()
    if url is not None:
        goes_on = "The game goes on without you. " if game.status in (OPEN, ACTIVE) else ""
        screen.say(f"{goes_on}To {'watch it' if game.seat is None else 'come back'}:")
        parts = ["moothall play", f"--url {shlex.quote(url)}", f"--game {game.id}"]
        parts += [f"--token {shlex.quote(game.client.token)}"] if game.client.token else []
        screen.verbatim([f"  {line}" for line in " \\\n    ".join(parts).split("\n")])
    screen.say("Goodbye.")
