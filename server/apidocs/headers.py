"""Headers: those that routes read, and those of answers."""

from __future__ import annotations

from typing import Any, NamedTuple


class Header(NamedTuple):
    """A header that a route reads."""

    name: str
    text: str
    pattern: str


_VERSION = '^(W/)?"[0-9]{1,15}"$'

IF_MATCH = Header(
    "If-Match", 'The version you decided on, such as `"41"`; 412 if the game, or tournament, has moved on.', _VERSION
)
IF_NONE_MATCH = Header("If-None-Match", "The version you have; 304 if it is still the newest.", _VERSION)
IF_NONE_MATCH_ANY = Header(
    "If-None-Match",
    "The `ETag` of what you have; 304 if it is still the same. What is no such thing is passed over.",
    r"^.*$",
)
IDEMPOTENCY_KEY = Header(
    "Idempotency-Key",
    "Your own name for this request; sent again within a day it gets the same answer.",
    r"^[\x21-\x7e]{1,128}$",
)
LAST_EVENT_ID = Header("Last-Event-ID", "The last event you have; a live stream goes on after it.", r"^[0-9]{1,15}$")

TEXTS = {
    "X-Request-Id": "The id of this request: yours if you sent a sane one, else ours. It stands in the server's log.",
    "ETag": "The version of what is answered; of a game or a tournament its seq in quotes.",
    "Cache-Control": "How long the answer may be kept, and by whom.",
    "Location": "Where the new thing is: a game, a seat, a tournament, a player, a token, a webhook, or the events of "
    "what was done.",
    "Link": 'Where the next page is, `</v1/games?cursor=...>; rel="next"`; not there on the last one.',
    "Idempotency-Replayed": "`true` if the key had its answer already and nothing was done.",
    "RateLimit": 'How much of the limit is left and in how many seconds it starts anew: `"read";r=5990;t=42`.',
    "RateLimit-Policy": 'The limit: how many requests in how many seconds: `"read";q=6000;w=60`.',
    "Retry-After": "Seconds to wait before trying again.",
    "WWW-Authenticate": "How to authenticate; with the scope that is missing, if that is the reason.",
    "Allow": "The methods that this address has.",
}

COMPONENTS: dict[str, Any] = {name: {"description": text, "schema": {"type": "string"}} for name, text in TEXTS.items()}

_PROBLEMS: dict[int, tuple[str, ...]] = {
    401: ("WWW-Authenticate",),
    403: ("WWW-Authenticate",),
    405: ("Allow",),
    503: ("Retry-After",),
}
_PROBLEMS[429] = ("Retry-After", "RateLimit", "RateLimit-Policy")


def of_problem(status: int) -> dict[str, Any]:
    """The headers of a problem."""
    return _refs("X-Request-Id", *_PROBLEMS.get(status, ()))


def of_answer(gives: tuple[str, ...], *, keyed: bool, limited: bool) -> dict[str, Any]:
    """The headers of a success: those that the route names, and what follows from its key and limit."""
    more = ("Idempotency-Replayed",) if keyed else ()
    counted = ("RateLimit", "RateLimit-Policy") if limited else ()
    return _refs("X-Request-Id", "Cache-Control", *gives, *more, *counted)


def _refs(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


OF_CREATED = _refs("Location")
"""What every answer has that tells of something new."""
