"""The API as a player at a terminal uses it."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from typing import Any

from moothall.server.client import Client as Api, Refused

__all__ = ["Client", "Refused"]

LONGEST = 30
"""Characters of a name that has to take a number."""


class Client:
    """A caller of a server: a player with a token, or a spectator without one; `say` is told when it is away."""

    def __init__(
        self,
        base: str,
        token: str | None = None,
        say: Callable[[str], None] = lambda text: None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._api = Api(base, token, say, sleep)
        self._say = say

    @property
    def base(self) -> str:
        return self._api.base

    @property
    def token(self) -> str | None:
        return self._api.token

    def register(self, name: str) -> None:
        """Become a player of that name, or, if somebody else has it, with a number behind it."""
        try:
            self._api.register(name, "human")
        except Refused as refused:
            if refused.status != 409:
                raise
            other = f"{name[:LONGEST]} {secrets.randbelow(10**6):06}"
            self._api.register(other, "human")
            self._say(f"{name} is taken: you are {other}")

    def call(self, method: str, path: str, body: Any = None, have: int | None = None) -> Any:
        """The answer, read; None if `have` is still the newest version. All that is written here knows keys."""
        headers = {} if have is None else {"If-None-Match": f'"{have}"'}
        return self._api.call(method, path, body, headers=headers, key=method != "GET")

    def text(self, path: str, accept: str) -> str:
        """A document."""
        return self._api.fetch(path, accept).decode("utf-8", "replace")
