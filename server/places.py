"""Places for those who stay: live streams and long polls. There are so many per address and account, and in all of a
process no more than leave room for those who come and go.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask, current_app, g, request

from moothall.server.addresses import network_of
from moothall.server.config import Config
from moothall.server.connections import Connection
from moothall.server.cuts import Crowded, TooManyOpen

ANONYMOUS = 2
"""Of all connections, 1/ANONYMOUS may be streams of people without a token."""


class Place:
    """Somebody who stays."""

    __slots__ = ("connection", "keys")

    def __init__(self, connection: Connection | None, keys: list[tuple[str, str]]) -> None:
        self.connection = connection
        self.keys = keys

    def is_left(self) -> bool:
        return self.connection is not None and self.connection.has_gone()


class Places:
    """Those of one process, by who has them."""

    def __init__(self, config: Config) -> None:
        self._connections = config.connections
        self._per = {"address": config.streams_per_address, "account": config.streams_per_account}
        self._taken: dict[tuple[str, str], dict[Place, None]] = {}

    def take(self, connection: Connection | None, address: str, account: str | None) -> Place:
        """A place, to be given back. Raises TooManyOpen or Crowded."""
        own = ("account", account) if account is not None else ("anonymous", "")
        place = Place(connection, [("process", ""), own, ("address", network_of(address))])
        for key in place.keys:
            self._check(key, connection.most if connection is not None else self._connections)
        for key in place.keys:
            self._taken.setdefault(key, {})[place] = None
        return place

    def give_back(self, place: Place) -> None:
        """Giving it back twice changes nothing."""
        for key in place.keys:
            taken = self._taken.get(key, {})
            taken.pop(place, None)
            if not taken:
                self._taken.pop(key, None)

    def _check(self, key: tuple[str, str], connections: int) -> None:
        most = {**self._per, "process": connections * 3 // 4, "anonymous": connections // ANONYMOUS}[key[0]]
        if len(self._taken.get(key, ())) < most:
            return
        # Who has hung up is noticed when there is something to send; here it matters earlier.
        left = [place for place in self._taken[key] if place.is_left()] if key in self._taken else []
        for place in left:
            self.give_back(place)
        if not left:
            raise Crowded if not key[1] else TooManyOpen("streams", key[0], most)


def hold_connections(app: Flask, config: Config) -> None:
    """Have this app tell its server whose connections are whose. To be called before its requests read anything."""
    app.extensions["moothall.places"] = Places(config)
    if config.proxies:  # without, who it is was known before the first byte

        @app.before_request
        def tell() -> None:
            came_from(request.environ)


def came_from(environ: dict[str, Any]) -> None:
    """Behind a proxy it is the request that tells whose its connection is."""
    connection = _connection_in(environ)
    if connection is not None:
        connection.came_from(environ.get("REMOTE_ADDR", ""))


def own_connection(environ: dict[str, Any], account: str) -> None:
    """A good token was shown on the connection of this request."""
    connection = _connection_in(environ)
    if connection is not None:
        connection.belongs_to(account)


def take_place() -> Any:
    """A place for the caller, as a function that gives it back. Raises TooManyOpen or Crowded."""
    places: Places = current_app.extensions["moothall.places"]
    bearer = g.get("bearer")
    account = bearer.player.id if bearer is not None else None
    place = places.take(_connection(), request.remote_addr or "", account)
    return lambda: places.give_back(place)


@contextmanager
def staying() -> Iterator[None]:
    """A place for as long as it lasts."""
    give_back = take_place()
    try:
        yield
    finally:
        give_back()


def _connection() -> Connection | None:
    return _connection_in(request.environ)


def _connection_in(environ: dict[str, Any]) -> Connection | None:
    """What the server hands over as the request's socket; another server, or a test, has none of ours."""
    connection = environ.get("gunicorn.socket")
    return connection if isinstance(connection, Connection) else None
