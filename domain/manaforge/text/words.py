"""Names and amounts."""

from __future__ import annotations

from collections.abc import Iterable

from domain.core.bag import Bag
from domain.manaforge.content.tables import ITEMS, TALENTS
from domain.manaforge.state import ELEMENTS


def card(card_id: str) -> str:
    """A card's name; what is unknown stays as it was written."""
    item = ITEMS.get(card_id)
    return item.name if item else card_id


def talent(talent_id: str) -> str:
    """A talent's name."""
    found = TALENTS.get(talent_id)
    return found.name if found else talent_id


def source(source_id: str) -> str:
    """The name of a card or talent."""
    return card(source_id) if source_id in ITEMS else talent(source_id)


def die(die_id: str) -> str:
    """`earth_1` is the earth die 1."""
    return die_id.replace("_", " die ")


def amounts(bag: Bag, thing: str) -> str:
    """`2 earth and 1 fire mana`."""
    parts = [f"{n} {element}" for element, n in zip(ELEMENTS, bag, strict=True) if n]
    return f"{join(parts)} {thing}" if parts else f"no {thing}"


def gems(bag: Bag) -> str:
    """`1 fire gem`, `1 earth and 1 fire gems`."""
    return amounts(bag, "gem" if sum(bag) == 1 else "gems")


def join(words: Iterable[str]) -> str:
    """`a, b and c`."""
    *front, last = list(words) or ["nothing"]
    return f"{', '.join(front)} and {last}" if front else last


def plural(n: int, thing: str) -> str:
    """`1 prism`, `2 prisms`."""
    return f"{n} {thing}" if n == 1 else f"{n} {thing}s"
