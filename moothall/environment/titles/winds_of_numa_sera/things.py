"""What there is in the box of Winds of Numa Sera, by what it is good for."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.winds_of_numa_sera.content import Box


def once(*groups: Iterable[str]) -> tuple[str, ...]:
    """Each once."""
    return tuple(dict.fromkeys(each for group in groups for each in group))


def of_type(box: Box, kind: str) -> tuple[str, ...]:
    """The Exploration cards of that type."""
    return tuple(card for card, each in box.cards.items() if each.type == kind)


def usable(box: Box) -> tuple[str, ...]:
    """Everything that has an ability to use."""
    return once(*([key for key, each in table.items() if each.use] for table in (box.blocks, box.items, box.cards)))


def labels(box: Box) -> tuple[str, ...]:
    """What a card can let one choose between."""
    return once(*([each.label for each in effect.options] for effect in box.effects.values()))


def marks(box: Box) -> tuple[str, ...]:
    """What a turn can note as done."""
    limited = [key for key, effect in box.effects.items() if effect.limit]
    named = {"use": usable(box), "equip": box.items, "test": of_type(box, "pool")}
    return (*limited, *(f"{what}/{each}" for what, things in named.items() for each in things))


def purses(box: Box) -> tuple[str, ...]:
    """What Capital can lie on."""
    keys = [key for key, effect in box.effects.items() if effect.op == "place_capital"]
    return once(key.split("/")[0].split(".")[1] for key in keys)
