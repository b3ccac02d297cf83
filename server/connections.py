"""The connections of one web process: how long each may take, and how many there may be.

A client has a time for its request to arrive, head and body together and however it trickles in, a time to lie idle
between requests, and a time to take what is sent to it. Once a second all connections are looked through for those
whose time is up: a request costs no timer of its own.

Where a cap is reached, whoever only keeps us waiting makes room for whoever comes: first, and oldest first, those who
have shown no good token yet, then those who have. Nobody is cut off while he is being served. So a crowd of connections
that send half a request, or nothing, or take no answer, pushes out itself, and not the players.

Imported before gevent has patched anything: with the standard library only.
"""

from __future__ import annotations

import errno
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Any, NamedTuple

from moothall.server.addresses import network_of
from moothall.server.cuts import Crowded, Cut, Idle, TooManyOpen, TooSlow

NEVER = float("inf")

ESTABLISHED = 1
"""As Linux numbers the states of a TCP connection."""

LEAVING_S = 2.0
"""How long a connection that was refused is kept, so that its client can read the answer. Closed at once, with its
request unread, it would be reset, and the answer lost."""

STUCK_S = 2.0
"""How long sending takes when it is the client that keeps us waiting: otherwise it takes no time at all."""

QUIET_S = 1.5
"""How long somebody has asked for nothing who is let go when the process ends. Our clock here is a second old at
most."""

FEW = 16
"""A cap that is reached makes room for 1/FEW more at a time, so that not every newcomer has to look for somebody."""


class Caps(NamedTuple):
    """What is allowed in one web process."""

    read_s: float
    idle_s: float
    write_s: float
    connections: int
    leaving: int
    """Connections that are refused and kept for a moment; beyond that they are closed at once."""
    per_address: int
    per_account: int
    proxied: bool = False
    """Whether the clients are proxies, whose connections are for everybody."""


class Tried(NamedTuple):
    """A request that was tried to answer, and left to others."""

    error: Exception | None
    """What they have to answer; None: it is theirs to find out."""


class Group:
    """Connections that have something in common, oldest first."""

    __slots__ = ("members", "most")

    def __init__(self, most: int) -> None:
        self.most = most
        self.members: dict[Connection, None] = {}

    def make_room(self) -> bool:
        """Whether there is room for one more, if need be at the expense of those who only wait."""
        if len(self.members) < self.most:
            return True
        for known, count in ((False, self.most // FEW + 1), (True, 1)):
            waiting = (each for each in self.members if each.known is known and each.keeps_waiting())
            chosen = list(islice(waiting, count))
            for each in chosen:
                each.cut_off(Crowded() if each.begun else Idle())
            if chosen:
                return True
        return False


class Connections:
    """All connections of the process."""

    def __init__(self, caps: Caps, count: Callable[[Cut], None] = lambda why: None) -> None:
        """`count` is called for every connection that is cut off."""
        self.caps = caps
        self.count = count
        self.now = time.monotonic()
        """A second old at most: exact enough for what lasts seconds."""
        self._all = Group(caps.connections)
        self._leaving: dict[Connection, None] = {}
        self._addresses: dict[str, Group] = {}
        self._accounts: dict[str, Group] = {}

    def __len__(self) -> int:
        return len(self._all.members)

    def open(self, client: Any, address: str) -> Connection:
        """A new connection from that address. Raises Crowded or TooManyOpen."""
        connection = Connection(client, self)
        if not self.caps.proxied:
            self.came_from(connection, address)
        if not self._all.make_room():
            self.leave(connection)
            raise Crowded
        self._all.members[connection] = None
        return connection

    def came_from(self, connection: Connection, address: str) -> None:
        """Count it among those of an address. Raises TooManyOpen."""
        key = network_of(address)
        if connection.address != key:
            _drop(self._addresses, connection.address, connection)
            connection.address = None
            _add(self._addresses, key, connection, "address", self.caps.per_address)
            connection.address = key

    def belongs_to(self, connection: Connection, account: str) -> None:
        """A good token was shown on it: count it among those of the account. Raises TooManyOpen."""
        if connection.account != account:
            _drop(self._accounts, connection.account, connection)
            connection.account = None
            _add(self._accounts, account, connection, "account", self.caps.per_account)
            connection.account = account
        connection.known = True

    def leave(self, connection: Connection) -> None:
        """It counts no longer."""
        self._all.members.pop(connection, None)
        self._leaving.pop(connection, None)
        self.answered(connection)

    def answered(self, connection: Connection) -> None:
        """It is nobody's in particular, until it asks again."""
        _drop(self._addresses, connection.address, connection)
        _drop(self._accounts, connection.account, connection)
        connection.address = connection.account = None

    def refused(self, client: Any) -> Connection | None:
        """A connection that is but told so, and only for a moment; None: not even that."""
        if len(self._leaving) >= self.caps.leaving:
            return None
        connection = Connection(client, self)
        connection.until = self.now + LEAVING_S
        connection.begun = True
        self._leaving[connection] = None
        return connection

    def look_through(self) -> None:
        """To be called every second: whoever's time is up is cut off."""
        self.now = now = time.monotonic()
        for each in [each for each in self._all.members if each.is_late(now)]:
            each.cut_off(TooSlow() if each.begun else Idle())
        for each in [each for each in self._leaving if each.is_late(now)]:
            each.cut_off(Idle())

    def end_idle(self) -> None:
        """The process is about to end: whoever asks for nothing need not be waited for. Who has only just been answered
        may be asking again in this very moment; that answer then ends the connection."""
        long_ago = time.monotonic() + self.caps.idle_s - QUIET_S
        for each in [each for each in self._all.members if each.waits and not each.begun and each.until < long_ago]:
            each.cut_off(Idle())


class Connection:
    """A client's socket, and what it is doing."""

    __slots__ = (
        "_among",
        "_client",
        "_given_back",
        "_request",
        "account",
        "address",
        "begun",
        "cut",
        "known",
        "send_until",
        "stays",
        "tried",
        "until",
        "waits",
    )

    def __init__(self, client: Any, among: Connections) -> None:
        self._client = client
        self._among = among
        self._request: Any = None
        self._given_back = b""
        self.address: str | None = None
        self.account: str | None = None
        self.known = False
        """Whether it has shown a good token."""
        self.begun = False
        """Whether something of a request has arrived that is not answered yet."""
        self.waits = False
        """Whether we wait for its client to send something."""
        self.until = NEVER
        """When we stop waiting."""
        self.send_until = NEVER
        """When it must have taken what is being sent."""
        self.stays = False
        """Whether it is kept when the request is answered."""
        self.tried: Tried | None = None
        """What became of the request that was given back, if it was tried to answer it."""
        self.cut: Cut | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._client, name)

    def recv(self, size: int) -> bytes:
        data: bytes
        if self._given_back:
            data, self._given_back = self._given_back[:size], self._given_back[size:]
            return data
        caps = self._among.caps
        if not self.begun:
            self.until = self._among.now + caps.idle_s
        self.waits = True
        try:
            data = self._client.recv(size)
        except OSError:
            if self.cut is None:
                raise
        self.waits = False
        if self.cut is not None:
            if self._request is not None:
                self._request.force_close()
            raise self.cut
        if not self.begun:
            self.begun = True
            self.until = self._among.now + caps.read_s
        return data

    def give_back(self, data: bytes, tried: Tried | None = None) -> None:
        """Have the next reader get these bytes first."""
        self._given_back = data
        self.tried = tried

    def sendall(self, data: bytes) -> None:
        self.send_until = self._among.now + self._among.caps.write_s
        try:
            self._client.sendall(data)
        except OSError as error:
            if self.cut is None:
                raise
            raise BrokenPipeError(errno.EPIPE, "the client does not take its answer") from error
        self.send_until = NEVER

    def serve(self, request: Any, alive: bool) -> None:
        """The head of a request has arrived; its body may take what is left of the time, and our answer what it
        needs. `alive`: whether the process takes requests after it."""
        if not self.begun:  # it came together with the one before
            self.begun = True
            self.until = self._among.now + self._among.caps.read_s
        self._request = request
        self.stays = alive and request.version == (1, 1) and not request.should_close()

    def rest(self) -> None:
        """The request is answered."""
        self.begun = False
        self._request = self.tried = None
        if self._among.caps.proxied:
            self._among.answered(self)

    def is_late(self, now: float) -> bool:
        """Whether its client has not sent, or not taken, in time what we wait for."""
        return (self.waits and self.until < now) or self.send_until < now

    def keeps_waiting(self) -> bool:
        """Whether it is its client that we wait for: to send something, or to take what it asked for."""
        return self.waits or self.send_until < self._among.now + self._among.caps.write_s - STUCK_S

    def cut_off(self, why: Cut) -> None:
        """End it: whoever waits for the client now is told why."""
        self._among.leave(self)
        self._among.count(why)
        self.cut = why
        self.send_until = NEVER
        with suppress(OSError):  # the client was faster
            self._client.shutdown(socket.SHUT_RD if self.waits else socket.SHUT_RDWR)

    @property
    def most(self) -> int:
        """How many there may be in this process."""
        return self._among.caps.connections

    def came_from(self, address: str) -> None:
        self._among.came_from(self, address)

    def belongs_to(self, account: str) -> None:
        """Called with every request that shows a good token."""
        if self.account != account or not self.known:
            self._among.belongs_to(self, account)

    def has_gone(self) -> bool:
        """Whether the client has closed it, which nobody notices who has nothing to send."""
        try:
            state: bytes = self._client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
        except (OSError, AttributeError):  # closed already; a system that does not tell
            return bool(self._client.fileno() < 0)
        return state[0] != ESTABLISHED


def with_room_to_spare(connections: int) -> int:
    """How many there must be room for: besides those that count there are some that are refused, and some that were cut
    off and have not noticed yet. A worker without room for these would not accept anybody."""
    return connections * 4 // 3


def _add(groups: dict[str, Group], key: str, connection: Connection, whose: str, most: int) -> None:
    group = groups.get(key)
    if group is None:
        group = groups[key] = Group(most)
    if not group.make_room():
        raise TooManyOpen("connections", whose, most)
    groups.setdefault(key, group).members[connection] = None  # it may have been emptied to make room


def _drop(groups: dict[str, Group], key: str | None, connection: Connection) -> None:
    group = groups.get(key) if key is not None else None
    if group is not None:
        group.members.pop(connection, None)
        if not group.members:
            del groups[key]  # type: ignore[arg-type]
