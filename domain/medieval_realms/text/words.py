"""Names and numbers that all texts of the title share."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import asdict

from moothall.domain.core.words import counted, listed
from moothall.domain.medieval_realms.content import Box
from moothall.domain.medieval_realms.content.faces import Face
from moothall.domain.medieval_realms.state import Tokens

_COUNTABLE = ("raw_material", "battle_point")


def resource(box: Box, kind: str) -> str:
    """Many of it: `gold`, `battle points`."""
    name = box.resource_names[kind].lower()
    return f"{name}s" if kind in _COUNTABLE else name


def amount(box: Box, kind: str, number: int) -> str:
    """`2 gold`, `1 battle point`."""
    name = box.resource_names[kind].lower()
    return counted(number, name, resource(box, kind))


def tokens(box: Box, amounts: Tokens) -> str:
    """`1 gold and 2 battle points`."""
    return listed(amount(box, kind, number) for kind, number in asdict(amounts).items() if number)


def card(face: Face) -> str:
    """The card with its family: `Dante (Artist)`; where the name says it already, `Castle`."""
    return face.name if face.family_name in face.name else f"{face.name} ({face.family_name})"


def stamped(face: Face) -> str:
    """The card with its stamp too: `Dante (violet Artist)`, `Castle (orange)`."""
    known = face.family_name in face.name
    return f"{face.name} ({face.stamp})" if known else f"{face.name} ({face.stamp} {face.family_name})"


def areas(numbers: Iterable[int]) -> str:
    """`area 3`, `areas 3 and 5`; an area alone is named once, however often it is meant."""
    named = [str(number) for number in numbers]
    named = named[:1] if len(set(named)) == 1 else named
    return f"area{'s' if len(named) > 1 else ''} {listed(named)}"


def leaders(mayors: int, generals: int, admirals: int) -> str:
    """`4 mayors, 1 general and 1 admiral`."""
    return listed((counted(mayors, "mayor"), counted(generals, "general"), counted(admirals, "admiral")))


def ordinal(place: int) -> str:
    """`1st`, `2nd`, `3rd`, `4th`."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"
