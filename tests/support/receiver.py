"""A real HTTP server on the loopback address that keeps what is posted to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple


class Got(NamedTuple):
    """A request."""

    path: str
    headers: Mapping[str, str]
    body: bytes


class Receiver:
    """What it got, and what it answers from now on."""

    def __init__(self, status: int, headers: Mapping[str, str]) -> None:
        self.status = status
        self.headers = headers
        self.got: list[Got] = []
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


@contextmanager
def receiver(status: int = 200, headers: Mapping[str, str] | None = None) -> Iterator[Receiver]:
    """A receiver that is listening."""
    made = Receiver(status, headers or {})

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            made.got.append(Got(self.path, dict(self.headers), body))
            self.send_response(made.status)
            for name, value in {**made.headers, "Content-Length": "0"}.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            """Quietly."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: object, client_address: object) -> None:
            """A caller that hangs up is no news here."""

    server = Server(("127.0.0.1", 0), Handler)
    made.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    try:
        yield made
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
