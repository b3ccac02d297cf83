"""openapi.yaml, made from the schemas and routes; the file in the repository is compared with this by a test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import yaml
from apispec import APISpec
from flask import Flask

from domain.core.title import AnyTitle
from server.apidocs import examples, headers
from server.apidocs.titles import add_titles, point_to_titles
from server.blueprint import Needs
from server.problems import KINDS, TYPE
from server.schemas.answers import Problem

VERSION = "3.1.0"

METHODS = ("get", "post", "put", "patch", "delete")

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

HEADER_PATTERNS = {
    "If-Match": '^(W/)?"[0-9]{1,15}"$',
    "If-None-Match": '^(W/)?"[0-9]{1,15}"$',
    "Idempotency-Key": r"^[\x21-\x7e]{1,128}$",
    "Last-Event-ID": r"^[0-9]{1,15}$",
}

_TEXT = {"schema": {"type": "string"}}

ALSO = {
    "GET /v1/games/{game_id}/events": {"text/event-stream": _TEXT, "application/x-ndjson": _TEXT},
    "GET /v1/me/events": {"text/event-stream": _TEXT, "application/x-ndjson": _TEXT},
    "GET /v1/titles/{slug}/rules": {"text/markdown": _TEXT},
    "GET /problems/": {"text/html": _TEXT},
    "GET /problems/{slug}": {"text/html": _TEXT},
}
"""Other forms in which an answer can be had, by Accept."""

DRY = ("POST /v1/games/{game_id}/moves",)
"""Operations that can be tried without doing them."""

MORE_PROBLEMS = {
    "GET /v1/games/{game_id}": ("403",),
    "GET /v1/games/{game_id}/audit": ("409",),
}
"""Problems of reading operations that others of their kind do not have: borrowed eyes, a game that is not over."""


def document_of(app: Flask) -> str:
    """The description of this app's API, as YAML; made once."""
    made: str | None = app.extensions.get("moothall.openapi")
    if made is None:
        made = as_yaml(data_of(app))
        app.extensions["moothall.openapi"] = made
    return made


def as_yaml(data: Any) -> str:
    """Any part of it, for reading."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def data_of(app: Flask) -> dict[str, Any]:
    """The whole document; made once."""
    made: dict[str, Any] | None = app.extensions.get("moothall.openapi.data")
    if made is None:
        parts = app.extensions["moothall"]
        made = build(
            app.extensions["moothall.api"].spec, parts.titles, _endpoints(app), app.extensions["moothall.needs"]
        )
        app.extensions["moothall.openapi.data"] = made
    return made


def build(
    spec: APISpec, titles: Mapping[str, AnyTitle], endpoints: Mapping[str, str], needs: Mapping[str, Needs]
) -> dict[str, Any]:
    """The document; `endpoints` carry out the operations, `needs` says for whom."""
    add_titles(spec, titles)
    data = spec.to_dict()
    components = data["components"]
    components["responses"] = {
        name: response for name, response in components["responses"].items() if name.startswith("Problem")
    }
    for name in ("Error", "PaginationMetadata"):  # the library's own shapes, which we do not use
        components["schemas"].pop(name, None)
    components["headers"] = headers.COMPONENTS
    point_to_titles(components["schemas"], titles)
    for schema in bodies_of(data):
        components["schemas"][schema]["additionalProperties"] = False
    for path, operations in data["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                name = f"{method.upper()} {path}"
                _complete(name, operation, needs[endpoints[name]])
                operation["operationId"] = endpoints[name].rpartition(".")[2]
                examples.fill(name, operation, operations.get("parameters", []), titles)
    return data


def bodies_of(data: dict[str, Any]) -> set[str]:
    """The schemas of what clients send: nothing unknown is passed over."""
    found: set[str] = set()

    def walk(node: Any) -> None:
        if isinstance(node, dict):
            ref = node.get("$ref", "")
            name = ref.rpartition("/")[2]
            if ref.startswith("#/components/schemas/") and name not in found and not name.endswith("Move"):
                found.add(name)
                walk(data["components"]["schemas"][name])
            for each in node.values():
                walk(each)
        elif isinstance(node, list):
            for each in node:
                walk(each)

    for operations in data["paths"].values():
        for method in METHODS:
            walk(operations.get(method, {}).get("requestBody", {}))
    return found


def _endpoints(app: Flask) -> dict[str, str]:
    """The endpoint of each operation: blueprint and function that carry it out."""
    found = {}
    for rule in app.url_map.iter_rules():
        path = re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for method in rule.methods or ():
            found[f"{method} {path}"] = rule.endpoint
    return found


class _Dumper(yaml.CSafeDumper):
    """Writes what is used twice twice: not every reader of OpenAPI follows YAML's aliases."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _complete(name: str, operation: dict[str, Any], needs: Needs) -> None:
    """Headers, security and problems of an operation."""
    for header in HEADERS.get(name, ()):
        operation.setdefault("parameters", []).append(
            {
                "in": "header",
                "name": header,
                "schema": {"type": "string", "pattern": HEADER_PATTERNS[header]},
                "description": HEADER_TEXTS[header],
            }
        )
    writes = not name.startswith("GET")
    token = {"token": [] if needs.scope is None else [needs.scope]}
    operation["security"] = [token] if needs.token else [{}, token]
    text = " ".join(operation.get("summary", "").split())
    operation["summary"], _, rest = text.partition(". ")
    operation["summary"] = operation["summary"].removesuffix(".")
    operation["description"] = " ".join([rest, operation.get("description", "")]).strip() or text
    for parameter in operation.get("parameters", []):
        _never_null(parameter["schema"])
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
    headers.add(name, responses, keyed="Idempotency-Key" in HEADERS.get(name, ()))


def _never_null(schema: dict[str, Any]) -> None:
    """What stands in a query or a header is text: it can be left out, but not be null."""
    if isinstance(schema.get("type"), list):
        (schema["type"],) = (kind for kind in schema["type"] if kind != "null")
    if "enum" in schema:
        schema["enum"] = [value for value in schema["enum"] if value is not None]
    if schema.get("default", ...) is None:
        del schema["default"]


def _statuses(name: str, writes: bool) -> list[str]:
    """The problems of an operation, besides the 422 that every checked body or query brings along."""
    statuses = {"400", "401", "404", "408", "429", "500", "503", *MORE_PROBLEMS.get(name, ())}
    if writes:
        statuses |= {"409", "413", "415", "422"}
    if " /v1/" in name:
        statuses.add("403")
    if "If-Match" in HEADERS.get(name, ()):
        statuses.add("412")
    return sorted(statuses)


def add_problems(spec: APISpec) -> None:
    """A reusable response per status, naming the kinds of problem it can be."""
    kinds: dict[int, list[str]] = {}
    for kind in KINDS:
        kinds.setdefault(kind.status, []).append(kind.slug)
    for status, slugs in kinds.items():
        text = ", ".join(f"`{TYPE}{slug}`" for slug in slugs)
        spec.components.response(
            f"Problem{status}",
            {
                "description": f"A problem: {text}",
                "headers": headers.of_problem(status),
                "content": {"application/problem+json": {"schema": Problem}},
            },
        )
