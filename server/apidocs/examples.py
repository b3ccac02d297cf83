"""An example per operation. They stand in openapi.yaml and on the pages, and a test takes them from there and really
sends them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from domain.core.draw import SeededDraw, game_seed
from domain.core.title import AnyTitle

GAME = "0123456789abcdefghjkmnpqrs"
"""Stands in the examples for the id of a game."""

WEBHOOK = "wh_0123456789abcdef"
"""The same for a webhook's."""

SECRET = bytes(32)
"""The secret of the game that the examples of moves are from; a test creates one with it."""


class Example(NamedTuple):
    """What to send."""

    path: Mapping[str, str] = {}
    query: Mapping[str, Any] = {}
    headers: Mapping[str, str] = {}
    body: Any = None


def _game(body: Any = None, query: Mapping[str, Any] | None = None, **headers: str) -> Example:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Example({"game_id": GAME}, query or {}, named, body)


EXAMPLES: dict[str, Example] = {
    "POST /v1/players": Example(body={"name": "Ada", "kind": "human"}),
    "GET /v1/me": Example(),
    "GET /v1/me/games": Example(query={"status": "active", "limit": 20}),
    "GET /v1/me/tokens": Example(),
    "POST /v1/me/tokens": Example(body={"name": "my bot", "scopes": ["read", "play"]}),
    "POST /v1/me/tokens/{token_id}/rotate": Example({"token_id": "first"}),
    "DELETE /v1/me/tokens/{token_id}": Example({"token_id": "first"}),
    "GET /v1/me/events": Example(query={"after": 0, "limit": 50}),
    "GET /v1/me/webhooks": Example(),
    "POST /v1/me/webhooks": Example(body={"url": "https://192.0.2.10/moothall", "kinds": ["my_turn"]}),
    "DELETE /v1/me/webhooks/{webhook_id}": Example({"webhook_id": WEBHOOK}),
    "GET /v1/me/webhooks/{webhook_id}/deliveries": Example({"webhook_id": WEBHOOK}),
    "POST /v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay": Example(
        {"webhook_id": WEBHOOK, "delivery_id": "dl_0123456789abcdef"}
    ),
    "GET /v1/titles": Example(),
    "GET /v1/titles/{slug}": Example({"slug": "manaforge"}),
    "GET /v1/titles/{slug}/content": Example({"slug": "manaforge"}),
    "GET /v1/titles/{slug}/rules": Example({"slug": "manaforge"}),
    "GET /v1/titles/{slug}/rules/{rule_id}": Example({"slug": "manaforge", "rule_id": "MF-4.3"}),
    "POST /v1/games": Example(
        headers={"Idempotency-Key": "my-first-game"},
        body={
            "title": "manaforge",
            "seats": [{"kind": "human"}, {"kind": "ai", "level": "random"}],
            "entropy": "a handful of my own luck",
        },
    ),
    "GET /v1/games": Example(query={"title": "manaforge", "status": "open", "limit": 20}),
    "GET /v1/games/{game_id}": _game(query={"wait": 0.1}, If_None_Match='"2"'),
    "POST /v1/games/{game_id}/seats": _game({"entropy": "some luck of mine"}, Idempotency_Key="join-1"),
    "DELETE /v1/games/{game_id}/seats/me": _game(Idempotency_Key="leave-1"),
    "POST /v1/games/{game_id}/abort": _game(Idempotency_Key="abort-1"),
    "POST /v1/games/{game_id}/resign": _game(Idempotency_Key="resign-1"),
    "POST /v1/games/{game_id}/undo": _game({}, Idempotency_Key="undo-1"),
    "GET /v1/games/{game_id}/scores": _game(),
    "GET /v1/games/{game_id}/moves": _game(query={"limit": 10}),
    "POST /v1/games/{game_id}/moves": _game(Idempotency_Key="move-1", If_Match='"2"'),
    "GET /v1/games/{game_id}/events": _game(query={"after": 0, "limit": 100}),
    "POST /v1/games/{game_id}/pause": _game(Idempotency_Key="pause-1"),
    "POST /v1/games/{game_id}/resume": _game(Idempotency_Key="resume-1"),
    "GET /v1/games/{game_id}/audit": _game(),
    "POST /v1/games/{game_id}/rulings": _game(
        {"type": "pause_game", "reason": "The venue closes for the night."}, Idempotency_Key="ruling-1"
    ),
    "POST /v1/games/{game_id}/fork": _game({"at": 2}, Idempotency_Key="fork-1"),
    "GET /v1/keys": Example(),
    "GET /healthz": Example(),
    "GET /readyz": Example(),
    "GET /metrics": Example(),
    "GET /openapi.yaml": Example(),
    "GET /docs": Example(),
    "GET /docs/style.css": Example(),
    "GET /docs/operations/{operation_id}": Example({"operation_id": "create_game"}),
    "GET /docs/titles/{slug}": Example({"slug": "manaforge"}),
    "GET /problems/": Example(),
    "GET /problems/{slug}": Example({"slug": "illegal-move"}),
}
"""By operation. The bodies of POST /v1/games/{game_id}/moves are made from the titles themselves, one for each."""


def opening(title: AnyTitle) -> Any:
    """The state of the examples' game of this title, for two, at its first decision."""
    return title.new(2, title.options(), SeededDraw(game_seed(SECRET, ("", "")))).state


def move_bodies(titles: Mapping[str, AnyTitle]) -> dict[str, Any]:
    """A body that posts the first legal move of the examples' game, by title."""
    bodies = {}
    for title in titles.values():
        state = opening(title)
        seat = title.awaiting(state).seats[0].seat
        move = msgspec.json.decode(msgspec.json.encode(next(iter(title.legal_moves(state, seat)))))
        bodies[title.slug] = {"summary": title.name, "value": {"move": move}}
    return bodies


def fill(name: str, operation: dict[str, Any], shared: list[dict[str, Any]], titles: Mapping[str, AnyTitle]) -> None:
    """Put the example of an operation where OpenAPI has a place for it."""
    example = EXAMPLES.get(name, Example())
    given = {"path": example.path, "query": example.query, "header": example.headers}
    own = operation.get("parameters", [])
    for parameter in [*own, *shared]:
        value = given[parameter["in"]].get(parameter["name"])
        if value is not None:
            parameter["example"] = value
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None and name == "POST /v1/games/{game_id}/moves":
        content["examples"] = move_bodies(titles)
    elif content is not None and example.body is not None:
        content["example"] = example.body
