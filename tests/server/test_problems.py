"""Every error is a problem (the callers check its shape), and says what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import httpx
import pytest

from moothall.server.app import create_app
from moothall.server.bootstrap import Services, wire
from moothall.server.config import Config
from tests.support.api import Answer, Api, is_problem
from tests.support.live import Person
from tests.support.tally import TALLY


def post(api: Api, data: bytes, content_type: str | None = "application/json", path: str = "/v1/players") -> Answer:
    answer = Answer(api.app.test_client().post(path, data=data, content_type=content_type))
    if answer.status >= 400:
        is_problem(answer, path)
    return answer


@pytest.mark.parametrize(
    "data",
    [
        b"{",
        b"name=Ada",
        b'{"name": "Ada",}',
        b"{'name': 'Ada'}",
        b'{"name": NaN}',
        b'{"name": "\xff"}',
        b'{"name": "\\ud800"}',
        b'{"name": "A"} {"name": "B"}',
        b"[" * 60_000,
        b'{"name": ' + b"1" * 5_000 + b"}",
        b'{"name": 123456789012345678901234567890}',
        b'{"name": 1e999}',
    ],
    ids=lambda data: data[:24].decode("latin-1"),
)
def test_what_is_not_json_is_malformed(api: Api, data: bytes) -> None:
    answer = post(api, data)
    assert (answer.status, answer.json["type"]) == (400, "/problems/malformed-request")


@pytest.mark.parametrize("data", [b"[]", b'"Ada"', b"3", b"null", b"true", b'[{"name": "Ada"}]'])
def test_a_body_is_an_object(api: Api, data: bytes) -> None:
    answer = post(api, data)
    assert (answer.status, list(answer.json["errors"])) == (422, ["body"])


@pytest.mark.parametrize("data", [b"", b"{}"])
def test_what_is_missing_is_named(api: Api, data: bytes) -> None:
    answer = post(api, data)
    assert (answer.status, list(answer.json["errors"])) == (422, ["name"])


@pytest.mark.parametrize(
    "content_type",
    ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/xml", "", None],
)
def test_another_content_type_is_not_taken(api: Api, content_type: str | None) -> None:
    answer = post(api, b'{"name": "Ada"}', content_type)
    assert (answer.status, answer.json["type"]) == (415, "/problems/unsupported-media-type")


@pytest.mark.parametrize("content_type", ["application/json", "application/json; charset=utf-8", "application/x+json"])
def test_json_may_come_under_its_other_names(api: Api, content_type: str) -> None:
    assert post(api, b'{"name": "Ada"}', content_type).status == 201


def test_unknown_fields_are_named(api: Api) -> None:
    answer = api.spectator.post("/v1/players", {"name": "Ada", "colour": "red", "age": 36}, 422)
    assert sorted(answer.json["errors"]) == ["age", "colour"]


def test_a_body_may_be_64_kib_and_not_a_byte_more(api: Api) -> None:
    def body(size: int) -> bytes:
        return b'{"name": "Ada"}' + b" " * (size - 15)

    assert post(api, body(64 * 1024)).status == 201
    answer = post(api, body(64 * 1024 + 1))
    assert (answer.status, answer.json["type"]) == (413, "/problems/body-too-large")


@pytest.mark.parametrize("path", ["/nowhere", "/v1", "/v1/nothing", "/v1/players/", "/v1/games/x/y/z", "/favicon.ico"])
def test_an_unknown_route_is_not_found(api: Api, path: str) -> None:
    assert api.spectator.get(path, 404).json["type"] == "/problems/not-found"


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    [
        ("DELETE", "/v1/games", {"GET", "HEAD", "OPTIONS", "POST"}),
        ("PUT", "/v1/games/x", {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/v1/players", {"OPTIONS", "POST"}),
        ("PATCH", "/v1/games/x/seats/me", {"DELETE", "OPTIONS"}),
    ],
)
def test_a_wrong_method_is_answered_with_the_right_ones(api: Api, method: str, path: str, allowed: set[str]) -> None:
    answer = api.spectator.send(method, path, None, 405)
    assert set(answer.headers["Allow"].split(", ")) == allowed


def test_every_answer_has_an_id_of_its_own(api: Api) -> None:
    ids = {api.spectator.get("/healthz").headers["X-Request-Id"] for _ in range(3)}
    assert len(ids) == 3


@pytest.fixture
def broken(parts: Services) -> Iterator[Api]:
    """An app whose title has a mistake in it."""

    def fail(*_: object) -> Any:
        raise ZeroDivisionError("the innermost secret")

    title: Any = replace(TALLY, describe_move=fail)
    made = wire(Config(redis=parts.config.redis), {"tally": title})
    yield Api(create_app(parts=made))
    made.store.redis.close()
    made.jobs.connection.close()


def test_a_mistake_of_ours_is_told_without_its_internals(broken: Api, caplog: pytest.LogCaptureFixture) -> None:
    table = broken.table()
    answer = table.people[0].get(f"{table.path}/moves", 500)
    assert answer.json["type"] == "/problems/internal-error"
    for inner in ("secret", "Zero", "Traceback", ".py"):
        assert inner not in answer.text
    assert "the innermost secret" in caplog.text
    assert table.see()["seq"] == 2


def test_a_body_too_large_is_refused_over_the_wire_chunked_or_not(address: str) -> None:
    large = b'{"name": "' + b"x" * 70_000 + b'"}'
    padded = b'{"name": "Ada"}' + b" " * 70_000
    for content in (large, iter([large[:7_000], large[7_000:]]), iter([padded[:7_000], padded[7_000:]])):
        with Person(address, token=False) as person:
            answer = person.client.post("/v1/players", content=content, headers={"Content-Type": "application/json"})
            assert answer.status_code == 413, answer.text
            assert answer.headers["Content-Type"] == "application/problem+json"


def test_a_chunked_body_is_read_like_any_other(address: str) -> None:
    def chunked(content_type: str, data: bytes, path: str = "/v1/players") -> httpx.Response:
        with Person(address, token=False) as person:
            return person.client.post(path, content=iter([data[:4], data[4:]]), headers={"Content-Type": content_type})

    assert chunked("application/json", b'{"name": "Ada"}').status_code == 201
    assert chunked("application/json", b'{"name": "Ada"').status_code == 400
    assert chunked("text/plain", b'{"name": "Ada"}').status_code == 415
    assert chunked("text/plain", b'{"to": 1}', "/v1/games/x/undo").status_code == 415


def test_a_connection_survives_a_refusal(address: str) -> None:
    """What is refused before its body is read must not be taken for the next request."""
    with Person(address) as ada:
        for _ in range(2):
            refused = ada.client.post("/v1/players", content=b"x" * 1_000, headers={"Content-Type": "text/plain"})
            assert refused.status_code == 415
            unknown = ada.client.post("/v1/nothing", json={"name": "x" * 1_000})
            assert unknown.status_code == 404
            assert ada.client.get("/v1/me").status_code == 200


def test_health_and_readiness(address: str) -> None:
    with Person(address, token=False) as probe:
        assert probe.client.get("/healthz").json() == {"status": "alive"}
        assert probe.client.get("/readyz").json() == {"status": "ready"}
        assert probe.client.head("/healthz").content == b""
