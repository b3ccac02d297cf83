"""Names, dice and numbers as they are said at the table."""

from __future__ import annotations

import re
from collections.abc import Iterable

from moothall.domain.core.words import Reader, listed
from moothall.domain.winds_of_numa_sera.content import Box

KINDS = {
    "boon": "Boon",
    "hazard": "Hazard",
    "maven": "Maven",
    "battle": "Battle Card",
    "mythic": "Mythic Item",
    "pool": "Pool of Essence",
}
"""What the types of Exploration cards are called."""

_ADDRESS = re.compile(r"\b(?:(cost|from|gives) )?(your|you)\b")


def name(box: Box, thing: str) -> str:
    """What it is called."""
    return box.names[thing]


def told_of(seat: int, text: str, reader: Reader) -> str:
    """What a card of this seat says, which addresses its owner: to somebody else it speaks of `them`."""
    return text if seat == reader.you else _ADDRESS.sub(_third_person, text)


def _third_person(found: re.Match[str]) -> str:
    before, word = found.groups()
    if word == "your":
        return f"{before} their" if before else "their"
    return f"{before} them" if before else "they"


def short(box: Box, thing: str) -> str:
    """The name without the title behind it: `Krill` for `Krill, the Stable Boy`."""
    return name(box, thing).partition(",")[0]


def names(box: Box, things: Iterable[str]) -> str:
    """Several of them, by their short names."""
    return listed(short(box, thing) for thing in things)


def either(words: Iterable[str]) -> str:
    """`a, b or c`."""
    *front, last = words
    return f"{', '.join(front)} or {last}" if front else last


def slot_name(slots: Iterable[str]) -> str:
    """Where an Item is worn: `left hand`, `both hands`."""
    found = tuple(slots)
    return "both hands" if len(found) > 1 else found[0].replace("_", " ")


def face(number: int) -> str:
    """A face of the die: `[+2]`."""
    return f"[{number:+d}]"


def faces(numbers: Iterable[int]) -> str:
    """Several thrown together."""
    return " ".join(map(face, numbers))


def percent(chance: float) -> str:
    """`33 %`."""
    return f"{round(100 * chance)} %"
