"""Swiss: those with equal points play each other, and nobody plays the same opponent twice if that can be avoided."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, islice

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.core.words import listed
from moothall.domain.tournament.pairing.field import Field, Tables, field, meetings
from moothall.domain.tournament.pairing.paired import Paired
from moothall.domain.tournament.pairing.search import MOST_SEARCHED, MOST_TRIED, best_tables, ways, without_repeats
from moothall.domain.tournament.pairing.seats import evened, sat_so_far, seated
from moothall.domain.tournament.pairing.sizes import Sizes, sizes_for
from moothall.domain.tournament.pairing.words import SEATS, meetings_text, points_text, score_groups_text, sizes_text
from moothall.domain.tournament.points import byes, counted, totals
from moothall.domain.tournament.state import Tournament

MOST_BYES_TRIED = 300
"""Other choices of who sits out that are looked at to avoid a repetition."""

FEW_TRIED = 2_000
"""How many tables are tried for each of them in a field that cannot be searched through."""


def pair_swiss(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """TN-5.1 to TN-5.4."""
    number = len(tournament.rounds) + 1
    had = byes(tournament)
    points = totals(tournament, counted(tournament), had)
    drawn = shuffle(draw, f"round-{number}/order", [each.id for each in tournament.active])
    order = sorted(drawn, key=lambda entrant: -points[entrant])
    plan = sizes_for(tournament.settings, len(order), players)
    met = meetings(tournament.rounds)
    everybody = field(order, points, met, tournament.settings.table_size)
    out, tables = _chosen(everybody, plan, had)
    left = everybody.without(out)
    sat = sat_so_far(tournament.rounds)
    tables = evened(left, tables, sat)
    place = {entrant: index for index, entrant in enumerate(drawn)}
    seats = tuple(
        [seated(sorted([left.entrants[each] for each in table], key=place.__getitem__), sat) for table in tables]
    )
    return Paired(seats, out, _explained(tournament, left, tables, plan, out, points, had))


def _chosen(everybody: Field, plan: Sizes, had: Mapping[str, int]) -> tuple[tuple[str, ...], Tables]:
    """TN-5.4: who sits out, and the tables of the rest."""
    choices = bye_choices(everybody.entrants, plan.byes, had)
    first = next(choices)
    left = everybody.without(first)
    tables = best_tables(left, plan.tables)
    if not plan.byes or not left.repeats(tables):
        return first, tables
    tries = MOST_TRIED if ways(plan.tables) <= MOST_SEARCHED else FEW_TRIED
    for out in islice(choices, MOST_BYES_TRIED):
        left = everybody.without(out)
        if without_repeats(left, plan.tables, tries) is not None:
            return out, best_tables(left, plan.tables)
    return first, tables


def bye_choices(order: Sequence[str], wanted: int, had: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Who may sit out: nobody a second time while others never did; the lowest in the order first."""
    last = sorted(range(len(order)), key=lambda place: (had.get(order[place], 0), -place))
    if not wanted:
        yield ()
        return
    most = had.get(order[last[wanted - 1]], 0)
    sure = [order[place] for place in last if had.get(order[place], 0) < most]
    open_to = [order[place] for place in last if had.get(order[place], 0) == most]
    for more in combinations(open_to, wanted - len(sure)):
        yield (*sure, *more)


def _explained(
    tournament: Tournament,
    left: Field,
    tables: Tables,
    plan: Sizes,
    out: tuple[str, ...],
    points: Mapping[str, Fraction],
    had: Mapping[str, int],
) -> tuple[str, ...]:
    order = left.entrants
    said = [
        f"Swiss, round {len(tournament.rounds) + 1}: {len(order) + len(out)} entrants play at "
        f"{sizes_text(plan.tables, plan.byes)}.",
        score_groups_text(order, points, tournament) + " Inside a group the order is drawn by lot.",
    ]
    if out:
        said.append(_byes_text(out, points, had, tournament))
    said.extend(_groups_joined(left, tables, points, tournament))
    said.extend(_moved(left, tables, plan, tournament))
    exact = ways(plan.tables) <= MOST_SEARCHED
    why = (
        "no pairing without a repetition exists"
        if exact and plan.byes <= 1
        else "no pairing without a repetition was found"
    )
    seats = [[order[each] for each in table] for table in tables]
    said.append(meetings_text(seats, meetings(tournament.rounds), tournament, why))
    said.append(
        "All possible pairings were compared: fewest repeated meetings first, then the least difference of points at "
        "the tables, then the drawn order. Where an exchange makes no difference to that, it was made if more could "
        "sit where they have sat least."
        if exact
        else "The tables were cut from the order of points, and entrants were swapped as long as that meant fewer "
        "repeated meetings or less difference of points at the tables, or, without changing either, that more could "
        "sit where they have sat least."
    )
    return (*said, SEATS)


def _byes_text(
    out: tuple[str, ...], points: Mapping[str, Fraction], had: Mapping[str, int], tournament: Tournament
) -> str:
    who = listed(f"{tournament.name_of(entrant)} ({points_text(points[entrant])})" for entrant in out)
    how = "who had no bye yet" if not any(had.get(entrant) for entrant in out) else "with the fewest byes so far"
    return f"A bye goes to {who}: the lowest in the order {how}, as far as the others can be paired without repetition."


def _groups_joined(
    left: Field, tables: Tables, points: Mapping[str, Fraction], tournament: Tournament
) -> Iterator[str]:
    """Tables that hold more than one score group."""
    mixed = [
        (number, table) for number, table in enumerate(tables, 1) if len({left.points[each] for each in table}) > 1
    ]
    if len(mixed) > 20:
        yield f"{len(mixed)} tables hold more than one score group, because the groups do not fill their tables."
        return
    for number, table in mixed:
        best = max(left.points[each] for each in table)
        lower = [left.entrants[each] for each in table if left.points[each] < best]
        moved = listed(f"{tournament.name_of(entrant)} ({points_text(points[entrant])})" for entrant in lower)
        top = next(left.entrants[each] for each in table if left.points[each] == best)
        verb = "play" if len(lower) > 1 else "plays"
        yield f"Table {number} is filled up from below: {moved} {verb} with those of {points_text(points[top])}."


def _moved(left: Field, tables: Tables, plan: Sizes, tournament: Tournament) -> Iterator[str]:
    """Who sits at another table than the order of points alone would say."""
    bare: dict[int, int] = {}
    for number, size in enumerate(plan.tables, 1):
        for _ in range(size):
            bare[len(bare)] = number
    moved = [
        (left.entrants[each], bare[each], number)
        for number, table in enumerate(tables, 1)
        for each in table
        if bare[each] != number
    ]
    if not moved:
        yield "The tables follow the order of points as it is: nobody had to be moved."
    elif len(moved) > 20:
        yield f"{len(moved)} entrants were moved to another table, so that fewer meet again."
    else:
        who = listed(f"{tournament.name_of(entrant)} from table {was} to {now}" for entrant, was, now in moved)
        yield f"Moved, so that fewer meet again or the points at the tables are closer: {who}."
