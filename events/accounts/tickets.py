"""Tickets for live streams: what a browser's `EventSource` can carry, which sends no headers. Each is for one stream,
for one use and for a minute; only its hash is kept, with that of the token that it stands for."""

from __future__ import annotations

from typing import Any

import msgspec

from moothall.domain.core.codec import to_json
from moothall.events import keys
from moothall.events.accounts.players import digest

GOOD_MS = 60_000
"""How long a ticket waits to be used."""


class Ticket(msgspec.Struct, frozen=True):
    """What a ticket opens."""

    stream: str
    """The path of the stream."""
    token: str
    """The SHA-256 of the token that it was made with."""


_read = msgspec.json.Decoder(Ticket).decode


class Tickets:
    """Those that were not used yet."""

    def __init__(self, redis: Any) -> None:
        self._redis = redis

    def keep(self, secret: str, ticket: Ticket) -> None:
        """Let whoever shows this secret have what the ticket opens."""
        self._redis.set(keys.ticket(digest(secret)), to_json(ticket), px=GOOD_MS)

    def take(self, secret: str, stream: str) -> str | None:
        """The digest of the token that the ticket stands for, if it is one for this stream; it is used up, even if
        it is for another."""
        data = self._redis.getdel(keys.ticket(digest(secret)))
        ticket = _read(data) if data is not None else None
        return ticket.token if ticket is not None and ticket.stream == stream else None
