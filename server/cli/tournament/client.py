"""What every command here needs: which server, whose token, and answers for people or for machines."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import click
from rich.console import Console

from moothall.domain.core.words import printable_lines
from moothall.server.cli.words import Complaint
from moothall.server.client import Client, Refused

URL = "http://127.0.0.1:8000"

ODD = (LookupError, TypeError, ValueError, AttributeError)
"""What answers lead to that are none of a Moothall, or of a later one."""


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
