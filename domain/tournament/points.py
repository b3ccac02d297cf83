"""What counts: the tables with their results after the organiser's rulings, and the points they are worth."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking, places
from moothall.domain.tournament.settings import Settings
from moothall.domain.tournament.state import Table, Tournament


class Counted(Data, frozen=True):
    """A table that counts. `scores` is empty where no game was played to its end."""

    round: int
    table: int
    seats: tuple[str, ...]
    ranking: Ranking
    scores: tuple[int, ...]

    @property
    def places(self) -> dict[str, int]:
        """Entrant to place; equals share one, and the next is skipped."""
        return {self.seats[seat]: place for seat, place in places(self.ranking).items()}


def default_points(size: int) -> tuple[int, ...]:
    """TN-6.1: a point for everybody one is ahead of."""
    return tuple(range(size - 1, -1, -1))


def points_of(settings: Settings, size: int) -> tuple[int, ...]:
    """What the places of a table of that size are worth."""
    return settings.points.get(str(size)) or default_points(size)


def counted(tournament: Tournament, through: int | None = None) -> tuple[Counted, ...]:
    """TN-6.4, TN-8.3: every table that counts, up to a round, in the order of rounds and tables."""
    ruled = {(each.round, each.table): each.ranking for each in tournament.corrections}  # the latest one holds
    found = []
    for each in tournament.rounds[:through]:
        for table in each.tables:
            ranking = ruled.get((each.number, table.table), _played(table))
            if ranking is not None:
                scores = table.result.scores if table.result is not None else ()
                found.append(Counted(each.number, table.table, table.seats, ranking, scores))
    return tuple(found)


def _played(table: Table) -> Ranking | None:
    return table.result.ranking if table.result is not None else None


def shares(ranking: Ranking, worth: tuple[int, ...]) -> dict[int, Fraction]:
    """TN-6.2: seat to points; who share a place share what the places they take up are worth."""
    points: dict[int, Fraction] = {}
    ahead = 0
    for group in ranking:
        share = Fraction(sum(worth[ahead : ahead + len(group)]), len(group))
        for seat in group:
            points[seat] = share
        ahead += len(group)
    return points


def table_points(settings: Settings, table: Counted) -> dict[str, Fraction]:
    """Entrant to what the table is worth to it."""
    won = shares(table.ranking, points_of(settings, len(table.seats)))
    return {table.seats[seat]: points for seat, points in won.items()}


def byes(tournament: Tournament, through: int | None = None) -> dict[str, int]:
    """How many byes everybody had, those without one left out."""
    had: dict[str, int] = {}
    for each in tournament.rounds[:through]:
        for entrant in each.byes:
            had[entrant] = had.get(entrant, 0) + 1
    return had


def totals(
    tournament: Tournament, tables: tuple[Counted, ...], had: Mapping[str, int], through: int | None = None
) -> dict[str, Fraction]:
    """TN-6.3, TN-8.4: everybody's points: tables, byes, and what the organiser gave or took."""
    settings = tournament.settings
    sums = {each.id: Fraction(settings.bye * had.get(each.id, 0)) for each in tournament.entrants}
    for table in tables:
        for entrant, points in table_points(settings, table).items():
            sums[entrant] += points
    for ruled in tournament.adjustments:
        if through is None or ruled.round <= through:
            sums[ruled.entrant] -= ruled.points
    return sums
