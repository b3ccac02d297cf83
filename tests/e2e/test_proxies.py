"""nginx and Caddy as docs/operations.md has them, in front of a real `moothall serve`."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import pytest

from tests.e2e.conftest import Hall, small_hall
from tests.e2e.people import PATIENCE_S, Player
from tests.support.live import frames, until
from tests.support.proxies import PROXIES, SHORT_S, is_there, proxy
from tests.support.wires import HOST

ELSEWHERE = "127.0.0.2"
"""An address that is neither the proxy's nor Moothall's."""
SSE, LINES = "text/event-stream", "application/x-ndjson"
MAX_BODY = 64 * 1024
SIGN_S = 0.5
"""How often a stream says that it lives."""
SIGNS = int((SHORT_S + 1) / SIGN_S)
"""How often it has said so when half a request would have been waited for in vain."""


class Front(NamedTuple):
    """A proxy and what is behind it."""

    port: int
    trusted: ssl.SSLContext
    log: Path

    def client(self) -> httpx.Client:
        """From an address of its own."""
        transport = httpx.HTTPTransport(verify=self.trusted, local_address=ELSEWHERE)
        return httpx.Client(base_url=f"https://{HOST}:{self.port}", transport=transport, timeout=PATIENCE_S)


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    data = tmp_path_factory.mktemp("behind")
    settings = {
        "MOOTHALL_PROXIES": "1",
        "MOOTHALL_ACCESS_LOG": str(data / "access.log"),
        "MOOTHALL_KEEP_ALIVE_S": str(SIGN_S),
        "MOOTHALL_READ_S": str(SHORT_S // 2),  # as on the page: less than Caddy waits
    }
    running = small_hall(data, **settings)
    yield running
    running.stop()


@pytest.fixture(scope="module", params=PROXIES)
def front(request: pytest.FixtureRequest, behind: Hall, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Front]:
    if not is_there(request.param):
        pytest.skip(f"{request.param} is not installed here; its example in docs/operations.md is not run")
    folder = tmp_path_factory.mktemp(request.param)
    with proxy(request.param, folder, behind.url.removeprefix("http://")) as port:
        trusted = ssl.create_default_context(cafile=str(folder / "certificate.pem"))
        yield Front(port, trusted, behind.data / "access.log")


def test_a_game_is_played_followed_and_waited_for(front: Front) -> None:
    """What happens is heard while the streams are open, also after the time that half a request has."""
    with front.client() as client, front.client() as other, ThreadPoolExecutor(1) as pool:
        ada, ben = Player(client, "Ada"), Player(other, "Ben")
        game = ada.create("manaforge", ["human", "human"])
        with (
            client.stream("GET", f"/v1/games/{game}/events?after=0", headers={"Accept": SSE}) as events,
            client.stream("GET", "/v1/me/events?after=0", headers={**ada.headers, "Accept": LINES}) as notices,
        ):
            told = frames(events)
            heard = (frame.id for frame in told if frame.event == "event")
            assert next(heard) == "1"
            signs = (frame for frame in told if frame.comment)
            assert [next(signs).comment for _ in range(SIGNS)] == ["keep-alive"] * SIGNS
            waiting = pool.submit(ada.wait_past, game, 1)
            ben.join(game)
            assert next(heard) == "2"
            said = (json.loads(line)["type"] for line in notices.iter_lines() if line.strip())
            assert [next(said), next(said)] == ["hello", "game_started"]
            assert waiting.result(PATIENCE_S)["seq"] >= 2


def test_whose_address_is_seen(front: Front) -> None:
    forged = {"X-Forwarded-For": "203.0.113.9", "X-Request-Id": f"forged-{front.port}"}
    with front.client() as client:
        client.get("/v1/titles", headers=forged).raise_for_status()

    def logged() -> list[Any]:
        lines = [json.loads(line) for line in front.log.read_text().splitlines()]
        return [line["address"] for line in lines if line["request_id"] == forged["X-Request-Id"]]

    until(logged, "the line of the log")
    assert logged() == [ELSEWHERE]


def test_how_large_a_body_may_be(front: Front) -> None:
    def sized(size: int) -> int:
        body = b'{"name":"' + b"x" * (size - 11) + b'"}'
        assert len(body) == size
        with front.client() as client:
            return client.post("/v1/players", content=body, headers={"Content-Type": "application/json"}).status_code

    assert sized(MAX_BODY) == 422, "the name is too long, but it was read"
    assert sized(MAX_BODY + 1) == 413
    assert sized(2**20) in (413, 502), "and Caddy 2.6 says so of what it does not take itself"


def test_half_a_body_is_cut_off(front: Front) -> None:
    head = f"POST /v1/players HTTP/1.1\r\nHost: {HOST}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n"
    with (
        socket.create_connection((HOST, front.port), PATIENCE_S) as plain,
        front.trusted.wrap_socket(plain, server_hostname=HOST) as line,
    ):
        line.sendall(head.encode() + b"{")
        answer = b""
        while piece := line.recv(4096):
            answer += piece
    status = answer.partition(b"\r\n")[0]
    assert status in (b"", b"HTTP/1.1 408 Request Timeout"), "nginx hangs up, Moothall says why"


def test_metrics_are_not_for_everybody(front: Front) -> None:
    with front.client() as client:
        assert client.get("/metrics").status_code in (403, 404)
        assert client.get("/healthz").status_code == 200
