"""Pages for people, the catalogue of problems, and the examples: nothing in them may be wrong or from elsewhere."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from moothall.domain.titles import TITLES
from moothall.server import catalogue
from moothall.server.app import create_app
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.openapi import DATA, data_of
from moothall.server.problems import KINDS
from tests.support.api import Api
from tests.support.examples import BAD, house_with, met_too_often, operations, problems, send, shown

SCRIPT = '<script type="module" src="/docs/search.js"><'

WITH_MOVES = ("POST /v1/games/{game_id}/moves", "POST /v1/games/{game_id}/moves/preview")
"""Their examples hang on the title."""

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture(scope="module")
def description() -> Any:
    """Made once: it takes a while, and every app with these titles has the same."""
    return data_of(create_app(Config(redis="unix://unused")))


@pytest.fixture
def hall(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path, description: Any) -> Iterator[Api]:
    """An app with the titles that Moothall hosts."""
    api = house_with(redis_server.url, tmp_path)
    api.app.extensions[DATA] = description
    yield api
    api.parts.hub.stop()
    api.parts.store.redis.close()
    api.parts.jobs.connection.close()


def test_every_kind_of_problem_has_a_page(api: Api) -> None:
    assert set(catalogue.PAGES) == {kind.slug for kind in KINDS}
    listed = api.spectator.get("/problems").json["problems"]
    assert [each["type"] for each in listed] == [f"/problems/{kind.slug}" for kind in KINDS]
    overview = api.spectator.get("/problems", headers=HTML).text
    for kind in KINDS:
        page = api.spectator.get(f"/problems/{kind.slug}", headers=HTML)
        assert page.mimetype == "text/html"
        assert kind.title in page.text
        assert f'href="/problems/{kind.slug}"' in overview
        told = api.spectator.get(f"/problems/{kind.slug}").json
        assert (told["status"], told["title"]) == (kind.status, kind.title)
        assert min(len(told["means"]), len(told["do"])) > 20
    api.spectator.get("/problems/none-such", 404)


def test_a_problem_leads_to_its_page(api: Api) -> None:
    problem = api.spectator.get("/v1/me", 401).json
    assert api.spectator.get(problem["type"]).json["status"] == 401


def test_pages_need_nothing_from_elsewhere_and_lead_nowhere_wrong(hall: Api) -> None:
    seen: set[str] = set()
    ahead = ["/docs"]
    while ahead:
        path = ahead.pop()
        answer = hall.app.test_client().get(path, headers=HTML)
        assert answer.status_code == 200, path
        if answer.mimetype != "text/html":
            continue
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", answer.text), path
        assert re.findall(r"<script[^<]*<", answer.text) == [SCRIPT], "our search, and nothing written into the page"
        assert not re.search(r"<[^>]*\son\w+=|javascript:|<style", answer.text), path
        ids = set(re.findall(r' id="([^"]+)"', answer.text))
        for link in re.findall(r'href="([^"]+)"', answer.text):
            address, _, anchor = link.partition("#")
            assert address or anchor in ids, link
            if address and address not in seen:
                seen.add(address)
                ahead.append(address)
    assert {f"/docs/titles/{slug}" for slug in TITLES} | {"/docs/table", "/docs/tournaments"} <= seen
    assert {f"/docs/operations/{each['operationId']}" for each in operations(hall).values()} <= seen


def test_the_rules_can_be_read(hall: Api) -> None:
    for slug, title in TITLES.items():
        page = hall.spectator.get(f"/docs/titles/{slug}", headers=HTML).text
        for rule in title.content.rulebook.rules:
            assert f'id="{rule}"' in page
    hall.spectator.get("/docs/titles/none-such", 404)
    hall.spectator.get("/docs/operations/none_such", 404)


def test_operations_show_their_answers_and_lead_to_their_problems(hall: Api) -> None:
    for operation in operations(hall).values():
        page = hall.spectator.get(f"/docs/operations/{operation['operationId']}", headers=HTML).text
        for kind in KINDS:
            told = f'href="/problems/{kind.slug}"' in page
            assert told == (str(kind.status) in operation["responses"]), (operation["operationId"], kind.slug)
    page = hall.spectator.get("/docs/operations/get_moves", headers=HTML).text
    assert "&#34;decision&#34;: {" in page
    assert "&#34;type&#34;: &#34;/problems/unauthorized&#34;" in page


def test_components_and_effects_can_be_read(hall: Api) -> None:
    for slug in TITLES:
        page = hall.spectator.get(f"/docs/titles/{slug}", headers=HTML).text
        content = hall.spectator.get(f"/v1/titles/{slug}/content").json
        for kind, table in content["tables"].items():
            for entry in table if isinstance(table, list) else ():
                assert f'id="{kind}-{entry["id"]}"' in page
                assert entry["text"], entry
        for op in set(re.findall(r'"op": "(\w+)"', json.dumps(content["tables"]))):
            assert f'id="effect-op-{op}"' in page
        for word in ("printed", "inferred", "designed"):
            assert f'<span class="source">{word}' in page
    for page, book in (("table", hall.parts.table_rules), ("tournaments", hall.parts.tournament_rules)):
        shown = hall.spectator.get(f"/docs/{page}", headers=HTML).text
        for rule in book.rules:
            assert f'id="{rule}"' in shown


def test_the_search_knows_everything_and_where_it_is(hall: Api) -> None:
    found = hall.app.test_client().get("/docs/search.json").get_json()
    pages: dict[str, str] = {}
    for entry in found:
        address, _, place = entry["place"].partition("#")
        if address not in pages:
            pages[address] = hall.spectator.get(address, headers=HTML).text
        assert not place or f'id="{place}"' in pages[address], entry
    names = {(entry["kind"], entry["name"]) for entry in found}
    assert {("problem", kind.slug) for kind in KINDS} <= names
    assert {("operation", name) for name in operations(hall)} <= names
    assert {("rule", rule) for title in TITLES.values() for rule in title.content.rulebook.rules} <= names
    assert {("component", "Phoenix Egg"), ("effect", "recharge"), ("move", "end_turn")} <= names


@pytest.mark.skipif(shutil.which("node") is None, reason="the search is JavaScript: needs node")
@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("MF-4.3", "MF-4.3"),
        ("phoenix egg", "Phoenix Egg"),
        ("illegal-move", "illegal-move"),
        ("post fork", "POST /v1/games/{game_id}/fork"),
        ("nothing like this", None),
        ("  ", None),
    ],
)
def test_the_search_finds(hall: Api, tmp_path: Path, query: str, first: str | None) -> None:
    (tmp_path / "search.mjs").write_text(hall.app.test_client().get("/docs/search.js").text)
    (tmp_path / "entries.json").write_text(hall.app.test_client().get("/docs/search.json").text)
    (tmp_path / "ask.mjs").write_text(
        'import { readFileSync } from "node:fs"; import { find } from "./search.mjs";\n'
        'const entries = JSON.parse(readFileSync("entries.json", "utf-8"));\n'
        "console.log(JSON.stringify(find(entries, process.argv[2])));\n"
    )
    done = subprocess.run(["node", "ask.mjs", query], cwd=tmp_path, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert (found[0]["name"] if found else None) == first


def test_every_operation_has_an_example(hall: Api) -> None:
    """Whatever must be sent has one."""
    for name, operation in operations(hall).items():
        shared = data_of(hall.app)["paths"][name.partition(" ")[2]].get("parameters", [])
        for parameter in [*shared, *operation.get("parameters", [])]:
            assert "example" in parameter or not parameter.get("required"), f"{name}: {parameter['name']}"
        body = operation.get("requestBody", {"required": False})
        if body["required"]:
            assert {"example", "examples"} & set(body["content"]["application/json"]), name


def test_examples_do_what_they_say(hall: Api) -> None:
    """Taken from the description, sent as they stand; what comes back looks as the description shows it."""
    for name in operations(hall):
        operation, answer = send(hall, name)
        status = str(answer.status_code)
        assert status < "400", f"{name}: {status} {answer.text}"
        assert status in operation["responses"], name
        if answer.get_data():
            assert shape(shown(operation["operationId"], answer)) == shape(example_answer(operation, status)), name


def test_what_is_shown_fits_its_schema(hall: Api) -> None:
    document = data_of(hall.app)
    for operation in operations(hall).values():
        for response in operation["responses"].values():
            for content in response.get("content", {}).values():
                if "example" in content:
                    schema = {**content["schema"], "components": document["components"]}
                    jsonschema_rs.validator_for(schema).validate(content["example"])


def test_every_operation_shows_a_problem_that_can_be_met(hall: Api) -> None:
    """A bad token is refused everywhere, and as it is shown."""
    responses = data_of(hall.app)["components"]["responses"]
    for name, operation in operations(hall).items():
        if not operation["security"]:
            continue
        _, answer = send(hall, name, token=BAD)
        assert answer.status_code == 401, name
        content = responses[operation["responses"]["401"]["$ref"].rpartition("/")[2]]["content"]
        example = content["application/problem+json"]["examples"]["unauthorized"]["value"]
        assert shape(answer.get_json()) == shape(example), name


def test_problems_are_as_they_are_shown(hall: Api) -> None:
    met = {**problems(hall), **met_too_often(hall)}
    for name, response in data_of(hall.app)["components"]["responses"].items():
        for slug, example in response["content"]["application/problem+json"].get("examples", {}).items():
            assert f"Problem{met[slug]['status']}" == name
            assert shape(met.pop(slug)) == shape(example["value"]), slug
    assert met == {}


@pytest.mark.parametrize("name", WITH_MOVES)
@pytest.mark.parametrize("slug", TITLES)
def test_the_examples_of_moves_are_legal(hall: Api, slug: str, name: str) -> None:
    operation, answer = send(hall, name, slug)
    assert set(operation["requestBody"]["content"]["application/json"]["examples"]) == set(TITLES)
    assert answer.status_code in (200, 201), answer.text


def shape(value: Any) -> Any:
    """Names and types, without the values; of texts that are no JSON nothing but that they are text."""
    if isinstance(value, dict):
        return {name: shape(each) for name, each in value.items()}
    return [shape(each) for each in value] if isinstance(value, list) else type(value).__name__


def example_answer(operation: Any, status: str) -> Any:
    return next(each["example"] for each in operation["responses"][status]["content"].values() if "example" in each)
