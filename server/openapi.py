"""openapi.yaml, made from the schemas and routes; the file in the repository is compared with this by a test."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import msgspec
import yaml
from apispec import APISpec
from flask import Flask

from moothall.domain.core.title import AnyTitle
from moothall.server.apidocs import answers, examples, headers, webhooks
from moothall.server.apidocs.glossary import ANSWERS
from moothall.server.apidocs.headers import IDEMPOTENCY_KEY, IF_MATCH, Header
from moothall.server.apidocs.kinds import split_kinds
from moothall.server.apidocs.shapes import finish
from moothall.server.apidocs.titles import add_titles, point_to_titles
from moothall.server.apidocs.tournaments import add_tournaments
from moothall.server.blueprint import ANYBODY, UNDESCRIBED, Declared, Needs
from moothall.server.problems import KINDS, TYPE
from moothall.server.schemas.answers.problems import Problem

VERSION = "3.1.0"

DATA = "moothall.openapi.data"
"""Under this name an app keeps its description."""

METHODS = ("get", "post", "put", "patch", "delete")

EMPTY = (204, 205)
"""Successes that have nothing to say."""

INFO = {
    "title": "Moothall",
    "version": "1",
    "license": {"name": "MIT", "identifier": "MIT"},
    "contact": {"name": "Whoever runs this server"},
    "description": "A board-game server: every action is an event, every game can be replayed and checked. "
    "Errors are problem details (RFC 9457); a refused move names the rule that refuses it.\n\n"
    "What may change within `/v1`: new operations, new optional members of what you send, new members of what you get, "
    "new kinds of moves, changes, notices and problems. Be ready to pass over what you do not know. Whatever is to go "
    "is marked `deprecated` here and answers with the headers `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) for at "
    "least six months before it goes; anything else that would break a client becomes `/v2`.",
}

SERVERS = [{"url": "/", "description": "The server that hands out this description."}]


def document_of(app: Flask) -> str:
    """The description of this app's API, as YAML; made once."""
    made: str | None = app.extensions.get("moothall.openapi")
    if made is None:
        made = as_yaml(data_of(app))
        app.extensions["moothall.openapi"] = made
    return made


def json_of(app: Flask) -> bytes:
    """The same as JSON; made once."""
    made: bytes | None = app.extensions.get("moothall.openapi.json")
    if made is None:
        made = msgspec.json.encode(data_of(app))
        app.extensions["moothall.openapi.json"] = made
    return made


def as_yaml(data: Any) -> str:
    """Any part of it, for reading."""
    text: str = yaml.dump(data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
    return text


def data_of(app: Flask) -> dict[str, Any]:
    """The whole document; made once."""
    made: dict[str, Any] | None = app.extensions.get(DATA)
    if made is None:
        parts = app.extensions["moothall"]
        with app.app_context():  # the description lists what this server has
            for describe in app.extensions[UNDESCRIBED]:
                describe()
        made = build(
            app.extensions["moothall.api"].spec, parts.titles, _endpoints(app), app.extensions["moothall.routes"]
        )
        app.extensions[DATA] = made
    return made


def build(
    spec: APISpec, titles: Mapping[str, AnyTitle], endpoints: Mapping[str, str], routes: Mapping[str, Declared]
) -> dict[str, Any]:
    """The document; `endpoints` carry out the operations, `routes` say what is to be said of them."""
    add_titles(spec, titles)
    add_tournaments(spec)
    data = spec.to_dict()
    components = data["components"]
    for name in ("Error", "PaginationMetadata"):  # the library's own shapes, which we do not use
        components["schemas"].pop(name, None)
    components["headers"] = headers.COMPONENTS
    point_to_titles(components["schemas"])
    for schema in bodies_of(data):
        components["schemas"][schema]["additionalProperties"] = False
    split_kinds(components["schemas"])
    finish(components["schemas"], ANSWERS)
    data |= {"servers": SERVERS, "webhooks": webhooks.described()}
    data["tags"].append({"name": webhooks.TAG, "description": "What is posted to webhooks"})
    for path, operations in data["paths"].items():
        for method, operation in operations.items():
            if method in METHODS:
                endpoint = endpoints[f"{method.upper()} {path}"]
                route = routes[endpoint]
                _complete(operation, route, writes=method != "get")
                operation["operationId"] = endpoint.rpartition(".")[2]
                examples.fill(route.example, operation, operations.get("parameters", []), titles)
                answers.fill(operation)
    for kind in ("responses", "headers"):
        components[kind] = {name: part for name, part in components[kind].items() if _is_used(data, kind, name)}
    return data


def _is_used(data: dict[str, Any], kind: str, name: str) -> bool:
    """Whether something refers to that component."""
    wanted = f"#/components/{kind}/{name}"

    def walk(node: Any) -> bool:
        if isinstance(node, dict):
            return node.get("$ref") == wanted or any(map(walk, node.values()))
        return isinstance(node, list) and any(map(walk, node))

    return walk(data["paths"]) or walk(data["components"]["responses"])


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


def _complete(operation: dict[str, Any], route: Declared, *, writes: bool) -> None:
    """Headers, security, other answers and problems of an operation, as its route declares them."""
    if route.headers:
        operation.setdefault("parameters", []).extend(map(_header, route.headers))
    for parameter in operation.get("parameters", []):
        _never_null(parameter["schema"])
    operation["security"] = _security(route.needs)
    _summarise(operation, route.needs.scope)
    responses = operation["responses"]
    success = next(responses[status] for status in sorted(responses) if status < "300")
    if route.also:
        success["content"].update(route.also)
    for status, text in route.statuses.items():
        responses[str(status)] = {"description": text} if status in EMPTY else {**success, "description": text}
    if "If-None-Match" in {header.name for header in route.headers}:
        responses["304"] = {"description": "You have the newest version."}
    answered = headers.of_answer(route.gives, keyed=IDEMPOTENCY_KEY in route.headers, limited=route.limit is not None)
    for status, response in responses.items():
        response["headers"] = {**answered, **(headers.OF_CREATED if status == "201" else {})}
    if "422" in responses:  # a checked query or body brought the library's own shape along
        responses["422"] = {"$ref": "#/components/responses/Problem422"}
    for problem in _problems(route, writes):
        responses[problem] = {"$ref": f"#/components/responses/Problem{problem}"}


def _header(header: Header) -> dict[str, Any]:
    schema = {"type": "string", "pattern": header.pattern}
    return {"in": "header", "name": header.name, "schema": schema, "description": header.text}


def _security(needs: Needs) -> list[dict[str, Any]]:
    """Whether there must be a token, or a ticket in its place. OpenAPI knows scopes of OAuth's only: `x-scope` tells
    ours."""
    ways: list[dict[str, Any]] = [{"token": []}]
    if needs.ticket:
        ways.append({"ticket": []})
    return ways if needs.token else [{}, *ways]


def _summarise(operation: dict[str, Any], scope: str | None) -> None:
    """The first sentence is the summary, the others describe."""
    text = " ".join(operation.get("summary", "").split())
    operation["summary"], _, rest = text.partition(". ")
    operation["summary"] = operation["summary"].removesuffix(".")
    operation["description"] = " ".join([rest, operation.get("description", "")]).strip() or text
    if scope is not None:
        operation["x-scope"] = scope


def _never_null(schema: dict[str, Any]) -> None:
    """What stands in a query or a header is text: it can be left out, but not be null."""
    if isinstance(schema.get("type"), list):
        (schema["type"],) = (kind for kind in schema["type"] if kind != "null")
    if "enum" in schema:
        schema["enum"] = [value for value in schema["enum"] if value is not None]
    if schema.get("default", ...) is None:
        del schema["default"]


def _problems(route: Declared, writes: bool) -> list[str]:
    """The problems of an operation, besides the 422 that every checked body or query brings along."""
    statuses = {400, 401, 404, 408, 429, 500, 503, *route.problems}
    if writes:
        statuses |= {409, 413, 415, 422}
    if route.needs != ANYBODY:
        statuses.add(403)
    if IF_MATCH in route.headers:
        statuses.add(412)
    return [str(status) for status in sorted(statuses)]


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
                "content": {"application/problem+json": {"schema": Problem, **answers.of_problem(slugs)}},
            },
        )
