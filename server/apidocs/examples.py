"""Examples, which routes declare. They stand in openapi.yaml and on the pages, and a test takes them from there and
really sends them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.draw import SeededDraw, game_seed
from moothall.domain.core.title import AnyTitle

GAME = "0123456789abcdefghjkmnpqrs"
"""Stands in the examples for the id of a game."""

TOURNAMENT = "123456789abcdefghjkmnpqrst"
"""The same for a tournament's."""

PLAYER_ID = "p_0123456789abcdef"
"""The same for a player's."""

WEBHOOK = "wh_0123456789abcdef"
"""The same for a webhook's."""

SECRET = bytes(32)
"""The secret of the game that the examples of moves are from; a test creates one with it."""


class Example(NamedTuple):
    """What to send."""

    path: Mapping[str, str | int] = {}
    query: Mapping[str, Any] = {}
    headers: Mapping[str, str] = {}
    body: Any = None
    bodies: Callable[[Mapping[str, AnyTitle]], dict[str, Any]] | None = None
    """Several bodies by name, made from the titles."""


def of_game(body: Any = None, query: Mapping[str, Any] | None = None, **headers: str) -> Example:
    """What to send to the examples' game: `Idempotency_Key="move-1"` is a header."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Example({"game_id": GAME}, query or {}, named, body)


def of_tournament(
    body: Any = None, query: Mapping[str, Any] | None = None, number: int | None = None, **headers: str
) -> Example:
    """What to send to the examples' tournament, about a round of it if one is named."""
    example = of_game(body, query, **headers)
    return example._replace(path={"tournament_id": TOURNAMENT, **({} if number is None else {"number": number})})


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


def preview_bodies(titles: Mapping[str, AnyTitle]) -> dict[str, Any]:
    """A body that tries the same move, by title."""
    return {
        slug: {"summary": each["summary"], "value": {"candidates": [each["value"]]}}
        for slug, each in move_bodies(titles).items()
    }


def fill(
    example: Example, operation: dict[str, Any], shared: list[dict[str, Any]], titles: Mapping[str, AnyTitle]
) -> None:
    """Put the example of an operation where OpenAPI has a place for it."""
    given = {"path": example.path, "query": example.query, "header": example.headers}
    own = operation.get("parameters", [])
    for parameter in [*own, *shared]:
        value = given[parameter["in"]].get(parameter["name"])
        if value is not None:
            parameter["example"] = value
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is not None and example.bodies is not None:
        content["examples"] = example.bodies(titles)
    elif content is not None and example.body is not None:
        content["example"] = example.body
