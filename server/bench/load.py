"""The load: connections that are kept alive and send prepared requests, each its own in order.

`wrk` sends it where that is installed (server/bench/wrk.py) and only the rate matters; else processes of this module
do, which cost far less than any server in Python: requests are bytes made beforehand, and of an answer no more is read
than its status and its length. `python -m moothall.server.bench.load` is one such process; it gets its work on
standard input.
"""

from __future__ import annotations

import heapq
import selectors
import socket
import subprocess
import sys
import time
from array import array
from collections.abc import Sequence
from typing import IO, Any, NamedTuple

import msgspec

PROCESSES = 2
PATIENCE_S = 30.0
"""How long an answer may take before the measurement is given up."""
PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.32
"""Before a request is sent again that came too early; twice as long each time: every try is one that was refused, and
there is a limit for those."""
MOST_TRIES = 200
EARLY = (403, 409, 422)
"""What is answered to the move of a seat that has to wait for a step of the game."""


class Request(msgspec.Struct, frozen=True):
    """What is sent, and to which game it belongs."""

    game: str
    data: bytes


class Lane(msgspec.Struct):
    """What one connection sends, in order. Goes on where it stopped."""

    requests: list[Request]
    expected: int
    """The status of a good answer."""
    endless: bool = False
    """Whether it begins again after the last request; otherwise that ends the round, for all lanes."""
    at: int = 0
    """The request to send next."""

    @property
    def left(self) -> int:
        return len(self.requests) - self.at


class Work(msgspec.Struct):
    """What one process is told."""

    host: str
    port: int
    lanes: list[Lane]
    seconds: float
    apart_s: float | None
    """Seconds from one request of a lane to its next; None sends as soon as the answer is there."""
    warm_s: float = 0.0
    """Seconds at the beginning that do not count: a connection may lead to another process than the one before, which
    first has to learn of the games and tokens."""


class Sent(msgspec.Struct):
    """What one process reports."""

    seconds: float
    """That count."""
    answered: int
    """In that time; what was begun before its end is seen through, but counts no more."""
    waited: int
    """Requests that came too early at first. Their time is not among `took`."""
    received: int
    """Bytes of the good answers' bodies."""
    at: list[int]
    """Where each lane stopped."""
    took: bytes
    """Seconds that good answers took, as doubles."""
    trouble: str = ""


class Load(NamedTuple):
    """What came of a round."""

    rate: float
    """Good answers a second."""
    answered: int
    waited: int
    size: float
    """Mean bytes of an answer's body."""
    took: Sequence[float]


class LoadFailed(Exception):
    """An answer that was not expected, or none."""


def drive(
    host: str,
    port: int,
    lanes: Sequence[Lane],
    seconds: float,
    *,
    rate: float | None = None,
    warm_s: float = 0.0,
    processes: int = PROCESSES,
) -> Load:
    """Send what the lanes hold for so many seconds, after some that do not count, at a rate or as fast as answers
    come."""
    apart_s = len(lanes) / rate if rate else None
    groups = [list(lanes[first::processes]) for first in range(min(processes, len(lanes)))]
    clients: list[subprocess.Popen[bytes]] = []
    try:
        for group in groups:
            clients.append(_start())
            _tell(clients[-1], Work(host, port, group, seconds, apart_s, warm_s))
        for client in clients:
            if _pipe(client.stdout).read(1) != b"r":
                raise LoadFailed("a client did not start")
        for client in clients:
            _pipe(client.stdin).write(b"g")
            _pipe(client.stdin).close()
        sent = [msgspec.msgpack.decode(_pipe(client.stdout).read(), type=Sent) for client in clients]
    finally:
        for client in clients:
            client.kill()
            client.wait()
            _pipe(client.stdout).close()
    for group, part in zip(groups, sent, strict=True):
        if part.trouble:
            raise LoadFailed(part.trouble)
        for lane, at in zip(group, part.at, strict=True):
            lane.at = at
    return _added(sent)


def _start() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "moothall.server.bench.load"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # a Ctrl-C is for whoever started it, who ends it
    )


def _tell(client: subprocess.Popen[bytes], work: Work) -> None:
    data = msgspec.msgpack.encode(work)
    _pipe(client.stdin).write(len(data).to_bytes(8, "big") + data)
    _pipe(client.stdin).flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


def _added(sent: Sequence[Sent]) -> Load:
    took = array("d")
    for part in sent:
        took.frombytes(part.took)
    answered = sum(part.answered for part in sent)
    return Load(
        rate=sum(part.answered / part.seconds for part in sent),
        answered=answered,
        waited=sum(part.waited for part in sent),
        size=sum(part.received for part in sent) / max(1, answered),
        took=took,
    )


# From here on: the client's process.


class _Line:
    """One connection."""

    def __init__(self, work: Work, lane: Lane, number: int) -> None:
        self.lane = lane
        self.number = number
        self.began = 0.0
        self.tries = 0
        self.got = b""
        self.socket = socket.create_connection((work.host, work.port), PATIENCE_S)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def send(self) -> None:
        self.got = b""
        self.socket.sendall(self.lane.requests[self.lane.at].data)

    def receive(self) -> bool:
        """Whether the answer is complete."""
        data = self.socket.recv(1 << 18)
        if not data:
            raise LoadFailed("the server closed a connection")
        self.got = got = self.got + data if self.got else data
        end = got.find(b"\r\n\r\n")
        return end >= 0 and len(got) >= end + 4 + _length(got[:end])

    @property
    def status(self) -> int:
        return int(self.got[9:12])


def _length(head: bytes) -> int:
    head = head.lower()
    at = head.find(b"\r\ncontent-length:")
    return int(head[at + 17 :].split(b"\r\n", 1)[0]) if at >= 0 else 0


class _Client:
    """All connections of one process."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.selector = selectors.DefaultSelector()
        self.lines = [_Line(work, lane, number) for number, lane in enumerate(work.lanes)]
        for line in self.lines:
            self.selector.register(line.socket, selectors.EVENT_READ, line)
        self.later: list[tuple[float, int]] = []
        """When to send on which line."""
        self.flying = 0
        """Requests that are not answered well yet. What was begun is seen through when the time is over."""
        self.took = array("d")
        self.answered = self.waited = self.received = 0

    def run(self) -> Sent:
        began = time.perf_counter()
        self.counts_from = began + self.work.warm_s
        self.end = self.counts_from + self.work.seconds
        apart_s = self.work.apart_s
        for line in self.lines:
            # A lane that keeps a pace begins at its own moment, so that not all send at once.
            line.began = began + (apart_s or 0.0) * line.number / len(self.lines)
            heapq.heappush(self.later, (line.began, line.number))
        while self.flying or time.perf_counter() < self.end:
            self._send_due()
            self._receive()
        return Sent(
            seconds=max(1e-9, self.end - self.counts_from),
            answered=self.answered,
            waited=self.waited,
            received=self.received,
            at=[line.lane.at for line in self.lines],
            took=self.took.tobytes(),
        )

    def _send_due(self) -> None:
        now = time.perf_counter()
        while self.later and self.later[0][0] <= now:
            line = self.lines[heapq.heappop(self.later)[1]]
            if line.tries:
                line.send()
            elif now < self.end:
                line.send()
                self.flying += 1

    def _receive(self) -> None:
        now = time.perf_counter()
        wake = self.later[0][0] if self.later else now + PATIENCE_S
        ready = self.selector.select(max(0.0, wake - now))
        if not ready and not self.later:
            raise LoadFailed(f"no answer for {PATIENCE_S:g} s")
        for key, _ in ready:
            line: _Line = key.data
            if line.receive():
                self._answer(line)

    def _answer(self, line: _Line) -> None:
        now = time.perf_counter()
        if line.status != line.lane.expected:
            self._again(line, now)
            return
        self.flying -= 1
        if self.counts_from <= now <= self.end:
            self.answered += 1
            self.received += len(line.got) - line.got.index(b"\r\n\r\n") - 4
            if line.tries:
                self.waited += 1
            else:
                self.took.append(now - line.began)
        line.tries = 0
        line.lane.at += 1
        if line.lane.at == len(line.lane.requests):
            if line.lane.endless:
                line.lane.at = 0
            else:
                self.end = min(self.end, now)
        self._next(line, now)

    def _next(self, line: _Line, now: float) -> None:
        if now >= self.end:
            return
        if self.work.apart_s is None:
            line.began = now
            line.send()
            self.flying += 1
        else:
            # Counted from when it was due: an answer that comes late makes the next one late, and that shows.
            line.began += self.work.apart_s
            heapq.heappush(self.later, (line.began, line.number))

    def _again(self, line: _Line, now: float) -> None:
        line.tries += 1
        if line.status not in EARLY or line.tries > MOST_TRIES:
            raise LoadFailed(f"{line.lane.requests[line.lane.at].data!r} was answered {line.got!r}")
        pause_s = min(PAUSE_S * 2 ** (line.tries - 1), LONGEST_PAUSE_S)
        heapq.heappush(self.later, (now + pause_s, line.number))


def main() -> None:
    """One process of clients."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    work = msgspec.msgpack.decode(source.read(int.from_bytes(source.read(8), "big")), type=Work)
    try:
        client = _Client(work)
        sink.write(b"r")
        sink.flush()
        source.read(1)
        report: Any = client.run()
    except (LoadFailed, OSError) as error:
        report = Sent(0.0, 0, 0, 0, [], b"", trouble=str(error) or type(error).__name__)
    sink.write(msgspec.msgpack.encode(report))
    sink.flush()


if __name__ == "__main__":
    main()
