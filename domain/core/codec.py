"""Bytes in, bytes out: the one place that knows how data is written."""

from __future__ import annotations

import hashlib
import re
from typing import Any

import msgspec

_NAMED = re.compile(r"(?:missing required|unknown) field `([^`]+)`")
"""A field that msgspec names in its text instead of its path."""

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


def explain(error: msgspec.ValidationError) -> tuple[str, str]:
    """Where data is malformed (`.seats[1].level`; empty for all of it), and how."""
    text, _, path = str(error).partition(" - at `$")
    named = _NAMED.search(text)
    return path.rstrip("`") + (f".{named[1]}" if named else ""), text
