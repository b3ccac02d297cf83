"""The terminal's way to the server: what goes wrong on it, and how it goes on."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from moothall.server.cli.play.game import Client
from moothall.server.client import Refused

Answer = tuple[int, Any, dict[str, str]] | None
"""Status, body and headers; None hangs up."""


class Moody:
    """A server that answers as it is told, one answer after the other."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[str, str, dict[str, str], bytes]] = []
        self.url = ""


@contextmanager
def moody(*answers: Answer) -> Iterator[Moody]:
    server = Moody(*answers)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            server.asked.append((self.command, self.path, dict(self.headers), self.rfile.read(size)))
            answer = server.answers.pop(0)
            if answer is None:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            status, body, headers = answer
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body if isinstance(body, bytes) else json.dumps(body).encode())

        do_POST = do_GET

        def log_message(self, *args: Any) -> None:
            """Silent."""

    http = HTTPServer(("127.0.0.1", 0), Handler)
    server.url = f"http://127.0.0.1:{http.server_port}"
    thread = threading.Thread(target=http.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server
    finally:
        http.shutdown()
        thread.join()
        http.server_close()


OK: Answer = (200, {"fine": True}, {})


def test_a_lost_connection_is_tried_again_under_the_same_key() -> None:
    said: list[str] = []
    pauses: list[float] = []
    busy: Answer = (503, {"title": "x", "detail": "Try again in a moment."}, {"Retry-After": "3"})
    with moody(OK, None, busy, (201, {"done": 1}, {}), OK) as server:
        client = Client(server.url, "t0ken", said.append, pauses.append)
        client.call("GET", "/hello")
        assert client.call("POST", "/moves", {"move": 1}) == {"done": 1}
        assert client.call("POST", "/moves", {"move": 2}) == {"fine": True}
    keys = [headers.get("Idempotency-Key") for _, _, headers, _ in server.asked]
    assert keys[0] is None, "reading needs none"
    assert keys[1] == keys[2] == keys[3] != keys[4]
    assert {body for _, _, _, body in server.asked[1:4]} == {b'{"move": 1}'}
    assert {headers["Authorization"] for _, _, headers, _ in server.asked} == {"Bearer t0ken"}
    assert pauses == [1.0, 3.0], "and no sooner than it is asked to"
    assert len(said) == 2
    assert said[0].startswith("The server does not answer (")
    assert said[1] == "The server answers again."


def test_patience_has_an_end() -> None:
    pauses: list[float] = []
    with moody(OK) as server:
        client = Client(server.url, sleep=pauses.append)
        client.call("GET", "/hello")
    with pytest.raises(OSError, match=r"http://127\.0\.0\.1:\d+: .*refused"):
        client.call("GET", "/hello")
    assert 120 <= sum(pauses) < 140


def test_an_address_that_never_answered_is_not_tried_again() -> None:
    pauses: list[float] = []
    with pytest.raises(OSError, match="refused"):
        Client("http://127.0.0.1:9", sleep=pauses.append).call("GET", "/")
    assert pauses == []
    with pytest.raises(OSError, match="ftp://x is no http address"):
        Client("ftp://x")


def test_news_that_are_none() -> None:
    with moody((304, b"", {}), OK) as server:
        client = Client(server.url)
        assert client.call("GET", "/game", have=7) is None
        assert client.call("GET", "/game", have=7) == {"fine": True}
    assert server.asked[0][2]["If-None-Match"] == '"7"'


@pytest.mark.parametrize(
    ("status", "body", "text", "rule", "moved_on"),
    [
        (422, {"detail": "too dear", "rule": "MF-7.2"}, "too dear", "MF-7.2", False),
        (422, {"detail": "x", "errors": {"move.gem": ["No such gem."]}}, "move.gem: No such gem.", None, False),
        (409, {"detail": "moved on", "seq": 9}, "moved on", None, True),
        (401, {"detail": "no token of this server"}, "no token of this server", None, False),
        (404, b"<html>", "404 Not Found", None, False),
        (404, b"[]", "404 Not Found", None, False),
    ],
)
def test_a_refusal_is_told_in_the_servers_words(
    status: int, body: Any, text: str, rule: str | None, moved_on: bool
) -> None:
    with moody((status, body, {})) as server, pytest.raises(Refused) as refused:
        Client(server.url).call("POST", "/moves", {})
    assert (str(refused.value), refused.value.rule, refused.value.moved_on) == (text, rule, moved_on)


def test_something_else_than_a_moothall() -> None:
    with moody((200, b"<html>", {})) as server, pytest.raises(OSError, match="does not answer like a Moothall"):
        Client(server.url).call("GET", "/")
