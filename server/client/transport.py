"""Requests over connections that are kept; nothing but the standard library."""

from __future__ import annotations

import http.client
import ssl
import threading
from typing import NamedTuple
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from moothall.server.client.errors import Away, NoMoothall, Refused, refused

BUSY = (429, 502, 503, 504)
"""What passes by itself: the same request may be sent again a little later."""

MOVED = (301, 302, 303, 307, 308)

MOST_IDLE = 8
"""Connections that are kept for later."""

LONGEST_REFUSAL = 64 * 1024
"""Bytes of a refusal that are read."""


class Request(NamedTuple):
    """One request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes | None = None


class Answer(NamedTuple):
    """One answer."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes


class Transport:
    """The way to one server. May be used by several threads: each request has a connection for itself."""

    def __init__(self, base: str, timeout_s: float, largest: int) -> None:
        self._idle: list[http.client.HTTPConnection] = []
        self._lock = threading.Lock()
        parts = urlsplit(base)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise OSError(f"{base} is no http address")
        self._secure = parts.scheme == "https"
        self._host, self._port = parts.hostname, parts.port
        self._prefix = parts.path.rstrip("/")
        self._proxy = _proxy_for(parts.scheme, parts.netloc)
        if self._proxy is not None and not self._secure:
            self._prefix = f"{parts.scheme}://{parts.netloc}{self._prefix}"
        self._timeout_s = timeout_s
        self._largest = largest

    def send(self, request: Request, repeat: bool) -> Answer:
        """The answer, 304 included. A connection that was kept too long is noticed only when it is used: what may be
        repeated is sent again at once, what may not never goes over such a one. Raises Refused and Away."""
        line = self._kept() if repeat else None
        if line is not None:
            try:
                return self._exchange(line, request)
            except (Away, NoMoothall):
                raise
            except (http.client.HTTPException, OSError):
                line.close()
        line = self._connected()
        try:
            return self._exchange(line, request)
        except (http.client.HTTPException, OSError) as error:
            line.close()
            raise away_for(error) from error

    def open(self, request: Request) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        """An answer that is read while it comes, on a connection of its own. Raises Refused and Away."""
        line = self._connected()
        try:
            response = self._begin(line, request)
            if response.status >= 300:
                with response:
                    body = response.read(LONGEST_REFUSAL)
                _check(response.status, response.headers, body, response.reason)
            return line, response
        except Refused:
            line.close()
            raise
        except (http.client.HTTPException, OSError) as error:
            line.close()
            raise away_for(error) from error

    def close(self) -> None:
        """Let go of all connections that are kept."""
        with self._lock:
            idle, self._idle = self._idle, []
        for line in idle:
            line.close()

    def __del__(self) -> None:
        """Whoever is forgotten without having been closed holds on to nothing."""
        self.close()

    def _exchange(self, line: http.client.HTTPConnection, request: Request) -> Answer:
        """One request and its answer. Whoever gets a refusal keeps the connection all the same."""
        with self._begin(line, request) as response:
            body = response.read(self._largest + 1)
        if len(body) > self._largest:
            line.close()
            raise NoMoothall(f"the answer is larger than {self._largest} bytes")
        self._keep(line, response)
        _check(response.status, response.headers, body, response.reason)
        return Answer(response.status, response.headers, body)

    def _begin(self, line: http.client.HTTPConnection, request: Request) -> http.client.HTTPResponse:
        line.request(request.method, self._prefix + request.path, request.body, request.headers)
        return line.getresponse()

    def _kept(self) -> http.client.HTTPConnection | None:
        with self._lock:
            return self._idle.pop() if self._idle else None

    def _keep(self, line: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        with self._lock:
            if not response.will_close and len(self._idle) < MOST_IDLE:
                self._idle.append(line)
                return
        line.close()

    def _connected(self) -> http.client.HTTPConnection:
        host, port = self._proxy or (self._host, self._port)
        if self._secure:
            line: http.client.HTTPConnection = http.client.HTTPSConnection(
                host, port, timeout=self._timeout_s, context=ssl.create_default_context()
            )
            if self._proxy is not None:
                line.set_tunnel(self._host, self._port or 443)
        else:
            line = http.client.HTTPConnection(host, port, timeout=self._timeout_s)
        try:
            line.connect()
        except (http.client.HTTPException, OSError) as error:
            line.close()
            raise Away(_reason(error), unsent=True) from error
        return line


def away_for(error: Exception) -> OSError:
    """What went wrong on the way, as the caller is told of it."""
    return error if isinstance(error, Away | NoMoothall) else Away(_reason(error))


def _check(status: int, headers: http.client.HTTPMessage, body: bytes, reason: str) -> None:
    """Raise for an answer that is none."""
    if status < 300 or status == 304:
        return
    if status in MOVED:
        raise Refused(status, f"{status} {reason}: use {headers.get('Location', 'another address')}")
    problem = refused(status, body, reason)
    if status in BUSY:
        raise Away(str(problem), _seconds(headers.get("Retry-After")), unsent=status == 429) from problem
    raise problem


def _proxy_for(scheme: str, netloc: str) -> tuple[str, int | None] | None:
    """The proxy that the environment names for this server, if any."""
    named = getproxies().get(scheme)
    if not named or proxy_bypass(netloc):
        return None
    parts = urlsplit(named if "//" in named else f"//{named}")
    return (parts.hostname, parts.port) if parts.hostname else None


def _reason(error: Exception) -> str:
    """In words, without the numbers of the operating system."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def _seconds(text: str | None) -> float:
    return float(text) if text is not None and text.isdecimal() else 0.0
