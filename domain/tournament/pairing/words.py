"""What explanations are made of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from moothall.domain.core.ranking import groups
from moothall.domain.core.words import counted, listed
from moothall.domain.tournament.pairing.field import Met
from moothall.domain.tournament.state import Tournament

MOST_NAMES = 40
"""Fields and lists up to so many are told by name, larger ones by numbers."""

SEATS = (
    "Seats: at every table that order was taken by which those at it have sat most evenly so far; where several orders "
    "are equally even, the one that was drawn."
)


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
