"""What is the same for every answer: ids, browsers, compression, caching, the log."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Api
from tests.support.example_cup import hold_cup
from tests.support.live import Person, table

Make = Callable[..., Api]

CACHING = {
    "/v1/titles": "public, max-age=300",
    "/v1/titles/<slug>": "public, max-age=300",
    "/v1/titles/<slug>/content": "public, max-age=300",
    "/v1/titles/<slug>/rules": "public, max-age=300",
    "/v1/titles/<slug>/rules/<rule_id>": "public, max-age=300",
    "/v1/games": "private, no-cache",
    "/v1/games/<game_id>": "private, no-cache",
    "/v1/games/<game_id>/moves": "private, no-cache",
    "/v1/games/<game_id>/position": "no-store",
    "/v1/games/<game_id>/events": "private, no-cache",
    "/v1/games/<game_id>/scores": "private, no-cache",
    "/v1/games/<game_id>/views": "private, no-cache",
    "/v1/me": "private, no-cache",
    "/v1/players/<player_id>": "public, no-cache",
    "/v1/players/<player_id>/ratings": "public, no-cache",
    "/v1/titles/<slug>/leaderboard": "public, no-cache",
    "/v1/tournaments": "public, no-cache",
    "/v1/tournaments/<tournament_id>": "private, no-cache",
    "/v1/tournaments/<tournament_id>/events": "private, no-cache",
    "/v1/tournaments/<tournament_id>/rounds/<int:number>": "private, no-cache",
    "/v1/tournaments/<tournament_id>/standings": "private, no-cache",
    "/v1/tournaments/<tournament_id>/record": "private, no-cache",
    "/v1/me/games": "private, no-cache",
    "/v1/me/tokens": "no-store",
    "/v1/me/events": "private, no-cache",
    "/v1/me/webhooks": "no-store",
    "/v1/keys": "public, max-age=60",
    "/healthz": "no-store",
    "/readyz": "no-store",
    "/metrics": "no-store",
    "/openapi.yaml": "public, max-age=300",
    "/openapi.json": "public, max-age=300",
    "/docs": "public, max-age=300",
    "/docs/style.css": "public, max-age=300",
    "/docs/search.js": "public, max-age=300",
    "/docs/search.json": "public, max-age=300",
    "/docs/table": "public, max-age=300",
    "/docs/tournaments": "public, max-age=300",
    "/docs/operations/<operation_id>": "public, max-age=300",
    "/docs/titles/<slug>": "public, max-age=300",
    "/problems": "public, max-age=300",
    "/problems/<slug>": "public, max-age=300",
    "/": "no-cache",
    "/account": "no-cache",
    "/record": "no-cache",
    "/games/<name>": "no-cache",
    "/games/<name>/replay": "no-cache",
    "/titles/<name>": "no-cache",
    "/players/<name>": "no-cache",
    "/tournaments": "no-cache",
    "/tournaments/<name>": "no-cache",
}


@pytest.fixture
def made(parts: Services) -> Iterator[Make]:
    """An app with settings of its own, on the same parts."""

    def make(**settings: Any) -> Api:
        return Api(create_app(replace(parts.config, **settings), parts))

    yield make
    create_app(parts=parts)  # closes the log that the last one opened


@pytest.mark.parametrize("rule", CACHING)
def test_every_answer_says_how_long_it_may_be_kept(api: Api, rule: str) -> None:
    game = api.table()
    path = rule.replace("/problems/<slug>", "/problems/conflict")
    values = {
        "slug": "tally",
        "name": "tally",
        "rule_id": "TL-1.1",
        "game_id": game.id,
        "operation_id": "me",
        "player_id": game.people[0].id,
        "int:number": "1",
        "tournament_id": _cup(api, rule) if "<tournament_id>" in rule else "",
    }
    for name, value in values.items():
        path = path.replace(f"<{name}>", value)
    headers = {"Authorization": f"Bearer {game.people[0].token}"}
    answer = api.app.test_client().get(path, headers=headers)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == CACHING[rule]
    if CACHING[rule].startswith("private"):
        assert "Authorization" in answer.headers["Vary"]


def _cup(api: Api, path: str) -> str:
    """A tournament that has come so far that this can be read."""
    return hold_cup(api, path, "tally", api.organiser(), api.player("Edgar"))


def test_no_route_is_left_out_of_that(api: Api) -> None:
    readable = {rule.rule for rule in api.app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    theirs = {"/v1/me/webhooks/<webhook_id>/deliveries", "/v1/games/<game_id>/audit"}  # they need more than a game
    theirs.add("/web/<name>/<path:path>")  # kept for ever, and tested with the page
    assert readable - set(CACHING) == theirs


@pytest.mark.parametrize("given", ["abc-1.2_Z", "x", "a" * 64])
def test_a_sane_request_id_is_taken_over(api: Api, given: str) -> None:
    assert api.spectator.get("/healthz", headers={"X-Request-Id": given}).headers["X-Request-Id"] == given
    assert api.spectator.get("/nowhere", 404, {"X-Request-Id": given}).json["request_id"] == given


@pytest.mark.parametrize("given", ["", "a b", 'x"y', "a" * 65, "{}", "é"])
def test_any_other_is_not(api: Api, given: str) -> None:
    answer = api.spectator.get("/healthz", headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] not in ("", given)


def test_browsers_may_call_from_anywhere_unless_told_otherwise(api: Api) -> None:
    answer = api.spectator.get("/v1/games", headers={"Origin": "https://a.example"})
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "ETag" in answer.headers["Access-Control-Expose-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    refused = api.spectator.get("/v1/me", 401, {"Origin": "https://a.example"})
    assert refused.headers["Access-Control-Allow-Origin"] == "*"


def test_a_preflight_is_answered_without_a_token(api: Api) -> None:
    asked = {
        "Origin": "https://a.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type, idempotency-key, if-match",
    }
    answer = api.spectator.send("OPTIONS", "/v1/games", None, 200, asked)
    assert {"GET", "POST"} <= set(answer.headers["Access-Control-Allow-Methods"].split(", "))
    allowed = answer.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match"} <= set(allowed)
    assert int(answer.headers["Access-Control-Max-Age"]) > 0


def test_origins_can_be_named(made: Make) -> None:
    api = made(cors_origins="https://a.example, https://b.example")
    friend = api.spectator.get("/v1/games", headers={"Origin": "https://b.example"})
    assert friend.headers["Access-Control-Allow-Origin"] == "https://b.example"
    for headers in ({"Origin": "https://c.example"}, {}):
        stranger = api.spectator.get("/v1/games", headers=headers)
        assert "Access-Control-Allow-Origin" not in stranger.headers
        assert "Origin" in stranger.headers["Vary"]


def test_browsers_can_be_kept_out(made: Make) -> None:
    answer = made(cors_origins="").spectator.get("/v1/games", headers={"Origin": "https://a.example"})
    assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]


def test_large_answers_are_compressed_for_whoever_takes_that(api: Api) -> None:
    plain = api.spectator.get("/openapi.yaml")
    assert "Content-Encoding" not in plain.headers
    packed = api.spectator.get("/openapi.yaml", headers={"Accept-Encoding": "gzip, br"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.bytes) == plain.bytes
    assert int(packed.headers["Content-Length"]) == len(packed.bytes) < len(plain.bytes)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]
    for refused in ("gzip;q=0", "identity", "br"):
        assert (
            "Content-Encoding" not in api.spectator.get("/openapi.yaml", headers={"Accept-Encoding": refused}).headers
        )


def test_small_answers_and_secrets_are_not(made: Make) -> None:
    accepts = {"Accept-Encoding": "gzip"}
    assert "Content-Encoding" not in made().spectator.get("/v1/games", headers=accepts).headers
    registered = made(gzip_from=1).spectator.post("/v1/players", {"name": "Ada"}, headers=accepts)
    assert "Content-Encoding" not in registered.headers


def test_streams_are_never_held_back_by_compression(address: str) -> None:
    with Person(address) as ada, Person(address, "Ben") as ben:
        game = table(ada, ben)
        with ada.follow(game, **{"Accept-Encoding": "gzip"}) as frames:
            assert [next(frames).id, next(frames).id, next(frames).id] == ["", "1", "2"]


def test_the_log_tells_everything_but_secrets(made: Make, tmp_path: Path) -> None:
    path = tmp_path / "access.log"
    api = made(access_log=str(path))
    ada = api.player("Ada Lovelace")
    ada.get("/v1/me?access_token=oops", 200, {"X-Request-Id": "mine"})
    ada.get("/v1/games/nosuchgame", 404)
    text = path.read_text("utf-8")
    registered, me, missing = map(json.loads, text.splitlines())
    assert (me["method"], me["path"], me["route"], me["status"]) == ("GET", "/v1/me", "/v1/me", 200)
    assert (me["request_id"], me["player"]) == ("mine", ada.id)
    assert me["ms"] >= 0
    assert (registered["player"], registered["status"]) == (None, 201)
    assert (missing["route"], missing["status"]) == ("/v1/games/<game_id>", 404)
    for secret in (str(ada.token), "oops", "Lovelace", "Bearer"):
        assert secret not in text


def test_there_need_not_be_a_log(made: Make, capfd: pytest.CaptureFixture[str]) -> None:
    made(access_log="").spectator.get("/healthz")
    assert capfd.readouterr().err == ""
