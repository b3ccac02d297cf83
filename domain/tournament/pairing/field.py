"""Those who are to be paired, as numbers: how far apart they are, and how often they have met."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from moothall.domain.core.data import Data
from moothall.domain.tournament.state import Round

Tables = list[list[int]]
"""Places in a field, by table."""

Met = Mapping[str, Mapping[str, int]]
"""By entrant and opponent, at how many tables they met."""


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
