"""`moothall export`: records of finished games and tournaments from a running server."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click
from tqdm import tqdm

from moothall.domain.core.words import printable, printable_lines
from moothall.events.records.bundle import look_into
from moothall.server.cli.remote import fetch, fetch_file, fetch_json
from moothall.server.cli.words import Complaint

ZIP = "application/zip"


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
