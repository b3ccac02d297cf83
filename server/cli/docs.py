"""The documentation, in a browser."""

from __future__ import annotations

import webbrowser

import click

from moothall.server.cli.remote import fetch
from moothall.server.cli.words import Complaint


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
