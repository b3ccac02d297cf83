"""The connection is cut after the append and before the answer: the same request again gets the first answer."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from moothall.events.event_store.store import Store
from tests.support.live import PATIENCE_S, Person, table, until

KEY = {"Idempotency-Key": "once"}


class Cutter:
    """A wire to the server that lets a request through, keeps the answer to itself and hangs up on the client."""

    def __init__(self, address: str) -> None:
        self.parts = urlsplit(address)
        self.swallowed = b""
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def serve(self) -> None:
        client, _ = self.listener.accept()
        with client, socket.create_connection((self.parts.hostname, self.parts.port)) as server:
            sender = threading.Thread(target=pass_on, args=(client, server))
            sender.start()
            while not whole(self.swallowed):
                self.swallowed += server.recv(65536)
            client.shutdown(socket.SHUT_RDWR)
            sender.join()


def whole(answer: bytes) -> bool:
    """Whether all of an answer has come."""
    head, end, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: (\d+)", head, re.I)
    return bool(end) and length is not None and len(body) == int(length[1])


def pass_on(client: socket.socket, server: socket.socket) -> None:
    while data := client.recv(65536):
        server.sendall(data)


@contextmanager
def cut_wire(address: str) -> Iterator[Cutter]:
    cutter = Cutter(address)
    thread = threading.Thread(target=cutter.serve)
    thread.start()
    try:
        yield cutter
    finally:
        thread.join(PATIENCE_S)
        cutter.listener.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/moves", {"move": {"type": "write", "number": 4}}),
        ("/moves", {"moves": [{"type": "wave"}, {"type": "wave"}]}),
        ("/resign", {}),
    ],
)
def test_an_answer_that_is_cut_off_comes_with_the_same_request_again(
    address: str, redis: Any, path: str, body: Any
) -> None:
    store = Store(redis)
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        path = f"/v1/games/{game}{path}"
        headers = {**KEY, "Authorization": ada.client.headers["Authorization"]}
        with cut_wire(address) as wire, pytest.raises(httpx.TransportError):
            httpx.post(wire.address + path, json=body, headers=headers, timeout=PATIENCE_S, trust_env=False)
        seq = store.length(game)
        assert seq > 2, "it was appended"
        assert b"201 CREATED" in wire.swallowed
        bob.play(game, "wave")  # the game goes on meanwhile
        for _ in range(2):
            again = ada.client.post(path, json=body, headers=KEY)
            assert again.status_code == 201
            assert again.headers["Idempotency-Replayed"] == "true"
            assert again.headers["ETag"] == f'"{seq}"'
            assert again.json() == json.loads(wire.swallowed.partition(b"\r\n\r\n")[2])
        assert store.length(game) == seq + 1


def test_a_client_that_is_gone_before_the_answer_has_played_all_the_same(address: str, redis: Any) -> None:
    """The request is sent and the connection closed at once: whether it was heard is for the key to tell."""
    store = Store(redis)
    with Person(address) as ada, Person(address) as bob:
        game = table(ada, bob)
        body = {"move": {"type": "write", "number": 2}}
        request = ada.client.build_request("POST", f"/v1/games/{game}/moves", json=body, headers=KEY)
        parts = urlsplit(address)
        with socket.create_connection((parts.hostname, parts.port)) as line:
            head = "".join(f"{name}: {value}\r\n" for name, value in request.headers.items())
            line.sendall(f"POST /v1/games/{game}/moves HTTP/1.1\r\n{head}\r\n".encode() + request.content)
        until(lambda: store.length(game) == 3, "the append")
        again = ada.client.post(f"/v1/games/{game}/moves", json=body, headers=KEY)
        assert (again.status_code, again.json()["seq"], store.length(game)) == (201, 3, 3)
        assert again.headers["Idempotency-Replayed"] == "true"
