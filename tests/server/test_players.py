"""Accounts and tokens."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from tests.support.api import Api, Caller


def test_registering_gives_a_token_that_tells_who_one_is(api: Api) -> None:
    ada = api.player("Ada Lovelace", kind="bot")
    me = ada.get("/v1/me").json
    assert (me["name"], me["kind"], me["id"]) == ("Ada Lovelace", "bot", ada.id)


def test_the_token_is_told_once_and_kept_as_a_hash_only(api: Api, redis: Any) -> None:
    ada = api.player()
    assert ada.token is not None
    assert "token" not in ada.get("/v1/me").json
    kept = [key + content(redis, key) for key in redis.scan_iter()]
    assert not any(ada.token.encode() in each for each in kept)
    assert any(hashlib.sha256(ada.token.encode()).hexdigest().encode() in each for each in kept)


def content(redis: Any, key: bytes) -> bytes:
    """What stands under a key."""
    kept: bytes = b"".join(redis.hvals(key)) if redis.type(key) == b"hash" else redis.get(key)
    return kept


def test_an_answer_with_a_token_is_not_cached(api: Api) -> None:
    assert api.spectator.post("/v1/players", {"name": "Ada"}).headers["Cache-Control"] == "no-store"


def test_two_players_may_have_one_name(api: Api) -> None:
    assert api.player("Ada").id != api.player("Ada").id


@pytest.mark.parametrize("name", ["A", "Zoë", "李 小龙", "x" * 40, "O'Neill & Söhne"])
def test_names_people_have(api: Api, name: str) -> None:
    assert api.player(name).get("/v1/me").json["name"] == name


@pytest.mark.parametrize("name", ["", " ", "A\n", "\tA", "A\x00B", "x" * 41, 7, None, True, ["A"]])
def test_bad_names_are_refused(api: Api, name: Any) -> None:
    assert list(api.spectator.post("/v1/players", {"name": name}, 422).json["errors"]) == ["name"]


@pytest.mark.parametrize("kind", ["ai", "", "HUMAN", None, 1])
def test_bad_kinds_are_refused(api: Api, kind: Any) -> None:
    assert list(api.spectator.post("/v1/players", {"name": "A", "kind": kind}, 422).json["errors"]) == ["kind"]


def test_a_name_is_needed(api: Api) -> None:
    assert list(api.spectator.post("/v1/players", {}, 422).json["errors"]) == ["name"]


@pytest.mark.parametrize("path", ["/v1/me", "/v1/me/games", "/v1/games?mine=true"])
def test_without_a_token_one_is_asked_for_it(api: Api, path: str) -> None:
    answer = api.spectator.get(path, 401)
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.json["type"] == "/problems/unauthorized"


@pytest.mark.parametrize("header", ["Bearer nonsense", "Bearer", "Bearer ", "Basic YTpi", "", "nonsense"])
def test_a_wrong_token_is_refused_even_where_none_is_needed(api: Api, header: str) -> None:
    for path in ("/v1/me", "/v1/games"):
        answer = api.spectator.get(path, 401, {"Authorization": header})
        assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_scheme_is_read_in_any_case(api: Api) -> None:
    ada = api.player()
    assert api.spectator.get("/v1/me", headers={"Authorization": f"bEARER {ada.token}"}).json["id"] == ada.id


def test_a_token_of_another_server_is_of_no_use(api: Api) -> None:
    Caller(api.app, "mh_" + "x" * 43).get("/v1/me", 401)
