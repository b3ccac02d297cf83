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
    return None if key is None else key_of(key, request.method, request.full_path, request.get_data())


def key_of(key: str, method: str, full_path: str, body: bytes) -> Key:
    """A key with a digest of the request it came with."""
    if not _KEY.fullmatch(key):
        raise BadRequest("Idempotency-Key", "1 to 128 visible ASCII characters are expected")
    return Key(key, hashlib.sha256(f"{method} {full_path}\n".encode() + body).hexdigest())


def show(seen: Seen) -> Response:
    """A body that its caller may keep until the game moves on."""
    return Response(seen.body, 200, headers_of(seen.seq), mimetype="application/json")


def done(result: Done, status: int = 201) -> Response:
    """The answer to a command."""
    headers = headers_of(result.seq)
    if result.repeated:
        headers.append(("Idempotency-Replayed", "true"))
    return Response(result.body, status, headers, mimetype="application/json")


def not_modified(seq: int) -> Response:
    """The caller has it already."""
    return Response(status=304, headers=headers_of(seq))


def headers_of(seq: int, vary: str = "Authorization") -> list[tuple[str, str]]:
    """Of an answer that its caller may keep until the game moves on."""
    return [("ETag", etag(seq)), ("Cache-Control", "private, no-cache"), ("Vary", vary)]


def _version(header: str) -> int | None:
    return version_in(header, request.headers.get(header))


def version_in(header: str, text: str | None) -> int | None:
    """The version that such a header names; None for any."""
    if text is None or text.strip() == "*":
        return None
    match = _ETAG.fullmatch(text.strip())
    if match is None:
        raise BadRequest(header, f'a version in quotes is expected, such as "41", not {text}')
    return int(match[1])
