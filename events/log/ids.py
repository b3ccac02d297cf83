"""Ids of new games. Nobody can guess one, whatever is known of its creator and of the key it was asked for with.

A request that carries an idempotency key must meet the game that it made the first time, in whatever process and after
whatever was lost. Hence its id follows from the key, by way of a secret that all machines share and nobody is shown.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Callable
from typing import Any, NamedTuple

from moothall.events import keys
from moothall.events.log.store import KEEP_ANSWERS_S
from moothall.events.reach.replicas import NO_WAIT, Replicas

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Letters and digits that are safe in URLs and easy to read aloud."""

SECRET_BYTES = 32

# KEYS id secret; ARGV one to keep unless there is one. Written even so: whoever waits for replicas waits for it.
_AGREE = """
local kept = redis.call('GET', KEYS[1]) or ARGV[1]
redis.call('SET', KEYS[1], kept)
return kept
"""


class _Secret(NamedTuple):
    """What ids follow from, and until when an older way to them is still looked at."""

    value: bytes
    older_until: int


class Ids:
    """The ids of one event store."""

    def __init__(self, redis: Any, clock: Callable[[], int], replicas: Replicas = NO_WAIT) -> None:
        """`clock` tells milliseconds; `replicas` must have the secret before anything follows from it."""
        self._redis = redis
        self._clock = clock
        self._replicas = replicas
        self._known: _Secret | None = None

    def fresh(self, player: str, key: str | None) -> str:
        """An id for a new game: 26 letters and digits. With a key it is always the same for that player."""
        if key is None:
            return _spelled(secrets.token_bytes(16))
        secret = self._secret()
        if self._clock() < secret.older_until:
            older = _spelled(hashlib.sha256(f"{player}\n{key}".encode()).digest())
            if self._redis.exists(keys.idempotency(older, player, key)):
                return older
        return _spelled(hmac.digest(secret.value, f"{player}\n{key}".encode(), "sha256"))

    def of_table(self, tournament_id: str, number: int, table: int) -> str:
        """The id of the game at a table of a tournament's round: always the same, and nobody's to guess."""
        about = f"table\n{tournament_id}\n{number}\n{table}".encode()
        return _spelled(hmac.digest(self._secret().value, about, "sha256"))

    def _secret(self) -> _Secret:
        """Made by whoever needs it first. Before there was one, ids followed from player and key alone: such a key is
        good for as long as its answer is kept."""
        if self._known is None:
            made = secrets.token_bytes(SECRET_BYTES) + str(self._clock()).encode()
            name = keys.id_secret()
            kept, safe = self._replicas.run(self._redis, name, ("EVAL", _AGREE, 1, name, made))
            self._replicas.check(safe)
            made_at = int(kept[SECRET_BYTES:])
            self._known = _Secret(kept[:SECRET_BYTES], made_at + KEEP_ANSWERS_S * 1_000)
        return self._known


def _spelled(entropy: bytes) -> str:
    number = int.from_bytes(entropy[:16], "big")
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))
