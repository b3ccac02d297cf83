"""Old shapes of events, turned into today's on read. What is stored is never rewritten.

An upcaster takes an event of its version as plain data and returns it in the shape of the next version.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from domain.core.records import Json
from domain.core.title import AnyTitle
from domain.table.event import SCHEMA, AnyEvent, event_type

UPCASTERS: dict[int, Callable[[Json], Json]] = {}
"""From version to the function that leads to the next."""


class _Version(msgspec.Struct):
    v: int


_version = msgspec.json.Decoder(_Version)


class EventReader:
    """Reads the events of one title, whatever their age."""

    def __init__(self, title: AnyTitle, upcasters: Mapping[int, Callable[[Json], Json]] = UPCASTERS) -> None:
        self._type = event_type(title)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self._type)
        self._upcasters = upcasters
        self._current = f'{{"v":{SCHEMA},'.encode()

    def __call__(self, data: bytes) -> AnyEvent:
        """The event in today's shape."""
        event: AnyEvent
        if data.startswith(self._current):
            event = self._decoder.decode(data)
            return event
        version = _version.decode(data).v
        if version > SCHEMA:
            raise ValueError(f"event schema {version} is newer than this server's {SCHEMA}")
        plain: Json = msgspec.json.decode(data)
        while plain["v"] < SCHEMA:
            step = plain["v"]
            plain = {**self._upcasters[step](plain), "v": step + 1}
        event = msgspec.convert(plain, self._type)
        return event
