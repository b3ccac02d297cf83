"""Redis goes away in the middle of a game and comes back: nothing half written, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from moothall.server.app import create_app
from moothall.server.bootstrap import wire
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api, Body
from tests.support.live import Person, table, until, web_server
from tests.support.tally import TALLY

PEOPLE: list[Body] = [{"kind": "human"}, {"kind": "human"}]


@pytest.fixture
def own_redis(tmp_path: Path) -> Iterator[EmbeddedRedis]:
    server = EmbeddedRedis(tmp_path / "redis")
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_api(own_redis: EmbeddedRedis) -> Iterator[Api]:
    parts = wire(Config(redis=own_redis.url), {"tally": TALLY})
    yield Api(create_app(parts=parts))
    parts.store.redis.close()
    parts.jobs.connection.close()


def test_while_redis_is_away_everything_asks_for_patience(own_api: Api, own_redis: EmbeddedRedis) -> None:
    game = own_api.table()
    ada = game.people[0]
    own_redis.stop()
    for method, path, body in (
        ("GET", game.path, None),
        ("GET", f"{game.path}/moves", None),
        ("GET", f"{game.path}/events", None),
        ("GET", "/v1/games", None),
        ("POST", f"{game.path}/moves", {"move": {"type": "wave"}}),
        ("POST", "/v1/games", {"title": "tally", "seats": PEOPLE}),
        ("POST", "/v1/players", {"name": "Bob"}),
    ):
        answer = ada.send(method, path, body, 503)
        assert int(answer.headers["Retry-After"]) > 0
        assert "redis" not in answer.text.lower()
    own_api.spectator.get("/readyz", 503)
    own_api.spectator.get("/healthz")
    own_api.spectator.get("/v1/titles")


def test_the_game_goes_on_where_it_was(own_api: Api, own_redis: EmbeddedRedis) -> None:
    game = own_api.table()
    game.play(0, "write", number=4)
    before = [game.see(0), game.people[0].get(f"{game.path}/events").json]
    key = {"Idempotency-Key": "through-the-storm"}
    body = {"move": {"type": "write", "number": 2}}
    own_redis.stop()
    game.people[1].post(f"{game.path}/moves", body, 503, key)
    own_redis.start()
    assert [game.see(0), game.people[0].get(f"{game.path}/events").json] == before
    assert game.people[1].post(f"{game.path}/moves", body, 201, key).json["seq"] == 4
    assert game.see()["state"]["written"] == [4, 2]


def test_a_new_game_that_failed_is_nowhere(own_api: Api, own_redis: EmbeddedRedis) -> None:
    ada = own_api.player()
    own_redis.stop()
    ada.post("/v1/games", {"title": "tally", "seats": PEOPLE}, 503)
    own_redis.start()
    assert list(own_api.parts.store.game_ids()) == []
    assert ada.get("/v1/me/games").json["games"] == []


def test_a_stream_that_cannot_go_on_ends_in_order(own_api: Api, own_redis: EmbeddedRedis) -> None:
    game = own_api.table()
    headers = {"Accept": "text/event-stream"}
    with own_api.app.test_client().get(f"{game.path}/events", headers=headers) as answer:
        frames = iter(answer.response)
        assert next(frames) == b"retry: 1000\n\n"
        own_redis.stop()
        assert list(frames) == []


def test_followers_over_the_wire_hear_of_what_happens_afterwards(own_redis: EmbeddedRedis) -> None:
    port = free_port("127.0.0.1")
    with (
        web_server(Config(redis=own_redis.url, port=port, web_workers=1, keep_alive_s=0.05)) as address,
        Person(address) as ada,
        Person(address) as bob,
    ):
        game = table(ada, bob)
        with bob.follow(game, "?after=2") as stream:
            assert next(frame for frame in stream if frame.comment)
            own_redis.stop()
            assert ada.client.get(f"/v1/games/{game}").status_code == 503
            own_redis.start()
            wave = {"move": {"type": "wave"}}
            until(lambda: ada.client.post(f"/v1/games/{game}/moves", json=wave).status_code != 503, "its return")
            assert next(frame.id for frame in stream if frame.event) == "3"
