"""The description of the API, arranged for pages."""

from __future__ import annotations

import shlex
from typing import Any

import msgspec

from moothall.server.openapi import METHODS
from moothall.server.problems import KINDS, Kind


def operations_of(document: dict[str, Any]) -> list[dict[str, Any]]:
    """Every operation with its method, path and all its parameters."""
    found = []
    for path, item in document["paths"].items():
        for method in (method for method in METHODS if method in item):
            operation = item[method]
            parameters = [*item.get("parameters", []), *operation.get("parameters", [])]
            found.append({**operation, "method": method.upper(), "path": path, "parameters": parameters})
    return found


def reachable(node: Any, schemas: dict[str, Any]) -> list[str]:
    """The schemas that something refers to, but for the many of the titles' moves and changes, which have pages of
    their own."""
    names: list[str] = []

    def walk(part: Any) -> None:
        if isinstance(part, dict):
            name = last(part.get("$ref", "")) if isinstance(part.get("$ref", ""), str) else ""
            if name in schemas and name not in names and not name.endswith(("Move", "Change")):
                names.append(name)
                walk(schemas[name])
            for each in part.values():
                walk(each)
        elif isinstance(part, list):
            for each in part:
                walk(each)

    walk(node)
    return names


def curl(operation: dict[str, Any]) -> str:
    """The operation's example as a command."""
    path, query, headers = operation["path"], [], []
    for parameter in operation["parameters"]:
        value = parameter.get("example")
        if value is None:
            continue
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", str(value))
        elif parameter["in"] == "query":
            query.append(f"{parameter['name']}={value}")
        else:
            headers.append(f"{parameter['name']}: {value}")
    address = f'"$BASE{path}?{"&".join(query)}"' if query else f"$BASE{path}"
    words = ["curl", "-X", operation["method"], address]
    if {} not in operation["security"] and operation["security"]:
        headers.append("Authorization: Bearer $TOKEN")
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    body = content.get("example") or next((each["value"] for each in content.get("examples", {}).values()), None)
    if body is not None:
        headers.append("Content-Type: application/json")
    lines = [" ".join(words), *(f'-H "{each}"' if "$" in each else f"-H {shlex.quote(each)}" for each in headers)]
    if body is not None:
        lines.append(f"-d {shlex.quote(msgspec.json.encode(body).decode())}")
    return " \\\n  ".join(lines)


def answers_of(operation: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[Kind]]]:
    """An operation's successes, and by status the kinds of its problems."""
    responses = sorted(operation["responses"].items())
    successes = {status: response for status, response in responses if "$ref" not in response}
    refused = [status for status, response in responses if "$ref" in response]
    problems = {status: [kind for kind in KINDS if str(kind.status) == status] for status in refused}
    return successes, problems


def pretty(value: Any) -> str:
    """An example as it is read most easily."""
    return value if isinstance(value, str) else msgspec.json.format(msgspec.json.encode(value), indent=2).decode()


def last(ref: str) -> str:
    """The name at the end of a reference."""
    return ref.rpartition("/")[2]
