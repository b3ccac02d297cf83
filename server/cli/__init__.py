"""The command line: one command as front door. What a command needs is imported when it is called, so that none waits
for what the others need."""

from __future__ import annotations

from importlib import import_module
from typing import NamedTuple

import click


class Place(NamedTuple):
    """Where a command is, and what the list of all commands says of it."""

    module: str
    help: str


COMMANDS = {
    "archive": Place("moothall.server.cli.admin", "Pack the games that are over, now and not little by little."),
    "arena": Place("moothall.server.cli.arena", "Let every bot play every bot, and tell which is better."),
    "backup": Place(
        "moothall.server.cli.admin", "Write everything that cannot be made anew into one file, or single games."
    ),
    "bench": Place("moothall.server.cli.bench", "Measure how fast it is, side by side with a floor or a peer."),
    "bot": Place("moothall.server.cli.bot", "Play on a running server with a bot of your own."),
    "dispatcher": Place("moothall.server.cli.serve", "Run the dispatcher (serve starts it)."),
    "docs": Place(
        "moothall.server.cli.export", "Open the documentation of a running server: the API, the rules, the problems."
    ),
    "doctor": Place("moothall.server.cli.admin", "Tell what is well with a house, what is not, and what to do."),
    "export": Place(
        "moothall.server.cli.export",
        "Fetch the record of a finished game, a bundle of many with a signed manifest, or the record of a tournament.",
    ),
    "grant": Place("moothall.server.cli.admin", "Let a PLAYER (an account's id) organise or administer."),
    "jobs": Place("moothall.server.cli.admin", "List the jobs that failed."),
    "keys": Place(
        "moothall.server.cli.admin", "Show the signing keys of a data directory, as /v1/keys does, or take a new one."
    ),
    "openapi": Place("moothall.server.cli.admin", "Print the description of the API (what openapi.yaml holds)."),
    "play": Place("moothall.server.cli.play", "Play a game against bots in this terminal, come back to one, or watch."),
    "rebuild": Place(
        "moothall.server.cli.admin",
        "Make all listings and ratings anew from the games' streams, and claim the accounts' names.",
    ),
    "replay": Place("moothall.server.cli.replay", "Show an exported game at any event, with any seat's eyes."),
    "restore": Place(
        "moothall.server.cli.admin", "Put a backup back: everything into an empty house, or single games into any."
    ),
    "serve": Place("moothall.server.cli.serve", "Run everything on this machine."),
    "simulate": Place("moothall.server.cli.simulate", "Play whole games on the engine alone and report on them."),
    "tournament": Place(
        "moothall.server.cli.tournament",
        "Organise a tournament on a running server: create, enter, start, pair, rule, follow, export.",
    ),
    "upgrade-data": Place("moothall.server.cli.admin", "Let the embedded Redis take over the files of an older one."),
    "verify": Place(
        "moothall.server.cli.verify",
        "Check exported games and tournaments from the files alone.",
    ),
    "worker": Place("moothall.server.cli.serve", "Run one job worker (serve starts these)."),
}


class _Later(click.Group):
    """A group that knows its commands by name and imports them when they are called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name].module), cmd_name.replace("-", "_"))
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name].help) for name in self.list_commands(ctx)])


@click.group(cls=_Later, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="moothall")
def main() -> None:
    """Moothall: an event-sourced board-game server."""
