"""Records that nobody could have played: fields of real ones changed, then hashed and signed anew, as forgers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from moothall.domain.core.data import Json
from moothall.domain.core.draw import FastDraw
from tests.support.records import events_of, forged, header_in

MOST_EVENTS = 40
"""Events of a mutant: enough for every kind of change, and hundreds are tried."""

NUMBERS = (-(10**9), -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 12, 99, 10**4, 10**6, 10**9, 10**15, 2**63, 10**30)

VALUES: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1,
    7,
    999,
    10**6,
    10**15,
    2**63,
    10**40,
    1.5,
    "",
    "0",
    "nonsense",
    "fire",
    "\x1b[2J",
    "x" * 10_000,
    [],
    [[]],
    [1, 2, 3],
    ["", None],
    {},
    {"type": "nonsense"},
    {"": {}},
)


def mutants(data: bytes, seed: int, count: int, make: Callable[[Json, list[Any]], bytes] = forged) -> Iterator[bytes]:
    """Mutants of a record, each with one to three wounds; `make` writes it anew."""
    luck = FastDraw(seed)
    header, events = header_in(data), events_of(data)[:MOST_EVENTS]
    words = sorted({word for event in events for word in _words(event)})
    for _ in range(count):
        body: Json = msgspec.json.decode(msgspec.json.encode({"header": header, "events": events}))
        for _ in range(1 + luck.below("wounds", 3)):
            _wound(body, luck, words)
        yield make(body["header"] if isinstance(body["header"], dict) else {}, body["events"])


def _words(value: Any) -> Iterator[str]:
    """Every text in it: one in the place of another looks more like a game than nonsense does."""
    match value:
        case str():
            yield value
        case dict():
            for name, inner in value.items():
                yield name
                yield from _words(inner)
        case list():
            for each in value:
                yield from _words(each)


def _wound(body: Json, luck: FastDraw, words: list[str]) -> None:
    """Change, drop, double or exchange something somewhere."""
    # Events hold far more than the header, and the interesting things lie deep.
    place: Any = body["header"] if luck.below("where", 8) == 0 else body["events"]
    while True:
        keys = list(place) if isinstance(place, dict) else list(range(len(place)))
        if not keys:
            return
        key = keys[luck.below("key", len(keys))]
        inner = place[key]
        if isinstance(inner, dict | list) and inner and luck.below("deeper", 10):
            place = inner
            continue
        match luck.below("how", 8):
            case 0:
                del place[key]
            case 1 if isinstance(place, list):
                place.insert(key, inner)
            case 2:
                other = keys[luck.below("other", len(keys))]
                place[key], place[other] = place[other], inner
            case 3 | 4 | 5 if isinstance(inner, int):
                place[key] = NUMBERS[luck.below("number", len(NUMBERS))]
            case 3 | 4 | 5 if isinstance(inner, str):
                place[key] = words[luck.below("word", len(words))]
            case _:
                place[key] = VALUES[luck.below("value", len(VALUES))]
        return
