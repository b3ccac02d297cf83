"""What routes read from a request besides its body, and how they answer."""

from __future__ import annotations

import hashlib
import re

from flask import Response, current_app, request

from events.commands import Done, Key
from events.queries import Seen
from server.bootstrap import Services
from server.problems import BadRequest

_ETAG = re.compile(r'(?:W/)?"(\d{1,15})"')
_KEY = re.compile(r"[\x21-\x7e]{1,128}")


def services() -> Services:
    """The parts this app was made with."""
    parts: Services = current_app.extensions["moothall"]
    return parts


def etag(seq: int) -> str:
    """A game's version as an entity tag."""
    return f'"{seq}"'


def if_match() -> int | None:
    """The version the caller insists on."""
    return _version("If-Match")


def if_none_match() -> int | None:
    """The version the caller has already."""
    return _version("If-None-Match")


def idempotency_key() -> Key | None:
    """The caller's key with a digest of this request."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return None
    if not _KEY.fullmatch(key):
        raise BadRequest("Idempotency-Key", "1 to 128 visible ASCII characters are expected")
    text = f"{request.method} {request.full_path}\n".encode() + request.get_data()
    return Key(key, hashlib.sha256(text).hexdigest())


def show(seen: Seen) -> Response:
    """A body that its caller may keep until the game moves on."""
    return Response(seen.body, 200, _headers(seen.seq), mimetype="application/json")


def done(result: Done, status: int = 201) -> Response:
    """The answer to a command."""
    headers = _headers(result.seq)
    if result.repeated:
        headers["Idempotency-Replayed"] = "true"
    return Response(result.body, status, headers, mimetype="application/json")


def not_modified(seq: int) -> Response:
    """The caller has it already."""
    return Response(status=304, headers=_headers(seq))


def _headers(seq: int) -> dict[str, str]:
    return {"ETag": etag(seq), "Cache-Control": "private, no-cache", "Vary": "Authorization"}


def _version(header: str) -> int | None:
    text = request.headers.get(header)
    if text is None or text.strip() == "*":
        return None
    match = _ETAG.fullmatch(text.strip())
    if match is None:
        raise BadRequest(header, f'a version in quotes is expected, such as "41", not {text}')
    return int(match[1])
