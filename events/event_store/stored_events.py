"""The stored event: its bytes, its place in the hash chain, and how old shapes of it are read. Needs no Redis.

h(n) = SHA-256(h(n-1) + d(n)) over the stored bytes, h(0) = 32 zero bytes. The bytes hold a salt that nobody is shown
before the end, so a published hash helps nobody to guess a small secret.

What is stored is never rewritten: old shapes of events are turned into today's on read. An upcaster belongs to a title
(or to the table that is round all of them), to a version, and to a type of change or move. It takes that change or move
as plain data in the shape of its version and returns it in that of the next one. It is pure, and stays for ever.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import SCHEMA, AnyEvent, event_type
from moothall.domain.tournament.state import TournamentEvent

GENESIS = bytes(32)

Upcast = Callable[[Json], Json]
Upcasters = Mapping[tuple[str, int], Mapping[str, Upcast]]

TABLE = "table"

_ELEMENTS = ("earth", "fire", "wind", "water")


class Stored(NamedTuple):
    """An entry of the stream."""

    seq: int
    data: bytes
    hash: bytes


class NewerEvent(ValueError):
    """An event of a later version of Moothall than this one: only that can read it."""


def link(previous: bytes, data: bytes) -> bytes:
    """The hash of an event after the one before."""
    return hashlib.sha256(previous + data).digest()


def seal(event: AnyEvent | TournamentEvent, previous: bytes) -> Stored:
    """The event as it will be stored."""
    data = to_json(event)
    return Stored(event.seq, data, link(previous, data))


def _edition_had_another_name(created: Json) -> Json:
    """Version 1 called it `rules_version`."""
    return {"edition" if name == "rules_version" else name: value for name, value in created.items()}


def _amounts_were_arrays(**untold: Any) -> Upcast:
    """Version 1 of Manaforge counted mana and gems in arrays; `untold` are facts that it left out."""

    def upcast(change: Json) -> Json:
        named = {
            name: dict(zip(_ELEMENTS, value, strict=True)) if name in ("mana", "gems", "lost") else value
            for name, value in change.items()
        }
        return {**untold, **named}

    return upcast


def _payment_was_text(move: Json) -> Json:
    """Version 1 wrote `earth:2+gem_water:1`."""
    if move.get("payment") is None:
        return move
    paid: dict[str, dict[str, int]] = {"mana": {}, "gems": {}}
    for token in move["payment"].split("+"):
        name, n = token.split(":")
        paid["gems" if name.startswith("gem_") else "mana"][name.removeprefix("gem_")] = int(n)
    return {**{name: value for name, value in move.items() if name != "payment"}, **paid}


UPCASTERS: Upcasters = {
    (TABLE, 1): {"game_created": _edition_had_another_name},
    ("manaforge", 1): {
        "mana_gained": _amounts_were_arrays(source=""),
        "gems_gained": _amounts_were_arrays(source=""),
        "paid": _amounts_were_arrays(source=""),
        "item_taken": _amounts_were_arrays(mana={}, gems={}),  # what it cost was told by `paid`
        "card_activated": _amounts_were_arrays(),
        "turn_ended": _amounts_were_arrays(),
        **dict.fromkeys(("build", "activate", "choose"), _payment_was_text),
    },
}
"""By owner (a title's slug, or the table) and version, then by type of change or move."""


class _Version(msgspec.Struct):
    v: int


_version = msgspec.json.Decoder(_Version)


@lru_cache(maxsize=64)
def event_reader(title: AnyTitle) -> EventReader:
    """The reader of a title's events; made once, because making one takes longer than reading a whole game."""
    return EventReader(title)


class EventReader:
    """Reads the events of one title, whatever their age."""

    def __init__(self, title: AnyTitle, upcasters: Upcasters = UPCASTERS) -> None:
        self._type = event_type(title)
        self._decoder: msgspec.json.Decoder[Any] = msgspec.json.Decoder(self._type)
        self._steps = [
            {**upcasters.get((TABLE, version), {}), **upcasters.get((title.slug, version), {})}
            for version in range(1, SCHEMA)
        ]
        self._current = f'{{"v":{SCHEMA},'.encode()

    def __call__(self, data: bytes) -> AnyEvent:
        """The event in today's shape."""
        event: AnyEvent
        if data.startswith(self._current):
            event = self._decoder.decode(data)
            return event
        version = _version.decode(data).v
        if version > SCHEMA:
            raise NewerEvent(f"event schema {version} is newer than this server's {SCHEMA}")
        plain: Json = msgspec.json.decode(data)
        for step in self._steps[version - 1 :]:
            plain["changes"] = [_stepped(step, change) for change in plain["changes"]]
            if plain.get("move") is not None:
                plain["move"] = _stepped(step, plain["move"])
        event = msgspec.convert({**plain, "v": SCHEMA}, self._type)
        return event


def _stepped(step: Mapping[str, Upcast], part: Json) -> Json:
    upcast = step.get(part["type"])
    return part if upcast is None else upcast(part)
