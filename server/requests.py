"""What routes read from a request besides its body, and how they answer."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from flask import Response, current_app, request

from moothall.domain.core.codec import to_answer
from moothall.events.games.queries import Seen
from moothall.events.games.writer import Done, Key
from moothall.server.bootstrap import Services
from moothall.server.problems import BadRequest

_ETAG = re.compile(r'(?:W/)?"(\d{1,15})"')
_MORE_MOVES = b'"more":true,"undo":'
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


def show(seen: Seen, **following: Any) -> Response:
    """A body that its caller may keep until the game moves on; `following` asks for the next page, if there is one."""
    headers = headers_of(seen.seq) + next_link(request.path, request.args, **following)
    return Response(seen.body, 200, headers, mimetype="application/json")


def tagged(data: Any, headers: Sequence[tuple[str, str]] = ()) -> Response:
    """An answer that is the same for everybody; whoever has it already is told so."""
    answer = Response(
        to_answer(data), 200, [("Cache-Control", "public, no-cache"), *headers], mimetype="application/json"
    )
    return with_tag(answer)


def with_tag(answer: Response) -> Response:
    """The same with a tag that follows from every byte of it; weak, since it is the same compressed or not."""
    answer.set_etag(hashlib.sha256(answer.get_data()).hexdigest()[:32], weak=True)
    answer.make_conditional(request)
    return answer


def next_link(path: str, asked: Mapping[str, Any], **following: Any) -> list[tuple[str, str]]:
    """The header that leads to the next page: the same address and query but for what is `following`, which is None
    where there is no more."""
    if not following or None in following.values():
        return []
    return [("Link", f'<{path}?{urlencode({**asked, **following})}>; rel="next"')]


def offset_after(seen: Seen, limit: int, offset: int) -> int | None:
    """Where the next page of legal moves begins. The list is JSON already, and says itself whether there is more: no
    text in it can look like that, since quotes inside of texts are escaped."""
    return offset + limit if _MORE_MOVES in seen.body else None


def written(game_id: str, seq: int, events: int = 1) -> str:
    """Where the events are that a command has led to; the last of them has this number."""
    return f"/v1/games/{game_id}/events?after={seq - events}"


def done(result: Done, status: int = 201, *, events: int = 1, location: str | None = None) -> Response:
    """The answer to a command: what it has made is at `location`, or in so many events."""
    headers = headers_of(result.seq)
    if status == 201:
        headers.append(("Location", location or written((request.view_args or {})["game_id"], result.seq, events)))
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
