"""The description of the API: valid, complete, and the same as the API itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
import yaml
from flask import Flask

from moothall.domain.core.codec import plain
from moothall.domain.core.draw import FastDraw, SeededDraw
from moothall.domain.titles import TITLES
from moothall.events.projections.inbox import KINDS as NOTICES
from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config, variable
from moothall.server.openapi import data_of, document_of
from moothall.server.problems import KINDS
from moothall.server.schemas.bodies.rounds import RULINGS as TOURNAMENT_RULINGS
from moothall.server.schemas.bodies.rulings import KINDS as RULINGS
from tests.support.api import Api
from tests.support.cups import TERMS
from tests.support.tally import TALLY

ROOT = Path(__file__).resolve().parents[2]
TABLE_MOVES = ("undo", "undo_all", "resign", "ask_pause", "ask_resume")
METHODS = {"get", "post", "put", "patch", "delete"}


@pytest.fixture(scope="module")
def document() -> Any:
    app = create_app(parts=wire(Config(redis="unix://unused"), {"tally": TALLY}))
    return yaml.load(document_of(app), Loader=yaml.CSafeLoader)


@pytest.fixture(scope="module")
def whole() -> Any:
    """With the titles that Moothall hosts."""
    return data_of(create_app(Config(redis="unix://unused")))


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
    assert document["info"]["contact"]
    assert document["servers"] == [{"url": "/", "description": "The server that hands out this description."}]
    assert "`deprecated`" in document["info"]["description"]


def test_every_route_is_described_and_nothing_else(app: Flask, document: Any) -> None:
    routes = {
        method + " " + re.sub(r"<(?:[^:<>]+:)?([^<>]+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if not rule.endpoint.startswith("web.")  # pages for people are no operations
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
    for kind in ("schemas", "responses", "headers"):
        for name in document["components"][kind]:
            assert f"#/components/{kind}/{name}" in used, name


def test_no_path_ends_with_a_slash(document: Any) -> None:
    assert not [path for path in document["paths"] if path.endswith("/")]


def test_every_property_says_what_it_is(whole: Any) -> None:
    for name, schema in whole["components"]["schemas"].items():
        for field, member in schema.get("properties", {}).items():
            assert member.get("description"), f"{name}.{field}"
    for name, operation in operations(whole):
        for parameter in operation.get("parameters", []):
            assert parameter.get("description"), f"{name}: {parameter['name']}"


def test_what_has_several_shapes_is_told_apart(whole: Any) -> None:
    """By a discriminator; what may be null needs none, nor a field of a kind that two titles fill differently."""
    schemas = whole["components"]["schemas"]
    shared = [schemas["GemsGainedChange"]["properties"]["gems"], schemas["ChoiceOpenedChange"]["properties"]["choice"]]
    for node in (node for node in nodes(whole) if isinstance(node, dict)):
        assert "anyOf" not in node, node
        kinds = [each for each in node.get("oneOf", []) if each != {"type": "null"}]
        if len(kinds) > 1 and node not in shared:
            tag, mapping = node["discriminator"]["propertyName"], node["discriminator"]["mapping"]
            assert [each["$ref"] for each in kinds] == list(mapping.values())
            for value, ref in mapping.items():
                assert schemas[ref.rpartition("/")[2]]["properties"][tag]["enum"] == [value]


def test_nothing_that_may_be_left_out_looks_required(whole: Any) -> None:
    """Some generators take what has a default for always there."""
    for node in nodes(whole["components"]["schemas"]):
        assert not (isinstance(node, dict) and "default" in node and "type" in node), node


def test_every_list_says_of_what(whole: Any) -> None:
    for node in nodes(whole["components"]["schemas"]):
        if isinstance(node, dict) and "array" in str(node.get("type")) and "properties" not in node:
            assert node["items"], node


def test_every_kind_of_notice_is_a_webhook(document: Any) -> None:
    assert set(document["webhooks"]) == set(NOTICES)
    for kind, item in document["webhooks"].items():
        body = item["post"]["requestBody"]["content"]["application/json"]
        schema = document["components"]["schemas"][body["schema"]["$ref"].rpartition("/")[2]]
        assert schema["properties"]["type"]["enum"] == [kind] == [body["example"]["type"]]
        assert set(schema["required"]) == set(body["example"]), kind


def test_every_ruling_has_a_shape_of_its_own(document: Any) -> None:
    schemas = document["components"]["schemas"]
    assert set(schemas["PostRuling"]["discriminator"]["mapping"]) == set(RULINGS)
    assert set(schemas["AddTimeRuling"]["required"]) == {"type", "seat", "seconds", "reason"}
    assert "seconds" not in schemas["PauseGameRuling"]["properties"]
    assert set(schemas["PostTournamentRuling"]["discriminator"]["mapping"]) == set(TOURNAMENT_RULINGS)
    assert set(schemas["TakePointsRuling"]["required"]) == {"type", "entrant", "points", "reason"}
    assert "entrant" not in schemas["PauseTournamentRuling"]["properties"]


@pytest.mark.parametrize("slug", TITLES)
def test_a_move_and_its_changes_are_exactly_one_kind(whole: Any, slug: str) -> None:
    """A game of the title, by chance: whatever is offered and whatever happens fits its own kind and no other."""
    title, luck, draw = TITLES[slug], FastDraw(11), SeededDraw(b"kinds")
    check = {word: validator(whole, word) for word in ("Move", "Change", "View")}
    turn = title.new(title.players[0], title.options(), draw)
    for index in range(120):
        for change in turn.changes:
            check["Change"].validate(plain(change))
        if index % 10 == 0:
            check["View"].validate(plain(title.view(turn.state, 0)))
        awaiting = title.awaiting(turn.state)
        if awaiting.finished:
            break
        if awaiting.step is not None:
            turn = title.run_step(turn.state, draw)
            continue
        seat = awaiting.seats[0].seat
        for offered in islice(title.legal_moves(turn.state, seat), 20):
            check["Move"].validate(plain(offered))
        turn = title.play(turn.state, seat, title.sample_move(title, turn.state, seat, luck), draw)


def validator(document: Any, component: str) -> Any:
    schema = {"$ref": f"#/components/schemas/{component}", "components": document["components"]}
    return jsonschema_rs.validator_for(schema)


def test_what_two_titles_call_the_same_is_one_kind_with_the_fields_of_both(whole: Any) -> None:
    schemas = whole["components"]["schemas"]
    assert schemas["PassMove"]["properties"].keys() == {"type"}
    assert schemas["EndTurnMove"]["required"] == ["type"]
    assert schemas["EndTurnMove"]["properties"]["collect"]["description"].startswith("Gates of Mara: ")
    assert schemas["ActivateMove"]["properties"]["ability"]["type"] == ["string", "integer"]
    assert set(schemas["BuildMove"]["properties"]) > {"card", "block"}
    assert schemas["BuildMove"]["required"] == ["type"]


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
        if kind.slug == "method-not-allowed":  # no operation has it: it is what an address says of a method it lacks
            continue
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
    union = schemas["Move"]
    assert set(union["discriminator"]["mapping"]) == {"write", "add", "done", "wave", *TABLE_MOVES}
    assert schemas["TallyWriteMove"]["properties"]["number"]["type"] == "integer"
    assert set(schemas["TallyWriteMove"]["required"]) == {"number", "type"}
    move = {"$ref": "#/components/schemas/Move"}
    assert schemas["PostMoves"]["properties"]["move"] == {**move, "description": "One move."}
    assert schemas["PostMoves"]["properties"]["moves"]["items"] == move


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
        "player_id": "p_nobody",
        "tournament_id": "nosuchcup",
        "number": 1,
    }
    bodies: dict[str, Any] = {
        "POST /v1/players": {"name": "Ada"},
        "PATCH /v1/me": {"name": "Ada"},
        "POST /v1/me/webhooks": {"url": "https://example.org/"},
        "POST /v1/games": {"title": "tally", "seats": [{"kind": "human"}]},
        "POST /v1/me/tokens": {"name": "bot", "scopes": ["read"]},
        "POST /v1/games/{game_id}/moves": {"move": {"type": "wave"}},
        "POST /v1/games/{game_id}/moves/preview": {"candidates": [{"move": {"type": "wave"}}]},
        "POST /v1/me/stream-ticket": {"stream": "/v1/me/events"},
        "POST /v1/games/{game_id}/rulings": {"type": "pause_game", "reason": "dinner"},
        "POST /v1/games/{game_id}/fork": {"at": 3},
        "POST /v1/tournaments": TERMS,
        "POST /v1/tournaments/{tournament_id}/invitations": {"player": "p_nobody"},
        "PUT /v1/tournaments/{tournament_id}/rounds/{number}/pairings": {"tables": []},
        "POST /v1/tournaments/{tournament_id}/rulings": {"type": "pause_tournament", "reason": "dinner"},
    }
    for name, operation in operations(document):
        method, _, path = name.partition(" ")
        answer = api.app.test_client().open(path.format(**fill), method=method, json=bodies.get(name))
        assert (answer.status_code == 401) == (bool(operation["security"]) and {} not in operation["security"]), name


def test_the_server_hands_its_description_out(api: Api) -> None:
    answer = api.spectator.get("/openapi.yaml")
    assert answer.mimetype == "application/yaml"
    assert answer.text == document_of(api.app)
    as_json = api.app.test_client().get("/openapi.json")
    assert as_json.mimetype == "application/json"
    assert as_json.get_json() == yaml.load(answer.text, Loader=yaml.CSafeLoader)


def test_the_file_in_the_repository_is_what_the_server_says() -> None:
    """`make openapi` writes it."""
    made = document_of(create_app(Config(redis="unix://unused")))
    assert (ROOT / "openapi.yaml").read_text("utf-8") == made


def test_the_documentation_names_every_setting() -> None:
    page = (ROOT / "docs" / "settings.md").read_text("utf-8")
    missing = [name for name in map(variable, Config.__dataclass_fields__) if f"`{name}`" not in page]
    assert missing == []
