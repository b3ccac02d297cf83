"""Bytes in, bytes out: the one place that knows how data is written."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

to_json = msgspec.json.Encoder(order="deterministic").encode
"""JSON for storing: struct fields in their declared order, mappings sorted."""

to_answer = msgspec.json.Encoder().encode
"""JSON for answering: everything in the order a reader wants it."""

_canonical = msgspec.json.Encoder(order="sorted").encode

to_msgpack = msgspec.msgpack.Encoder().encode
"""Msgpack for what only we read again: snapshots."""


def canonical(data: Any) -> bytes:
    """The one JSON text of this data: all keys sorted, no spaces. Any language can make it again."""
    return _canonical(data)


def digest(data: Any) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(_canonical(data)).hexdigest()


def plain(data: Any) -> Any:
    """Structs as dicts, ready for an answer; tuples stay tuples, which JSON does not tell from lists."""
    return msgspec.to_builtins(data)
