"""The standings: a fold of the log that anyone can make again."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import groups
from moothall.domain.tournament.changes import Placed
from moothall.domain.tournament.points import Counted, byes, counted, totals
from moothall.domain.tournament.state import Entrant, Tournament
from moothall.domain.tournament.tie_breaks import Played, values

Far = tuple[int, int]
"""How far an entrant came in a knockout: its last round, and its place in the final, negated."""


class Row(Data, frozen=True):
    """One line. Entrants that nothing separates share a rank, and stand in the order of their lots."""

    rank: int
    entrant: str
    points: Fraction
    tie_breaks: tuple[Fraction, ...]
    """In the order of the settings."""
    played: int
    """Tables that count."""
    wins: int
    """Tables at which it was first, alone or not."""
    byes: int
    dropped: bool


def standings(tournament: Tournament, through: int | None = None) -> tuple[Row, ...]:
    """TN-7.1: everybody who has entered, the best first; after a round, as it counts now."""
    far = _far(tournament, through) if tournament.settings.format == "knockout" else {}
    return ranked(tournament, through, far)


def ranked(tournament: Tournament, through: int | None, far: dict[str, Far]) -> tuple[Row, ...]:
    """By how far they came, where that counts; then points, tie-breaks, lots."""
    tables = counted(tournament, through)
    had = byes(tournament, through)
    entrants = [each for each in tournament.entrants if _there(each, through)]
    of: dict[str, list[Counted]] = {each.id: [] for each in tournament.entrants}
    for table in tables:
        for entrant in table.seats:
            of[entrant].append(table)
    points = totals(tournament, tables, had, through)
    played = Played(tables, of, points, {each.id: each.lot for each in tournament.entrants})
    in_order = sorted(entrants, key=lambda each: (each.lot or len(entrants) + 1, int(each.id[1:])))
    tied = groups({each.id: (far.get(each.id, (0, 0)), points[each.id]) for each in in_order})
    broken: dict[str, tuple[Fraction, ...]] = {each.id: () for each in entrants}
    for kind in tournament.settings.tie_breaks:
        tied = _break(tied, [values(kind, group, played) for group in tied], broken)
    dropped = {each.id for each in entrants if each.dropped}
    rows, ahead = [], 0
    for group in tied:
        for entrant in group:
            won = sum(1 for table in of[entrant] if table.places[entrant] == 1)
            rows.append(
                Row(
                    ahead + 1,
                    entrant,
                    points[entrant],
                    broken[entrant],
                    len(of[entrant]),
                    won,
                    had.get(entrant, 0),
                    entrant in dropped,
                )
            )
        ahead += len(group)
    return tuple(rows)


def placed(tournament: Tournament) -> tuple[Placed, ...]:
    """The standings as the last event tells them."""
    return tuple(
        [
            Placed(row.rank, row.entrant, str(row.points), tuple(map(str, row.tie_breaks)))
            for row in standings(tournament)
        ]
    )


def _break(
    tied: Sequence[Sequence[str]], found: Sequence[dict[str, Fraction]], broken: dict[str, tuple[Fraction, ...]]
) -> tuple[tuple[str, ...], ...]:
    """Each group split by its values."""
    split: list[tuple[str, ...]] = []
    for value in found:
        for entrant, own in value.items():
            broken[entrant] = (*broken[entrant], own)
        split.extend(groups(value))
    return tuple(split)


def _there(entrant: Entrant, through: int | None) -> bool:
    """Whoever entered later was not in the standings of that round."""
    return through is None or entrant.entered_in == 0 or entrant.entered_in < through


def _far(tournament: Tournament, through: int | None) -> dict[str, Far]:
    """TN-5.9: the last round that one was paired in, and the place at the table that was alone in the latest one."""
    far: dict[str, Far] = {}
    for each in tournament.rounds[:through]:
        for entrant in (*each.byes, *(entrant for table in each.tables for entrant in table.seats)):
            far[entrant] = (each.number, 0)
    if not tournament.rounds[:through]:
        return far
    last = tournament.rounds[:through][-1]
    if len(last.tables) == 1 and not last.byes:
        for table in counted(tournament, through):
            if table.round == last.number:
                far.update({entrant: (last.number, -place) for entrant, place in table.places.items()})
    return far
