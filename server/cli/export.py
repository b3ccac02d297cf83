"""`moothall export` and `moothall docs`, and the functions that fetch a document from a running server."""

from __future__ import annotations

import json
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit, urlunsplit

import click
from tqdm import tqdm

from moothall.domain.core.words import printable, printable_lines
from moothall.events.records.bundle import look_into
from moothall.events.records.limits import LARGEST
from moothall.server.cli.options import Complaint
from moothall.server.client import Client, Refused

ZIP = "application/zip"

TIMEOUT_S = 60.0


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, help="Where the games were played.")
@click.option("--token", envvar="MOOTHALL_TOKEN", help="Your bearer token, for private games.")
@click.option("--all", "everything", is_flag=True, help="All public finished games of the server.")
@click.option("--title", help="With --all: only games of this title (slug).")
@click.option("--tournament", metavar="ID", help="A tournament that is over: its log and all its games.")
@click.option("--bundle", is_flag=True, help="A bundle (zip with signed manifest) even of a single game.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File; a single record: stdout.")
def export(
    games: tuple[str, ...],
    server: str,
    token: str | None,
    everything: bool,
    title: str | None,
    tournament: str | None,
    bundle: bool,
    output: Path | None,
) -> None:
    """Fetch the record of a finished game, a bundle of many with a signed manifest, or the record of a tournament."""
    if [bool(games), everything, tournament is not None].count(True) != 1:
        raise click.UsageError("Name games, or use --all or --tournament.")
    server = server.rstrip("/")
    try:
        if tournament is not None:
            address = f"{server}/v1/tournaments/{quote(tournament, safe='')}/record"
            _save(output or Path(f"tournament-{_file_name(tournament)}.zip"), fetch_file(address, token, ZIP))
        elif len(games) == 1 and not bundle:
            _single(_record(server, games[0], token), output)
        elif output is None:
            raise click.UsageError("A bundle needs a file: -o games.zip")
        else:
            _check_over(server, games, token)
            wanted = {"games": games} if games else {"title": title}
            _save(output, fetch_file(f"{server}/v1/records", token, ZIP, wanted))
    except OSError as error:
        raise Complaint(str(error)) from error


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="The server whose pages to open.")
def docs(url: str) -> None:
    """Open the documentation of a running server: the API, the rules, the problems."""
    page = f"{url.rstrip('/')}/docs"
    try:
        fetch(page, accept="text/html")
    except OSError as error:
        raise Complaint(f"There are no pages: {error}. Start a server with `moothall serve`.") from error
    click.echo(page)
    if not webbrowser.open(page):
        click.echo("No browser could be opened; the address is the line above.", err=True)


def fetch(url: str, token: str | None = None, accept: str = "application/json") -> bytes:
    """The body of an answer; OSError with the server's own words if it refuses."""
    with _asked(url, token) as (client, path):
        return client.fetch(path, accept)


def fetch_json(url: str, token: str | None = None) -> Any:
    """The same, read."""
    try:
        return json.loads(fetch(url, token))
    except (ValueError, RecursionError) as error:
        raise OSError(f"{url} does not answer like a Moothall") from error


def fetch_file(url: str, token: str | None, accept: str, body: Any = None) -> Iterator[bytes]:
    """A document piece by piece, for what may be large; with a body it is posted. OSError too where it breaks off."""
    with _asked(url, token) as (client, path):
        yield from client.pieces(path, accept, body)


def _single(data: bytes, output: Path | None) -> None:
    if output is None and sys.stdout.isatty():
        click.echo(printable_lines(data.decode("utf-8", "backslashreplace")), nl=False)  # to be looked at
    elif output is None:
        sys.stdout.buffer.write(data)
    else:
        output.write_bytes(data)


def _save(output: Path, pieces: Iterator[bytes]) -> None:
    """All of it or no file."""
    part = output.with_name(output.name + ".part")
    try:
        with part.open("wb") as file, tqdm(unit="B", unit_scale=True, disable=None) as bar:
            for piece in pieces:
                file.write(piece)
                bar.update(len(piece))
        found = look_into(part)
        if found.manifest is None:
            raise OSError(f"{printable(output.name)}: {found.fault}")
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
    click.echo(f"{len(found.manifest.records)} games in {output}", err=True)


def _check_over(server: str, games: tuple[str, ...], token: str | None) -> None:
    """Before anything is sent: which of them is not over."""
    with tqdm(games, unit="game", disable=None, leave=False) as bar:
        for game in bar:
            _check_game(server, game, token)


def _check_game(server: str, game: str, token: str | None) -> str:
    url = f"{server}/v1/games/{quote(game, safe='')}"
    shown = fetch_json(url, token)
    status = _member(shown, "status", url)
    if status not in ("finished", "annulled"):
        raise Complaint(f"game {game} is {status}: its record can be had when it is over")
    if shown.get("sealed"):
        raise Complaint(f"game {game} is sealed: its record can be had when all tables that play its deal are over")
    return url


def _record(server: str, game: str, token: str | None) -> bytes:
    return fetch(f"{_check_game(server, game, token)}/events", token, "application/x-ndjson")


def _file_name(name: str) -> str:
    """What a tournament's id leaves of itself in a file name."""
    return "".join(letter for letter in name if letter.isascii() and (letter.isalnum() or letter in "_-"))


def _member(answer: Any, name: str, url: str) -> Any:
    """A member of an answer, which may be anything if it is no Moothall that answers."""
    try:
        return answer[name]
    except (KeyError, TypeError, IndexError) as error:
        raise OSError(f"{url} does not answer like a Moothall") from error


@contextmanager
def _asked(url: str, token: str | None) -> Iterator[tuple[Client, str]]:
    """A client of the server that an address names, and the rest of the address; what goes wrong names all of it."""
    if not url.startswith(("http://", "https://")):
        raise OSError(f"{url} is no http address")
    parts = urlsplit(url)
    base = f"{parts.scheme}://{parts.netloc}"
    try:
        with asking(base, token) as client:
            yield client, urlunsplit(("", "", parts.path or "/", parts.query, ""))
    except Refused as refused:
        raise OSError(f"{url}: {in_words(refused)}") from refused
    except OSError as error:
        raise OSError(f"{url}: {str(error).removeprefix(f'{base}: ')}") from error


def asking(server: str, token: str | None) -> Client:
    """A client that takes in whole records."""
    return Client(server, token, timeout_s=TIMEOUT_S, largest=LARGEST)


def in_words(refused: Refused) -> str:
    """The status, and why."""
    return str(refused) if str(refused).startswith(str(refused.status)) else f"{refused.status} {refused.detail}"
