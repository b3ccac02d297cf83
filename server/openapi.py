"""openapi.yaml, made from the schemas and routes; the file in the repository is compared with this by a test."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml
from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Flask

from domain.core.title import AnyTitle
from server.problems import HTTP, TABLE, TYPE
from server.schemas.answers import Problem
from server.schemas.moves import component_name, move_schemas, table_schemas

VERSION = "3.1.0"

INFO = {
    "title": "Moothall",
    "version": "1",
    "license": {"name": "MIT", "identifier": "MIT"},
    "description": "A board-game server: every action is an event, every game can be replayed and checked. "
    "Errors are problem details (RFC 9457); a refused move names the rule that refuses it.",
}

HEADERS = {
    "POST /v1/games/{game_id}/moves": ("If-Match", "Idempotency-Key"),
    "POST /v1/games/{game_id}/undo": ("If-Match", "Idempotency-Key"),
    "POST /v1/games/{game_id}/resign": ("If-Match", "Idempotency-Key"),
    "POST /v1/games/{game_id}/pause": ("If-Match", "Idempotency-Key"),
    "POST /v1/games/{game_id}/resume": ("If-Match", "Idempotency-Key"),
    "POST /v1/games/{game_id}/abort": ("Idempotency-Key",),
    "POST /v1/games/{game_id}/seats": ("Idempotency-Key",),
    "DELETE /v1/games/{game_id}/seats/me": ("Idempotency-Key",),
    "POST /v1/games": ("Idempotency-Key",),
    "POST /v1/games/{game_id}/rulings": ("Idempotency-Key",),
    "POST /v1/games/{game_id}/fork": ("Idempotency-Key",),
    "GET /v1/games/{game_id}": ("If-None-Match",),
    "GET /v1/games/{game_id}/events": ("Last-Event-ID",),
    "GET /v1/me/events": ("Last-Event-ID",),
}
"""Request headers by operation."""

HEADER_TEXTS = {
    "If-Match": 'The version you decided on, such as `"41"`; 412 if the game has moved on.',
    "If-None-Match": "The version you have; 304 if it is still the newest.",
    "Idempotency-Key": "Your own name for this request; sent again within a day it gets the same answer.",
    "Last-Event-ID": "The last event you have; a live stream goes on after it.",
}

_TEXT = {"schema": {"type": "string"}}

ALSO = {
    "GET /v1/games/{game_id}/events": {"text/event-stream": _TEXT, "application/x-ndjson": _TEXT},
    "GET /v1/me/events": {"text/event-stream": _TEXT, "application/x-ndjson": _TEXT},
    "GET /v1/titles/{slug}/rules": {"text/markdown": _TEXT},
}
"""Other forms in which an answer can be had, by Accept."""

DRY = ("POST /v1/games/{game_id}/moves",)
"""Operations that can be tried without doing them."""

OPEN = ("POST /v1/players",)
"""Writing operations that need no token."""

NEED_TOKEN = (
    "GET /v1/me",
    "GET /v1/me/events",
    "GET /v1/me/games",
    "GET /v1/me/webhooks",
    "GET /v1/me/webhooks/{webhook_id}/deliveries",
    "GET /v1/games/{game_id}/moves",
)
"""Reading operations that do."""


MORE_PROBLEMS = {
    "GET /v1/games/{game_id}": ("403",),
    "GET /v1/games/{game_id}/audit": ("409",),
}
"""Problems of reading operations that others of their kind do not have: borrowed eyes, a game that is not over."""


def document_of(app: Flask) -> str:
    """The description of this app's API, as YAML; made once."""
    made: str | None = app.extensions.get("moothall.openapi")
    if made is None:
        made = render(app.extensions["moothall.api"].spec, app.extensions["moothall"].titles)
        app.extensions["moothall.openapi"] = made
    return made


def render(spec: APISpec, titles: Mapping[str, AnyTitle]) -> str:
    """The whole document."""
    add_moves(spec, titles)
    data = spec.to_dict()
    data["components"]["responses"] = {
        name: response for name, response in data["components"]["responses"].items() if name.startswith("Problem")
    }
    for name in ("Error", "PaginationMetadata"):  # the library's own shapes, which we do not use
        data["components"]["schemas"].pop(name, None)
    _point_to_moves(data["components"]["schemas"], titles)
    for path, operations in data["paths"].items():
        for method, operation in operations.items():
            if method in ("get", "post", "delete"):
                _complete(f"{method.upper()} {path}", operation)
    return yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


class _Dumper(yaml.SafeDumper):
    """Writes what is used twice twice: not every reader of OpenAPI follows YAML's aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def add_moves(spec: APISpec, titles: Mapping[str, AnyTitle]) -> None:
    """A component per move type, and per title the union of its moves."""
    for tag, schema in table_schemas().items():
        _component(spec, component_name("table", tag), schema)
    for title in titles.values():
        mapping = {}
        for tag, schema in move_schemas(title).items():
            name = component_name("table" if tag in table_schemas() else title.slug, tag)
            if tag not in table_schemas():
                _component(spec, name, schema)
            mapping[tag] = f"#/components/schemas/{name}"
        spec.components.schema(
            _union_name(title),
            {
                "description": f"A move of {title.name}.",
                "oneOf": [{"$ref": ref} for ref in mapping.values()],
                "discriminator": {"propertyName": "type", "mapping": mapping},
            },
        )


def _component(spec: APISpec, name: str, schema: Any) -> None:
    plugin = next(plugin for plugin in spec.plugins if isinstance(plugin, MarshmallowPlugin))
    converter: Any = plugin.converter
    described = converter.schema2jsonschema(schema())
    described["description"] = " ".join((schema.__doc__ or "").split())
    described["additionalProperties"] = False
    spec.components.schema(name, described)


def _union_name(title: AnyTitle) -> str:
    return component_name(title.slug, "")


def _point_to_moves(schemas: dict[str, Any], titles: Mapping[str, AnyTitle]) -> None:
    """Wherever a schema says that a member is a move, say which moves there are."""
    any_move = {"anyOf": [{"$ref": f"#/components/schemas/{_union_name(title)}"} for title in titles.values()]}

    def walk(node: Any) -> Any:
        if isinstance(node, dict):
            if node.get("x-move"):
                return any_move
            return {name: walk(value) for name, value in node.items()}
        return [walk(value) for value in node] if isinstance(node, list) else node

    for name in ("PostMoves", "LegalMove"):
        schemas[name] = walk(schemas[name])


def _complete(name: str, operation: dict[str, Any]) -> None:
    """Headers, security and problems of an operation."""
    for header in HEADERS.get(name, ()):
        operation.setdefault("parameters", []).append(
            {"in": "header", "name": header, "schema": {"type": "string"}, "description": HEADER_TEXTS[header]}
        )
    writes = not name.startswith("GET")
    if writes or name in NEED_TOKEN:
        operation["security"] = [] if name in OPEN else [{"token": []}]
    else:
        operation["security"] = [{}, {"token": []}]
    responses = operation["responses"]
    responses.get("200", {}).setdefault("content", {}).update(ALSO.get(name, {}))
    if name in DRY:
        responses["200"] = {**responses["201"], "description": "What would happen; nothing is stored."}
    if name.endswith("{game_id}/events"):
        responses["204"] = {"description": "The game is over and you have all of it: do not follow it again."}
    if "422" in responses:  # a checked query or body brought the library's own shape along
        responses["422"] = {"$ref": "#/components/responses/Problem422"}
    if "If-None-Match" in HEADERS.get(name, ()):
        responses["304"] = {"description": "You have the newest version."}
    for status in _statuses(name, writes):
        responses[status] = {"$ref": f"#/components/responses/Problem{status}"}


def _statuses(name: str, writes: bool) -> list[str]:
    """The problems of an operation, besides the 422 that every checked body or query brings along."""
    statuses = {"400", "401", "404", "500", "503", *MORE_PROBLEMS.get(name, ())}
    if writes:
        statuses |= {"409", "413", "415", "422"}
    if "{game_id}/" in name and (writes or name in NEED_TOKEN):
        statuses.add("403")
    if "If-Match" in HEADERS.get(name, ()):
        statuses.add("412")
    return sorted(statuses)


def add_problems(spec: APISpec) -> None:
    """A reusable response per status, naming the kinds of problem it can be."""
    kinds: dict[int, list[str]] = {}
    for kind in (*(kind for _, kind in TABLE), *HTTP):
        if kind.slug not in kinds.setdefault(kind.status, []):
            kinds[kind.status].append(kind.slug)
    for status, slugs in kinds.items():
        text = ", ".join(f"`{TYPE}{slug}`" for slug in slugs)
        spec.components.response(
            f"Problem{status}",
            {"description": f"A problem: {text}", "content": {"application/problem+json": {"schema": Problem}}},
        )
