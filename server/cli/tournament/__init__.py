"""`moothall tournament`: a tournament from the terminal, through the same API that every client uses."""

from __future__ import annotations

import click

from moothall.server.cli.tournament.create import create
from moothall.server.cli.tournament.export import export
from moothall.server.cli.tournament.look import list_all, round_, show, standings
from moothall.server.cli.tournament.rule import rule
from moothall.server.cli.tournament.run import check_in, drop, enter, invite, pair, start
from moothall.server.cli.tournament.watch import watch


@click.group()
def tournament() -> None:
    """Organise a tournament on a running server: create, enter, start, pair, rule, follow, export."""


for _command in (
    create,
    list_all,
    show,
    enter,
    invite,
    check_in,
    drop,
    start,
    pair,
    round_,
    standings,
    rule,
    watch,
    export,
):
    tournament.add_command(_command)
