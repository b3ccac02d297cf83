"""The stored event: its bytes and its place in the hash chain.

h(n) = SHA-256(h(n-1) + d(n)) over the stored bytes, h(0) = 32 zero bytes. The bytes hold a salt that nobody is shown
before the end, so a published hash helps nobody to guess a small secret.
"""

from __future__ import annotations

import hashlib
from typing import NamedTuple

from moothall.domain.core.codec import to_json
from moothall.domain.table.event import AnyEvent
from moothall.domain.tournament.state import TournamentEvent

GENESIS = bytes(32)


class Stored(NamedTuple):
    """An entry of the stream."""

    seq: int
    data: bytes
    hash: bytes


def link(previous: bytes, data: bytes) -> bytes:
    """The hash of an event after the one before."""
    return hashlib.sha256(previous + data).digest()


def seal(event: AnyEvent | TournamentEvent, previous: bytes) -> Stored:
    """The event as it will be stored."""
    data = to_json(event)
    return Stored(event.seq, data, link(previous, data))
