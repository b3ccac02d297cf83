"""What is answered on the fast path is what the long way answers, and nothing is done twice between the two."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from flask import request

from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Answer, Api, Caller, Table

CHANGING = ("X-Request-Id", "RateLimit", "Date")
"""Headers that no two answers have in common."""

READS = ("", "/moves")


@pytest.fixture
def framed(api: Api) -> list[str]:
    """The requests that went the long way."""
    seen: list[str] = []
    api.app.before_request(lambda: seen.append(f"{request.method} {request.path}"))
    return seen


@pytest.fixture
def game(api: Api) -> Table:
    return api.table()


def long_way(caller: Caller, method: str, path: str, body: Any, status: int, **headers: str) -> Answer:
    """The same request in a way that the fast path leaves alone: schemes are written in any letters."""
    return caller.send(method, path, body, status, {"Authorization": f"bearer {caller.token}", **headers})


def headers_of(answer: Answer) -> dict[str, str]:
    return {name: value for name, value in answer.headers.items() if name not in CHANGING}


@pytest.mark.parametrize("path", READS)
@pytest.mark.parametrize("more", [{}, {"If-None-Match": '"1"'}, {"Accept-Encoding": "gzip"}, {"X-Request-Id": "mine"}])
def test_reading_is_the_same_both_ways(api: Api, framed: list[str], path: str, more: dict[str, str]) -> None:
    game = api.table()
    ada = game.people[0]
    ada.get(game.path + path)  # the first read asks for a portion of the limit
    framed.clear()
    quick = ada.get(game.path + path, headers=more)
    assert framed == []
    slow = long_way(ada, "GET", game.path + path, None, 200, **more)
    assert framed == [f"GET {game.path}{path}"]
    assert quick.bytes == slow.bytes
    assert headers_of(quick) == headers_of(slow)


def test_what_the_caller_has_already_is_not_sent_again(api: Api, framed: list[str]) -> None:
    game = api.table()
    ada = game.people[0]
    ada.get(game.path)
    framed.clear()
    same = {"If-None-Match": f'"{game.seq}"'}
    quick = ada.get(game.path, 304, same)
    assert framed == []
    slow = long_way(ada, "GET", game.path, None, 304, **same)
    assert headers_of(quick) == headers_of(slow)
    assert quick.bytes == slow.bytes == b""


def test_large_answers_are_compressed_the_same(parts: Services) -> None:
    api = Api(create_app(replace(parts.config, gzip_from=100), parts))
    game = api.table()
    game.people[0].get(game.path)
    client = api.app.test_client()
    quick, slow = (
        client.get(game.path, headers={"Authorization": f"{scheme} {game.people[0].token}", "Accept-Encoding": "gzip"})
        for scheme in ("Bearer", "bearer")
    )
    assert quick.headers["Content-Encoding"] == "gzip"
    assert quick.data == slow.data
    assert headers_of(Answer(quick)) == headers_of(Answer(slow))


def test_moves_are_the_same_both_ways(api: Api, framed: list[str]) -> None:
    game = api.table()
    framed.clear()
    quick = game.play(0, "wave")
    assert framed == []
    slow = long_way(game.people[0], "POST", f"{game.path}/moves", {"move": {"type": "wave"}}, 201)
    varying = ("ETag", "Content-Length", "Location")  # they are two moves: each tells of its own
    assert [move.headers["Location"] for move in (quick, slow)] == [
        f"{game.path}/events?after={move.json['seq'] - 1}" for move in (quick, slow)
    ]
    assert {k: v for k, v in headers_of(quick).items() if k not in varying} == {
        k: v for k, v in headers_of(slow).items() if k not in varying
    }
    for events in (quick.json["events"], slow.json["events"]):
        assert [change["type"] for change in events[0]["changes"]] == ["waved"]
    assert (quick.json["seq"], slow.json["seq"]) == (3, 4)


def test_a_key_holds_across_both_ways(api: Api) -> None:
    game = api.table()
    ada, body, key = game.people[0], {"move": {"type": "wave"}}, {"Idempotency-Key": "once"}
    first = ada.post(f"{game.path}/moves", body, headers=key)
    again = long_way(ada, "POST", f"{game.path}/moves", body, 201, **key)
    third = ada.post(f"{game.path}/moves", body, headers=key)
    assert first.bytes == again.bytes == third.bytes
    assert again.headers["Idempotency-Replayed"] == third.headers["Idempotency-Replayed"] == "true"
    assert game.seq == 3
    ada.post(f"{game.path}/moves", {"move": {"type": "add"}}, 422, key)


@pytest.mark.parametrize(
    ("body", "headers", "status"),
    [
        ({"move": {"type": "add"}}, {}, 403),
        ({"move": {"type": "write", "number": 99}}, {}, 422),
        ({"move": {"type": "fly"}}, {}, 422),
        ({"move": {"type": "write", "number": "three"}}, {}, 422),
        ({"move": {"type": "write"}}, {}, 422),
        ({"move": "wave"}, {}, 422),
        ({"move": {"type": "wave"}, "more": 1}, {}, 422),
        ({"move": {"type": "wave"}, "decision": 77}, {}, 409),
        ({"move": {"type": "wave"}, "decision": "two"}, {}, 422),
        ({"move": {"type": "write", "number": 12345678901234567890123}}, {}, 400),
        ({"move": {"type": "wave"}}, {"If-Match": '"1"'}, 412),
        ({"move": {"type": "wave"}}, {"If-Match": "one"}, 400),
        ({"move": {"type": "wave"}}, {"Idempotency-Key": "sp ace"}, 400),
        (["wave"], {}, 422),
    ],
)
def test_refusals_are_the_same_both_ways(api: Api, body: Any, headers: dict[str, str], status: int) -> None:
    game = api.table()
    ada = game.people[0]
    quick = ada.post(f"{game.path}/moves", body, status, headers)
    slow = long_way(ada, "POST", f"{game.path}/moves", body, status, **headers)
    for problem in (quick.json, slow.json):
        del problem["request_id"]
    assert quick.json == slow.json
    assert headers_of(quick) == headers_of(slow)
    assert game.seq == 2


def test_a_refused_move_is_decided_once(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    game = api.table()
    tried: list[str] = []
    play = api.parts.commands.play

    def counted(game_id: str, *arguments: Any, **more: Any) -> Any:
        tried.append(game_id)
        return play(game_id, *arguments, **more)

    monkeypatch.setattr(api.parts.commands, "play", counted)
    game.play(0, "add", 403)
    assert tried == [game.id]


@pytest.mark.parametrize("path", READS)
def test_a_stranger_is_told_the_same_both_ways(api: Api, path: str) -> None:
    game = api.table(private=True)
    stranger = api.player("Eve")
    quick = stranger.get(game.path + path, 404)
    slow = long_way(stranger, "GET", game.path + path, None, 404)
    for problem in (quick.json, slow.json):
        del problem["request_id"]
    assert quick.json == slow.json


def test_a_token_that_may_only_read_plays_on_neither_way(api: Api) -> None:
    game = api.table()
    made = game.people[0].post("/v1/me/tokens", {"name": "look", "scopes": ["read"]}).json
    reader = Caller(api.app, made["token"])
    reader.get(game.path)
    reader.post(f"{game.path}/moves", {"move": {"type": "wave"}}, 403)
    assert game.seq == 2


def test_reads_are_counted_on_both_ways(api: Api) -> None:
    game = api.table()
    game.play(0, "write", number=3)  # whoever is asked reads uncounted
    ada = game.people[0]

    def left(answer: Answer) -> int:
        return int(answer.headers["RateLimit"].partition("r=")[2].partition(";")[0])

    before = left(ada.get(game.path))
    assert left(ada.get(game.path)) == before - 1
    assert left(long_way(ada, "GET", game.path, None, 200)) == before - 2
    assert left(ada.get(f"{game.path}/moves")) == before - 3


@pytest.mark.parametrize("path", READS)
def test_what_belongs_to_the_own_decision_is_counted_on_neither_way(api: Api, framed: list[str], path: str) -> None:
    game = api.table()
    ada = game.people[0]
    framed.clear()
    assert "RateLimit" not in ada.get(game.path + path).headers
    assert framed == []
    assert "RateLimit" not in long_way(ada, "GET", game.path + path, None, 200).headers


@pytest.mark.parametrize(
    ("query", "quickly"),
    [
        ("include=moves", True),
        ("include=state", True),
        ("include=moves,state", True),
        ("include=moves%2Cstate", True),
        ("include=state,moves", False),
        ("include=", False),
    ],
)
def test_what_is_included_is_the_same_both_ways(api: Api, framed: list[str], query: str, quickly: bool) -> None:
    one, other = api.table(), api.table()
    body = {"move": {"type": "wave"}}
    framed.clear()
    quick = one.people[0].post(f"{one.path}/moves?{query}", body)
    assert (framed == []) is quickly
    slow = long_way(other.people[0], "POST", f"{other.path}/moves?{query}", body, 201)
    for answer in (quick.json, slow.json):
        for event in answer["events"]:
            del event["at"]
    assert quick.json == slow.json


def test_a_key_with_something_included_holds_across_both_ways(api: Api) -> None:
    game = api.table()
    ada, path, body = game.people[0], f"{game.path}/moves?include=moves,state", {"move": {"type": "wave"}}
    key = {"Idempotency-Key": "once"}
    first = ada.post(path, body, headers=key)
    again = long_way(ada, "POST", path, body, 201, **key)
    assert first.bytes == again.bytes
    assert again.headers["Idempotency-Replayed"] == "true"
    ada.post(f"{game.path}/moves", body, 422, key)  # another request


def test_both_ways_are_counted_and_logged_alike(api: Api, game: Table) -> None:
    ada = game.people[0]

    def posted() -> float:
        text = api.spectator.get("/metrics").text
        line = 'moothall_requests_total{method="POST",route="/v1/games/<game_id>/moves",status="201"} '
        return float(next((each[len(line) :] for each in text.splitlines() if each.startswith(line)), "0"))

    before = posted()
    game.play(0, "wave")
    assert posted() == before + 1
    long_way(ada, "POST", f"{game.path}/moves", {"move": {"type": "wave"}}, 201)
    assert posted() == before + 2
