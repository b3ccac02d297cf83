"""`moothall tournament create`: the terms, by options or from a file."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any, get_args

import click

from moothall.domain.table.state import LEVELS
from moothall.domain.titles import TITLES
from moothall.domain.tournament.settings import EntrantKind, Format, NextRound, OnDeadline, TieBreak, Uneven
from moothall.server.cli.tournament.client import as_json_value, remote, tell
from moothall.server.client import Client


class Several(click.ParamType[Any]):
    """Words with commas between."""

    name = "a,b,..."

    def __init__(self, known: tuple[str, ...]) -> None:
        self._known = known

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        words = value if isinstance(value, list) else [word.strip() for word in str(value).split(",") if word.strip()]
        for word in words:
            if word not in self._known:
                self.fail(f"{word} is none of: {', '.join(self._known)}", param, ctx)
        return words


class Points(click.ParamType[Any]):
    """What the places at tables of a size are worth: `4=5,3,2,1`."""

    name = "SIZE=N,N,..."

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, tuple):
            return value
        size, _, places = str(value).partition("=")
        try:
            return str(int(size)), [int(each) for each in places.split(",")]
        except ValueError:
            self.fail(f"{value} is not like 4=5,3,2,1", param, ctx)


class Moment(click.ParamType[Any]):
    """A time such as 2027-03-01T18:00, of this machine's zone unless it says another."""

    name = "TIME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if isinstance(value, int):
            return value
        try:
            return int(datetime.fromisoformat(str(value)).timestamp() * 1_000)
        except ValueError:
            self.fail(f"{value} is no time such as 2027-03-01T18:00", param, ctx)


def choice(words: Any) -> click.Choice[str]:
    return click.Choice(get_args(words))


@click.command()
@click.argument("name", required=False)
@click.option("--terms", type=click.File("r", encoding="utf-8"), help="All of it as JSON, as POST /v1/tournaments.")
@click.option("--title", type=click.Choice(sorted(TITLES)), help="What is played.")
@click.option("--edition", type=int, help="The edition; the current one if left out.")
@click.option("--format", type=choice(Format), help="How rounds are paired.")
@click.option("--table-size", type=int, help="Seats at a table.")
@click.option("--rounds", type=int, help="How many; as many as the format needs if left out.")
@click.option("--points", type=Points(), multiple=True, help="By size of table what each place is worth: 4=5,3,2,1")
@click.option("--bye", type=int, help="What a bye is worth.")
@click.option("--tie-breaks", type=Several(get_args(TieBreak)), help="In this order.")
@click.option("--duplicate", is_flag=True, default=None, help="All tables of a round play the same deal.")
@click.option("--rated/--unrated", default=None, help="Whether its games count for ratings.")
@click.option("--options", help="The title's options, as JSON.")
@click.option("--per-move", type=int, metavar="SECONDS", help="A clock: seconds for every move.")
@click.option("--bank", type=int, metavar="SECONDS", help="A clock: seconds for the whole game.")
@click.option("--increment", type=int, metavar="SECONDS", help="With --bank: what every move adds to it.")
@click.option("--on-timeout", type=click.Choice(["ai", "forfeit"]), help="With a clock: who takes over, or loses.")
@click.option("--next-round", type=choice(NextRound), help="Paired by itself, or on your word.")
@click.option("--uneven", type=choice(Uneven), help="What does not fill a table: smaller tables, or byes.")
@click.option("--advance", type=int, help="Knockout: how many of every table go on.")
@click.option("--kinds", type=Several(get_args(EntrantKind)), help="Who may enter.")
@click.option("--invited-only", is_flag=True, default=None, help="Nobody enters whom you have not invited.")
@click.option("--most-entrants", type=int, help="How many may enter.")
@click.option("--late-entry", type=int, help="The last round that somebody may still enter before.")
@click.option("--check-in", is_flag=True, default=None, help="Only who checks in is paired in the first round.")
@click.option("--starts-at", type=Moment(), help="When it starts by itself.")
@click.option("--join-s", type=int, metavar="SECONDS", help="How long a seat is kept for its player.")
@click.option("--round-s", type=int, metavar="SECONDS", help="How long a round may take.")
@click.option("--on-deadline", type=choice(OnDeadline), help="What becomes of tables that are not over by then.")
@click.option("--drop-no-shows/--keep-no-shows", default=None, help="Whether who did not come is paired again.")
@click.option("--substitute", type=click.Choice(LEVELS), help="The level that plays for who does not come or leaves.")
@remote
def create(client: Client, as_json: bool, terms: Any, **given: Any) -> None:
    """Create a tournament under a NAME; you organise it (the account needs the scope organise). What is left out is as
    the API has it. Prints its id."""
    body = as_json_value(terms.read(), Path(terms.name).name) if terms is not None else {}
    body |= body_of(given)
    missing = [name for name in ("name", "title", "format", "table_size") if name not in body]
    if missing:
        raise click.UsageError(f"Missing: {', '.join(name.replace('_', '-') for name in missing)}.")
    tell(as_json, client.call("POST", "/v1/tournaments", body, key=True), lambda answer: str(answer["id"]))


def body_of(given: dict[str, Any]) -> dict[str, Any]:
    """What was named, as the API wants it."""
    clock = {
        "per_move_s": given.pop("per_move"),
        "bank_s": given.pop("bank"),
        "increment_s": given.pop("increment"),
        "on_timeout": given.pop("on_timeout"),
    }
    body = {name: value for name, value in given.items() if value is not None and value != ()}
    if "points" in body:
        body["points"] = dict(body["points"])
    if "options" in body:
        body["options"] = as_json_value(body["options"], "--options")
    named = {name: value for name, value in clock.items() if value is not None}
    return body | ({"clock": named} if named else {})
