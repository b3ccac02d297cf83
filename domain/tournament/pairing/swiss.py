"""Swiss: those with equal points play each other, and nobody plays the same opponent twice if that can be avoided.

The best tables for a field have the fewest repeated meetings, then the least difference of points. Small fields are
searched through; larger ones are cut from the top and then mended by swaps, until no swap of two entrants makes it
better. If repetitions are left after that, a search for tables without any goes through the field with the most
constrained entrant first; only if that finds none within its bounds do opponents meet again, as few as some more tries
lead to.

No library decides here: its next version could pair the same log otherwise, and then no audit could tell a forged
pairing from an honest one. For tables of more than two there is none that does it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice
from math import factorial, prod

from moothall.domain.core.draw import Draw, SeededDraw, shuffle
from moothall.domain.core.words import listed
from moothall.domain.tournament.pairing.field import (
    SEATS,
    Field,
    Paired,
    Sizes,
    Tables,
    evened,
    field,
    meetings,
    meetings_text,
    points_text,
    sat_so_far,
    score_groups_text,
    seated,
    sizes_for,
    sizes_text,
)
from moothall.domain.tournament.standings import byes, counted, totals
from moothall.domain.tournament.state import Tournament

MOST_BYES_TRIED = 300
"""Other choices of who sits out that are looked at to avoid a repetition."""

FEW_TRIED = 2_000
"""How many tables are tried for each of them in a field that cannot be searched through."""

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


def pair_swiss(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """TN-5.1 to TN-5.4."""
    number = len(tournament.rounds) + 1
    had = byes(tournament)
    points = totals(tournament, counted(tournament), had)
    drawn = shuffle(draw, f"round-{number}/order", [each.id for each in tournament.active])
    order = sorted(drawn, key=lambda entrant: -points[entrant])
    plan = sizes_for(tournament.settings, len(order), players)
    met = meetings(tournament.rounds)
    everybody = field(order, points, met, tournament.settings.table_size)
    out, tables = _chosen(everybody, plan, had)
    left = everybody.without(out)
    sat = sat_so_far(tournament.rounds)
    tables = evened(left, tables, sat)
    place = {entrant: index for index, entrant in enumerate(drawn)}
    seats = tuple(
        [seated(sorted([left.entrants[each] for each in table], key=place.__getitem__), sat) for table in tables]
    )
    return Paired(seats, out, _explained(tournament, left, tables, plan, out, points, had))


def _chosen(everybody: Field, plan: Sizes, had: Mapping[str, int]) -> tuple[tuple[str, ...], Tables]:
    """TN-5.4: who sits out, and the tables of the rest."""
    choices = bye_choices(everybody.entrants, plan.byes, had)
    first = next(choices)
    left = everybody.without(first)
    tables = best_tables(left, plan.tables)
    if not plan.byes or not left.repeats(tables):
        return first, tables
    tries = MOST_TRIED if ways(plan.tables) <= MOST_SEARCHED else FEW_TRIED
    for out in islice(choices, MOST_BYES_TRIED):
        left = everybody.without(out)
        if without_repeats(left, plan.tables, tries) is not None:
            return out, best_tables(left, plan.tables)
    return first, tables


def bye_choices(order: Sequence[str], wanted: int, had: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Who may sit out: nobody a second time while others never did; the lowest in the order first."""
    last = sorted(range(len(order)), key=lambda place: (had.get(order[place], 0), -place))
    if not wanted:
        yield ()
        return
    most = had.get(order[last[wanted - 1]], 0)
    sure = [order[place] for place in last if had.get(order[place], 0) < most]
    open_to = [order[place] for place in last if had.get(order[place], 0) == most]
    for more in combinations(open_to, wanted - len(sure)):
        yield (*sure, *more)


def _explained(
    tournament: Tournament,
    left: Field,
    tables: Tables,
    plan: Sizes,
    out: tuple[str, ...],
    points: Mapping[str, Fraction],
    had: Mapping[str, int],
) -> tuple[str, ...]:
    order = left.entrants
    said = [
        f"Swiss, round {len(tournament.rounds) + 1}: {len(order) + len(out)} entrants play at "
        f"{sizes_text(plan.tables, plan.byes)}.",
        score_groups_text(order, points, tournament) + " Inside a group the order is drawn by lot.",
    ]
    if out:
        said.append(_byes_text(out, points, had, tournament))
    said.extend(_groups_joined(left, tables, points, tournament))
    said.extend(_moved(left, tables, plan, tournament))
    exact = ways(plan.tables) <= MOST_SEARCHED
    why = (
        "no pairing without a repetition exists"
        if exact and plan.byes <= 1
        else "no pairing without a repetition was found"
    )
    seats = [[order[each] for each in table] for table in tables]
    said.append(meetings_text(seats, meetings(tournament.rounds), tournament, why))
    said.append(
        "All possible pairings were compared: fewest repeated meetings first, then the least difference of points at "
        "the tables, then the drawn order. Where an exchange makes no difference to that, it was made if more could "
        "sit where they have sat least."
        if exact
        else "The tables were cut from the order of points, and entrants were swapped as long as that meant fewer "
        "repeated meetings or less difference of points at the tables, or, without changing either, that more could "
        "sit where they have sat least."
    )
    return (*said, SEATS)


def _byes_text(
    out: tuple[str, ...], points: Mapping[str, Fraction], had: Mapping[str, int], tournament: Tournament
) -> str:
    who = listed(f"{tournament.name_of(entrant)} ({points_text(points[entrant])})" for entrant in out)
    how = "who had no bye yet" if not any(had.get(entrant) for entrant in out) else "with the fewest byes so far"
    return f"A bye goes to {who}: the lowest in the order {how}, as far as the others can be paired without repetition."


def _groups_joined(
    left: Field, tables: Tables, points: Mapping[str, Fraction], tournament: Tournament
) -> Iterator[str]:
    """Tables that hold more than one score group."""
    mixed = [
        (number, table) for number, table in enumerate(tables, 1) if len({left.points[each] for each in table}) > 1
    ]
    if len(mixed) > 20:
        yield f"{len(mixed)} tables hold more than one score group, because the groups do not fill their tables."
        return
    for number, table in mixed:
        best = max(left.points[each] for each in table)
        lower = [left.entrants[each] for each in table if left.points[each] < best]
        moved = listed(f"{tournament.name_of(entrant)} ({points_text(points[entrant])})" for entrant in lower)
        top = next(left.entrants[each] for each in table if left.points[each] == best)
        verb = "play" if len(lower) > 1 else "plays"
        yield f"Table {number} is filled up from below: {moved} {verb} with those of {points_text(points[top])}."


def _moved(left: Field, tables: Tables, plan: Sizes, tournament: Tournament) -> Iterator[str]:
    """Who sits at another table than the order of points alone would say."""
    bare: dict[int, int] = {}
    for number, size in enumerate(plan.tables, 1):
        for _ in range(size):
            bare[len(bare)] = number
    moved = [
        (left.entrants[each], bare[each], number)
        for number, table in enumerate(tables, 1)
        for each in table
        if bare[each] != number
    ]
    if not moved:
        yield "The tables follow the order of points as it is: nobody had to be moved."
    elif len(moved) > 20:
        yield f"{len(moved)} entrants were moved to another table, so that fewer meet again."
    else:
        who = listed(f"{tournament.name_of(entrant)} from table {was} to {now}" for entrant, was, now in moved)
        yield f"Moved, so that fewer meet again or the points at the tables are closer: {who}."


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
