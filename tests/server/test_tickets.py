"""Tickets for live streams: one stream, one use, one minute; and never a way to more than the token has."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from moothall.events.accounts.players import GOOD_MS
from moothall.server.app import create_app
from moothall.server.bootstrap import Services
from tests.support.api import Api, Caller
from tests.support.live import PATIENCE_S, Frame, Person, frames, table

SSE = {"Accept": "text/event-stream"}
MINE = "/v1/me/events"


def ticket_for(caller: Caller, stream: str = MINE) -> str:
    return str(caller.post("/v1/me/stream-ticket", {"stream": stream}).json["ticket"])


def stream_of(game_id: str) -> str:
    return f"/v1/games/{game_id}/events"


@contextmanager
def opened(address: str, path: str) -> Iterator[Iterator[Frame]]:
    """A stream as a browser opens it: with nothing but the address and what kind of answer it takes."""
    with (
        httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False) as client,
        client.stream("GET", path, headers=SSE) as answer,
    ):
        assert answer.status_code == 200
        yield frames(answer)


def test_a_ticket_says_what_it_is_for(api: Api) -> None:
    ada = api.player()
    answer = ada.post("/v1/me/stream-ticket", {"stream": MINE})
    assert answer.json["stream"] == MINE
    assert answer.headers["Cache-Control"] == "no-store"
    assert len(answer.json["ticket"]) > 40


def test_only_its_hash_is_kept_and_not_for_long(api: Api, redis: Any) -> None:
    secret = ticket_for(api.player())
    (name,) = redis.keys("mh:ticket:*")
    assert 0 < redis.pttl(name) <= GOOD_MS
    assert secret.encode() not in name + redis.get(name)
    assert all(secret.encode() not in key for key in redis.scan_iter())


def test_a_ticket_is_good_once(api: Api, redis: Any) -> None:
    ada = api.player()
    path = f"{MINE}?ticket={ticket_for(ada)}"
    api.spectator.get(path)
    assert redis.keys("mh:ticket:*") == []
    api.spectator.get(path, 401)


def test_of_two_at_the_same_moment_one_gets_in(api: Api) -> None:
    ada = api.player()
    for _ in range(5):
        path = f"{MINE}?ticket={ticket_for(ada)}"
        with ThreadPoolExecutor(4) as pool:
            asked = [pool.submit(api.app.test_client().get, path) for _ in range(4)]
            assert sorted(each.result(PATIENCE_S).status_code for each in asked) == [200, 401, 401, 401]


@pytest.mark.parametrize("query", ["ticket=tk_guess", "ticket=", "ticket=%00", "ticket=" + "x" * 200])
def test_what_is_no_ticket_opens_nothing(api: Api, query: str) -> None:
    api.spectator.get(f"{MINE}?{query}", 401)
    api.spectator.get(f"{stream_of(api.table().id)}?{query}", 401)


def test_a_ticket_opens_its_own_stream_only(api: Api) -> None:
    one, other = api.table(), api.table()
    ada = one.people[0]
    for stream in (stream_of(other.id), MINE):
        secret = ticket_for(ada, stream_of(one.id))
        api.spectator.get(f"{stream}?ticket={secret}", 401)
        api.spectator.get(f"{stream_of(one.id)}?ticket={secret}", 401)  # it was shown, and is gone
    for path in (one.path, f"{one.path}/moves", "/v1/me"):
        answer = api.app.test_client().get(f"{path}?ticket={ticket_for(ada, stream_of(one.id))}")
        assert answer.status_code in (401, 422)


def test_a_ticket_that_is_too_old_opens_nothing(api: Api, redis: Any) -> None:
    secret = ticket_for(api.player())
    redis.delete(*redis.keys("mh:ticket:*"))  # as Redis does by itself after a minute
    api.spectator.get(f"{MINE}?ticket={secret}", 401)


def test_a_ticket_is_of_no_use_when_its_token_is_gone(api: Api) -> None:
    ada = api.player()
    made = ada.post("/v1/me/tokens", {"name": "page", "scopes": ["read"]}).json
    secret = ticket_for(Caller(api.app, made["token"]))
    ada.delete(f"/v1/me/tokens/{made['id']}", 204)
    api.spectator.get(f"{MINE}?ticket={secret}", 401)


def test_what_is_kept_of_a_token_is_no_token(api: Api) -> None:
    """A ticket stands for a digest; whoever has that, from a backup say, has nothing to show."""
    ada = api.player()
    api.spectator.get(f"{MINE}?ticket={ticket_for(ada)}")
    kept = api.parts.players.token(ada.id, "first")
    assert kept is not None
    Caller(api.app, kept.digest).get("/v1/me", 401)


def test_a_token_or_a_ticket_and_not_both(api: Api) -> None:
    ada = api.player()
    secret = ticket_for(ada)
    assert "not both" in ada.get(f"{MINE}?ticket={secret}", 401).json["detail"]
    api.spectator.get(f"{MINE}?ticket={secret}")  # nobody has looked at it yet


@pytest.mark.parametrize(
    "stream", ["", "/v1/me", "/v1/games", "/v1/games//events", "/v1/games/x/events?after=1", "http://x/v1/me/events", 7]
)
def test_only_streams_have_tickets(api: Api, stream: Any) -> None:
    problem = api.player().post("/v1/me/stream-ticket", {"stream": stream}, 422).json
    assert list(problem["errors"]) == ["stream"]


def test_there_is_no_ticket_for_a_game_that_is_unknown(api: Api) -> None:
    game = api.table(private=True)
    for game_id in (game.id, "nosuchgame"):
        api.player("Eve").post("/v1/me/stream-ticket", {"stream": stream_of(game_id)}, 404)
    ticket_for(game.people[1], stream_of(game.id))


def test_it_takes_a_token_to_make_one(api: Api) -> None:
    api.spectator.post("/v1/me/stream-ticket", {"stream": MINE}, 401)
    made = api.player().post("/v1/me/tokens", {"name": "blind", "scopes": ["play"]}).json
    Caller(api.app, made["token"]).post("/v1/me/stream-ticket", {"stream": MINE}, 403)


def test_no_log_has_a_ticket(parts: Services, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    where = tmp_path / "access.log"
    api = Api(create_app(parts=replace(parts, config=replace(parts.config, access_log=str(where)))))
    used, wrong = ticket_for(api.player()), "tk_wrong"
    with caplog.at_level(logging.DEBUG):
        api.spectator.get(f"{MINE}?ticket={used}")
        for secret in (used, wrong):
            api.spectator.get(f"{MINE}?ticket={secret}", 401)
            api.spectator.get(f"{stream_of('nosuchgame')}?ticket={secret}", 401)
    said = where.read_text("utf-8") + caplog.text
    assert said.count(f'"path":"{MINE}"') == 3
    assert used not in said
    assert wrong not in said


def test_a_stream_by_ticket_tells_what_the_token_may_see(address: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        secret = ada.post("/v1/me/stream-ticket", {"stream": stream_of(game)})["ticket"]
        with opened(address, f"{stream_of(game)}?ticket={secret}&after=2") as heard:
            ada.play(game, "write", number=4)
            told = next(frame for frame in heard if frame.event)
            assert '"number":4' in told.data
            bob.play(game, "write", number=5)
            assert next(frame for frame in heard if frame.event).id == "4"


def test_my_stream_by_ticket(address: str) -> None:
    with Person(address) as ada:
        secret = ada.post("/v1/me/stream-ticket", {"stream": MINE})["ticket"]
        with opened(address, f"{MINE}?ticket={secret}") as heard:
            assert next(frame for frame in heard if frame.event).event == "hello"
