"""Asking a running server, with nothing but the standard library."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

TIMEOUT_S = 60


def fetch(url: str, token: str | None = None, accept: str = "application/json") -> bytes:
    """The body of an answer; OSError with the server's own words if it refuses."""
    if not url.startswith(("http://", "https://")):
        raise OSError(f"{url} is no http address")
    headers = {"Accept": accept} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_S) as answer:
            body: bytes = answer.read()
            return body
    except urllib.error.HTTPError as error:
        with error:
            raise OSError(f"{url}: {error.code} {_detail(error.read()) or error.reason}") from error
    except urllib.error.URLError as error:
        raise OSError(f"{url}: {error.reason}") from error


def fetch_json(url: str, token: str | None = None) -> Any:
    """The same, read."""
    return json.loads(fetch(url, token))


def _detail(body: bytes) -> str | None:
    try:
        detail = json.loads(body).get("detail")
    except (ValueError, AttributeError):
        return None
    return str(detail) if detail else None
