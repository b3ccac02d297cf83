"""The standings, a fold of the log that anyone can make again: what counts and what it is worth, and what separates
entrants with equal points.

Tie-breaks are asked for in the order that the organiser has named, and the higher is the better. Each is an exact
fraction, so that whoever computes it again gets the very same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking, groups, places
from moothall.domain.tournament.changes import Placed
from moothall.domain.tournament.settings import Settings, TieBreak, points_of
from moothall.domain.tournament.state import Entrant, Table, Tournament

ZERO = Fraction(0)

Far = tuple[int, int]
"""How far an entrant came in a knockout: its last round, and its place in the final, negated."""


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


class Played(Data, frozen=True):
    """All that tie-breaks are made from."""

    tables: tuple[Counted, ...]
    of: Mapping[str, Sequence[Counted]]
    """By entrant the tables it sat at, of those that count."""
    points: Mapping[str, Fraction]
    lots: Mapping[str, int]


class Line(Data, frozen=True):
    """One entrant at one seat of the common deal. `outscored` is the share of the others at that seat who had fewer
    points, equals half; None where nobody else sat there at a table of that size."""

    size: int
    seat: int
    entrant: str
    table: int
    score: int
    outscored: Fraction | None


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


def table_points(settings: Settings, table: Counted) -> dict[str, Fraction]:
    """Entrant to what the table is worth to it."""
    won = shares(table.ranking, points_of(settings, len(table.seats)))
    return {table.seats[seat]: points for seat, points in won.items()}


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
    outscored: dict[str, list[Fraction]] = {entrant: [] for entrant in tied}
    for number in sorted({table.round for table in played.tables}):
        for line in comparison(table for table in played.tables if table.round == number):
            if line.outscored is not None and line.entrant in outscored:
                outscored[line.entrant].append(line.outscored)
    return {entrant: _mean(each) for entrant, each in outscored.items()}


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
