"""What is the same for every request and answer, whatever its route: ids, who may call from a browser, compression,
caching, and the access log."""

from __future__ import annotations

import gzip
import logging
import logging.handlers
import re
import secrets
import time

import msgspec
from flask import Flask, Response, g, request

from server.config import Config

REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
"""A request id of the caller's own that is taken over: nothing that could forge a line of a log."""

EXPOSED = (
    "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id, Idempotency-Replayed, WWW-Authenticate"
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


class Edge:
    """Everything around the routes of one app."""

    def __init__(self, app: Flask, config: Config) -> None:
        """To be made first: its work comes before and after everybody else's."""
        self._gzip_from = config.gzip_from
        self._origins = frozenset(filter(None, (origin.strip() for origin in config.cors_origins.split(","))))
        _open_log(config.access_log)
        app.before_request(_begin)
        app.after_request(self._end)

    def _end(self, response: Response) -> Response:
        response.headers["X-Request-Id"] = g.get("request_id", "")
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers.setdefault("Cache-Control", "no-store")
        self._allow_browsers(response)
        self._compress(response)
        _log(response)
        return response

    def _allow_browsers(self, response: Response) -> None:
        """CORS. No cookie opens anything here, so no origin is trusted with more than another; the list only says
        whose scripts may read answers at all."""
        if not self._origins:
            return
        origin = request.headers.get("Origin")
        if "*" in self._origins:
            response.headers["Access-Control-Allow-Origin"] = "*"
        else:
            response.vary.add("Origin")
            if origin not in self._origins:
                return
            response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Access-Control-Expose-Headers"] = EXPOSED
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
            response.headers["Access-Control-Allow-Headers"] = ASKABLE
            response.headers["Access-Control-Max-Age"] = str(PREFLIGHT_S)

    def _compress(self, response: Response) -> None:
        """Large answers for whoever takes gzip. Never streams, which would be held back, and never what must not be
        kept: the length of a compressed secret could tell something of it."""
        if not self._gzip_from or response.is_streamed or not (response.mimetype or "").startswith(COMPRESSIBLE):
            return
        response.vary.add("Accept-Encoding")
        if not request.accept_encodings["gzip"] or "no-store" in response.headers["Cache-Control"]:
            return
        data = response.get_data()
        if len(data) >= self._gzip_from:
            response.set_data(gzip.compress(data, GZIP_LEVEL, mtime=0))
            response.headers["Content-Encoding"] = "gzip"


def _begin() -> None:
    g.began = time.perf_counter()
    given = request.headers.get("X-Request-Id", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else secrets.token_hex(8)


def _open_log(where: str) -> None:
    """The log's one handler, whatever an earlier app of this process had."""
    for handler in log.handlers[:]:
        log.removeHandler(handler)
        handler.close()
    log.propagate = False
    log.setLevel(logging.INFO if where else logging.CRITICAL)
    if where:
        handler = logging.StreamHandler() if where == "-" else logging.handlers.WatchedFileHandler(where, "a", "utf-8")
        handler.setFormatter(logging.Formatter("%(message)s"))
        log.addHandler(handler)


def _log(response: Response) -> None:
    """One line of JSON: neither query nor headers nor bodies, so no token and no secret. A stream is logged when it
    begins."""
    if not log.isEnabledFor(logging.INFO):
        return
    bearer = g.get("bearer")
    line = {
        "at": round(time.time(), 3),
        "request_id": g.request_id,
        "method": request.method,
        "path": request.path,
        "route": request.url_rule.rule if request.url_rule is not None else None,
        "status": response.status_code,
        "ms": round((time.perf_counter() - g.began) * 1000, 2),
        "bytes": response.content_length if not response.is_streamed else None,
        "player": bearer.player.id if bearer is not None else None,
        "address": request.remote_addr,
    }
    log.info(msgspec.json.encode(line).decode())
