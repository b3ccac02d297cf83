"""Accounts. A bearer token is shown once and only its hash is kept."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from domain.core.codec import to_json
from events import keys


class Player(msgspec.Struct, frozen=True):
    """A person or a bot with an account."""

    id: str
    name: str
    kind: str
    created_at: int


_read = msgspec.json.Decoder(Player).decode


class Players:
    """All accounts."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def register(self, player: Player, token: str) -> None:
        """Keep a new account under its token."""
        self._redis.set(keys.player(player.id), to_json(player))
        self._redis.set(keys.token(_digest(token)), player.id)

    def by_token(self, token: str) -> Player | None:
        """Whose token this is."""
        player_id = self._redis.get(keys.token(_digest(token)))
        return self.get(player_id.decode()) if player_id is not None else None

    def get(self, player_id: str) -> Player | None:
        """The account with this id."""
        data = self._redis.get(keys.player(player_id))
        return _read(data) if data is not None else None


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
