"""Answers in one piece, over a real connection: byte for byte what gunicorn sends in two."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.support.live import PATIENCE_S, Person

CHANGING = ("Date", "X-Request-Id", "RateLimit")
"""Headers that no two answers have in common."""


class Line:
    """A connection that is kept."""

    def __init__(self, line: socket.socket) -> None:
        self.line = line
        self.rest = b""

    def ask(self, request: bytes) -> tuple[list[str], bytes]:
        """The lines of the answer's head, in order, and its body."""
        self.line.sendall(request)
        data = self.rest
        while b"\r\n\r\n" not in data:
            data += self._more()
        head, _, body = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        length = next((int(line[16:]) for line in lines if line.startswith("Content-Length: ")), 0)
        while len(body) < length:
            body += self._more()
        self.rest = body[length:]
        return lines, body[:length]

    def has_ended(self) -> bool:
        return self.line.recv(1) == b""

    def _more(self) -> bytes:
        piece = self.line.recv(65_536)
        assert piece, "the server hung up"
        return piece


@contextmanager
def connected(address: str) -> Iterator[Line]:
    place = urlsplit(address)
    with socket.create_connection((place.hostname or "", place.port or 0), PATIENCE_S) as line:
        yield Line(line)


def same(lines: list[str]) -> list[str]:
    """What is the same both ways: the values of some headers are not, but where they stand is. (Where a move's events
    are stands elsewhere, and tests/server/test_fast_path.py compares it.)"""
    lines = [line for line in lines if not line.startswith("Location: ")]
    return [line.partition(":")[0] if line.startswith(CHANGING) else line for line in lines]


def request(method: str, path: str, token: str, *headers: str, scheme: str = "Bearer", body: str = "") -> bytes:
    own = (f"Authorization: {scheme} {token}", *headers)
    if body:
        own += ("Content-Type: application/json", f"Content-Length: {len(body)}")
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: hall", *own, "", body]).encode()


@pytest.fixture
def game(address: str) -> Iterator[tuple[str, str]]:
    """A game of two people, and the token of the first."""
    with Person(address) as ada, Person(address, "Ben") as ben:
        seats = [{"kind": "human"}, {"kind": "human"}]
        game_id = ada.post("/v1/games", {"title": "tally", "seats": seats})["id"]
        ben.post(f"/v1/games/{game_id}/seats")
        yield f"/v1/games/{game_id}", ada.client.headers["Authorization"].removeprefix("Bearer ")


@pytest.mark.parametrize("path", ["", "/moves"])
@pytest.mark.parametrize("header", [(), ('If-None-Match: "2"',), ("X-Request-Id: mine",), ("Accept-Encoding: gzip",)])
def test_reading_is_the_same_both_ways(address: str, game: tuple[str, str], path: str, header: tuple[str, ...]) -> None:
    with connected(address) as line:
        line.ask(request("GET", game[0] + path, game[1]))  # the first read asks for a portion of the limit
        quick = line.ask(request("GET", game[0] + path, game[1], *header))
        slow = line.ask(request("GET", game[0] + path, game[1], *header, scheme="bearer"))
    assert same(quick[0]) == same(slow[0])
    assert quick[1] == slow[1]


def test_a_posted_move_is_answered_the_same_both_ways(address: str, game: tuple[str, str]) -> None:
    answers = []
    with connected(address) as line:
        for scheme in ("Bearer", "bearer"):
            body = '{"move":{"type":"wave"}}'
            answers.append(line.ask(request("POST", f"{game[0]}/moves", game[1], scheme=scheme, body=body))[0])
    quick, slow = ([each for each in same(lines) if not each.startswith("ETag")] for lines in answers)
    assert quick == slow
    assert quick[0] == "HTTP/1.1 201 CREATED"


def test_requests_that_come_together_are_answered_in_order(address: str, game: tuple[str, str]) -> None:
    with connected(address) as line:
        several = [request("GET", game[0], game[1], f"X-Request-Id: number-{number}") for number in range(5)]
        answers = [line.ask(b"".join(several)), *(line.ask(b"") for _ in range(4))]
    assert [next(each for each in lines if each.startswith("X-Request-Id")) for lines, _ in answers] == [
        f"X-Request-Id: number-{number}" for number in range(5)
    ]


def test_a_connection_that_is_to_end_ends(address: str, game: tuple[str, str]) -> None:
    with connected(address) as line:
        lines, _ = line.ask(request("GET", game[0], game[1], "Connection: close"))
        assert "Connection: close" in lines
        assert line.has_ended()


def test_an_older_client_is_answered_in_its_own_version(address: str, game: tuple[str, str]) -> None:
    asked = request("GET", game[0], game[1], "Connection: keep-alive").replace(b"HTTP/1.1", b"HTTP/1.0")
    with connected(address) as line:
        lines, _ = line.ask(asked)
    assert lines[0] == "HTTP/1.0 200 OK"
    assert "Connection: keep-alive" in lines
