"""Round robin: everybody meets everybody, equally often as far as the numbers allow."""

from __future__ import annotations

from itertools import combinations

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.core.words import counted
from moothall.domain.tournament.pairing.designs import Schedule, design
from moothall.domain.tournament.pairing.field import field, meetings
from moothall.domain.tournament.pairing.paired import Paired
from moothall.domain.tournament.pairing.search import best_tables
from moothall.domain.tournament.pairing.seats import sat_so_far, seated
from moothall.domain.tournament.pairing.sizes import least_size, sizes_for
from moothall.domain.tournament.pairing.swiss import bye_choices
from moothall.domain.tournament.pairing.words import SEATS, meetings_text, names_of, sizes_text
from moothall.domain.tournament.points import byes
from moothall.domain.tournament.state import Tournament

MOST_ROUNDS = 100


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
