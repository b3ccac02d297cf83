"""`moothall tournament enter, invite, check-in, drop, start, pair`: what moves a tournament on."""

from __future__ import annotations

from typing import Any

import click
from tqdm import tqdm

from moothall.server.cli.tournament.client import as_json_value, path_of, remote, tell
from moothall.server.cli.tournament.show import entrants_text, round_text, state_text
from moothall.server.client import Client


class Ai(click.ParamType[Any]):
    """An AI of the house: `greedy`, or `greedy=Some Name`."""

    name = "LEVEL[=NAME]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        level, _, name = str(value).partition("=")
        return level, name or None


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("--player", "players", multiple=True, metavar="ID", help="Enter this player; as the organiser.")
@click.option("--ai", "ais", type=Ai(), multiple=True, help="Enter an AI of the house; as the organiser.")
@remote
def enter(client: Client, tournament_id: str, as_json: bool, players: tuple[str, ...], ais: tuple[Any, ...]) -> None:
    """Enter a tournament, or, as its organiser, enter players and AIs (each option as often as you like)."""
    bodies: list[dict[str, Any]] = [{"player": player} for player in players]
    bodies += [
        {"ai": {"level": level, "name": name or f"House bot {number}"}} for number, (level, name) in enumerate(ais, 1)
    ]
    answer = _all(client, path_of(tournament_id, "entries"), bodies or [{}])
    tell(as_json, answer, entrants_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("players", nargs=-1, required=True, metavar="PLAYER...")
@remote
def invite(client: Client, tournament_id: str, as_json: bool, players: tuple[str, ...]) -> None:
    """Invite players (their ids) to a tournament that only invited players may enter."""
    answer = _all(client, path_of(tournament_id, "invitations"), [{"player": player} for player in players])
    tell(as_json, answer, lambda told: f"{len(told['invited'])} invited")


@click.command("check-in")
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def check_in(client: Client, tournament_id: str, as_json: bool) -> None:
    """Say that you are there."""
    tell(as_json, client.call("POST", path_of(tournament_id, "check-in"), {}, key=True), entrants_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def drop(client: Client, tournament_id: str, as_json: bool) -> None:
    """Drop out: you are not paired any more."""
    tell(as_json, client.call("DELETE", path_of(tournament_id, "entries", "me"), key=True), entrants_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def start(client: Client, tournament_id: str, as_json: bool) -> None:
    """Start a tournament: lots are drawn and the first round is paired."""
    tell(as_json, client.call("POST", path_of(tournament_id, "start"), {}, key=True), state_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option(
    "--tables",
    type=click.File("r", encoding="utf-8"),
    help='Your own pairings as JSON: {"tables": [["e1", "e2"], ...], "byes": []}; - reads standard input.',
)
@click.option("--dry-run", is_flag=True, help="With --tables: show the round as it would be, and store nothing.")
@remote
def pair(client: Client, tournament_id: str, as_json: bool, tables: Any, dry_run: bool) -> None:
    """Pair the next round: by the format, or as you say."""
    if tables is None:
        if dry_run:
            raise click.UsageError("--dry-run goes with --tables.")
        tell(as_json, client.call("POST", path_of(tournament_id, "rounds"), {}, key=True), state_text)
        return
    wanted = as_json_value(tables.read(), "--tables")
    following = client.call("GET", path_of(tournament_id))["round"] + 1
    path = path_of(tournament_id, "rounds", following, "pairings")
    answer = client.call("PUT", f"{path}?dry_run=true" if dry_run else path, wanted, key=True)
    tell(as_json, answer, round_text if dry_run else state_text)


def _all(client: Client, path: str, bodies: list[dict[str, Any]]) -> Any:
    """Post one after the other, with a bar where there are many; the last answer."""
    answer: Any = None
    for body in tqdm(bodies, unit="entry", disable=None if len(bodies) > 1 else True):
        answer = client.call("POST", path, body, key=True)
    return answer
