"""Round robin: everybody meets everybody, equally often as far as the numbers allow; by a schedule where a simple one
is known."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.core.words import counted
from moothall.domain.tournament.pairing.field import (
    SEATS,
    Paired,
    field,
    meetings,
    meetings_text,
    names_of,
    sat_so_far,
    seated,
    sizes_for,
    sizes_text,
)
from moothall.domain.tournament.pairing.swiss import best_tables, bye_choices
from moothall.domain.tournament.settings import least_size
from moothall.domain.tournament.standings import byes
from moothall.domain.tournament.state import Tournament

Schedule = tuple[tuple[tuple[int, ...], ...], ...]
"""Rounds of tables of places in a field. A table of one sits out."""

MOST_ROUNDS = 100

_TIMES_IN_FOUR = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
"""Multiplication in the field of four elements; its addition is exclusive or."""


def pair_round_robin(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """TN-5.5, TN-5.6: by the schedule as long as it holds, else as evenly as can be."""
    return _scheduled(tournament, players) or _evened(tournament, draw, players)


def rounds_needed(tournament: Tournament) -> int:
    """TN-5.5: how many rounds there are at most, where the organiser fixed none: those of the schedule, or twice as
    many as everybody would need to meet everybody if no two met twice."""
    starters, size = _starters(tournament), tournament.settings.table_size
    schedule = _schedule(tournament)
    if schedule is not None:
        return len(schedule)
    everybody = max(len(starters), len(tournament.active))
    return max(1, min(MOST_ROUNDS, 2 * -(-(everybody - 1) // (size - 1))))


def all_have_met(tournament: Tournament) -> bool:
    """Whether every two who still take part sat at a table together."""
    met = meetings(tournament.rounds)
    return all(met.get(one.id, {}).get(other.id) for one, other in combinations(tournament.active, 2))


def _starters(tournament: Tournament) -> list[str]:
    """Those of the first round, in the order of their lots."""
    first = tournament.round(1)
    if first is None:
        there = {each.id for each in tournament.active}
    else:
        there = {*first.byes, *(entrant for table in first.tables for entrant in table.seats)}
    return [each.id for each in sorted(tournament.entrants, key=lambda each: each.lot) if each.id in there]


def _schedule(tournament: Tournament) -> Schedule | None:
    """The schedule that is being played; None: there is none, or others came in, or the organiser paired."""
    starters = _starters(tournament)
    if any(each.id not in starters for each in tournament.active) or any(each.by for each in tournament.rounds):
        return None
    return design(len(starters), tournament.settings.table_size)


def _scheduled(tournament: Tournament, players: range) -> Paired | None:
    schedule = _schedule(tournament)
    if schedule is None:
        return None
    number = len(tournament.rounds) + 1
    starters = _starters(tournament)
    active = {each.id for each in tournament.active}
    planned = [[starters[each] for each in table] for table in schedule[(number - 1) % len(schedule)]]
    tables = [[entrant for entrant in table if entrant in active] for table in planned]
    pairs = tournament.settings.table_size == 2
    out = tuple([table[0] for table in tables if len(table) == 1 and pairs])
    tables = [table for table in tables if len(table) > 1 or not pairs]
    tables = [table for table in tables if table]
    smallest = min(map(len, tables), default=0)
    full = tournament.settings.uneven == "tables" or smallest == tournament.settings.table_size
    if not tables or smallest < least_size(tournament.settings, players) or not full:
        return None
    sat = sat_so_far(tournament.rounds)
    seats = tuple([seated(table, sat) for table in tables])
    return Paired(seats, out, _schedule_text(tournament, seats, out, len(schedule)))


def _schedule_text(
    tournament: Tournament, tables: tuple[tuple[str, ...], ...], out: tuple[str, ...], rounds: int
) -> tuple[str, ...]:
    number = len(tournament.rounds) + 1
    known = (
        "the circle method" if tournament.settings.table_size == 2 else "a plane in which any two points share one line"
    )
    said = [
        f"Round robin, round {number}: {sizes_text(tuple(map(len, tables)), len(out))}.",
        f"The schedule is {known}: in {counted(rounds, 'round')} every two of those who started meet once. Who has "
        "which place in it was drawn by lot at the start.",
    ]
    if out:
        said.append(
            f"A bye goes to {names_of(tournament, out)}: the numbers do not work out, or the opponent of this round "
            "has dropped out; the rest of the schedule stays as it was."
        )
    said.append(
        meetings_text(
            tables, meetings(tournament.rounds), tournament, "every two have met, and the schedule begins again"
        )
    )
    return (*said, SEATS)


def _evened(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """Who have met least often come together."""
    number = len(tournament.rounds) + 1
    had = byes(tournament)
    order = shuffle(draw, f"round-{number}/order", [each.id for each in tournament.active])
    plan = sizes_for(tournament.settings, len(order), players)
    out = next(bye_choices(order, plan.byes, had))
    met = meetings(tournament.rounds)
    left = field(order, {}, met, tournament.settings.table_size).without(out)
    sat = sat_so_far(tournament.rounds)
    tables = tuple([seated([left.entrants[each] for each in table], sat) for table in best_tables(left, plan.tables)])
    said = [
        f"Round robin, round {number}: {len(order)} entrants play at {sizes_text(plan.tables, plan.byes)}.",
        "No simple schedule fits this field as it is now, so the tables are made anew every round: so that those come "
        "together who have met least often. Among equals the lot decides.",
    ]
    if out:
        said.append(
            f"A bye goes to {names_of(tournament, out)}: nobody has had fewer, and the lot decided among those."
        )
    said.append(meetings_text(tables, met, tournament, "the numbers do not work out otherwise"))
    return Paired(tables, out, (*said, SEATS))


@lru_cache(maxsize=8)
def design(entrants: int, size: int) -> Schedule | None:
    """A schedule in which every two meet exactly once, if one is known here."""
    if size == 2 and entrants >= 2:
        return circle(entrants)
    if size in (3, 4, 5) and entrants == size * size:
        return plane(size)
    return None


def circle(entrants: int) -> Schedule:
    """Tables of two: the circle method. The rounds come in an order that lets everybody change seats from round to
    round, so that at any time nobody has had one of the two seats more than once oftener than the other."""
    turning = entrants - 1 if entrants % 2 == 0 else entrants
    half = turning // 2
    rounds = []
    for number in range(turning):
        total = number * (half + 1) % turning
        tables = []
        for one in range(turning):
            other = (total - one) % turning
            if one == other:
                alone = (one,) if entrants == turning else (one, turning)
                tables.append(alone if number % 2 == 0 else alone[::-1])
            elif 1 <= (other - one) % turning <= half:
                tables.append((one, other))
        rounds.append(tuple(tables))
    return tuple(rounds)


def plane(size: int) -> Schedule:
    """size * size entrants at tables of `size`: the lines of an affine plane, a round for every direction."""
    numbers = range(size)
    rounds = [tuple([tuple([x * size + y for y in numbers]) for x in numbers])]
    rounds.extend(tuple([_line(size, numbers, slope, start) for start in numbers]) for slope in numbers)
    return tuple(rounds)


def _line(size: int, numbers: Sequence[int], slope: int, start: int) -> tuple[int, ...]:
    if size == 4:
        return tuple([x * size + (_TIMES_IN_FOUR[slope][x] ^ start) for x in numbers])
    return tuple([x * size + (slope * x + start) % size for x in numbers])
