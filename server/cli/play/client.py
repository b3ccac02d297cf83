"""The API as a player at a terminal uses it; nothing but the standard library."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any

TIMEOUT_S = 90
WAIT_S = 30


class Refused(Exception):
    """The server said no, in its own words; `rule` is the one it cites."""

    def __init__(self, status: int, text: str, rule: str | None) -> None:
        super().__init__(f"{text} ({rule})" if rule else text)
        self.status = status
        self.rule = rule


class Client:
    """A player of a server."""

    def __init__(self, base: str, name: str) -> None:
        if not base.startswith(("http://", "https://")):
            raise OSError(f"{base} is no http address")
        self._base = base.rstrip("/")
        self._headers = {"Content-Type": "application/json"}
        token = self.call("POST", "/v1/players", {"name": name})["token"]
        self._headers["Authorization"] = f"Bearer {token}"

    def call(self, method: str, path: str, body: Any = None, have: int | None = None) -> Any:
        """The answer, read; None if `have` is still the newest version."""
        extra = {} if have is None else {"If-None-Match": f'"{have}"'}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base + path, data, {**self._headers, **extra}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 304:
                    return None
                raise _refused(error.code, error.read(), error.reason) from error
        except urllib.error.URLError as error:
            raise OSError(f"{self._base}: {error.reason}") from error

    def news(self, path: str, seq: int) -> Any:
        """The game once it has moved on from that event, or None if it has not for a while."""
        return self.call("GET", f"{path}?wait={WAIT_S}", have=seq)


def _refused(status: int, body: bytes, reason: str) -> Refused:
    try:
        problem = json.loads(body)
    except ValueError:
        return Refused(status, f"{status} {reason}", None)
    fields = "; ".join(f"{path}: {' '.join(texts)}" for path, texts in problem.get("errors", {}).items())
    return Refused(status, fields or problem.get("detail") or reason, problem.get("rule"))
