"""What is no HTTP, or more of it than is taken, over a real connection: problems as everywhere else."""

from __future__ import annotations

import json
import secrets
import socket
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from moothall.server.problems import KINDS
from tests.support.live import PATIENCE_S, Person

JSON = b"Host: hall\r\nContent-Type: application/json\r\n"
CHUNKED = JSON + b"Transfer-Encoding: chunked\r\n\r\n"


class Answer(NamedTuple):
    """An answer and what came after it on the same connection."""

    status: int
    headers: dict[str, str]
    body: bytes
    rest: bytes


def ask(address: str, request: bytes) -> Answer:
    """Send these bytes and read until the server hangs up."""
    place = urlsplit(address)
    data = b""
    with socket.create_connection((place.hostname or "", place.port or 0), PATIENCE_S) as line:
        line.sendall(request)
        line.shutdown(socket.SHUT_WR)
        while piece := line.recv(65_536):
            data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", "0"))
    return Answer(int(first.split()[1]), headers, body[:length], body[length:])


def is_problem(answer: Answer, status: int) -> str:
    """The answer is a problem that is documented; its slug."""
    assert answer.status == status, answer
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["cache-control"] == "no-store"
    problem = json.loads(answer.body)
    assert problem.keys() >= {"type", "title", "status", "detail", "instance", "request_id"}
    assert (problem["status"], problem["request_id"]) == (status, answer.headers["x-request-id"])
    assert problem["detail"].isprintable()
    slug: str = problem["type"].removeprefix("/problems/")
    assert slug in {kind.slug for kind in KINDS}
    assert answer.rest == b"", "nothing that follows is taken for a request"
    return slug


BODIES = {
    "no number": b"zz\r\n{}\r\n0\r\n\r\n",
    "negative": b"-1\r\n{}\r\n0\r\n\r\n",
    "empty": b"\r\n{}\r\n0\r\n\r\n",
    "huge": b"f" * 40 + b"\r\n{}\r\n0\r\n\r\n",
    "longer than it says": b"1\r\n{}\r\n0\r\n\r\n",
    "a bad extension": b"2;\x01=x\r\n{}\r\n0\r\n\r\n",
    "cut off": b"5\r\n{",
    "a request behind it": b"zz\r\nGET /v1/titles HTTP/1.1\r\nHost: hall\r\n\r\n",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_a_malformed_chunk_is_a_problem(address: str, body: bytes) -> None:
    answer = ask(address, b"POST /v1/players HTTP/1.1\r\n" + CHUNKED + body)
    assert is_problem(answer, 400) == "malformed-request"


REQUESTS: dict[str, tuple[bytes, int]] = {
    "an unknown transfer coding": (
        b"POST /v1/players HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: rot13\r\n\r\n{}",
        400,
    ),
    "an unknown coding around chunks": (
        b"POST /v1/players HTTP/1.1\r\n" + JSON + b"Transfer-Encoding: rot13, chunked\r\n\r\n0\r\n\r\n",
        400,
    ),
    "two lengths": (
        b"POST /v1/players HTTP/1.1\r\n" + JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ",
        400,
    ),
    "a length and chunks": (
        b"POST /v1/players HTTP/1.1\r\n" + JSON + b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        400,
    ),
    "no length": (b"POST /v1/players HTTP/1.1\r\n" + JSON + b"Content-Length: two\r\n\r\n{}", 400),
    "no request line": (b"\x1b[2J\x9b\r\n\r\n", 400),
    "two words": (b"GET /\r\n\r\n", 400),
    "no method": (b"G\x7fT / HTTP/1.1\r\nHost: hall\r\n\r\n", 400),
    "another version": (b"GET / HTTP/9.9\r\nHost: hall\r\n\r\n", 400),
    "a header without a name": (b"GET / HTTP/1.1\r\n: x\r\n\r\n", 400),
    "a header with a null": (b"GET / HTTP/1.1\r\nHost: ha\0ll\r\n\r\n", 400),
    "a folded header": (b"GET / HTTP/1.1\r\nHost: hall\r\nX-A: b\r\n  c\r\n\r\n", 400),
    "a long line": (b"GET /" + b"x" * 20_000 + b" HTTP/1.1\r\nHost: hall\r\n\r\n", 414),
    "a large header": (b"GET / HTTP/1.1\r\nX-A: " + b"x" * 20_000 + b"\r\n\r\n", 431),
    "many headers": (b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % n for n in range(500)) + b"\r\n", 431),
    "another expectation": (b"GET / HTTP/1.1\r\nHost: hall\r\nExpect: a-miracle\r\n\r\n", 417),
}


@pytest.mark.parametrize(("request_", "status"), REQUESTS.values(), ids=REQUESTS)
def test_what_cannot_be_read_is_a_problem(address: str, request_: bytes, status: int) -> None:
    is_problem(ask(address, request_), status)


@pytest.mark.parametrize("name", ["SCRIPT_NAME", "Script_Name", "PATH_INFO", "SCRIPT-NAME"])
def test_no_header_moves_the_app(address: str, name: str) -> None:
    request = f"GET /v1/titles HTTP/1.1\r\nHost: hall\r\nConnection: close\r\n{name}: /elsewhere\r\n\r\n"
    answer = ask(address, request.encode())
    assert answer.status == 200
    assert "tally" in {title["slug"] for title in json.loads(answer.body)["titles"]}


def test_a_good_chunked_request_is_one(address: str) -> None:
    piece = b'name":"%s"}' % secrets.token_hex(6).encode()  # no two players have the same
    body = b'2\r\n{"\r\n%x\r\n%s\r\n0\r\n\r\n' % (len(piece), piece)
    answer = ask(address, b"POST /v1/players HTTP/1.1\r\nConnection: close\r\n" + CHUNKED + body)
    assert answer.status == 201, answer


def test_the_server_goes_on(address: str) -> None:
    for request, _ in REQUESTS.values():
        ask(address, request)
    with Person(address) as ada:
        assert ada.client.get("/v1/me").json()["name"].startswith("Ada")
