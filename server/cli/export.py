"""`moothall export`: records of finished games from a running server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from tqdm import tqdm

from domain.core.printable import printable_lines
from events.export.bundle import write_bundle
from server.cli.remote import fetch, fetch_json
from server.cli.words import Complaint


@click.command()
@click.argument("games", nargs=-1, metavar="[GAME]...")
@click.option("--server", default="http://127.0.0.1:8000", show_default=True, help="Where the games were played.")
@click.option("--token", envvar="MOOTHALL_TOKEN", help="Your bearer token, for private games.")
@click.option("--all", "everything", is_flag=True, help="All public finished games of the server.")
@click.option("--title", help="With --all: only games of this title (slug).")
@click.option("--bundle", is_flag=True, help="A bundle (zip with manifest) even of a single game.")
@click.option("-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="File; a single record: stdout.")
def export(
    games: tuple[str, ...],
    server: str,
    token: str | None,
    everything: bool,
    title: str | None,
    bundle: bool,
    output: Path | None,
) -> None:
    """Fetch the record of a finished game, or a bundle of many with a manifest."""
    if bool(games) == everything:
        raise click.UsageError("Name games, or use --all.")
    server = server.rstrip("/")
    try:
        wanted = list(games) or list(_finished(server, token, title))
        if len(wanted) == 1 and not bundle and not everything:
            _single(_record(server, wanted[0], token), output)
            return
        if output is None:
            raise click.UsageError("A bundle needs a file: -o games.zip")
        with tqdm(wanted, unit="game", disable=None) as bar:
            count = _bundle(output, (_record(server, game, token) for game in bar))
    except OSError as error:
        raise Complaint(str(error)) from error
    click.echo(f"{count} games in {output}", err=True)


def _single(data: bytes, output: Path | None) -> None:
    if output is None and sys.stdout.isatty():
        click.echo(printable_lines(data.decode("utf-8", "backslashreplace")), nl=False)  # to be looked at
    elif output is None:
        sys.stdout.buffer.write(data)
    else:
        output.write_bytes(data)


def _bundle(output: Path, records: Iterator[bytes]) -> int:
    """All of them or no file."""
    part = output.with_name(output.name + ".part")
    try:
        manifest = write_bundle(part, records)
        part.replace(output)
    finally:
        part.unlink(missing_ok=True)
    return len(manifest.records)


def _record(server: str, game: str, token: str | None) -> bytes:
    url = f"{server}/v1/games/{quote(game, safe='')}"
    status = _member(fetch_json(url, token), "status", url)
    if status not in ("finished", "annulled"):
        raise Complaint(f"game {game} is {status}: its record can be had when it is over")
    return fetch(f"{url}/events", token, "application/x-ndjson")


def _finished(server: str, token: str | None, title: str | None) -> Iterator[str]:
    cursor = ""
    query = f"status=finished&limit=200{f'&title={quote(title)}' if title else ''}"
    while True:
        url = f"{server}/v1/games?{query}{cursor}"
        page = fetch_json(url, token)
        yield from (str(_member(game, "id", url)) for game in _member(page, "games", url))
        following = _member(page, "next", url)
        if following is None:
            return
        cursor = f"&cursor={quote(str(following))}"


def _member(answer: Any, name: str, url: str) -> Any:
    """A member of an answer, which may be anything if it is no Moothall that answers."""
    try:
        return answer[name]
    except (KeyError, TypeError, IndexError) as error:
        raise OSError(f"{url} does not answer like a Moothall") from error
