"""What every format makes its pairings of: the field of those to be paired, the sizes of tables, seats, and the words
of an explanation."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, permutations
from math import lcm

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import groups
from moothall.domain.core.words import counted, listed
from moothall.domain.tournament.settings import Settings, least_size
from moothall.domain.tournament.state import Round, Tournament

Tables = list[list[int]]
"""Places in a field, by table."""

Met = Mapping[str, Mapping[str, int]]
"""By entrant and opponent, at how many tables they met."""

Sat = dict[str, dict[int, int]]
"""By entrant and seat, how often it sat there."""

NEAR = 6
"""Entrants are exchanged with so many tables on either side."""

MOST_NAMES = 40
"""Fields and lists up to so many are told by name, larger ones by numbers."""

SEATS = (
    "Seats: at every table that order was taken by which those at it have sat most evenly so far; where several orders "
    "are equally even, the one that was drawn."
)


class Paired(Data, frozen=True):
    """Tables of entrants' ids in seat order, who sits out, and how it came about, in words."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    explanation: tuple[str, ...]


class Field(Data, frozen=True):
    """Entrants in the order that decides among equals. Two of them at a table cost `again` for every table they met at
    before, and the difference of their points; so no difference is worth a repetition."""

    entrants: tuple[str, ...]
    points: tuple[int, ...]
    """Whole numbers in proportion to their points."""
    met: tuple[dict[int, int], ...]
    again: int

    def cost(self, one: int, other: int) -> int:
        """Of two at the same table."""
        return self.again * self.met[one].get(other, 0) + abs(self.points[one] - self.points[other])

    def table_cost(self, table: Iterable[int]) -> int:
        return sum([self.cost(one, other) for one, other in combinations(table, 2)])

    def repeats(self, tables: Tables) -> int:
        """How many earlier meetings are repeated."""
        return sum([self.met[one].get(other, 0) for table in tables for one, other in combinations(table, 2)])

    def without(self, out: Sequence[str]) -> Field:
        """The field without those who sit out."""
        stay = [index for index, entrant in enumerate(self.entrants) if entrant not in out]
        new = {index: place for place, index in enumerate(stay)}
        return Field(
            tuple([self.entrants[index] for index in stay]),
            tuple([self.points[index] for index in stay]),
            tuple([{new[other]: n for other, n in self.met[index].items() if other in new} for index in stay]),
            self.again,
        )


class Sizes(Data, frozen=True):
    """The sizes of the tables, the largest first, and the number of byes."""

    tables: tuple[int, ...]
    byes: int


def field(order: Sequence[str], points: Mapping[str, Fraction], met: Met, most: int) -> Field:
    """The field of these entrants at tables of up to `most` seats. Without points, only meetings count."""
    worth = [points.get(entrant, Fraction(0)) for entrant in order]
    scale = lcm(*(each.denominator for each in worth))
    whole = [int(each * scale) for each in worth]
    place = {entrant: index for index, entrant in enumerate(order)}
    known = [{place[other]: n for other, n in met.get(entrant, {}).items() if other in place} for entrant in order]
    again = 1 + (max(whole, default=0) - min(whole, default=0)) * len(order) * most
    return Field(tuple(order), tuple(whole), tuple(known), again)


def meetings(rounds: Iterable[Round]) -> Met:
    """Who sat at a table with whom, whatever became of it."""
    met: dict[str, dict[str, int]] = {}
    for each in rounds:
        for table in each.tables:
            for one in table.seats:
                own = met.setdefault(one, {})
                for other in table.seats:
                    if other != one:
                        own[other] = own.get(other, 0) + 1
    return met


def sizes_for(settings: Settings, entrants: int, players: range) -> Sizes:
    """The tables of a round of so many entrants."""
    return sizes(entrants, settings.table_size, least_size(settings, players), settings.uneven == "tables")


def sizes(entrants: int, most: int, least: int, smaller: bool) -> Sizes:
    """TN-4.2, TN-4.3: tables of `most` seats. Where that does not work out some have fewer (with `smaller`), never
    fewer than `least`; or as few as possible sit out. There is a table whenever there are enough for one."""
    full, rest = divmod(entrants, most)
    if rest == 0:
        return Sizes((most,) * full, 0)
    if not smaller:
        if full:
            return Sizes((most,) * full, rest)
        return Sizes((entrants,), 0) if entrants >= least else Sizes((), entrants)
    for out in range(entrants + 1):
        playing = entrants - out
        tables = -(-playing // most)
        if tables and playing >= tables * least:
            size, larger = divmod(playing, tables)
            return Sizes((size + 1,) * larger + (size,) * (tables - larger), out)
    return Sizes((), entrants)


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


def names_of(tournament: Tournament, entrants: Iterable[str]) -> str:
    """By name, or how many."""
    found = list(entrants)
    if len(found) > MOST_NAMES:
        return counted(len(found), "entrant")
    return listed(map(tournament.name_of, found))


def points_text(points: Fraction) -> str:
    """`1 point`, `2 points`, `7/2 points`."""
    return f"{points} {'point' if points == 1 else 'points'}"


def sizes_text(sizes: Sequence[int], byes: int) -> str:
    """`3 tables of 4 and 1 table of 3; 1 bye`."""
    numbers = Counter(sizes)
    tables = listed(f"{counted(numbers[size], 'table')} of {size}" for size in sorted(numbers, reverse=True))
    return f"{tables}; {counted(byes, 'bye')}" if byes else tables


def score_groups_text(order: Sequence[str], points: Mapping[str, Fraction], tournament: Tournament) -> str:
    """Who has how many points."""
    tied = groups({entrant: points[entrant] for entrant in order})
    said = []
    for group in tied:
        who = names_of(tournament, group) if len(order) <= MOST_NAMES else counted(len(group), "entrant")
        said.append(f"{points_text(points[group[0]])}: {who}")
    return f"Score groups: {'; '.join(said)}."


def meetings_text(tables: Iterable[Sequence[str]], met: Met, tournament: Tournament, why: str) -> str:
    """Who meets again."""
    again = [pair for table in tables for pair in combinations(table, 2) if met.get(pair[0], {}).get(pair[1])]
    if not again:
        return "Nobody meets an opponent of an earlier round."
    if len(again) > MOST_NAMES:
        return f"{counted(len(again), 'pair meets', 'pairs meet')} again: {why}."
    pairs = listed(f"{tournament.name_of(one)} with {tournament.name_of(other)}" for one, other in again)
    return f"These meet again: {pairs}. {why[:1].upper()}{why[1:]}."
