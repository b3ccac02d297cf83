"""Pages for people, the catalogue of problems, and the examples: nothing in them may be wrong or from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from domain.table.act import Person
from domain.table.state import Seat
from domain.titles import TITLES
from events.errors import UnknownGame
from server import catalogue
from server.apidocs.examples import EXAMPLES, GAME, SECRET, WEBHOOK
from server.app import create_app
from server.bootstrap import Services, wire
from server.config import Config
from server.embedded import EmbeddedRedis
from server.openapi import METHODS, data_of
from server.problems import KINDS
from tests.support.api import Api, Caller

MORE_NEEDED = {
    "POST /v1/me/webhooks/{webhook_id}/deliveries/{delivery_id}/replay",
    "POST /v1/games/{game_id}/pause",
    "POST /v1/games/{game_id}/resume",
    "POST /v1/games/{game_id}/rulings",
    "GET /v1/games/{game_id}/audit",
}
"""Examples for which a new game is not enough (a clock, an organiser, an end, a delivery): they are understood, which
is what can be shown here; that they are carried out is shown by the tests of what they are about."""

HTML = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.fixture
def hall(redis_server: EmbeddedRedis, redis: Any) -> Iterator[Api]:
    """An app with the titles that Moothall hosts."""
    parts = wire(Config(redis=redis_server.url, longest_wait_s=0.01, webhook_private=True))
    yield Api(create_app(parts=parts))
    parts.hub.stop()
    parts.store.redis.close()
    parts.jobs.connection.close()


def operations(api: Api) -> dict[str, Any]:
    paths = data_of(api.app)["paths"]
    return {f"{m.upper()} {path}": item[m] for path, item in paths.items() for m in METHODS if m in item}


def test_every_kind_of_problem_has_a_page(api: Api) -> None:
    assert set(catalogue.PAGES) == {kind.slug for kind in KINDS}
    listed = api.spectator.get("/problems/").json["problems"]
    assert [each["type"] for each in listed] == [f"/problems/{kind.slug}" for kind in KINDS]
    overview = api.spectator.get("/problems/", headers=HTML).text
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
        assert not re.search(r"<script|(?:src|href)=[\"']?(?:https?:)?//", answer.text), path
        ids = set(re.findall(r' id="([^"]+)"', answer.text))
        for link in re.findall(r'href="([^"]+)"', answer.text):
            address, _, anchor = link.partition("#")
            assert address or anchor in ids, link
            if address and address not in seen:
                seen.add(address)
                ahead.append(address)
    assert {f"/docs/titles/{slug}" for slug in TITLES} <= seen
    assert {f"/docs/operations/{each['operationId']}" for each in operations(hall).values()} <= seen


def test_the_rules_can_be_read(hall: Api) -> None:
    for slug, title in TITLES.items():
        page = hall.spectator.get(f"/docs/titles/{slug}", headers=HTML).text
        for rule in title.content.rulebook.rules:
            assert f'id="{rule}"' in page
    hall.spectator.get("/docs/titles/none-such", 404)
    hall.spectator.get("/docs/operations/none_such", 404)


def test_every_operation_has_an_example(hall: Api) -> None:
    assert set(operations(hall)) - set(EXAMPLES) == set()


def test_examples_do_what_they_say(hall: Api) -> None:
    """Taken from the description, sent as they stand; only the ids of games are those of games that exist."""
    for name in EXAMPLES:
        if name in operations(hall) and name != "POST /v1/games/{game_id}/moves":
            send_example(hall, name, "manaforge", None)


@pytest.mark.parametrize("slug", TITLES)
def test_the_examples_of_moves_are_legal(hall: Api, slug: str) -> None:
    body = operations(hall)["POST /v1/games/{game_id}/moves"]["requestBody"]["content"]["application/json"]
    send_example(hall, "POST /v1/games/{game_id}/moves", slug, body["examples"][slug]["value"])


def send_example(api: Api, name: str, slug: str, body: Any) -> None:
    method, _, path = name.partition(" ")
    operation = operations(api)[name]
    item = data_of(api.app)["paths"][path]
    ada, ben = api.player("Ada"), api.player("Ben")
    started = not path.endswith(("/seats", "/seats/me", "/abort"))
    game_id = start(api.parts, slug, ada, ben if started else None)
    if path.endswith("/undo"):
        move = ada.get(f"/v1/games/{game_id}/moves?limit=1").json["moves"][0]["move"]
        ada.post(f"/v1/games/{game_id}/moves", {"move": move})
    hook = ada.post("/v1/me/webhooks", {"url": "http://127.0.0.1:9/"}).json["id"] if "{webhook_id}" in path else ""
    headers, query = {}, []
    for parameter in [*item.get("parameters", []), *operation.get("parameters", [])]:
        value = parameter.get("example")
        if parameter["in"] == "path":
            path = path.replace("{" + parameter["name"] + "}", {GAME: game_id, WEBHOOK: hook}.get(value, value))
        elif parameter["in"] == "query" and value is not None:
            query.append(f"{parameter['name']}={value}")
        elif value is not None:
            headers[parameter["name"]] = value
    content = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    caller = ben if path.endswith("/seats") else ada
    if name == "POST /v1/games/{game_id}/moves":
        caller = (ada, ben)[api.parts.games.get(game_id).table.decisions[0].seat]
    wanted = [int(status) for status in operation["responses"] if status < "400"]
    own = {"Authorization": f"Bearer {caller.token}"} if operation["security"] else {}
    json = {} if (sent := body or content.get("example")) is None else {"json": sent}
    target = path + ("?" + "&".join(query) if query else "")
    answer = api.app.test_client().open(target, method=method, headers={**headers, **own}, **json)
    if name in MORE_NEEDED:
        wanted += [403, 404, 409]
        assert answer.status_code != 422 or "/problems/illegal-move" in answer.text
        wanted += [422]
    assert answer.status_code in wanted, f"{name}: {answer.status_code} {answer.text}"


def start(parts: Services, slug: str, ada: Caller, ben: Caller | None) -> str:
    """The examples' game."""
    game_id = f"example{ada.id[2:]}"
    with pytest.raises(UnknownGame):
        parts.games.get(game_id)
    seats = [Seat("human"), Seat("human")]
    parts.commands.create(game_id, Person(ada.id, "Ada"), parts.titles[slug], seats, {}, SECRET)
    if ben is not None:
        parts.commands.join(game_id, Person(ben.id, "Ben"), None, "")
    return game_id
