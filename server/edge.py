"""What is the same for every request and answer, whatever its route: ids, who may call from a browser, compression,
caching, and the access log."""

from __future__ import annotations

import gzip
import logging
import logging.handlers
import re
import secrets
import time
from typing import Any

import msgspec
from flask import Flask, Response, g, request

from moothall.domain.core.words import printable
from moothall.server.config import Config

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""A request id of the caller's own that is taken over: nothing that could forge a line of a log."""

EXPOSED = (
    "ETag, Link, Location, Allow, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed, "
    "WWW-Authenticate"
)
"""What a script in a browser may read besides the body."""

ASKABLE = (
    "Authorization, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID, X-Request-Id, "
    "Cache-Control"
)
"""What it may send."""

PREFLIGHT_S = 86_400
GZIP_LEVEL = 5

COMPRESSIBLE = ("application/json", "application/yaml", "application/problem+json", "text/")

log = logging.getLogger("moothall.access")


class Line(msgspec.Struct, frozen=True):
    """A line of the access log: neither query nor headers nor bodies, so no token and no secret. A stream is logged
    when it begins."""

    at: float
    request_id: str
    method: str
    path: str
    route: str | None
    status: int
    ms: float
    bytes: int | None
    player: str | None
    address: str | None


_encode = msgspec.json.Encoder().encode


class Edge:
    """Everything around the routes of one app."""

    def __init__(self, app: Flask, config: Config) -> None:
        """To be made first: its work comes before and after everybody else's."""
        self._gzip_from = config.gzip_from
        self._origins = frozenset(filter(None, (origin.strip() for origin in config.cors_origins.split(","))))
        self.always = [("X-Content-Type-Options", "nosniff")]
        """Headers of every answer."""
        by_origin = ["Origin"] if self._origins and "*" not in self._origins else []
        self.varies = ", ".join(["Authorization", *by_origin, *(["Accept-Encoding"] if self._gzip_from else [])])
        """What an answer of JSON to the owner of a token hangs on."""
        if "*" in self._origins:
            self.always += [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED)]
        self._log = _opened(config.access_log)
        app.before_request(_begin)
        app.after_request(self._end)

    def packed(self, data: bytes) -> bytes | None:
        """The same for whoever takes gzip, if it is worth it."""
        return gzip.compress(data, GZIP_LEVEL, mtime=0) if self._gzip_from and len(data) >= self._gzip_from else None

    def log(self, line: Line) -> None:
        """Write a line of the access log, where there is one."""
        if self._log is not None:
            _write(self._log, f"{_encode(line).decode()}\n")

    def _end(self, response: Response) -> Response:
        headers = response.headers
        headers.extend(self.always)
        headers.add("X-Request-Id", g.get("request_id", ""))
        if "Cache-Control" not in headers:
            headers.add("Cache-Control", "no-store")
        if self._origins:
            self._allow_browsers(response)
        self._compress(response)
        if self._log is not None:
            self.log(_line(response))
        return response

    def _allow_browsers(self, response: Response) -> None:
        """CORS. No cookie opens anything here, so no origin is trusted with more than another; the list only says
        whose scripts may read answers at all."""
        headers = response.headers
        if "*" not in self._origins:
            _vary(response, "Origin")
            origin = request.headers.get("Origin")
            if origin not in self._origins:
                return
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Expose-Headers"] = EXPOSED
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            headers["Access-Control-Allow-Methods"] = headers.get("Allow", "")
            headers["Access-Control-Allow-Headers"] = ASKABLE
            headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)

    def _compress(self, response: Response) -> None:
        """Large answers for whoever takes gzip. Never streams, which would be held back, and never what must not be
        kept: the length of a compressed secret could tell something of it."""
        kind = response.content_type
        if not self._gzip_from or not kind or not kind.startswith(COMPRESSIBLE) or response.is_streamed:
            return
        _vary(response, "Accept-Encoding")
        length = response.content_length
        if (length is not None and length < self._gzip_from) or "no-store" in response.headers["Cache-Control"]:
            return
        packed = self.packed(response.get_data()) if request.accept_encodings["gzip"] else None
        if packed is not None:
            response.set_data(packed)
            response.headers["Content-Encoding"] = "gzip"


def _vary(response: Response, name: str) -> None:
    """Name a header of the request that the answer hangs on."""
    known = response.headers.get("Vary")
    response.headers["Vary"] = f"{known}, {name}" if known else name


def request_id(given: str | None) -> str:
    """The caller's own, if it is one that can be taken over, or a new one."""
    return given if given and REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _begin() -> None:
    g.began = time.perf_counter()
    g.request_id = request_id(request.headers.get("X-Request-Id"))


def _opened(where: str) -> logging.StreamHandler[Any] | None:
    """The log's one handler, whatever an earlier app of this process had."""
    for handler in log.handlers[:]:
        log.removeHandler(handler)
        handler.close()
    log.propagate = False
    if not where:
        return None
    opened = logging.StreamHandler() if where == "-" else logging.handlers.WatchedFileHandler(where, "a", "utf-8")
    log.addHandler(opened)
    return opened


def _write(handler: logging.StreamHandler[Any], line: str) -> None:
    """Past the logger, which would make a record of it that nobody reads. What cannot be logged stops nobody."""
    handler.acquire()
    try:
        if isinstance(handler, logging.handlers.WatchedFileHandler):
            handler.reopenIfNeeded()
        handler.stream.write(line)
        handler.stream.flush()
    except (OSError, ValueError):  # a full disk, a stream that was closed
        return
    finally:
        handler.release()


def _line(response: Response) -> Line:
    bearer = g.get("bearer")
    rule = request.url_rule
    return Line(
        at=round(time.time(), 3),
        request_id=g.request_id,
        method=printable(request.method),
        path=printable(request.path),
        route=rule.rule if rule is not None else None,
        status=response.status_code,
        ms=round((time.perf_counter() - g.began) * 1000, 2),
        bytes=response.content_length if not response.is_streamed else None,
        player=bearer.player.id if bearer is not None else None,
        address=request.remote_addr,
    )
