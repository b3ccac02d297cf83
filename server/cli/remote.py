"""Asking a running server, with nothing but the standard library."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Any

from events.export.limits import LARGEST

TIMEOUT_S = 60

LONGEST_ERROR = 65_536
"""Bytes of a refusal that are read."""


def fetch(url: str, token: str | None = None, accept: str = "application/json") -> bytes:
    """The body of an answer; OSError with the server's own words if it refuses."""
    if not url.startswith(("http://", "https://")):
        raise OSError(f"{url} is no http address")
    headers = {"Accept": accept} | ({"Authorization": f"Bearer {token}"} if token else {})
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=headers), timeout=TIMEOUT_S) as answer:
            body: bytes = answer.read(LARGEST + 1)
            if len(body) > LARGEST:
                raise OSError(f"{url}: the answer is larger than {LARGEST} bytes")
            return body
    except urllib.error.HTTPError as error:
        with error:
            raise OSError(f"{url}: {error.code} {_detail(error.read(LONGEST_ERROR)) or error.reason}") from error
    except urllib.error.URLError as error:
        raise OSError(f"{url}: {error.reason}") from error
    except (http.client.HTTPException, ValueError) as error:
        raise OSError(f"{url}: {type(error).__name__}: {error}") from error


def fetch_json(url: str, token: str | None = None) -> Any:
    """The same, read."""
    try:
        return json.loads(fetch(url, token))
    except (ValueError, RecursionError) as error:
        raise OSError(f"{url} does not answer like a Moothall") from error


def _detail(body: bytes) -> str | None:
    try:
        detail = json.loads(body).get("detail")
    except (ValueError, AttributeError, RecursionError):
        return None
    return str(detail) if detail else None
