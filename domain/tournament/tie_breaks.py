"""Tie-breaks: what separates entrants with equal points, in the order the organiser has named. The higher, the better.

Each is an exact fraction, so that whoever computes it again gets the very same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from moothall.domain.core.data import Data
from moothall.domain.tournament.comparison import comparison
from moothall.domain.tournament.points import Counted
from moothall.domain.tournament.settings import TieBreak

ZERO = Fraction(0)


class Played(Data, frozen=True):
    """All that tie-breaks are made from."""

    tables: tuple[Counted, ...]
    of: Mapping[str, Sequence[Counted]]
    """By entrant the tables it sat at, of those that count."""
    points: Mapping[str, Fraction]
    lots: Mapping[str, int]


def values(kind: TieBreak, tied: Sequence[str], played: Played) -> dict[str, Fraction]:
    """The tie-break of entrants that nothing has separated so far."""
    if kind == "head_to_head":
        return head_to_head(tied, played)
    if kind == "same_seat":
        return same_seat(tied, played)
    one = _EACH[kind]
    return {entrant: one(entrant, played) for entrant in tied}


def opponents(entrant: str, played: Played) -> Fraction:
    """TN-7.2: the mean over one's tables of the mean of the opponents' points."""
    return _mean(
        _mean(played.points[other] for other in table.seats if other != entrant) for table in played.of[entrant]
    )


def score_share(entrant: str, played: Played) -> Fraction:
    """TN-7.4: the mean over one's tables of the own share of the table's score."""
    return _mean(_share(table, table.seats.index(entrant)) for table in played.of[entrant] if table.scores)


def wins(entrant: str, played: Played) -> Fraction:
    """TN-7.5: tables at which one was first, alone or not."""
    return Fraction(sum(1 for table in played.of[entrant] if table.places[entrant] == 1))


def lot(entrant: str, played: Played) -> Fraction:
    """TN-7.7: the lower the number drawn, the better."""
    return Fraction(-played.lots[entrant])


def head_to_head(tied: Sequence[str], played: Played) -> dict[str, Fraction]:
    """TN-7.3: at tables shared with others of the tied, how many of them one placed before, less those behind whom."""
    among = set(tied)
    met = {(table.round, table.table): table for entrant in tied for table in played.of[entrant]}
    net = dict.fromkeys(tied, ZERO)
    for table in met.values():
        place = {entrant: place for entrant, place in table.places.items() if entrant in among}
        for entrant, own in place.items():
            net[entrant] += sum((own < other) - (own > other) for other in place.values())
    return net


def same_seat(tied: Sequence[str], played: Played) -> dict[str, Fraction]:
    """TN-7.6: the mean over the rounds of whom one outscored at the same seat of the same deal."""
    shares: dict[str, list[Fraction]] = {entrant: [] for entrant in tied}
    for number in sorted({table.round for table in played.tables}):
        for line in comparison(table for table in played.tables if table.round == number):
            if line.outscored is not None and line.entrant in shares:
                shares[line.entrant].append(line.outscored)
    return {entrant: _mean(each) for entrant, each in shares.items()}


_EACH: Mapping[TieBreak, Callable[[str, Played], Fraction]] = {
    "opponents": opponents,
    "score_share": score_share,
    "wins": wins,
    "lot": lot,
}
"""Those that one entrant has by itself, whoever it is tied with."""


def _share(table: Counted, seat: int) -> Fraction:
    """Where somebody has less than nothing, all scores are raised by as much as makes the lowest nothing."""
    raised = -min(0, *table.scores)
    total = sum(table.scores) + raised * len(table.scores)
    return Fraction(table.scores[seat] + raised, total) if total else Fraction(1, len(table.scores))


def _mean(numbers: Iterable[Fraction]) -> Fraction:
    found = list(numbers)
    return sum(found, ZERO) / len(found) if found else ZERO
