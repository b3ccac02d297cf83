"""The one table that turns errors into answers (RFC 9457, application/problem+json).

A problem's `type` is a path of this server; `status`, `title` and `detail` are for people, the other members for
programs: `errors` (path to messages), `rule`, `seq`, `scope`, `limit`. What each type means and what to do about it
stands in catalogue.py and is served under the type itself.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from flask import Response, g, request
from redis.exceptions import RedisError
from werkzeug.exceptions import HTTPException

from moothall.domain.core.errors import BadOptions, IllegalMove, NotYourTurn
from moothall.events import errors
from moothall.events.redis_client.connection import NotYetSafe
from moothall.server.cuts import Crowded, Cut, TooManyOpen, TooSlow
from moothall.server.protocol_errors import BROKEN_BODY, close_after

TYPE = "/problems/"

RETRY_AFTER_S = 2
"""What a client is told to wait while Redis is away."""

ROOM_S = 5
"""What it is told to wait for room."""

log = logging.getLogger(__name__)


class Unauthorized(Exception):
    """No token, or one that nobody has."""


class InsufficientScope(Exception):
    """A good token, but not for this."""

    def __init__(self, scope: str, has: tuple[str, ...]) -> None:
        super().__init__(f"This takes a token with the scope {scope}; yours has: {', '.join(has) or 'none'}.")
        self.scope = scope


class TooMany(Exception):
    """A limit was reached."""

    def __init__(self, limit: str, policy: str, retry_after: int) -> None:
        super().__init__(f"The limit {limit} is {policy}. Try again in {retry_after} s.")
        self.limit = limit
        self.retry_after = retry_after


class NotReady(Exception):
    """Something that requests need does not answer; its text says what."""


class NotFound(Exception):
    """Nothing of that name."""


class BadRequest(Exception):
    """A request that cannot be read: header, query or body."""

    def __init__(self, path: str, text: str) -> None:
        super().__init__(f"{path}: {text}")
        self.path = path
        self.text = text


class InvalidFields(Exception):
    """Fields that a schema refuses, as nested messages."""

    def __init__(self, messages: dict[str, Any]) -> None:
        super().__init__("Some fields are missing, unknown or of the wrong type.")
        self.messages = messages


class Kind(NamedTuple):
    """A kind of problem."""

    slug: str
    status: int
    title: str


UNAUTHORIZED = Kind("unauthorized", 401, "A valid bearer token is needed")
INSUFFICIENT_SCOPE = Kind("insufficient-scope", 403, "The token is not good for that")
NOT_YOUR_TURN = Kind("not-your-turn", 403, "It is not for you to do that now")
NOT_FOUND = Kind("not-found", 404, "There is no such thing here")
NOT_OVER = Kind("not-over", 409, "The game has not been played to its end")
QUOTA_REACHED = Kind("quota-reached", 409, "Your account has as many of these as it may have")
NAME_TAKEN = Kind("name-taken", 409, "That name belongs to somebody else")
CONFLICT = Kind("conflict", 409, "The game has moved on")
PRECONDITION = Kind("precondition-failed", 412, "The game is not at the version you named")
ILLEGAL_MOVE = Kind("illegal-move", 422, "The rules do not allow that")
INVALID = Kind("invalid-request", 422, "The request has bad fields")
KEY_REUSED = Kind("idempotency-key-reused", 422, "The key stands for another request")
MALFORMED = Kind("malformed-request", 400, "The request cannot be read")
NO_SUCH_METHOD = Kind("method-not-allowed", 405, "That cannot be done here; see Allow")
TOO_SLOW = Kind("too-slow", 408, "The request did not arrive in time")
TOO_LARGE = Kind("body-too-large", 413, "The body is too large")
NOT_JSON = Kind("unsupported-media-type", 415, "The body must be application/json")
RATE_LIMITED = Kind("rate-limited", 429, "Too many requests")
TOO_MANY_OPEN = Kind("too-many-open", 429, "Too many at the same time")
CROWDED = Kind("crowded", 503, "There is no room for more at the moment")
HTTP_ERROR = Kind("http-error", 400, "The request was refused before it reached the API")
NEWER = Kind("newer-game", 503, "A later version of this server plays that game")
UNAVAILABLE = Kind("unavailable", 503, "The event log is out of reach; nothing was half written")
NOT_YET_SAFE = Kind("not-yet-safe", 503, "It is written, but too few replicas have it yet")
INTERNAL = Kind("internal-error", 500, "Something broke on our side")

TABLE: tuple[tuple[type[Exception], Kind], ...] = (
    (Unauthorized, UNAUTHORIZED),
    (InsufficientScope, INSUFFICIENT_SCOPE),
    (TooMany, RATE_LIMITED),
    (TooManyOpen, TOO_MANY_OPEN),
    (Crowded, CROWDED),
    (TooSlow, TOO_SLOW),
    (NotFound, NOT_FOUND),
    (BadRequest, MALFORMED),
    (errors.UnknownGame, NOT_FOUND),
    (errors.UnknownTournament, NOT_FOUND),
    (errors.UnknownRound, NOT_FOUND),
    (errors.UnknownSeq, NOT_FOUND),
    (errors.NotSeated, NOT_YOUR_TURN),
    (errors.StillHidden, NOT_YOUR_TURN),
    (errors.UnknownSeat, NOT_FOUND),
    (errors.NotOver, NOT_OVER),
    (errors.StaleMatch, PRECONDITION),
    (errors.Conflict, CONFLICT),
    (errors.KeyReused, KEY_REUSED),
    (errors.QuotaReached, QUOTA_REACHED),
    (errors.NameTaken, NAME_TAKEN),
    (errors.Newer, NEWER),
    (errors.BadMove, INVALID),
    (BadOptions, INVALID),
    (InvalidFields, INVALID),
    (NotYourTurn, NOT_YOUR_TURN),
    (IllegalMove, ILLEGAL_MOVE),
    (NotYetSafe, NOT_YET_SAFE),
    (NotReady, UNAVAILABLE),
    (RedisError, UNAVAILABLE),
    (Exception, INTERNAL),
)
"""The first row that fits decides."""

HTTP = (MALFORMED, NOT_FOUND, NO_SUCH_METHOD, TOO_LARGE, NOT_JSON, INTERNAL)
"""What the framework refuses by itself, by status."""

KINDS = tuple({kind.slug: kind for kind in (*(kind for _, kind in TABLE), *HTTP, HTTP_ERROR)}.values())
"""Every kind of problem there is."""


def answer(error: Exception) -> Response:
    """The answer to any error."""
    if isinstance(error, HTTPException):
        return _http(error)
    if isinstance(error, BROKEN_BODY):
        close_after(request.environ)
        return problem(MALFORMED, f"The body cannot be read: {error}")
    kind = next(kind for cls, kind in TABLE if isinstance(error, cls))
    if kind is INTERNAL:
        log.exception("unexpected error", exc_info=error)
        return problem(kind, "The error has been logged.")
    if kind is NOT_YET_SAFE:
        log.warning("not enough replicas: %s", error)
        text = "Send the same request again with the same Idempotency-Key: its answer comes when the move is safe."
        return problem(kind, text, headers={"Retry-After": str(RETRY_AFTER_S)})
    if kind is UNAVAILABLE:
        log.warning("Redis is out of reach: %s", error if isinstance(error, NotReady) else type(error).__name__)
        text = str(error) if isinstance(error, NotReady) else "Try again in a moment."
        return problem(kind, text, headers={"Retry-After": str(RETRY_AFTER_S)})
    members: dict[str, Any] = {}
    if isinstance(error, IllegalMove):
        if error.position is not None:
            members["errors"] = {f"moves[{error.position}]": [error.text]}
        return problem(kind, error.text, rule=error.rule, **members)
    if isinstance(error, errors.Conflict):
        members["seq"] = error.seq
    if isinstance(error, errors.QuotaReached):
        members |= {"limit": error.limit, "most": error.most}
    if isinstance(error, errors.NameTaken):
        members["errors"] = {"name": [str(error)]}
    if isinstance(error, errors.BadMove | BadRequest):
        members["errors"] = {error.path: [error.text]}
    if isinstance(error, InvalidFields):
        members["errors"] = paths(error.messages)
    if isinstance(error, BadOptions):
        members["errors"] = {error.field: [error.text]}
    headers = {"WWW-Authenticate": "Bearer"} if kind is UNAUTHORIZED else {}
    if isinstance(error, TooManyOpen):
        members["limit"] = error.limit
    if isinstance(error, TooManyOpen | Crowded):
        members["retry_after"] = ROOM_S
        headers["Retry-After"] = str(ROOM_S)
    if kind is NEWER:  # while servers are exchanged, the next request may reach one that can
        headers["Retry-After"] = str(RETRY_AFTER_S)
    if isinstance(error, InsufficientScope):
        members["scope"] = error.scope
        headers["WWW-Authenticate"] = f'Bearer error="insufficient_scope", scope="{error.scope}"'
    if isinstance(error, TooMany):
        members |= {"limit": error.limit, "retry_after": error.retry_after}
        headers["Retry-After"] = str(error.retry_after)
    return problem(kind, str(error) or kind.title, headers=headers, **members)


def problem(kind: Kind, detail: str, headers: dict[str, str] | None = None, **members: Any) -> Response:
    """A problem as a response."""
    return Response(
        body_of(kind, detail, request.path, g.get("request_id"), **members),
        kind.status,
        {"Cache-Control": "no-store", **(headers or {})},
        mimetype="application/problem+json",
    )


def bare_answer(error: Cut) -> bytes:
    """The whole answer, as it goes over the wire, for a connection whose request was never read."""
    kind = next(kind for cls, kind in TABLE if isinstance(error, cls))
    body: dict[str, Any] = {"type": TYPE + kind.slug, "title": kind.title, "status": kind.status, "detail": str(error)}
    headers = ""
    if isinstance(error, TooManyOpen):
        body["limit"] = error.limit
    if not isinstance(error, TooSlow):
        body["retry_after"] = ROOM_S
        headers = f"Retry-After: {ROOM_S}\r\n"
    data = msgspec.json.encode(body)
    head = (
        f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}\r\nConnection: close\r\n{headers}"
        "Cache-Control: no-store\r\nContent-Type: application/problem+json\r\n"
        f"Content-Length: {len(data)}\r\n\r\n"
    )
    return head.encode() + data


def body_of(kind: Kind, detail: str, instance: str, request_id: str | None, **members: Any) -> bytes:
    """A problem as JSON."""
    body = {"type": TYPE + kind.slug, "title": kind.title, "status": kind.status, "detail": detail, **members}
    return msgspec.json.encode({**body, "instance": instance, "request_id": request_id})


def _http(error: HTTPException) -> Response:
    """What the framework refuses: unknown routes, wrong methods, bad bodies, failed schemas."""
    status = error.code or 500
    messages = getattr(error, "data", {}).get("messages")
    if status == 422 and messages is not None:
        return answer(InvalidFields(messages))
    phrase = HTTPStatus(status).phrase
    kind = next((kind for kind in HTTP if kind.status == status), None) or HTTP_ERROR._replace(status=status)
    kept = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return problem(kind, error.description or phrase, headers=kept)


def paths(messages: Any, path: str = "") -> dict[str, list[str]]:
    """Nested messages as a flat mapping from path to texts: `seats[1].level`."""
    if isinstance(messages, list):
        return {path or "body": [str(message) for message in messages]}
    flat: dict[str, list[str]] = {}
    for name, inner in messages.items():
        if not path and name in ("json", "query", "headers"):  # where the field was looked for
            below = ""
        elif name == "_schema":
            below = path
        elif isinstance(name, int):
            below = f"{path}[{name}]"
        else:
            below = f"{path}.{name}" if path else str(name)
        flat.update(paths(inner, below))
    return flat
