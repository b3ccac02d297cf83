"""`moothall tournament`: commands that create, run, show and export a tournament through the API of a server."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any, get_args
from urllib.parse import quote, urlencode

import click
import msgspec
from rich.console import Console
from tqdm import tqdm

from moothall.domain.core.data import Move
from moothall.domain.core.words import printable, printable_lines
from moothall.domain.table.state import LEVELS
from moothall.domain.titles import TITLES
from moothall.domain.tournament.settings import EntrantKind, Format, NextRound, OnDeadline, TieBreak, Uneven
from moothall.domain.tournament.state import Status
from moothall.server.cli import tournament_views as views
from moothall.server.cli.export import export as export_records
from moothall.server.cli.options import Complaint
from moothall.server.client import Client, Refused
from moothall.server.schemas.bodies.rounds import RULINGS, PostTournamentRuling

URL = "http://127.0.0.1:8000"

ODD = (LookupError, TypeError, ValueError, AttributeError)
"""What answers lead to that are none of a Moothall, or of a later one."""

NUMBERS = ("round", "table", "points", "seq")
"""Fields of rulings that are whole numbers."""

WAIT_S = 30
"""How long the server is asked to wait for news."""

OVER = ("finished", "aborted")


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


class Ai(click.ParamType[Any]):
    """An AI of the house: `greedy`, or `greedy=Some Name`."""

    name = "LEVEL[=NAME]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        level, _, name = str(value).partition("=")
        return level, name or None


class Seats(click.ParamType[Any]):
    """A ranking: seats, best first, equals with = between: `2,0=1,3`. `none`: the table does not count."""

    name = "2,0=1,3|none"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if not isinstance(value, str) or value == "none":
            return value
        try:
            return [[int(seat) for seat in group.split("=")] for group in value.split(",")]
        except ValueError:
            self.fail(f"{value} is no ranking such as 2,0=1,3", param, ctx)


@click.group()
def tournament() -> None:
    """Organise a tournament on a running server: create, enter, start, pair, rule, follow, export."""


def remote(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options `--server`, `--token` and `--json`; the command gets a client in their place. What the server
    refuses is told in its own words, with the rule."""

    @functools.wraps(command)
    def run(server: str, token: str | None, **settings: Any) -> Any:
        try:
            return command(Client(server, token, lambda text: click.echo(text, err=True)), **settings)
        except Refused as refused:
            raise Complaint(f"{refused} ({refused.rule})" if refused.rule else str(refused)) from refused
        except OSError as error:
            raise Complaint(str(error)) from error
        except ODD as error:
            raise Complaint(f"{server} does not answer like this Moothall ({type(error).__name__}: {error})") from error

    options = (
        click.option("--server", envvar="MOOTHALL_SERVER", default=URL, show_default=True, help="Where it is held."),
        click.option("--token", envvar="MOOTHALL_TOKEN", help="Your bearer token."),
        click.option("--json", "as_json", is_flag=True, help="Print what the server answers."),
    )
    wrapped: Callable[..., Any] = run
    for option in reversed(options):
        wrapped = option(wrapped)
    return wrapped


def path_of(tournament_id: str, *parts: str | int) -> str:
    """The address of a tournament, or of something in it."""
    return "/".join(["/v1/tournaments", quote(tournament_id, safe=""), *map(str, parts)])


def tell(as_json: bool, answer: Any, show: Callable[[Any], Any]) -> None:
    """An answer as it came, or in words: a text, or something that rich can draw."""
    if as_json:
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
        return
    shown = show(answer)
    if isinstance(shown, str):
        click.echo(printable_lines(shown))
    else:
        Console(markup=False, emoji=False, highlight=False).print(shown)


def as_json_value(text: str, where: str) -> Any:
    """What was typed as JSON."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise click.UsageError(f"{where} is not JSON: {error}") from error


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
    tell(as_json, answer, views.entrants_text)


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
    tell(as_json, client.call("POST", path_of(tournament_id, "check-in"), {}, key=True), views.entrants_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def drop(client: Client, tournament_id: str, as_json: bool) -> None:
    """Drop out: you are not paired any more."""
    tell(as_json, client.call("DELETE", path_of(tournament_id, "entries", "me"), key=True), views.entrants_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def start(client: Client, tournament_id: str, as_json: bool) -> None:
    """Start a tournament: lots are drawn and the first round is paired."""
    tell(as_json, client.call("POST", path_of(tournament_id, "start"), {}, key=True), views.state_text)


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
        tell(as_json, client.call("POST", path_of(tournament_id, "rounds"), {}, key=True), views.state_text)
        return
    wanted = as_json_value(tables.read(), "--tables")
    following = client.call("GET", path_of(tournament_id))["round"] + 1
    path = path_of(tournament_id, "rounds", following, "pairings")
    answer = client.call("PUT", f"{path}?dry_run=true" if dry_run else path, wanted, key=True)
    tell(as_json, answer, views.round_text if dry_run else views.state_text)


def _all(client: Client, path: str, bodies: list[dict[str, Any]]) -> Any:
    """Post one after the other, with a bar where there are many; the last answer."""
    answer: Any = None
    for body in tqdm(bodies, unit="entry", disable=None if len(bodies) > 1 else True):
        answer = client.call("POST", path, body, key=True)
    return answer


@click.command("list")
@click.option("--title", type=click.Choice(sorted(TITLES)), help="Only of this title.")
@click.option("--status", type=click.Choice(get_args(Status)), help="Only in this state.")
@click.option("--limit", type=click.IntRange(1, 200), default=50, show_default=True, help="How many at most.")
@remote
def list_all(client: Client, as_json: bool, **wanted: Any) -> None:
    """List tournaments, the newest first."""
    query = urlencode({name: value for name, value in wanted.items() if value is not None})
    tell(as_json, client.call("GET", f"/v1/tournaments?{query}"), views.list_text)


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@remote
def show(client: Client, tournament_id: str, as_json: bool) -> None:
    """Show a tournament: where it stands, its terms, who takes part, what was ruled."""
    tell(as_json, client.call("GET", path_of(tournament_id)), views.tournament_text)


@click.command("round")
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.argument("number", type=int, required=False)
@remote
def round_(client: Client, tournament_id: str, as_json: bool, number: int | None) -> None:
    """Show a round (the latest, if no NUMBER is given): its tables, and how it was paired, in words."""
    cup = client.call("GET", path_of(tournament_id))
    told = client.call("GET", path_of(tournament_id, "rounds", cup["round"] if number is None else number))
    tell(as_json, told, lambda found: views.round_text(found, cup))


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("--round", "number", type=int, help="As they were after this round.")
@click.option("--csv", is_flag=True, help="For a spreadsheet.")
@remote
def standings(client: Client, tournament_id: str, as_json: bool, number: int | None, csv: bool) -> None:
    """Show the standings, now or as they were after a round."""
    path = path_of(tournament_id, "standings") + (f"?round={number}" if number is not None else "")
    if csv:
        click.echo(client.fetch(path, "text/csv").decode("utf-8", "replace"), nl=False)
        return
    told = client.call("GET", path)
    cup = None if as_json else client.call("GET", path_of(tournament_id))
    tell(as_json, told, lambda found: views.standings_text(found, cup))


@click.group()
def rule() -> None:
    """Rule as the organiser: each ruling has a --reason, which everybody can read."""


def _command(tag: str, record: type[Move]) -> click.Command:
    fields = {field.encode_name: field for field in msgspec.structs.fields(record)}

    @remote
    def ask(client: Client, tournament_id: str, as_json: bool, **given: Any) -> None:
        body = {name: value for name, value in given.items() if value is not None}
        if body.get("ranking") == "none":
            body["ranking"] = None
        answer = client.call("POST", path_of(tournament_id, "rulings"), {"type": tag, **body}, key=True)
        tell(as_json, answer, lambda told: f"event {told['seq']}: {views.state_text(told)}")

    wrapped: Any = ask
    told = PostTournamentRuling().fields
    for name, field in reversed(fields.items()):
        kind = Seats() if name == "ranking" else int if name in NUMBERS else str
        text = told[name].metadata["description"]
        wrapped = click.option(f"--{name}", type=kind, required=field.required, help=text)(wrapped)
    wrapped = click.argument("tournament_id", metavar="TOURNAMENT")(wrapped)
    return click.command(tag.replace("_", "-"), help=" ".join((record.__doc__ or tag.replace("_", " ")).split()))(
        wrapped
    )


for _tag, _record in RULINGS.items():
    rule.add_command(_command(_tag, _record))


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option(
    "--after", type=click.IntRange(0), default=None, help="Begin after this event; with what comes next if left out."
)
@remote
def watch(client: Client, tournament_id: str, as_json: bool, after: int | None) -> None:
    """Follow a tournament to its end: what happens, a bar for the tables of the round, the standings at last. With
    --json every event is a line."""
    path = path_of(tournament_id)
    cup = client.call("GET", path)
    seen = cup["seq"] if after is None else after
    with tqdm(unit="table", disable=True if as_json else None, leave=False) as bar:
        while True:
            _progress(bar, client, cup)
            seen = _tell_events(client, path, seen, as_json)
            if cup["status"] in OVER:
                break
            known = {"If-None-Match": f'"{cup["seq"]}"'}
            cup = client.call("GET", path, query={"wait": WAIT_S}, headers=known) or cup
    if not as_json:
        tell(False, client.call("GET", f"{path}/standings"), lambda told: views.standings_text(told, cup))


def _progress(bar: Any, client: Client, cup: Any) -> None:
    """Tables of the latest round that are over."""
    if bar.disable or not cup["round"]:
        return
    told = client.call("GET", path_of(cup["id"], "rounds", cup["round"]))
    bar.set_description(f"round {cup['round']}" + (f" of {cup['rounds']}" if cup["rounds"] else ""))
    bar.total = len(told["tables"])
    bar.n = sum(table["status"] != "playing" for table in told["tables"])
    bar.refresh()


def _tell_events(client: Client, path: str, seen: int, as_json: bool) -> int:
    """Everything that is new; returns the number of the last event."""
    while True:
        page = client.call("GET", f"{path}/events?after={seen}")
        for event in page["events"]:
            lines = (
                [json.dumps(event, ensure_ascii=False)]
                if as_json
                else [f"{event['seq']:5}  {text}" for text in event["text"]]
            )
            for line in lines:
                tqdm.write(line if as_json else printable(line))
            seen = event["seq"]
        if page["next"] is None:
            return seen


@click.command()
@click.argument("tournament_id", metavar="TOURNAMENT")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="The file to write.")
@remote
def export(client: Client, tournament_id: str, as_json: bool, output: Path | None) -> None:
    """Fetch the record of a tournament that is over: its log, the record of every game, signed as a whole. `moothall
    verify` checks it."""
    wanted = {"server": client.base, "token": client.token, "tournament": tournament_id, "output": output}
    click.get_current_context().invoke(export_records, games=(), everything=False, title=None, bundle=False, **wanted)


for _subcommand in (
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
    tournament.add_command(_subcommand)
