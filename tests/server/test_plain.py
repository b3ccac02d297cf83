"""Plain requests: read here as gunicorn reads them, or not at all; and over a real connection nobody can tell."""

from __future__ import annotations

from typing import Any

import pytest
from gunicorn.config import Config as Settings
from gunicorn.http import get_parser
from gunicorn.http.wsgi import create
from hypothesis import given, strategies as st

from moothall.events.event_store import snapshots
from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect
from moothall.server.connections import Caps, Connection, Connections
from moothall.server.embedded import EmbeddedRedis
from moothall.server.plain import MOST, has_ended, read_plain
from tests.server.test_whole import connected, game, request, same
from tests.support.live import until

__all__ = ["game"]

ADDRESS = ("127.0.0.1", 4_711)
MOVE = '{"move":{"type":"wave"}}'
CAPS = Caps(read_s=5, idle_s=5, write_s=5, connections=9, leaving=9, per_address=9, per_account=9)

POST = request("POST", "/v1/games/abc/moves", "token", "Idempotency-Key: once", "X-Request-Id: mine", body=MOVE)
GET = request("GET", "/v1/games/abc", "token", 'If-None-Match: "2"', "accept-encoding: gzip", "User-Agent: a b/1.0")
PLAIN = (POST, GET, request("GET", "/v1/games/abc/moves?include=moves", "token", "Connection: Keep-Alive"))

PIECES = (
    *("\r\n", "\n", "\r", " ", "\t", ":", ",", "0", "7", "\x00", "\x7f", "é", "%2e", "?", "#", "HTTP/1.0", "http/1.1"),
    *("Content-Length: 3\r\n", "Transfer-Encoding: chunked\r\n", "Connection: close\r\n", "Expect: 100-continue\r\n"),
    *("Host: other\r\n", "Content_Length: 3\r\n", "X-Forwarded-Proto: https\r\n", "Upgrade: h2c\r\n", "Accept:\r\n"),
    *(
        " folded\r\n",
        "Cookie: a=b\r\n",
        "Accept : all\r\n",
        "Accept\r\n",
        "\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n",
        "+",
        "-",
    ),
)


class Client:
    """A socket that has these pieces to give, and then no more."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def recv(self, size: int) -> bytes:
        if not self.pieces:
            return b""
        given, rest = self.pieces[0][:size], self.pieces[0][size:]
        self.pieces[:1] = [rest] if rest else []
        return given


def read(*pieces: bytes) -> tuple[dict[str, Any] | None, bytes, Connection]:
    connection = Connection(Client(*pieces), Connections(CAPS))
    environ, data = read_plain(connection, ADDRESS[0], connection.recv(MOST))
    return environ, data, connection


def by_gunicorn(data: bytes) -> tuple[dict[str, Any], bytes, bool]:
    """What gunicorn makes of it: what it tells an app, the body, and whether anything is left after it."""
    parser = get_parser(Settings(), Client(data), ADDRESS)
    asked = next(parser)
    _, environ = create(asked, Client(), ADDRESS, ADDRESS, Settings())
    body = environ["wsgi.input"].read()
    return environ, body, has_ended(asked)


def agrees(data: bytes) -> bool:
    """Whether it is plain; then it is the same for gunicorn."""
    environ, unchanged, connection = read(data)
    assert unchanged == data[:MOST]
    if environ is None:
        return False
    theirs, body, ended = by_gunicorn(data)
    own = {name: value for name, value in environ.items() if name not in ("wsgi.input", "gunicorn.socket")}
    assert own == {name: theirs[name] for name in own}
    assert {name for name in theirs if name.startswith(("HTTP_", "CONTENT_"))} <= own.keys()
    assert environ["wsgi.input"].read() == body
    assert environ["gunicorn.socket"] is connection
    assert ended
    return True


@pytest.mark.parametrize("data", PLAIN)
def test_a_plain_request_is_read_as_gunicorn_reads_it(data: bytes) -> None:
    assert agrees(data)


@pytest.mark.parametrize("sign", ["\n", "\r", "\t", "\x00", "\x7f"])
@pytest.mark.parametrize("data", PLAIN)
def test_signs_that_nobody_sees_are_left_to_gunicorn(data: bytes, sign: str) -> None:
    line = data.index(b"\r\n")
    assert not any(agrees(data[:at] + sign.encode() + data[at:]) for at in range(line + 1))


@given(st.data())
def test_whatever_is_put_into_one_is_read_the_same_or_left_to_gunicorn(data: st.DataObject) -> None:
    plain = data.draw(st.sampled_from(PLAIN))
    for _ in range(data.draw(st.integers(1, 3))):
        at, to = sorted(data.draw(st.tuples(*[st.integers(0, len(plain))] * 2)))
        to = data.draw(st.sampled_from([at, at + 1, to]))
        plain = plain[:at] + data.draw(st.sampled_from(["", *PIECES])).encode() + plain[to:]
    agrees(plain)


@given(st.sampled_from(PIECES), st.sampled_from(PLAIN), st.data())
def test_a_line_more_is_read_the_same_or_left_to_gunicorn(piece: str, plain: bytes, data: st.DataObject) -> None:
    head, blank, body = plain.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    lines.insert(data.draw(st.integers(0, len(lines))), piece.removesuffix("\r\n").encode())
    agrees(b"\r\n".join(lines) + blank + body)


@pytest.mark.parametrize("piece", [each for each in PIECES if each.endswith("\r\n")])
def test_a_header_that_may_matter_is_left_to_gunicorn(piece: str) -> None:
    assert agrees(GET.replace(b"Host:", piece.encode() + b"Host:")) is (piece == "Accept:\r\n")


@pytest.mark.parametrize(
    "data",
    [
        POST + GET,  # what comes after it
        POST[:-1],  # what is yet to come, and does not
        POST.replace(b"Host: hall\r\n", b""),
        POST.replace(b"HTTP/1.1", b"HTTP/1.0"),
        POST.replace(b"POST", b"PUT"),
        POST.replace(b"Length: 24", b"Length: 024000"),
        POST.replace(b"Length: 24", b"Length: +24"),
        b"\r\n" + POST,
        POST.replace(b"POST ", b"POST :"),
        POST.replace(b"POST /", b"POST //"),
        POST.replace(b"/moves ", b"/%6doves "),
        POST.replace(b"/moves ", b"/moves?a#b "),
        GET + b"x",
        b"",
    ],
)
def test_what_is_more_or_less_than_one_plain_request_is_left_to_gunicorn(data: bytes) -> None:
    assert not agrees(data)


def test_a_body_may_come_after_its_head() -> None:
    head, blank, body = POST.partition(b"\r\n\r\n")
    environ, data, _ = read(head + blank, body[:5], body[5:])
    assert environ is not None
    assert environ["wsgi.input"].read() == body
    assert data == POST


def test_a_head_in_pieces_is_left_to_gunicorn_as_far_as_it_came() -> None:
    environ, data, connection = read(POST[:20], POST[20:])
    assert environ is None
    connection.give_back(data)
    assert connection.recv(15) + connection.recv(100) + connection.recv(MOST) == POST


def test_a_large_one_is_left_to_gunicorn() -> None:
    environ, data, _ = read(request("POST", "/v1/games/abc/moves", "token", body="x" * MOST))
    assert environ is None
    assert len(data) == MOST


CHUNKED = request("POST", "/v1/games/abc/moves", "token", "Transfer-Encoding: chunked") + b"2\r\n{}\r\n0\r\n\r\n"


@pytest.mark.parametrize(("data", "is_read"), [(POST, False), (CHUNKED, True), (POST + b"GET", True)])
def test_a_connection_is_read_from_only_where_a_request_begins(data: bytes, is_read: bool) -> None:
    """A body that was not read, or whose end is not known, or a request that has begun: gunicorn's."""
    asked = next(get_parser(Settings(), Client(data), ADDRESS))
    if is_read:
        asked.body.read()
    assert not has_ended(asked)


def test_requests_of_all_kinds_on_one_connection_are_answered_in_order(address: str, game: tuple[str, str]) -> None:
    path, token = game
    wave = request("POST", f"{path}/moves", token, body=MOVE)
    with connected(address) as line:
        numbers = []
        for piece in (wave, wave, request("GET", "/v1/me", token), wave, request("GET", path, token) + wave, b"", wave):
            lines, _ = line.ask(piece)
            assert lines[0] in ("HTTP/1.1 200 OK", "HTTP/1.1 201 CREATED")
            numbers += [each for each in lines if each.startswith("ETag")]
        halves = wave[:30], wave[30:]
        line.line.sendall(halves[0])
        lines, _ = line.ask(halves[1])
        numbers += [each for each in lines if each.startswith("ETag")]
    assert numbers == [f'ETag: "{seq}"' for seq in (3, 4, 5, 5, 6, 7, 8)]


def test_nobody_waits_for_a_snapshot_but_it_is_taken(
    address: str, redis_server: EmbeddedRedis, game: tuple[str, str]
) -> None:
    path, token = game
    with connected(address) as line:
        for _ in range(snapshots.EVERY):
            line.ask(request("POST", f"{path}/moves", token, body=MOVE))
    store = Store(connect(redis_server.url))
    until(lambda: store.opening(path.rpartition("/")[2])[1] is not None, "a snapshot is taken")
    store.redis.close()


def test_a_refusal_is_the_same_on_a_connection_that_was_plain(address: str, game: tuple[str, str]) -> None:
    """It is tried once, counted once, and answered by who answers everything."""
    path, token = game
    refused = request("POST", f"{path}/moves", token, "X-Request-Id: mine", body='{"move":{"type":"add"}}')
    with connected(address) as line:
        first = line.ask(refused)
        line.ask(request("POST", f"{path}/moves", token, body=MOVE))
        second = line.ask(refused)
        third = line.ask(refused)
    assert same(first[0]) == same(second[0]) == same(third[0])
    assert first[0][0] == "HTTP/1.1 403 FORBIDDEN"
    assert first[1] == second[1] == third[1]


def test_a_body_that_looks_like_a_request_is_none(address: str, game: tuple[str, str]) -> None:
    path, token = game
    hidden = request("POST", f"{path}/moves", token, body=MOVE).decode()
    with connected(address) as line:
        line.ask(request("GET", path, token))
        lines, _ = line.ask(request("GET", path, token, f"Content-Length: {len(hidden)}") + hidden.encode())
        assert lines[0] == "HTTP/1.1 415 UNSUPPORTED MEDIA TYPE"
        lines, _ = line.ask(request("GET", path, token))
        assert 'ETag: "2"' in lines
