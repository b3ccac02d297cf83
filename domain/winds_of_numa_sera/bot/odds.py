"""The dice: chances to win and mean damage by the attacker's lead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from moothall.domain.winds_of_numa_sera.content import Box

Rolls = dict[int, float]
"""What the attacker's roll exceeds the defender's by, and how often."""

_REACH = 20
"""Leads beyond are as good as this."""
_MIDDLE, _LAST = 2 * _REACH, 4 * _REACH
"""Where a table of halves holds the lead of 0 and the highest."""


class Tables(NamedTuple):
    """What the die of a box comes to, each by whether the defender rolls too; chances and damage by the lead in halves,
    from the lowest on."""

    rolls: tuple[Rolls, Rolls]
    win: tuple[list[float], list[float]]
    dealt: tuple[list[float], list[float]]


@cache
def tables(box: Box) -> Tables:
    """Reckoned once for every box."""
    die = box.die
    one, two = _spread(die), _spread(tuple(own - other for own in die for other in die))
    return Tables((one, two), (_halves(_win, one), _halves(_win, two)), (_halves(_dealt, one), _halves(_dealt, two)))


def _spread(outcomes: tuple[int, ...]) -> Rolls:
    return {outcome: times / len(outcomes) for outcome, times in Counter(outcomes).items()}


def _win(found: Rolls, lead: int) -> float:
    return sum(chance for roll, chance in found.items() if lead + roll >= 0)


def _dealt(found: Rolls, lead: int) -> float:
    return sum(chance * max(0, lead + roll) for roll, chance in found.items())


def _halves(chances: Callable[[Rolls, int], float], found: Rolls) -> list[float]:
    """A half is the mean of its neighbours."""
    whole = [chances(found, lead) for lead in range(-_REACH, _REACH + 1)]
    return [each for pair in zip(whole, [*whole[1:], 0.0], strict=True) for each in (pair[0], sum(pair) / 2)][:-1]


def at(table: list[float], lead: float) -> float:
    """Leads are whole numbers on the table, but not in a reckoning of what cards may add: to the nearest half."""
    index = int(2 * lead + _MIDDLE + 0.5)
    return table[index] if 0 <= index <= _LAST else table[0 if index < 0 else -1]


def rolls(box: Box, rolled: bool) -> Rolls:
    """All that the dice can do; `rolled`: the defender rolls too."""
    return tables(box).rolls[rolled]


def win(box: Box, lead: float, rolled: bool) -> float:
    """The attacker's chance."""
    return at(tables(box).win[rolled], lead)


def dealt(box: Box, lead: float, rolled: bool) -> float:
    """The damage the attacker deals on average."""
    return at(tables(box).dealt[rolled], lead)
