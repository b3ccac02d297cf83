"""A crowd of followers in a process of its own: `python -m moothall.server.bench.crowd HOST PORT PATH SIZE`.

Says `ready` when all of them are connected. Is then told on standard input which event is the last, and when everybody
has it prints at which moment the last follower had each event. The moments are those of the system's clock that never
goes back, which all processes share.
"""

from __future__ import annotations

import json
import re
import selectors
import socket
import sys
import time

PATIENCE_S = 120.0
HOMES = 50
_IDS = re.compile(rb"^id: (\d+)$", re.M)


class Follower:
    """One connection."""

    def __init__(self, host: str, port: int, path: str, source: str) -> None:
        self.connected = False
        self.last = 0
        self._rest = b""
        self.line = socket.create_connection((host, port), PATIENCE_S, (source, 0))
        self.line.sendall(f"GET {path} HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n".encode())
        self.line.setblocking(False)

    def read(self) -> list[int]:
        """The events that came."""
        data = self.line.recv(1 << 16)
        if not data:
            raise ConnectionError("a stream ended")
        if not self.connected and b" 200 " not in data[:20]:
            raise ConnectionError(data[:600].decode("latin-1"))
        self.connected = True
        whole, _, self._rest = (self._rest + data).rpartition(b"\n")
        came = [int(number) for number in _IDS.findall(whole)]
        self.last = came[-1] if came else self.last
        return came


class Crowd:
    """All of them."""

    def __init__(self, host: str, port: int, path: str, size: int) -> None:
        self.reached: dict[int, float] = {}
        """When an event came to whom it came last."""
        self._selector = selectors.DefaultSelector()
        self._followers = [Follower(host, port, path, _home(host, number)) for number in range(size)]
        for follower in self._followers:
            self._selector.register(follower.line, selectors.EVENT_READ, follower)

        self._selector.register(sys.stdin, selectors.EVENT_READ)
        self._last: int | None = None

    def connected(self) -> bool:
        return all(follower.connected for follower in self._followers)

    def done(self) -> bool:
        """Whether it is known which event is the last, and everybody has it."""
        last = self._last
        return last is not None and all(follower.last >= last for follower in self._followers)

    def read(self) -> None:
        """Whatever comes within a moment."""
        for key, _ in self._selector.select(0.5):
            if key.data is None:
                self._last = int(sys.stdin.readline())
                self._selector.unregister(sys.stdin)
                continue
            for seq in key.data.read():
                self.reached[seq] = time.monotonic()


def _home(host: str, number: int) -> str:
    """Where a follower comes from. Hundreds of people have more than one address, and each may have but so many
    connections, those that have just hung up included; on Linux every address of the loopback network is there."""
    if host.startswith("127.") and sys.platform == "linux":
        return f"127.0.0.{1 + number % HOMES}"
    return ""


def main() -> None:
    """Follow, and print."""
    host, port, path, size = sys.argv[1:]
    deadline = time.monotonic() + PATIENCE_S
    crowd = Crowd(host, int(port), path, int(size))
    while not crowd.connected():
        _go_on(crowd, deadline)
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    while not crowd.done():
        _go_on(crowd, deadline)
    sys.stdout.write(json.dumps(crowd.reached) + "\n")


def _go_on(crowd: Crowd, deadline: float) -> None:
    crowd.read()
    if time.monotonic() > deadline:
        raise TimeoutError("the crowd did not get all events")


if __name__ == "__main__":
    main()
