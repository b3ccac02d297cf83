"""A crowd of followers on real connections, read by one thread that checks the order of what each of them gets."""

from __future__ import annotations

import re
import selectors
import socket
import threading
from urllib.parse import urlsplit

from tests.support.live import happens

_IDS = re.compile(rb"^id: (\d+)$", re.M)


class Follower:
    """One connection and the ids that came over it."""

    def __init__(self, address: str, path: str, after: int) -> None:
        parts = urlsplit(address)
        self.expected = after + 1
        self.trouble = ""
        self.status = b""
        self._rest = b""
        self.line = socket.create_connection((parts.hostname, parts.port), 30)
        request = f"GET {path}?after={after} HTTP/1.1\r\nHost: {parts.netloc}\r\nAccept: text/event-stream\r\n\r\n"
        self.line.sendall(request.encode())
        self.line.setblocking(False)

    @property
    def last(self) -> int:
        """The latest event that came, all before it having come too."""
        return self.expected - 1

    def read(self) -> None:
        data = self.line.recv(1 << 16)
        if not data:
            self.trouble = self.trouble or "the stream ended"
        self.status = self.status or data[:12]
        whole, _, self._rest = (self._rest + data).rpartition(b"\n")
        for found in _IDS.findall(whole):
            if int(found) != self.expected:
                self.trouble = self.trouble or f"{int(found)} came when {self.expected} should have"
            self.expected = int(found) + 1


class Crowd:
    """Many followers of one game; for as long as it is entered."""

    def __init__(self, address: str, game_id: str, size: int, after: int) -> None:
        path = f"/v1/games/{game_id}/events"
        self.followers = [Follower(address, path, after) for _ in range(size)]
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)

    def __enter__(self) -> Crowd:
        for follower in self.followers:
            self._selector.register(follower.line, selectors.EVENT_READ, follower)
        self._reader.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._reader.join()
        self._selector.close()
        for follower in self.followers:
            follower.line.close()

    def wait_until_connected(self, patience_s: float) -> bool:
        """Whether everybody is answered in time, and answered well."""
        if not happens(lambda: all(follower.status for follower in self.followers), patience_s):
            return False
        return all(follower.status.endswith(b" 200") for follower in self.followers)

    def troubles(self) -> list[str]:
        return [follower.trouble for follower in self.followers if follower.trouble]

    def slowest(self) -> int:
        """The event that everybody has."""
        return min(follower.last for follower in self.followers)

    def wait_for(self, seq: int, patience_s: float) -> bool:
        """Whether everybody has that event in time; at once false if somebody's stream is broken."""
        happens(lambda: self.slowest() >= seq or self.troubles(), patience_s)
        return self.slowest() >= seq

    def _read(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.05):
                follower: Follower = key.data
                follower.read()
                if follower.trouble:
                    self._selector.unregister(follower.line)
