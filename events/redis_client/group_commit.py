"""One connection for the commands that every request needs, shared by all requests of a process.

What is asked while an exchange is under way waits for its end and is then sent together: one write, one read, and one
sync of the disk for all of it, where a connection each would have cost every request its own. Whoever finds the line
free leads: sends what waits, reads the answers, hands them out, and leaves the lead to whoever has come meanwhile. It
works with threads as with greenlets.

Nothing is ever sent twice: if a connection fails, everybody whose command was under way is told so.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from threading import Lock
from typing import Any

from hiredis import pack_command
from redis.exceptions import ConnectionError as RedisConnectionError, ResponseError

from moothall.events.redis_client.cluster import Words

MOST_TOGETHER = 64
"""Commands in one exchange."""

TRUSTED_S = 0.5
"""A connection that was used so lately is not asked first whether the other side has closed it."""


class _Call:
    """A command that somebody waits for. It is there for one exchange; then it is answered, or its asker leads."""

    __slots__ = ("answer", "answered", "asleep", "words")

    def __init__(self, words: Words) -> None:
        self.words = words
        self.answer: Any = None
        self.answered = False
        self.asleep: Lock | None = None
        """Held until it is answered, or until it is its asker's turn to lead: a lock is the cheapest thing to wait for.
        None where nobody waits, or no longer."""


class Line:
    """The shared connection of one client."""

    def __init__(self, pool: Any) -> None:
        """Takes its connection from the pool and keeps it."""
        self._pool = pool
        self._lock = Lock()
        self._waiting: list[_Call] = []
        self._led = False
        self._connection: Any = None
        self._used_at = 0.0

    def call(self, words: Words) -> Any:
        """The bare answer to a command. Raises what Redis answers if that is an error, and RedisError if it is away."""
        call, asleep = _Call(words), None
        with self._lock:
            self._waiting.append(call)
            if self._led:
                call.asleep = asleep = Lock()
                asleep.acquire()
            self._led = True
        if asleep is not None:
            try:
                asleep.acquire()
            except BaseException:
                self._withdraw(call)
                raise
        if not call.answered:
            self._lead()
        if isinstance(call.answer, Exception):
            raise call.answer
        return call.answer

    def _lead(self) -> None:
        """One exchange, the leader's own command first in it."""
        with self._lock:
            calls, self._waiting = self._waiting[:MOST_TOGETHER], self._waiting[MOST_TOGETHER:]
        try:
            self._exchange(calls)
        finally:
            for call in calls[1:]:
                _wake(call)
            with self._lock:
                self._hand_on()

    def _withdraw(self, call: _Call) -> None:
        """Its asker waits no longer; if it was to lead, the next one does."""
        with self._lock:
            if call in self._waiting:
                self._waiting.remove(call)
                if call.asleep is None:
                    self._hand_on()

    def _hand_on(self) -> None:
        """The lead goes to whoever has waited longest; to whoever comes next if nobody waits. Called with the lock."""
        self._led = bool(self._waiting)
        if self._waiting:
            _wake(self._waiting[0])

    def _exchange(self, calls: Sequence[_Call]) -> None:
        """Send the commands and read their answers. What has none when this ends has failed, whatever the reason."""
        why: BaseException | None = None
        try:
            connection = self._ready()
            connection.send_packed_command(packed([call.words for call in calls]))
            for call in calls:
                call.answer = read_answer(connection)
                call.answered = True
            self._used_at = time.monotonic()
        except BaseException as error:
            why = error
            if self._connection is not None:  # whoever gives up waiting must not leave the answers to the next
                self._connection.disconnect()
            if not isinstance(error, Exception):
                raise
        finally:
            for call in calls:
                if not call.answered:
                    call.answer = why if isinstance(why, Exception) else RedisConnectionError("the exchange was cut")
                    call.answered = True

    def _ready(self) -> Any:
        if self._connection is None:
            self._connection = self._pool.get_connection()
        elif time.monotonic() - self._used_at > TRUSTED_S and self._connection.can_read():
            self._connection.disconnect()  # closed by the other side, or something on it that nobody asked for
        return self._connection


def packed(commands: Sequence[Words]) -> list[bytes]:
    """Commands as they are sent: in one piece, because a server that sees the first of several begins with it."""
    return [b"".join([pack_command(words) for words in commands])]


def read_answer(connection: Any) -> Any:
    """The next answer on a connection, be it an error."""
    try:
        return connection.read_response()
    except ResponseError as error:
        return error  # an answer like any other


def _wake(call: _Call) -> None:
    if call.asleep is not None:
        asleep, call.asleep = call.asleep, None
        asleep.release()
