"""Requests that are made until there is an answer, and never twice what must not be done twice."""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

from moothall.server.client.errors import Away, NoMoothall
from moothall.server.client.transport import Answer, Request, Transport, away_for

TIMEOUT_S = 90.0
"""How long an answer may take; longer than any server lets a client wait."""

PATIENCE_S = 120.0
"""How long a server that has answered before may be out of reach."""

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 8.0

LARGEST = 64 * 1024 * 1024
"""Bytes of an answer that are taken in."""

PIECE = 65_536
"""Bytes of a large document that are read at a time."""


def silent(text: str) -> None:
    """Nobody is told."""


class Calls:
    """A caller of a server: a player with a token, or a spectator without one.

    A request that finds no answer is sent again for a while: reading always, writing only under an idempotency key,
    which stays the same, so that nothing is done twice. `say` is told about it. The very first request is not repeated:
    its address may be wrong."""

    def __init__(
        self,
        base: str,
        token: str | None = None,
        say: Callable[[str], None] = silent,
        sleep: Callable[[float], None] = time.sleep,
        *,
        timeout_s: float = TIMEOUT_S,
        patience_s: float = PATIENCE_S,
        longest_pause_s: float = LONGEST_PAUSE_S,
        largest: int = LARGEST,
    ) -> None:
        self.base = base.rstrip("/")
        self.token = token
        self.patience_s = patience_s
        self.longest_pause_s = longest_pause_s
        self.transport = Transport(self.base, timeout_s, largest)
        self.say = say
        self.sleep = sleep
        self.met = False
        self._ahead_s = 0.0

    def now(self) -> float:
        """The server's time, in seconds since 1970, as far as its answers tell it: to a second. Deadlines go by it."""
        return time.time() + self._ahead_s

    def close(self) -> None:
        """Let go of the connections that are kept; they are made anew if need be."""
        self.transport.close()

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
        key: bool = False,
        repeat: bool = False,
    ) -> Any:
        """The answer, read; None for one that says nothing (304, 204). `key`: whether the route knows idempotency keys;
        without one a write is sent once only, unless `repeat` says that it does no harm."""
        own = dict(headers or {}) | ({} if body is None else {"Content-Type": "application/json"})
        if key:
            own["Idempotency-Key"] = uuid.uuid4().hex
        sent = None if body is None else json.dumps(body).encode()
        answer = self.insist(Request(method, path + asked(query), own, sent), key or repeat or method == "GET")
        try:
            return json.loads(answer.body) if answer.body else None
        except (ValueError, RecursionError) as error:
            raise NoMoothall(f"{self.base} does not answer like a Moothall") from error

    def fetch(self, path: str, accept: str = "application/json") -> bytes:
        """A document as it is."""
        return self.insist(Request("GET", path, {"Accept": accept}), repeat=True).body

    def pieces(self, path: str, accept: str, body: Any = None) -> Iterator[bytes]:
        """A document piece by piece as it comes, for what may be large; with a body it is asked for by posting that.
        Asked for once only. Raises Refused, and OSError, also where it breaks off."""
        own = {"Accept": accept} | ({} if body is None else {"Content-Type": "application/json"})
        sent = None if body is None else json.dumps(body).encode()
        request = Request("GET" if body is None else "POST", path, own, sent)
        try:
            line, response = self.transport.open(self.signed(request))
            with closing(line), response:
                while piece := response.read(PIECE):
                    yield piece
        except (HTTPException, OSError) as error:
            raise OSError(f"{self.base}: {away_for(error)}") from error

    def insist(self, request: Request, repeat: bool) -> Answer:
        """Send until there is an answer. Raises Refused, and OSError when patience has an end."""
        patience = Patience(self)
        while True:
            sent = time.time()
            try:
                answer = self.transport.send(self.signed(request), repeat)
            except Away as away:
                if not repeat and not away.unsent:
                    raise OSError(f"{self.base}: {away}") from away
                patience.wait(away)
            except NoMoothall as error:
                raise NoMoothall(f"{self.base}: {error}") from error
            else:
                patience.over()
                self._heed_date(answer.headers.get("Date"), sent)
                return answer

    def _heed_date(self, date: str | None, sent: float) -> None:
        """How far the server's clock is ahead at least, if at all: it told some moment between the request and its
        answer, in whole seconds."""
        try:
            told = parsedate_to_datetime(date or "").timestamp()
        except ValueError:
            return
        self._ahead_s = min(max(0.0, told - time.time()), told + 1 - sent)

    def signed(self, request: Request) -> Request:
        """The request in the caller's name."""
        if not self.token:
            return request
        return request._replace(headers={"Authorization": f"Bearer {self.token}", **request.headers})


class Patience:
    """Waiting for a server that is away, a little longer every time."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls
        self._pause = FIRST_PAUSE_S
        self._waited = 0.0

    def wait(self, away: Away) -> None:
        """Before the next try; no sooner than the server asks to be tried. Raises OSError when there is no point."""
        calls = self._calls
        if not calls.met or self._waited >= calls.patience_s:
            raise OSError(f"{calls.base}: {away}") from away
        if not self._waited:
            calls.say(f"The server does not answer ({away}). Trying again ...")
        self._pause = max(min(2 * self._pause, calls.longest_pause_s), away.pause_s)
        calls.sleep(self._pause)
        self._waited += self._pause

    def over(self) -> None:
        """There is an answer."""
        if self._waited:
            self._calls.say("The server answers again.")
        self._calls.met = True
        self._pause, self._waited = FIRST_PAUSE_S, 0.0


def asked(query: Mapping[str, Any] | None) -> str:
    """A query as it stands in an address; what is None is left out."""
    named = {name: _text(value) for name, value in (query or {}).items() if value is not None}
    return f"?{urlencode(named, safe=',')}" if named else ""


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
