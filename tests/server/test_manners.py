"""What every route owes to HTTP: HEAD, OPTIONS, Allow, Location, Link, ETag."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from moothall.server.config import Config
from tests.support.api import Answer, Api, Caller, Table, paths
from tests.support.cups import Cup

CHANGING = ("X-Request-Id", "RateLimit", "Date")
"""Headers that no two answers have in common."""

RULES = list(create_app(Config(redis="unix://unused")).url_map.iter_rules())
READ = sorted({rule.rule for rule in RULES if "GET" in (rule.methods or ())})
PATHS = sorted({rule.rule for rule in RULES})

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


@pytest.fixture
def api(parts: Services) -> Api:
    """An app that takes webhooks of this machine."""
    return Api(create_app(parts=replace(parts, config=replace(parts.config, webhook_private=True))))


def path_of(rule: str, table: Table, hook: str = "none", cup: str = "none") -> str:
    """An address of this route."""
    values = {
        "slug": "conflict" if rule.startswith("/problems") else "tally",
        "rule_id": "TL-1.1",
        "game_id": table.id,
        "operation_id": "me",
        "player_id": table.people[0].id,
        "webhook_id": hook,
        "delivery_id": "none",
        "token_id": "first",
        "tournament_id": cup,
        "int:number": "1",
    }
    for name, value in values.items():
        rule = rule.replace(f"<{name}>", value)
    return rule


def started(api: Api) -> Cup:
    """A tournament in its first round."""
    cup = Cup(api, people=2)
    cup.start()
    return cup


def asked(app: Flask, method: str, path: str, caller: Caller, **headers: str) -> TestResponse:
    return app.test_client().open(path, method=method, headers={"Authorization": f"Bearer {caller.token}", **headers})


def headers_of(answer: TestResponse) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in CHANGING}


def allowed(rules: list[Rule], rule: str) -> set[str]:
    return {method for each in rules if each.rule == rule for method in each.methods or ()}


def listed(text: str) -> set[str]:
    return {each.strip() for each in text.split(",") if each.strip()}


@pytest.mark.parametrize("rule", READ)
def test_head_has_the_headers_of_get_and_no_body(api: Api, rule: str) -> None:
    table = api.table()
    ada = table.people[0]
    hook = ada.post("/v1/me/webhooks", {"url": "http://127.0.0.1:9/"}).json["id"]
    path = path_of(rule, table, hook, started(api).id)
    asked(api.app, "GET", path, ada)  # the first one asks for a portion of its limit
    head, get = (asked(api.app, method, path, ada) for method in ("HEAD", "GET"))
    assert head.status_code == get.status_code
    assert head.get_data() == b""
    if get.status_code == 200:
        assert get.get_data()
    assert sized(headers_of(head), get) == sized(headers_of(get), get)


def sized(headers: dict[str, str], get: TestResponse) -> dict[str, str]:
    """A problem names the request that it belongs to, the answers about health and counts what is now."""
    changes = get.status_code >= 400 or get.mimetype == "text/plain"
    return {name: value for name, value in headers.items() if not (changes and name == "Content-Length")}


def test_head_of_a_live_stream_follows_nothing(api: Api) -> None:
    table = api.table()
    for path in (f"{table.path}/events", "/v1/me/events", f"{started(api).path}/events"):
        for _ in range(3):
            answer = asked(api.app, "HEAD", path, table.people[0], Accept="text/event-stream")
            assert (answer.status_code, answer.mimetype) == (200, "text/event-stream")
            assert answer.get_data() == b""


@pytest.mark.parametrize("rule", PATHS)
def test_options_lists_what_can_be_done_and_lets_browsers_ask(api: Api, rule: str) -> None:
    path, wanted = path_of(rule, api.table()), allowed(RULES, rule)
    assert "OPTIONS" in wanted
    assert ("HEAD" in wanted) == ("GET" in wanted)
    client = api.app.test_client()
    answer = client.options(path)
    assert (answer.status_code, answer.get_data(), listed(answer.headers["Allow"])) == (200, b"", wanted)
    for method in wanted - {"OPTIONS", "HEAD"}:
        headers = {
            "Origin": "https://somewhere.example",
            "Access-Control-Request-Method": method,
            "Access-Control-Request-Headers": "authorization, content-type",
        }
        preflight = client.options(path, headers=headers)
        assert preflight.status_code == 200
        assert preflight.headers["Access-Control-Allow-Origin"] == "*"
        assert method in listed(preflight.headers["Access-Control-Allow-Methods"])
        assert {"Authorization", "Content-Type"} <= listed(preflight.headers["Access-Control-Allow-Headers"])


@pytest.mark.parametrize("rule", PATHS)
def test_what_cannot_be_done_is_405_and_says_what_can(api: Api, rule: str) -> None:
    path, wanted = path_of(rule, api.table()), allowed(RULES, rule)
    for method in (method for method in METHODS if method not in wanted):
        answer = api.app.test_client().open(path, method=method)
        assert answer.status_code == 405, method
        assert listed(answer.headers["Allow"]) == wanted


def leads_to(api: Api, answer: Answer, caller: Caller) -> Any:
    return caller.get(answer.headers["Location"]).json


def test_what_is_made_says_where_it_is(api: Api) -> None:
    answer = api.spectator.post("/v1/players", {"name": "Zoe"})
    assert leads_to(api, answer, api.spectator)["name"] == "Zoe"
    table = api.table(options={"rounds": 1})
    ada, ben = table.people
    created = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})
    assert leads_to(api, created, ada)["id"] == created.json["id"]
    seat = ben.post(f"/v1/games/{created.json['id']}/seats")
    assert ben.delete(seat.headers["Location"], 422).json["rule"] == "TB-1.5", "it is there, and can no longer be left"
    for kind, body in (("webhooks", {"url": "http://127.0.0.1:9/"}), ("tokens", {"name": "x", "scopes": ["read"]})):
        made = ada.post(f"/v1/me/{kind}", body)
        assert made.headers["Location"] == f"/v1/me/{kind}/{made.json['id']}"
        ada.delete(made.headers["Location"], 204)


def test_what_was_done_says_where_its_events_are(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    for body in ({"move": {"type": "wave"}}, {"moves": [{"type": "wave"}, {"type": "write", "number": 2}]}):
        played = ada.post(f"{table.path}/moves", body)
        found = leads_to(api, played, ada)["events"]
        assert [event["seq"] for event in found] == [event["seq"] for event in played.json["events"]]
    long_way = {"Authorization": f"bearer {ada.token}"}
    for path in ("/undo", "/pause", "/resign"):
        played = ada.post(f"{table.path}{path}", {}, headers=long_way)
        assert [event["seq"] for event in leads_to(api, played, ada)["events"]] == [played.json["seq"]]
    dry = ada.post(f"{table.path}/moves?dry_run=true", {"move": {"type": "wave"}}, 403)
    assert "Location" not in dry.headers


def test_every_201_is_described_with_its_location(api: Api) -> None:
    created = [
        operation["responses"]["201"]
        for item in paths(api.app).values()
        for operation in item.values()
        if isinstance(operation, dict) and "201" in operation.get("responses", {})
    ]
    assert len(created) > 10
    assert all("Location" in response["headers"] for response in created)


def walked(caller: Caller, path: str) -> list[Any]:
    """Every page, by its links alone."""
    pages, following = [], path
    while following:
        answer = caller.get(following)
        pages.append(answer.json)
        link = answer.headers.get("Link")
        assert link is None or link.endswith('>; rel="next"'), link
        following = link.removeprefix("<").partition(">")[0] if link else ""
    return pages


def test_pages_lead_to_each_other(api: Api) -> None:
    table = api.table()
    ada = table.people[0]
    for _ in range(4):
        api.game(ada, [{"kind": "human"}] * 2, tags=["a cup"])
    for path in ("/v1/games?limit=2", "/v1/me/games?limit=2", "/v1/games?mine=true&limit=2"):
        pages = walked(ada, path)
        assert [len(page["games"]) for page in pages] == [2, 2, 1]
    assert [len(page["games"]) for page in walked(ada, "/v1/games?tag=a%20cup&status=open&limit=3")] == [3, 1]
    table.write(2, 3)
    assert [event["seq"] for page in walked(ada, f"{table.path}/events?limit=3") for event in page["events"]] == [
        1,
        2,
        3,
        4,
    ]
    api.parts.inbox.tell([table.id])
    assert [len(page["events"]) for page in walked(ada, "/v1/me/events?limit=1")] == [1] * 2
    assert [len(page["moves"]) for page in walked(ada, f"{table.path}/moves?limit=1")] == [1, 1]


def test_a_page_that_is_the_last_one_leads_nowhere(api: Api) -> None:
    table = api.table()
    for path in ("/v1/games", "/v1/me/games", "/v1/me/events", f"{table.path}/events", f"{table.path}/moves"):
        assert "Link" not in table.people[0].get(path).headers


TITLE_PATHS = [rule for rule in READ if rule.startswith("/v1/titles")]


@pytest.mark.parametrize("rule", TITLE_PATHS)
def test_whoever_has_a_title_already_is_not_sent_it_again(api: Api, rule: str) -> None:
    path = rule.replace("<slug>", "tally").replace("<rule_id>", "TL-1.1")
    first = api.spectator.get(path)
    tag = first.headers["ETag"]
    for sent in (tag, f'"other", {tag}', tag.removeprefix("W/"), "*"):
        same = api.spectator.get(path, 304, {"If-None-Match": sent})
        assert (same.bytes, same.headers["ETag"]) == (b"", tag)
        assert same.headers["Cache-Control"] == first.headers["Cache-Control"]
    assert api.spectator.get(path, 200, {"If-None-Match": 'W/"other"'}).bytes == first.bytes


def test_every_representation_has_a_tag_of_its_own(api: Api) -> None:
    addresses = [rule.replace("<slug>", "tally").replace("<rule_id>", "TL-1.1") for rule in TITLE_PATHS]
    tags = [api.spectator.get(path).headers["ETag"] for path in addresses]
    tags.append(api.spectator.get("/v1/titles/tally/rules", 200, {"Accept": "text/markdown"}).headers["ETag"])
    assert len(set(tags)) == len(addresses) + 1
