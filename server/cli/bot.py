"""`moothall bot`: a bot plays on a running server."""

from __future__ import annotations

import math
import os
import signal
from types import FrameType
from typing import TYPE_CHECKING, Any, get_args

import click

from moothall.server.cli.options import Complaint
from moothall.server.runner.terms import OnFailure, Terms

if TYPE_CHECKING:
    from moothall.server.runner.run import Run

URL = "http://127.0.0.1:8000"

TIMEOUT_S = 40.0
"""Longer than the server is ever asked to wait, and short enough that a connection which is gone is soon made anew."""

PAUSE_S = 2.0
"""How long it waits at most before it tries a server that is away again: clocks run, there as well."""


@click.command()
@click.argument("spec", metavar="BOT")
@click.option("--server", envvar="MOOTHALL_SERVER", default=URL, show_default=True, help="Where it plays.")
@click.option("--token", envvar="MOOTHALL_TOKEN", help="The bearer token of its account.")
@click.option("--register", "name", metavar="NAME", help="Make it an account of this name first, and print the token.")
@click.option(
    "--title", "titles", multiple=True, metavar="SLUG", help="Join open tables of this title (may be repeated)."
)
@click.option(
    "--against", metavar="LEVEL,...", help="With --title: open tables against these AIs if there is none to join."
)
@click.option("--tournament", metavar="ID", help="Enter this tournament, check in, and play all its rounds.")
@click.option("--games", type=click.IntRange(1), help="End after so many games; without, go on until you stop it.")
@click.option(
    "--at-once", type=click.IntRange(1, 64), default=4, show_default=True, help="Games that it takes at a time."
)
@click.option(
    "--think",
    "think_s",
    type=click.FloatRange(0.01),
    default=10.0,
    show_default=True,
    help="Seconds for a decision, after which the bot is stopped; half of what its clock has left, if that is less.",
)
@click.option(
    "--on-failure",
    type=click.Choice(get_args(OnFailure)),
    default="greedy",
    show_default=True,
    help="If it raises, hangs or answers no legal move: who makes that decision, or what to do.",
)
def bot(
    spec: str,
    server: str,
    token: str | None,
    name: str | None,
    against: str | None,
    titles: tuple[str, ...],
    **more: Any,
) -> None:
    """Play on a running server with a bot of your own: at open tables, in a tournament, several games at once.

    BOT is named as elsewhere: ./mine.py:Bot, package.module:Bot, an installed bot, or a level such as mcts:30. Games in
    which its account sits are taken up again. Ctrl-C stops it: it takes no new game, finishes the decisions at hand and
    leaves its seats as they are; another one ends it at once."""
    if (token is None) == (name is None):
        raise click.UsageError("Name its account: --token, or --register NAME for a new one.")
    if against and not titles:
        raise click.UsageError("--against goes with --title.")
    levels = tuple(filter(None, (against or "").split(",")))
    _play(Terms(spec, titles, levels, **more), server, token, name)


def _play(terms: Terms, server: str, token: str | None, name: str | None) -> None:
    from rich.console import Console

    from moothall.server.client import Client, Refused
    from moothall.server.runner.lines import lines_for
    from moothall.server.runner.minds import Minds, NoBot
    from moothall.server.runner.run import Run

    minds = Minds(terms.spec, terms.at_once)
    console = Console()
    try:
        minds.begin()
        with Client(server, token, timeout_s=TIMEOUT_S, patience_s=math.inf, longest_pause_s=PAUSE_S) as client:
            if name is not None:
                console.print(f"MOOTHALL_TOKEN={client.register(name)['token']}", markup=False, highlight=False)
            lines = lines_for(console)
            client.say = lines.say
            run = Run(client, terms, minds, lines)
            _stop_on_signals(run, minds)
            try:
                run.go()
            finally:
                lines.close()
    except NoBot as error:
        raise click.UsageError(str(error)) from error
    except Refused as refused:
        raise Complaint(f"{refused} ({refused.rule})" if refused.rule else str(refused)) from refused
    except OSError as error:
        raise Complaint(str(error)) from error
    finally:
        minds.end()
    _report(run)


def _stop_on_signals(run: Run, minds: Any) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        if run.stopping.asked:
            minds.kill()
            os._exit(128 + number)
        run.stopping.ask()

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)


def _report(run: Run) -> None:
    """How it went; a bot that failed is told so by the exit status too."""
    tables = run.tables
    over, failures = sum(table.over for table in tables), sum(table.failures for table in tables)
    left = sum(not table.over and table.stuck is None for table in tables)
    click.echo(f"{over} games over, {left} left as they are, {failures} failures of the bot")
    if failures or any(table.stuck for table in tables):
        raise SystemExit(1)
