"""Asking a running server for a document, wherever it is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from moothall.events.records.limits import LARGEST
from moothall.server.client import Client, Refused

TIMEOUT_S = 60.0


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
