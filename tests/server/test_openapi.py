"""The description of the API: valid, complete, and the same as the API itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask

from server.app import create_app
from server.bootstrap import wire
from server.config import Config, variable
from server.openapi import document_of
from server.problems import KINDS
from tests.support.api import Api
from tests.support.tally import TALLY

ROOT = Path(__file__).resolve().parents[2]
TABLE_MOVES = ("undo", "undo_all", "resign", "ask_pause", "ask_resume")
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> Any:
    app = create_app(parts=wire(Config(redis="unix://unused"), {"tally": TALLY}))
    return yaml.load(document_of(app), Loader=yaml.CSafeLoader)


def operations(document: Any) -> Iterator[tuple[str, Any]]:
    for path, item in document["paths"].items():
        for method, operation in item.items():
            if method in METHODS:
                yield f"{method.upper()} {path}", operation


def nodes(node: Any) -> Iterator[Any]:
    yield node
    inner = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    for each in inner:
        yield from nodes(each)


def test_it_says_what_it_is(document: Any) -> None:
    assert document["openapi"] == "3.1.0"
    assert document["info"]["title"] == "Moothall"
    assert document["info"]["version"]


def test_every_route_is_described_and_nothing_else(app: Flask, document: Any) -> None:
    routes = {
        method + " " + re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }
    assert {name for name, _ in operations(document)} == routes


def test_every_reference_resolves(document: Any) -> None:
    references = {node["$ref"] for node in nodes(document) if isinstance(node, dict) and "$ref" in node}
    assert references
    for reference in references:
        assert reference.startswith("#/")
        place = document
        for part in reference[2:].split("/"):
            assert part in place, reference
            place = place[part]


def test_every_component_is_used(document: Any) -> None:
    used = {node["$ref"] for node in nodes(document) if isinstance(node, dict) and "$ref" in node}
    unions = {name for name in document["components"]["schemas"] if name.endswith("Move")}
    for name in set(document["components"]["schemas"]) - unions:
        assert f"#/components/schemas/{name}" in used, name


def test_every_path_parameter_is_described(document: Any) -> None:
    for path, item in document["paths"].items():
        names = [each["name"] for each in item.get("parameters", []) if each["in"] == "path"]
        assert names == re.findall(r"{([^}]+)}", path)


def test_parameters_have_names_of_their_own(document: Any) -> None:
    for name, operation in operations(document):
        keys = [(each["in"], each["name"]) for each in operation.get("parameters", [])]
        assert len(keys) == len(set(keys)), name


def test_every_operation_has_a_summary_a_success_and_problems(document: Any) -> None:
    for name, operation in operations(document):
        assert operation["summary"], name
        statuses = set(operation["responses"])
        assert any(status.startswith("2") for status in statuses), name
        assert {"400", "500", "503"} <= statuses, name
        for status, response in operation["responses"].items():
            if status >= "400":
                assert response == {"$ref": f"#/components/responses/Problem{status}"}, name
            elif "$ref" not in response:
                assert response["description"], name


def test_every_operation_has_a_name_of_its_own(document: Any) -> None:
    names = [operation["operationId"] for _, operation in operations(document)]
    assert len(names) == len(set(names))


def test_every_problem_is_described_as_one(document: Any) -> None:
    problems = document["components"]["responses"]
    for name, response in problems.items():
        schema = response["content"]["application/problem+json"]["schema"]
        assert schema == {"$ref": "#/components/schemas/Problem"}, name
    for kind in KINDS:
        assert f"`/problems/{kind.slug}`" in problems[f"Problem{kind.status}"]["description"]


def test_types_are_those_of_json_schema(document: Any) -> None:
    known = {"string", "integer", "number", "boolean", "object", "array", "null"}
    for node in nodes(document["components"]["schemas"]):
        if isinstance(node, dict) and isinstance(node.get("type"), str | list):
            types = [node["type"]] if isinstance(node["type"], str) else node["type"]
            assert len(types) == len(set(types)), node
            assert set(types) <= known, node
        assert not (isinstance(node, dict) and "nullable" in node), "a word of OpenAPI 3.0"


def test_patterns_mean_the_same_in_json_schema(document: Any) -> None:
    patterns = [node["pattern"] for node in nodes(document) if isinstance(node, dict) and "pattern" in node]
    assert patterns
    for pattern in patterns:
        assert pattern.startswith("^"), pattern
        assert pattern.endswith("$"), pattern
        assert r"\Z" not in pattern


def test_every_move_is_described(document: Any) -> None:
    schemas = document["components"]["schemas"]
    union = schemas["TallyMove"]
    assert set(union["discriminator"]["mapping"]) == {"write", "add", "done", "wave"}
    assert set(schemas["TableMove"]["discriminator"]["mapping"]) == set(TABLE_MOVES)
    assert schemas["TallyWriteMove"]["properties"]["number"]["type"] == "integer"
    assert set(schemas["TallyWriteMove"]["required"]) == {"number", "type"}
    assert schemas["PostMoves"]["properties"]["move"] == {
        "anyOf": [{"$ref": "#/components/schemas/TallyMove"}, {"$ref": "#/components/schemas/TableMove"}]
    }


def test_what_needs_a_token_says_so(api: Api, document: Any) -> None:
    """Each operation is asked without a token: 401 if and only if its description says that one is needed."""
    fill = {
        "slug": "tally",
        "game_id": "nosuchgame",
        "rule_id": "TL-1.1",
        "webhook_id": "wh_0",
        "delivery_id": "wh_0.1",
        "token_id": "first",
        "operation_id": "me",
    }
    bodies: dict[str, Any] = {
        "POST /v1/players": {"name": "Ada"},
        "POST /v1/me/webhooks": {"url": "https://example.org/"},
        "POST /v1/games": {"title": "tally", "seats": [{"kind": "human"}]},
        "POST /v1/me/tokens": {"name": "bot", "scopes": ["read"]},
        "POST /v1/games/{game_id}/moves": {"move": {"type": "wave"}},
        "POST /v1/games/{game_id}/rulings": {"type": "pause_game", "reason": "dinner"},
        "POST /v1/games/{game_id}/fork": {"at": 3},
    }
    for name, operation in operations(document):
        method, _, path = name.partition(" ")
        answer = api.app.test_client().open(path.format(**fill), method=method, json=bodies.get(name))
        assert (answer.status_code == 401) == (bool(operation["security"]) and {} not in operation["security"]), name


def test_the_server_hands_its_description_out(api: Api) -> None:
    answer = api.spectator.get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert answer.text == document_of(api.app)


def test_the_file_in_the_repository_is_what_the_server_says() -> None:
    """`make openapi` writes it."""
    made = document_of(create_app(Config(redis="unix://unused")))
    assert (ROOT / "openapi.yaml").read_text("utf-8") == made


def test_the_readme_names_every_setting() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    missing = [name for name in map(variable, Config.__dataclass_fields__) if f"`{name}`" not in readme]
    assert missing == []
