"""Live streams as they go over the wire: server-sent events, or lines of JSON."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from itertools import chain
from typing import Any

from flask import Response, request
from redis.exceptions import RedisError

from moothall.server.places import take_place
from moothall.server.problems import BadRequest

SSE = "text/event-stream"
LINES = "application/x-ndjson"
JSON = "application/json"
ZIP = "application/zip"

SCHEMAS = {form: {"schema": {"type": "string"}} for form in (SSE, LINES)}
"""The other forms as openapi.yaml has them."""

HEADERS = {"Cache-Control": "private, no-cache", "Vary": "Authorization, Accept"}

HELLO = b"retry: 1000\n\n"
"""How an event stream begins: come back after a second."""
KEEP_ALIVE = b": keep-alive\n\n"
"""How it says that it lives."""

log = logging.getLogger(__name__)


def wanted() -> str:
    """The form that the caller asks for; JSON for whoever has no opinion."""
    return request.accept_mimetypes.best_match([JSON, SSE, LINES]) or JSON


def frame(event: str, data: bytes, number: int | None = None) -> bytes:
    """One server-sent event."""
    named = b"event: %s\ndata: %s\n\n" % (event.encode(), data)
    return named if number is None else b"id: %d\n%s" % (number, named)


def live(parts: Iterator[bytes], mimetype: str) -> Response:
    """An answer that is sent while it happens; no proxy shall hold it back. Takes one of the caller's places."""
    give_back = take_place()
    answer = Response(_until_redis_fails(parts), 200, {**HEADERS, "X-Accel-Buffering": "no"}, mimetype=mimetype)
    answer.call_on_close(give_back)
    return answer


def a_zip(description: str) -> dict[int, Any]:
    """Such an answer as openapi.yaml has it."""
    content = {ZIP: {"schema": {"type": "string", "format": "binary"}}}
    return {200: {"description": description, "content": content}}


def download(pieces: Iterator[bytes], name: str) -> Response:
    """A zip that is made while it is sent. Takes one of the caller's places. What is wrong at the beginning can still
    become a problem; later the connection is cut, and the file with it."""
    give_back = take_place()
    try:
        begun = chain([next(pieces)], pieces)
    except BaseException:
        give_back()
        raise
    headers = {**HEADERS, "Content-Disposition": f'attachment; filename="{name}"'}
    answer = Response(begun, 200, headers, mimetype=ZIP)
    answer.call_on_close(give_back)
    return answer


def last_event_id() -> int | None:
    """The last event that the caller has."""
    text = request.headers.get("Last-Event-ID")
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise BadRequest("Last-Event-ID", "the id of an event is expected")
    return int(text)


def _until_redis_fails(frames: Iterator[bytes]) -> Iterator[bytes]:
    """An answer under way cannot become a problem any more: it ends, and its reader comes back after the last event."""
    try:
        yield from frames
    except RedisError:
        log.warning("a live stream ends: the event log is out of reach")
