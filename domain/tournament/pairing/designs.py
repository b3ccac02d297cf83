"""Schedules by which everybody meets everybody equally often, where simple ones are known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

Schedule = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds of tables of places in a field. A table of one sits out."""

_TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication in the field of four elements; its addition is exclusive or."""


@lru_cache(maxsize=8)
def design(entrants: int, size: int) -> Schedule | None:
    """A schedule in which every two meet exactly once, if one is known here."""
    if size == 2 and entrants >= 2:
        return circle(entrants)
    if size in (3, 4, 5) and entrants == size * size:
        return plane(size)
    return None


def circle(entrants: int) -> Schedule:
    """Tables of two: the circle method. The rounds come in an order that lets everybody change seats from round to
    round, so that at any time nobody has had one of the two seats more than once oftener than the other."""
    turning = entrants - 1 if entrants % 2 == 0 else entrants
    half = turning // 2
    rounds = []
    for number in range(turning):
        total = number * (half + 1) % turning
        tables = []
        for one in range(turning):
            other = (total - one) % turning
            if one == other:
                alone = (one,) if entrants == turning else (one, turning)
                tables.append(alone if number % 2 == 0 else alone[::-1])
            elif 1 <= (other - one) % turning <= half:
                tables.append((one, other))
        rounds.append(tuple(tables))
    return tuple(rounds)


def plane(size: int) -> Schedule:
    """size * size entrants at tables of `size`: the lines of an affine plane, a round for every direction."""
    numbers = range(size)
    rounds = [tuple([tuple([x * size + y for y in numbers]) for x in numbers])]
    rounds.extend(tuple([_line(size, numbers, slope, start) for start in numbers]) for slope in numbers)
    return tuple(rounds)


def _line(size: int, numbers: Sequence[int], slope: int, start: int) -> tuple[int, ...]:
    if size == 4:
        return tuple([x * size + (_TIMES_IN_FOUR[slope][x] ^ start) for x in numbers])
    return tuple([x * size + (slope * x + start) % size for x in numbers])
