"""The best tables for a field: fewest repeated meetings, then the least difference of points.

Small fields are searched through; larger ones are cut from the top and then mended by swaps, until no swap of two
entrants makes it better. If repetitions are left after that, a search for tables without any goes through the field
with the most constrained entrant first; only if that finds none within its bounds do opponents meet again, as few as
some more tries lead to.

No library decides here: its next version could pair the same log otherwise, and then no audit could tell a forged
pairing from an honest one. For tables of more than two there is none that does it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import factorial, prod

from moothall.domain.core.draw import SeededDraw
from moothall.domain.tournament.pairing.field import Field, Tables

MOST_SEARCHED = 16_000
"""Fields with no more ways to make their tables than this are searched through: up to twelve entrants."""

MOST_TRIED = 60_000
MOST_LOOKED_AT = 800_000
"""A search for tables without repetition tries so many tables, and looks at so many entrants on the way."""

MOST_SHAKEN = 20
LARGEST_SHAKEN = 64
"""How often tables with repetitions are shaken and mended anew, in fields of up to that size."""

NEAR = 6
"""Swaps are tried with so many tables on either side first."""


def best_tables(field: Field, sizes: Sequence[int]) -> Tables:
    """Tables of these sizes, those with the first entrants first."""
    if not sizes:
        return []
    cut = improved(field, _cut(sizes))
    if ways(sizes) <= MOST_SEARCHED:
        cut = _searched(field, sizes, cut)
    elif field.repeats(cut):
        free = without_repeats(field, sizes)
        if free is not None:
            cut = improved(field, free)
        elif len(field.entrants) <= LARGEST_SHAKEN:
            cut = _shaken(field, cut)
    return sorted(sorted(table) for table in cut)


def ways(sizes: Sequence[int]) -> int:
    """How many ways there are to make tables of these sizes."""
    alike = prod(factorial(sizes.count(size)) for size in set(sizes))
    return factorial(sum(sizes)) // prod(map(factorial, sizes)) // alike


def _cut(sizes: Sequence[int]) -> Tables:
    """The field from the top, table by table."""
    tables, start = [], 0
    for size in sizes:
        tables.append(list(range(start, start + size)))
        start += size
    return tables


def improved(field: Field, tables: Tables) -> Tables:
    """The tables after every swap that makes them better. Each lowers the cost, so there is an end."""
    tables = [list(table) for table in tables]
    waiting = deque(range(len(tables)))
    queued = set(waiting)
    while waiting:
        here = waiting.popleft()
        queued.discard(here)
        swap = _best_swap(field, tables, here)
        if swap is None:
            continue
        seat, there, other = swap
        tables[here][seat], tables[there][other] = tables[there][other], tables[here][seat]
        for changed in (here, there):
            if changed not in queued:
                queued.add(changed)
                waiting.append(changed)
    return tables


def _best_swap(field: Field, tables: Tables, here: int) -> tuple[int, int, int] | None:
    """The swap with a table nearby that gains most; with one further off only to be rid of a repetition."""
    own = field.table_cost(tables[here])
    if not own:
        return None
    near = range(max(0, here - NEAR), min(len(tables), here + NEAR + 1))
    found = _best_of(field, tables, here, near)
    if found is None and own >= field.again:
        found = _best_of(field, tables, here, range(len(tables)))
    return found


def _best_of(field: Field, tables: Tables, here: int, others: range) -> tuple[int, int, int] | None:
    best, found = 0, None
    cost = field.cost
    for seat, one in enumerate(tables[here]):
        rest = [each for each in tables[here] if each != one]
        spared = sum([cost(one, each) for each in rest])
        for there in others:
            if there == here:
                continue
            for place, other in enumerate(tables[there]):
                others_there = [each for each in tables[there] if each != other]
                gain = spared + sum([cost(other, each) for each in others_there])
                if gain <= best:
                    continue  # even if the two cost nothing at their new tables
                gain -= sum([cost(other, each) for each in rest])
                if gain <= best:
                    continue
                gain -= sum([cost(one, each) for each in others_there])
                if gain > best:
                    best, found = gain, (seat, there, place)
    return found


def _shaken(field: Field, tables: Tables) -> Tables:
    """The tables after swaps at random where opponents meet again, each mended anew: sometimes that leads to fewer
    repetitions than mending alone. It is always the same randomness, so the same field gives the same tables."""
    luck = SeededDraw(b"shaken")
    best, spent = tables, sum(map(field.table_cost, tables))
    for attempt in range(MOST_SHAKEN):
        shaken = [list(table) for table in best]
        for here, table in enumerate(best):
            if field.repeats([table]):
                seat = luck.below(f"{attempt}/{here}/seat", len(table))
                there = luck.below(f"{attempt}/{here}/table", len(best))
                place = luck.below(f"{attempt}/{here}/place", len(best[there]))
                shaken[here][seat], shaken[there][place] = shaken[there][place], shaken[here][seat]
        shaken = improved(field, shaken)
        cost = sum(map(field.table_cost, shaken))
        if cost < spent:
            best, spent = shaken, cost
        if not field.repeats(best):
            break
    return best


def _searched(field: Field, sizes: Sequence[int], known: Tables) -> Tables:
    """The best of all ways; `known` is a good one, which spares looking at worse ones."""
    n = len(field.entrants)
    cost = [[field.cost(one, other) if one != other else 0 for other in range(n)] for one in range(n)]
    best = sum(map(field.table_cost, known)) + 1
    found = known

    def place(left: tuple[int, ...], open_sizes: tuple[int, ...], spent: int, made: Tables) -> None:
        nonlocal best, found
        if not left:
            best, found = spent, made
            return
        first, rest = left[0], left[1:]
        for size in sorted(set(open_sizes), reverse=True):
            others = list(open_sizes)
            others.remove(size)
            for mates in combinations(rest, size - 1):
                table = (first, *mates)
                total = spent + sum([cost[one][other] for one, other in combinations(table, 2)])
                if total < best:
                    place(
                        tuple([each for each in rest if each not in mates]), tuple(others), total, [*made, list(table)]
                    )

    place(tuple(range(n)), tuple(sizes), 0, [])
    return found


def without_repeats(field: Field, sizes: Sequence[int], most: int = MOST_TRIED) -> Tables | None:
    """Tables at which nobody meets anybody again; None: there are none, or none was found within so many tries."""
    n = len(field.entrants)
    most = min(most, MOST_LOOKED_AT // n)
    strangers = [
        sum([1 << other for other in range(n) if other != one and not field.met[one].get(other)]) for one in range(n)
    ]
    tried = 0

    def place(left: int, open_sizes: tuple[int, ...]) -> Tables | None:
        nonlocal tried
        if not left:
            return []
        first = min(_places(left), key=lambda one: ((strangers[one] & left).bit_count(), one))
        for size in sorted(set(open_sizes), reverse=True):
            others = list(open_sizes)
            others.remove(size)
            for mates in _strangers(field, strangers, first, strangers[first] & left, size - 1):
                tried += 1
                if tried > most:
                    return None
                table = [first, *mates]
                rest = place(left & ~sum([1 << each for each in table]), tuple(others))
                if rest is not None:
                    return [table, *rest]
        return None

    return place((1 << n) - 1, tuple(sizes))


def _strangers(
    field: Field, strangers: Sequence[int], first: int, among: int, wanted: int
) -> Iterator[tuple[int, ...]]:
    """Groups of so many who have met neither `first` nor each other, those near in points first."""
    if not wanted:
        yield ()
        return
    near = sorted(_places(among), key=lambda one: (abs(field.points[one] - field.points[first]), one))
    for one in near:
        among &= ~(1 << one)
        for others in _strangers(field, strangers, first, among & strangers[one], wanted - 1):
            yield (one, *others)


def _places(mask: int) -> Iterator[int]:
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
