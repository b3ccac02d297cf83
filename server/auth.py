"""Who is asking: bearer tokens, and a short memory of whose they are."""

from __future__ import annotations

import time

from flask import g, request

from domain.table.act import Person
from events.players import Player, Players
from server.problems import Unauthorized

REMEMBER_S = 30
"""How long a process trusts what it knows of a token, so that a move costs no extra round trip."""

REMEMBER = 10_000


class Tokens:
    """Tokens seen lately by this process."""

    def __init__(self, players: Players) -> None:
        self._players = players
        self._seen: dict[str, tuple[float, Player]] = {}

    def player(self, token: str) -> Player | None:
        """Whose token it is."""
        now = time.monotonic()
        known = self._seen.get(token)
        if known is not None and known[0] > now:
            return known[1]
        player = self._players.by_token(token)
        if player is not None:
            if len(self._seen) >= REMEMBER:
                self._seen.clear()
            self._seen[token] = (now + REMEMBER_S, player)
        return player


def identify(tokens: Tokens) -> None:
    """Before each request: a token that is sent must be good; none at all makes a spectator."""
    g.player = None
    header = request.headers.get("Authorization")
    if header is None:
        return
    scheme, _, token = header.partition(" ")
    g.player = tokens.player(token.strip()) if scheme.lower() == "bearer" and token.strip() else None
    if g.player is None:
        raise Unauthorized("The Authorization header holds no token of this server.")


def caller() -> Person:
    """The player who asks; whoever has no token is refused."""
    player = spectator_or_caller()
    if player is None:
        raise Unauthorized("Send the token you were given at registration: Authorization: Bearer <token>")
    return Person(player.id, player.name)


def spectator_or_caller() -> Player | None:
    """The player who asks, or None for a spectator."""
    player: Player | None = g.player
    return player


def caller_id() -> str | None:
    """The id of the player who asks, or None."""
    player = spectator_or_caller()
    return player.id if player is not None else None
