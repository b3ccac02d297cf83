"""What is taken back while somebody listens: a token, a scope, a part in a private game. The stream ends, and nothing
that happened afterwards is told, whichever process it runs in."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import ClassVar

import httpx
import pytest

from moothall.events.accounts.players import FIRST, Players
from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.supervisor import free_port
from tests.support.api import Api
from tests.support.live import PATIENCE_S, Person, table, until, web_server

SSE = "text/event-stream"
LINES = "application/x-ndjson"
ROUNDS = 5


@pytest.fixture(scope="module")
def elsewhere(redis_server: EmbeddedRedis, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A second web process on the same Redis, its streams patient: only what is taken back ends them."""
    data = tmp_path_factory.mktemp("elsewhere")
    port = free_port("127.0.0.1")
    with web_server(Config(redis=redis_server.url, port=port, web_workers=1, keep_alive_s=600, data=data)) as address:
        yield address


class Listener:
    """A second token of somebody, and what is heard with it."""

    opened: ClassVar[list[Listener]] = []

    def __init__(self, owner: Person, address: str) -> None:
        made = owner.post("/v1/me/tokens", {"name": "radio", "scopes": ["read", "play"]})
        self.opened.append(self)
        self.owner = owner
        self.path = f"/v1/me/tokens/{made['id']}"
        self.client = httpx.Client(
            base_url=address,
            headers={"Authorization": f"Bearer {made['token']}"},
            timeout=PATIENCE_S,
            trust_env=False,
        )

    def revoke(self) -> None:
        assert self.owner.client.delete(self.path).status_code == 204

    def rotate(self) -> None:
        self.owner.post(f"{self.path}/rotate")

    def lose_scope(self, players: Players) -> None:
        account = players.get(self.owner.client.get("/v1/me").json()["id"])
        assert account is not None
        players.set_scopes(account, ("play",))

    @contextmanager
    def listen(self, path: str, accept: str = SSE, heard: bytes = b"\n") -> Iterator[Iterator[bytes]]:
        """The pieces of a stream, after one that this stands in."""
        with self.client.stream("GET", path, headers={"Accept": accept}) as answer:
            assert answer.status_code == 200
            pieces = answer.iter_raw()
            hear(pieces, heard)
            yield pieces


@pytest.fixture(autouse=True)
def closed() -> Iterator[None]:
    yield
    while Listener.opened:
        Listener.opened.pop().client.close()


def hear(pieces: Iterator[bytes], wanted: bytes) -> None:
    """Listen until this is told."""
    heard = b""
    while wanted not in heard:
        heard += next(pieces)


def rest(pieces: Iterator[bytes]) -> bytes:
    """What comes until the stream ends, which it must."""
    deadline = time.monotonic() + PATIENCE_S
    heard = b""
    for piece in pieces:
        heard += piece
        assert time.monotonic() < deadline, "the stream goes on"
    return heard


@pytest.fixture
def players(redis_server: EmbeddedRedis) -> Iterator[Players]:
    """On the Redis as it is: emptied under the hands of running servers, it would count anew what is taken back."""
    with connect(redis_server.url) as client:
        yield Players(client)


def take_back(how: str, listener: Listener, players: Players) -> None:
    match how:
        case "revoked":
            listener.revoke()
        case "rotated":
            listener.rotate()
        case _:
            listener.lose_scope(players)


HOW = pytest.mark.parametrize("how", ["revoked", "rotated", "scope withdrawn"])


@HOW
def test_a_silent_stream_ends(address: str, elsewhere: str, players: Players, how: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        for path, accept in (
            (f"/v1/games/{game}/events?after=2", SSE),
            ("/v1/me/events", SSE),
            ("/v1/me/events", LINES),
        ):
            eve = Person(address)
            listener = Listener(eve, elsewhere)
            with listener.listen(path, accept) as pieces:
                take_back(how, listener, players)
                assert b"my_turn" not in rest(pieces)
            assert listener.client.get(path, headers={"Accept": accept}).status_code in (401, 403)
            eve.client.close()


@HOW
@pytest.mark.parametrize("stream", ["/v1/me/events", "game"])
def test_a_stream_by_ticket_ends_with_the_token_that_made_it(
    address: str, elsewhere: str, players: Players, how: str, stream: str
) -> None:
    with Person(address) as ada, Person(address) as bob:
        path = f"/v1/games/{table(ada, bob)}/events" if stream == "game" else stream
        listener = Listener(ada, elsewhere)
        made = listener.client.post("/v1/me/stream-ticket", json={"stream": path}).json()
        with (
            httpx.Client(base_url=elsewhere, timeout=PATIENCE_S, trust_env=False) as browser,
            browser.stream("GET", f"{path}?ticket={made['ticket']}&after=2", headers={"Accept": SSE}) as answer,
        ):
            assert answer.status_code == 200
            pieces = answer.iter_raw()
            hear(pieces, b"\n")
            take_back(how, listener, players)
            rest(pieces)


@HOW
def test_nothing_is_told_after_the_token_is_gone(address: str, elsewhere: str, players: Players, how: str) -> None:
    """The pick comes in the very moment after: the follower's process has no second to learn of it."""
    for _ in range(ROUNDS):
        with Person(address) as ada, Person(address) as bob:
            game = table(ada, bob)
            listener = Listener(ada, elsewhere)
            with listener.listen(f"/v1/games/{game}/events?after=1", heard=b"id: 2") as pieces:
                take_back(how, listener, players)
                ada.play(game, "write", number=4)
                assert rest(pieces) == b""


def test_others_go_on_listening(address: str, elsewhere: str) -> None:
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        gone, stays, spectator = Listener(ada, elsewhere), Listener(ada, elsewhere), Person(elsewhere, token=False)
        path = f"/v1/games/{game}/events?after=1"
        with (
            stays.listen(path, heard=b"id: 2") as kept,
            spectator.follow(game, "?after=2") as watched,
            gone.listen(path, heard=b"id: 2") as pieces,
        ):
            gone.revoke()
            ada.play(game, "write", number=4)
            hear(kept, b'"number":4')
            assert rest(pieces) == b""
            heard = next(frame for frame in watched if frame.event)
            assert json.loads(heard.data)["move"] is None
        spectator.client.close()


def test_a_private_game_is_told_to_nobody_who_has_left_it(address: str, elsewhere: str) -> None:
    with Person(address) as ada, Person(address) as bob, Person(address) as cat:
        body = {"title": "tally", "seats": [{"kind": "human"}] * 3, "private": True}
        game = ada.post("/v1/games", body)["id"]
        bob.post(f"/v1/games/{game}/seats")
        listener = Listener(bob, elsewhere)
        with listener.listen(f"/v1/games/{game}/events?after=1", heard=b"id: 2") as pieces:
            assert bob.client.delete(f"/v1/games/{game}/seats/me").status_code == 200
            cat.post(f"/v1/games/{game}/seats")
            assert rest(pieces) == b""
        assert listener.client.get(f"/v1/games/{game}").status_code == 404


def test_a_stream_ends_as_soon_as_its_game_is_unknown(address: str, elsewhere: str) -> None:
    """Nothing has to happen in the game afterwards."""
    with Person(address) as ada, Person(address) as bob:
        body = {"title": "tally", "seats": [{"kind": "human"}] * 3, "private": True}
        game = ada.post("/v1/games", body)["id"]
        bob.post(f"/v1/games/{game}/seats")
        listener = Listener(bob, elsewhere)
        with listener.listen(f"/v1/games/{game}/events?after=1", heard=b"id: 2") as pieces:
            assert bob.client.delete(f"/v1/games/{game}/seats/me").status_code == 200
            assert rest(pieces) == b""


def test_who_was_replaced_sees_no_more_than_a_spectator(address: str, elsewhere: str, players: Players) -> None:
    with Person(address) as ada, Person(address) as bob, Person(address) as cat, Person(address) as dan:
        account = players.get(ada.client.get("/v1/me").json()["id"])
        assert account is not None
        players.set_scopes(account, ("read", "play", "organise"))
        until(lambda: "organise" in ada.client.get("/v1/me").json()["scopes"], "the grant")
        game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2, "organiser": True})["id"]
        for person in (bob, cat):
            person.post(f"/v1/games/{game}/seats")
        with bob.follow(game, "?after=3") as stream:
            heard = (json.loads(frame.data) for frame in stream if frame.event)
            bob.play(game, "write", number=4)
            assert next(heard)["move"] == {"type": "write", "number": 4}
            bob.post(f"/v1/games/{game}/undo")
            assert next(heard)["undone"] == [4]
            new = dan.client.get("/v1/me").json()["id"]
            ruling = {"type": "replace_seat", "seat": 0, "player": new, "reason": "no show"}
            ada.post(f"/v1/games/{game}/rulings", ruling)
            assert next(heard)["move"] == ruling
            dan.play(game, "write", number=5)
            assert next(heard)["move"] is None


@pytest.mark.parametrize("scopes", [(), ("play",)], ids=["revoked", "scope withdrawn"])
def test_a_long_poll_ends_with_its_token(api: Api, scopes: tuple[str, ...]) -> None:
    """Taken back by another process: this one is not told to forget."""
    game, players = api.table(), api.parts.players
    ada = game.people[0]
    account = players.get(ada.id)
    token = players.token(ada.id, FIRST)
    assert account is not None
    assert token is not None
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ada.get, f"{game.path}?wait=60", 403 if scopes else 401, {"If-None-Match": '"2"'})
        until(lambda: api.parts.hub.followers == 1, "the wait")
        if scopes:
            players.set_scopes(account, scopes)
        else:
            players.drop_token(ada.id, token)
        asked.result(PATIENCE_S)


def test_lines_of_a_running_game_end_where_it_was_when_they_were_asked_for(api: Api) -> None:
    """Read slowly they would else tell what happened since, with the eyes of a seat that may be another's by now."""
    game = api.table()
    game.play(0, "write", number=4)
    lines = api.parts.queries.all_events(game.id, game.people[0].id)
    first = next(lines)
    game.play(1, "write", number=5)
    assert [json.loads(line)["seq"] for line in (first, *lines)] == [1, 2, 3]
