"""Duplicate rounds seat by seat: what everybody made of the same place in the same deal."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from moothall.domain.core.data import Data
from moothall.domain.tournament.points import Counted


class Line(Data, frozen=True):
    """One entrant at one seat of the common deal. `outscored` is the share of the others at that seat who had fewer
    points, equals half; None where nobody else sat there at a table of that size."""

    size: int
    seat: int
    entrant: str
    table: int
    score: int
    outscored: Fraction | None


def comparison(tables: Iterable[Counted]) -> tuple[Line, ...]:
    """TN-10.3: the tables of one round, by table size and seat, the best score first."""
    at: dict[tuple[int, int], list[tuple[int, int, str]]] = {}
    for table in tables:
        for seat, score in enumerate(table.scores):
            at.setdefault((len(table.seats), seat), []).append((score, table.table, table.seats[seat]))
    lines = []
    for (size, seat), made in sorted(at.items()):
        scores = [score for score, _, _ in made]
        for score, number, entrant in sorted(made, key=lambda each: (-each[0], each[1])):
            lines.append(Line(size, seat, entrant, number, score, _outscored(score, scores)))
    return tuple(lines)


def _outscored(score: int, scores: list[int]) -> Fraction | None:
    """`scores` holds the own one too, which is one of the equals."""
    others = len(scores) - 1
    if not others:
        return None
    beaten = sum(1 for other in scores if other < score)
    equal = scores.count(score) - 1
    return Fraction(2 * beaten + equal, 2 * others)
