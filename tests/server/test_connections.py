"""Clients that hold connections and give nothing for them: they are ended in time, and nobody else notices."""

from __future__ import annotations

import json
import resource
import socket
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from moothall.server.addresses import network_of
from moothall.server.config import Config
from moothall.server.embedded import EmbeddedRedis
from moothall.server.gunicorn import open_files
from moothall.server.supervisor import free_port
from tests.support.live import PATIENCE_S, Person, table, until, web_server

HEAD = b"POST /v1/games HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n"
HALF_A_BODY = HEAD + b"{"
HALF_A_HEAD = b"GET /v1/games HTTP/1.1\r\nHo"

STREAM = {"Accept": "text/event-stream"}

Server = Callable[..., AbstractContextManager[str]]


@pytest.fixture
def server(redis_server: EmbeddedRedis, tmp_path: Path) -> Server:
    """A real web server with settings of its own."""

    @contextmanager
    def start(**settings: Any) -> Iterator[str]:
        port = free_port("127.0.0.1")
        config = Config(
            redis=redis_server.url,
            port=port,
            web_workers=1,
            data=tmp_path,
            **{"keep_alive_s": 0.05, **settings},
        )
        with web_server(config) as address:
            until(lambda: get(f"{address}/readyz").status_code == 200, "the start")
            yield address

    return start


def get(url: str, **options: Any) -> httpx.Response:
    """On a connection of its own."""
    return httpx.get(url, timeout=PATIENCE_S, trust_env=False, **options)


class Told(NamedTuple):
    """What a raw connection was told before it was closed."""

    status: int
    headers: dict[str, str]
    body: Any


def connect(address: str, data: bytes = b"") -> socket.socket:
    host, _, port = address.removeprefix("http://").partition(":")
    line = socket.create_connection((host, int(port)), PATIENCE_S)
    line.sendall(data)
    return line


def until_closed(line: socket.socket) -> bytes:
    """Everything that comes until the server closes."""
    data = b""
    with line, suppress(ConnectionResetError):  # it did not read all that it was sent
        while more := line.recv(65_536):
            data += more
    return data


def told(line: socket.socket) -> Told:
    head, _, body = until_closed(line).partition(b"\r\n\r\n")
    first, *others = head.decode().split("\r\n")
    headers = {name.lower(): value for name, _, value in (each.partition(": ") for each in others)}
    assert len(body) == int(headers["content-length"]), "one answer, and nothing after it"
    return Told(int(first.split()[1]), headers, json.loads(body))


def is_problem(answer: Told, status: int, slug: str) -> None:
    assert (answer.status, answer.body["type"], answer.body["status"]) == (status, f"/problems/{slug}", status)
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["connection"] == "close"
    assert ("retry-after" in answer.headers) is (status != 408)


def trickle(line: socket.socket) -> None:
    """A byte now and then, until the server has had enough."""
    try:
        while True:
            line.sendall(b" ")
            line.settimeout(0.2)
            try:
                if line.recv(1, socket.MSG_PEEK):
                    return
            except TimeoutError:
                continue
    finally:
        line.settimeout(PATIENCE_S)


class TestTime:
    """A request has a time to arrive in, however it comes."""

    def test_half_a_request_is_answered_when_its_time_is_up(self, server: Server) -> None:
        with server(read_s=1.0) as address:
            for line in [connect(address, data) for data in (HALF_A_BODY, HALF_A_HEAD, b"G")]:
                is_problem(told(line), 408, "too-slow")

    def test_a_trickle_does_not_prolong_it(self, server: Server) -> None:
        with server(read_s=1.0) as address:
            for data in (HALF_A_BODY, b"GET /v1/games HTTP/1.1\r\nX-Slow: "):
                with connect(address, data) as line:
                    trickle(line)
                    assert line.recv(65_536).startswith(b"HTTP/1.1 408 ")

    def test_whoever_says_nothing_is_let_go_without_a_word(self, server: Server) -> None:
        with server(idle_s=1.0) as address:
            assert until_closed(connect(address)) == b""
            line = connect(address, b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            assert until_closed(line).startswith(b"HTTP/1.1 200 ")

    def test_what_is_not_taken_is_not_kept(self, server: Server) -> None:
        """A client asks for more than fits between it and the server, and reads nothing of it."""
        with server(write_s=1.0) as address:
            line = connect(address)
            asked = 200
            line.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n" * asked)
            cut = 'moothall_connections_cut_total{why="TooSlow"} 1.0'
            until(lambda: cut in get(f"{address}/metrics").text, "the end of its time")
            assert until_closed(line).count(b"HTTP/1.1 200 OK") < asked

    def test_streams_and_long_polls_outlast_it(self, server: Server) -> None:
        with server(read_s=2.5, idle_s=2.5, write_s=2.5, keep_alive_s=0.3) as address, Person(address) as ada:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            with ada.follow(game) as stream:
                comments = [frame for frame in (next(stream) for _ in range(15)) if frame.comment]
            assert len(comments) > 10
            answer = ada.client.get(f"/v1/games/{game}?wait=4", headers={"If-None-Match": '"1"'})
            assert answer.status_code == 304


class TestRoom:
    """Where there is no room for all, there is room for who plays."""

    @pytest.mark.parametrize("cap", ["connections", "connections_per_address"])
    def test_players_are_served_through_a_crowd_of_half_requests(self, server: Server, cap: str) -> None:
        with server(**{cap: 8}) as address, Person(address) as ada, Person(address) as ben:
            game, seq = table(ada, ben), 2
            for data in (HALF_A_BODY, HALF_A_HEAD, b""):
                crowd = [connect(address, data) for _ in range(100)]
                for _ in range(5):
                    seq += 1
                    assert ada.play(game, "wave")["seq"] == seq  # on the connection she has
                    crowd += [connect(address, data) for _ in range(8)]
                    seen = get(f"{address}/v1/games/{game}", headers=ada.client.headers)
                    assert seen.json()["seq"] == seq  # on a new one
                if data:
                    is_problem(told(crowd[0]), 503, "crowded")
                else:
                    assert until_closed(crowd[0]) == b""
                for line in crowd:
                    line.close()

    def test_who_takes_no_answers_makes_room(self, server: Server) -> None:
        with server(connections_per_address=6, write_s=600.0) as address, Person(address) as ada:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            crowd = [connect(address) for _ in range(5)]
            for line in crowd:
                line.sendall(b"GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
            with ExitStack() as streams:
                for _ in range(4):  # each on a connection of its own, of which there is but one

                    def follow() -> bool:
                        heard = streams.enter_context(Person(address, token=False))
                        answer = heard.client.send(
                            heard.client.build_request("GET", f"/v1/games/{game}/events", headers=STREAM), stream=True
                        )
                        streams.callback(answer.close)
                        return answer.is_success

                    until(follow, "room")
            for line in crowd:
                line.close()

    def test_whoever_does_not_fit_beside_those_who_stay_is_told(self, server: Server) -> None:
        with server(connections_per_address=3) as address, Person(address) as ada, ExitStack() as streams:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            for _ in range(3):
                next(streams.enter_context(ada.follow(game)))
            # Her own connection made room for the third stream.
            answer = get(f"{address}/v1/games/{game}")
            assert (answer.status_code, answer.json()["type"]) == (429, "/problems/too-many-open")
            assert (answer.json()["limit"], answer.headers["Retry-After"]) == ("connections", "5")
            streams.close()
            until(lambda: get(f"{address}/v1/games/{game}").is_success, "room")

    def test_an_accounts_connections_are_counted_together(self, server: Server) -> None:
        with server(connections_per_account=2) as address, Person(address) as ada, ExitStack() as streams:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            for _ in range(2):
                next(streams.enter_context(ada.follow(game)))
            answer = get(f"{address}/v1/games", headers=ada.client.headers)
            assert (answer.status_code, answer.json()["limit"]) == (429, "connections")
            with Person(address) as ben:
                assert ben.client.get("/v1/games").is_success

    def test_behind_a_proxy_it_is_the_forwarded_address_that_counts(self, server: Server) -> None:
        body = {"X-Forwarded-For": "192.0.2.1"}
        half = HALF_A_BODY.replace(b"Host: x", b"Host: x\r\nX-Forwarded-For: 192.0.2.1")
        with server(proxies=1, connections_per_address=2) as address, Person(address) as ada:
            crowd = [connect(address, half) for _ in range(10)]
            for line in crowd[:8]:
                is_problem(told(line), 503, "crowded")
            assert ada.client.get("/v1/games", headers=body).is_success
            assert ada.client.get("/v1/games", headers={"X-Forwarded-For": "192.0.2.2"}).is_success
            for line in crowd[8:]:
                line.close()


class TestStreams:
    """Those who stay have places, and no more."""

    def test_an_address_has_so_many(self, server: Server) -> None:
        with server(streams_per_address=2) as address, Person(address) as ada, ExitStack() as streams:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            with Person(address, token=False) as anybody:
                for _ in range(2):
                    next(streams.enter_context(anybody.follow(game)))
                for query, headers in (
                    ("/events", {"Accept": "text/event-stream"}),
                    ("?wait=9", {"If-None-Match": '"1"'}),
                ):
                    answer = anybody.client.get(f"/v1/games/{game}{query}", headers=headers)
                    assert (answer.status_code, answer.json()["limit"]) == (429, "streams")
                    assert answer.headers["Retry-After"] == "5"
                assert anybody.client.get(f"/v1/games/{game}").is_success
                streams.close()
                with anybody.follow(game) as again:
                    next(again)

    def test_an_account_has_so_many(self, server: Server) -> None:
        with server(streams_per_account=1) as address, Person(address) as ada, Person(address) as ben:
            game = table(ada, ben)
            with ada.listen("/v1/me/events") as first, ben.follow(game) as other:
                next(first)
                next(other)
                answer = ada.client.get(f"/v1/games/{game}/events", headers={"Accept": "text/event-stream"})
                assert (answer.status_code, answer.json()["type"]) == (429, "/problems/too-many-open")
                assert ada.play(game, "wave")["seq"] == 3

    def test_a_place_is_free_when_its_client_has_hung_up(self, server: Server) -> None:
        """Though nothing has been sent that would have told the server."""
        with server(streams_per_address=1, keep_alive_s=600.0) as address, Person(address) as ada:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            for _ in range(3):
                with ada.client.stream("GET", f"/v1/games/{game}/events", headers=STREAM) as answer:
                    assert answer.status_code == 200
                    assert ada.client.get(f"/v1/games/{game}/events", headers=STREAM).status_code == 429

    def test_strangers_leave_room_for_players(self, server: Server) -> None:
        """From as many addresses as one likes."""
        with server(connections=8, proxies=1) as address, Person(address) as ada, ExitStack() as streams:
            game = ada.post("/v1/games", {"title": "tally", "seats": [{"kind": "human"}] * 2})["id"]
            with Person(address, token=False) as anybody:
                for number in range(4):
                    headers = {"X-Forwarded-For": f"192.0.2.{number}"}
                    next(streams.enter_context(anybody.follow(game, **headers)))
                headers = {"Accept": "text/event-stream", "X-Forwarded-For": "192.0.2.9"}
                answer = anybody.client.get(f"/v1/games/{game}/events", headers=headers)
                assert (answer.status_code, answer.json()["type"]) == (503, "/problems/crowded")
                assert answer.headers["Retry-After"] == "5"
                with ada.follow(game) as stream:
                    assert next(stream).retry


def test_a_network_of_ipv6_is_one_address() -> None:
    assert network_of("192.0.2.7") == "192.0.2.7"
    assert network_of("2001:db8:1:2:3:4:5:6") == network_of("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert network_of("2001:db8:1:3::1") != network_of("2001:db8:1:2::1")
    assert network_of("::ffff:192.0.2.7") == "192.0.2.7"
    assert network_of("fe80::1%eth0") == "fe80::"
    assert network_of("who knows:") == "who knows:"


def test_as_many_files_are_opened_as_the_system_allows() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert open_files(512) == 512
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (512, hard)
        assert open_files(300) == 300
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (512, hard), "never fewer than there were"
        if hard != resource.RLIM_INFINITY:
            assert open_files(hard + 1) == hard
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
