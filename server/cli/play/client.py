"""The API as a player at a terminal uses it; nothing but the standard library."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
import uuid
from collections.abc import Callable, Mapping
from typing import Any

TIMEOUT_S = 90

LARGEST = 64 * 1024 * 1024
"""Bytes of an answer that are taken in."""

PATIENCE_S = 120
"""How long a server that has answered before may be out of reach."""

LONGEST_PAUSE_S = 8.0

BUSY = (429, 502, 503, 504)
"""What passes by itself: the same request may be sent again a little later."""


class Refused(Exception):
    """The server said no, in its own words; `rule` is the one it cites."""

    def __init__(self, status: int, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.status = status
        self.rule = rule

    @property
    def moved_on(self) -> bool:
        """Whether the game is no longer where the caller thought."""
        return self.status in (409, 412)


class Away(OSError):
    """The server cannot be reached at the moment."""

    def __init__(self, text: str, pause_s: float = 0.0) -> None:
        super().__init__(text)
        self.pause_s = pause_s


class Client:
    """A caller of a server: a player with a token, or a spectator without one.

    A request that finds no answer is sent again for a while, under the same idempotency key, so that nothing is done
    twice; `say` is told about it."""

    def __init__(
        self,
        base: str,
        token: str | None = None,
        say: Callable[[str], None] = lambda text: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not base.startswith(("http://", "https://")):
            raise OSError(f"{base} is no http address")
        self.base = base.rstrip("/")
        self.token = token
        self._say = say
        self._sleep = sleep
        self._met = False

    def register(self, name: str) -> None:
        """Become a player of that name."""
        self.token = self.call("POST", "/v1/players", {"name": name})["token"]

    def call(self, method: str, path: str, body: Any = None, have: int | None = None) -> Any:
        """The answer, read; None if `have` is still the newest version."""
        headers = {"Content-Type": "application/json"}
        if method != "GET":
            headers["Idempotency-Key"] = uuid.uuid4().hex
        if have is not None:
            headers["If-None-Match"] = f'"{have}"'
        answer = self._insist(method, path, headers, None if body is None else json.dumps(body).encode())
        try:
            return None if answer is None else json.loads(answer)
        except (ValueError, RecursionError) as error:
            raise OSError(f"{self.base} does not answer like a Moothall") from error

    def text(self, path: str, accept: str) -> str:
        """A document."""
        return (self._insist("GET", path, {"Accept": accept}, None) or b"").decode("utf-8", "replace")

    def _insist(self, method: str, path: str, headers: Mapping[str, str], data: bytes | None) -> bytes | None:
        """Send until there is an answer; the very first request is not repeated: its address may be wrong."""
        own = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        pause, waited = 0.5, 0.0
        while True:
            request = urllib.request.Request(self.base + path, data, {**own, **headers}, method=method)
            try:
                answer = _send(request)
            except Away as away:
                if not self._met or waited >= PATIENCE_S:
                    raise OSError(f"{self.base}: {away}") from away
                if not waited:
                    self._say(f"The server does not answer ({away}). Trying again ...")
                pause = max(min(2 * pause, LONGEST_PAUSE_S), away.pause_s)
                self._sleep(pause)
                waited += pause
            else:
                if waited:
                    self._say("The server answers again.")
                self._met = True
                return answer


def _send(request: urllib.request.Request) -> bytes | None:
    """The body of the answer; None for 304. Raises Refused and Away."""
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:
            body: bytes = answer.read(LARGEST + 1)
            if len(body) > LARGEST:
                raise OSError(f"the answer is larger than {LARGEST} bytes")
            return body
    except urllib.error.HTTPError as error:
        with error:
            if error.code == 304:
                return None
            refused = _refused(error.code, error.read(LARGEST), error.reason)
            if error.code in BUSY:
                raise Away(str(refused), _seconds(error.headers.get("Retry-After"))) from error
            raise refused from error
    except (http.client.HTTPException, OSError) as error:
        raise Away(_reason(error)) from error


def _refused(status: int, body: bytes, reason: str) -> Refused:
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        problem = None
    if not isinstance(problem, dict):
        return Refused(status, f"{status} {reason}")
    detail, errors = str(problem.get("detail") or reason), problem.get("errors")
    if problem.get("rule"):
        return Refused(status, detail, str(problem["rule"]))
    if not isinstance(errors, dict):
        return Refused(status, detail)
    fields = "; ".join(f"{path}: {' '.join(map(str, texts))}" for path, texts in errors.items() if _is_list(texts))
    return Refused(status, fields or detail)


def _is_list(value: Any) -> bool:
    return isinstance(value, list)


def _reason(error: Exception) -> str:
    """In words, without the numbers of the operating system."""
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    return getattr(inner, "strerror", None) or str(inner) or type(inner).__name__


def _seconds(text: str | None) -> float:
    return float(text) if text is not None and text.isdecimal() else 0.0
