"""Who sits where at a table."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import permutations

from moothall.domain.tournament.pairing.field import Field, Tables
from moothall.domain.tournament.state import Round

Sat = dict[str, dict[int, int]]
"""By entrant and seat, how often it sat there."""

NEAR = 6
"""Entrants are exchanged with so many tables on either side."""


def sat_so_far(rounds: Iterable[Round]) -> Sat:
    """The seats of all tables there were."""
    sat: Sat = {}
    for each in rounds:
        for table in each.tables:
            for seat, entrant in enumerate(table.seats):
                own = sat.setdefault(entrant, {})
                own[seat] = own.get(seat, 0) + 1
    return sat


def unevenness(order: Sequence[str], sat: Sat) -> int:
    """How often those at the table have sat at their seats before, all together: the least is the most even, because
    a seat one has had often is put up with last."""
    return sum([sat.get(entrant, {}).get(seat, 0) for seat, entrant in enumerate(order)])


def seated(table: Sequence[str], sat: Sat) -> tuple[str, ...]:
    """TN-4.5: the most even order of seats; among equals the first in the order that the table was given in."""
    return min(permutations(table), key=lambda order: unevenness(order, sat))


def evened(field: Field, tables: Tables, sat: Sat) -> Tables:
    """TN-5.3: the tables after every swap of two entrants, between one and the next few, that costs nothing else and
    lets those at the two tables sit more evenly. Each lowers the unevenness, so there is an end."""
    tables = [list(table) for table in tables]
    uneven = [_least(field, table, sat) for table in tables]
    waiting = deque(here for here, own in enumerate(uneven) if own)
    while waiting:
        here = waiting.popleft()
        for there in range(max(0, here - NEAR), min(len(tables), here + NEAR + 1)):
            if there != here and _swapped(field, tables, uneven, here, there, sat):
                waiting.extend(each for each in (here, there) if each not in waiting)
                break
    return sorted(sorted(table) for table in tables)


def _swapped(field: Field, tables: Tables, uneven: list[int], here: int, there: int, sat: Sat) -> bool:
    """Make the first swap between two tables that helps, if there is one."""
    cost = field.table_cost(tables[here]) + field.table_cost(tables[there])
    for seat, one in enumerate(tables[here]):
        for place, other in enumerate(tables[there]):
            mine = [*tables[here][:seat], other, *tables[here][seat + 1 :]]
            theirs = [*tables[there][:place], one, *tables[there][place + 1 :]]
            if field.table_cost(mine) + field.table_cost(theirs) != cost:
                continue
            new = _least(field, mine, sat), _least(field, theirs, sat)
            if sum(new) < uneven[here] + uneven[there]:
                tables[here], tables[there] = mine, theirs
                uneven[here], uneven[there] = new
                return True
    return False


def _least(field: Field, table: Sequence[int], sat: Sat) -> int:
    """How uneven a table is when it is seated as evenly as it can be."""
    had = [sat.get(field.entrants[each], {}) for each in table]
    return _least_of(tuple([tuple([own.get(seat, 0) for seat in range(len(table))]) for own in had]))


@lru_cache(maxsize=1 << 14)
def _least_of(counts: tuple[tuple[int, ...], ...]) -> int:
    """The same by how often each has sat at each seat; the same few numbers come again and again."""
    seats = range(len(counts))
    return min(sum([own[seat] for own, seat in zip(counts, order, strict=True)]) for order in permutations(seats))
