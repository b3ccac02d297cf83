"""The headers of answers."""

from __future__ import annotations

from typing import Any

TEXTS = {
    "X-Request-Id": "The id of this request: yours if you sent a sane one, else ours. It stands in the server's log.",
    "ETag": "The version of the game, its seq in quotes.",
    "Cache-Control": "How long the answer may be kept, and by whom.",
    "Location": "Where the new thing is.",
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


def add(name: str, responses: dict[str, Any], *, keyed: bool) -> None:
    """The headers of an operation's successes."""
    method, _, path = name.partition(" ")
    names = ["X-Request-Id", "Cache-Control"]
    if path.startswith("/v1/games/{game_id}") or name == "POST /v1/games":
        names.append("ETag")
    if keyed:
        names.append("Idempotency-Replayed")
    if name == "POST /v1/games":
        names.append("Location")
    if path.startswith("/v1/") and (method == "GET" or "{game_id}/" not in path):
        names += ["RateLimit", "RateLimit-Policy"]
    for status, response in responses.items():
        if status < "400":
            response["headers"] = _refs(*names)


def _refs(*names: str) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}
