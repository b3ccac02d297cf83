"""A process that ends in the middle of what it says to Redis: before the n-th exchange is sent, or after its answer
came and before anything could be made of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from redis.connection import AbstractConnection


class Killed(BaseException):
    """Nobody handles it: as if the process were gone."""


class Cut:
    """Counts exchanges and ends the one that is wanted; None: none."""

    def __init__(self, at: int | None = None, answered: bool = False) -> None:
        self.at = at
        self.answered = answered
        self.count = 0
        self.killed = False

    @contextmanager
    def working(self, patch: pytest.MonkeyPatch) -> Iterator[None]:
        """While this lasts, whatever is said to Redis counts."""
        send: Any = AbstractConnection.send_packed_command
        with patch.context() as patched:

            def sent(connection: Any, command: Any, check_health: bool = True) -> None:
                self.count += 1
                if self.count == self.at:
                    self.killed = True
                    if self.answered:
                        send(connection, command, check_health)
                        _read_all(connection)
                    raise Killed
                send(connection, command, check_health)

            patched.setattr(AbstractConnection, "send_packed_command", sent)
            yield


def _read_all(connection: Any) -> None:
    """Until the server has nothing more to say: then it has done all it was asked."""
    connection.read_response()
    while connection.can_read(0.05):
        connection.read_response()
