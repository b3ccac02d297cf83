"""Moves that are almost right: a real one with something bent."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

Json = dict[str, Any]

ODD: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**9,
    2**63 - 1,
    2**64,
    "",
    "nonsense",
    "0",
    "\u0000",
    "\u202e\u2066",
    "x" * 300,
    [],
    [[]],
    {},
    {"type": "wave"},
    [None],
)
"""In the place of any value."""


def mutants(move: Json, luck: random.Random, most: int) -> Iterator[Json]:
    """So many of them; the same for the same luck."""
    for _ in range(most):
        yield mutant(move, luck)


def mutant(move: Json, luck: random.Random) -> Json:
    """One move with one thing bent."""
    bent = dict(move)
    match luck.randrange(6):
        case 0:
            bent.pop(luck.choice(list(bent)))
        case 1:
            bent[luck.choice(["more", "seat", "Type", "", "to", "reason", "level", "number"])] = luck.choice(ODD)
        case 2:
            bent["type"] = luck.choice(
                ["", "undo", "resign_", "annul_game", "game_finished", "ask_resume", bent["type"].upper(), *ODD]
            )
        case _:
            name = luck.choice(list(bent))
            bent[name] = luck.choice(near(bent[name], luck))
    return bent


def near(value: Any, luck: random.Random) -> list[Any]:
    """What a value could be mistaken for, at any depth."""
    match value:
        case bool():
            return [not value, *ODD]
        case int():
            return [value + 1, value - 1, -value, value + 2**40, str(value), float(value), *ODD]
        case str():
            return [value + "x", value[:-1], value.upper(), f" {value}", [value], *ODD]
        case list() if value:
            at = luck.randrange(len(value))
            inner = luck.choice(near(value[at], luck))
            return [value[1:], value + value[:1], value * 50, [*value[:at], inner, *value[at + 1 :]], *ODD]
        case dict() if value:
            name = luck.choice(list(value))
            inner = luck.choice(near(value[name], luck))
            return [{**value, name: inner}, {**value, "more": 1}, {k: v for k, v in value.items() if k != name}, *ODD]
    return list(ODD)
