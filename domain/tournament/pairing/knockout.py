"""Knockout by tables: the best of every table go on, until one table is left."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.draw import Draw
from moothall.domain.core.words import counted
from moothall.domain.tournament.pairing.field import (
    SEATS,
    Paired,
    Sizes,
    names_of,
    sat_so_far,
    seated,
    sizes,
    sizes_text,
)
from moothall.domain.tournament.settings import Settings, least_size
from moothall.domain.tournament.standings import counted as counted_tables, ranked
from moothall.domain.tournament.state import Table, Tournament

MOST_TABLES_TOLD = 20
"""So many tables are told one by one."""


def pair_knockout(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """TN-5.7, TN-5.8."""
    order = seeds(tournament)
    plan = plan_of(tournament.settings, len(order), players)
    out, rest = order[: plan.byes], order[plan.byes :]
    sat = sat_so_far(tournament.rounds)
    tables = tuple([seated(table, sat) for table in _spread(rest, plan.tables)])
    return Paired(tables, out, _explained(tournament, plan, order))


def still_in(tournament: Tournament) -> tuple[str, ...]:
    """Who is to be paired: everybody at first, then who had a bye or was among the best of a table, unless they have
    dropped out."""
    active = [each.id for each in tournament.active]
    if not tournament.rounds:
        return tuple(active)
    on = {*tournament.rounds[-1].byes, *(entrant for best in going_on(tournament) for entrant in best)}
    return tuple([entrant for entrant in active if entrant in on])


def going_on(tournament: Tournament) -> list[tuple[str, ...]]:
    """TN-5.7: the best of every table of the latest round, equals by points, tie-breaks and lot; those alone where a
    table has no result."""
    last = tournament.rounds[-1]
    places = {each.table: each.places for each in counted_tables(tournament) if each.round == last.number}
    overall = {row.entrant: index for index, row in enumerate(ranked(tournament, None, {}))}

    def best(table: Table) -> tuple[str, ...]:
        place = places.get(table.table, {})
        order = sorted(table.seats, key=lambda entrant: (place.get(entrant, 1), overall[entrant]))
        return tuple(order[: tournament.settings.advance])

    return [best(table) for table in last.tables]


def is_final(tournament: Tournament) -> bool:
    """Whether the latest round was the last one: one table, and nobody beside it."""
    return bool(tournament.rounds) and len(tournament.rounds[-1].tables) == 1 and not tournament.rounds[-1].byes


def seeds(tournament: Tournament) -> tuple[str, ...]:
    """The best first: by lot, then by the standings."""
    alive = set(still_in(tournament))
    if not tournament.rounds:
        return tuple([each.id for each in sorted(tournament.active, key=lambda each: each.lot)])
    return tuple([row.entrant for row in ranked(tournament, None, {}) if row.entrant in alive])


def plan_of(settings: Settings, entrants: int, players: range) -> Sizes:
    """TN-5.8: the tables of a round. More sit at each than go on, so that every round brings the final nearer."""
    size, advance = settings.table_size, settings.advance
    least = least_size(settings, players)
    if entrants <= size:
        return Sizes((entrants,), 0) if entrants >= least else Sizes((), entrants)
    low = max(least, advance + 1)
    if settings.uneven == "tables" and low < size:
        return sizes(entrants, size, low, True)
    return _with_byes(entrants, size, advance, low)


def _with_byes(entrants: int, size: int, advance: int, low: int) -> Sizes:
    """As many sit out as makes the next rounds come out even."""
    even = size
    while even % advance == 0 and even // advance * size <= entrants:
        even = even // advance * size
    gone = entrants - even
    if gone:
        tables = -(-gone // (size - advance))
        each, more = divmod(gone, tables)
        made = (advance + each + 1,) * more + (advance + each,) * (tables - more)
        if min(made) >= low and sum(made) <= entrants:
            return Sizes(made, entrants - sum(made))
    return sizes(entrants, size, low, False)


def rounds_needed(settings: Settings, entrants: int, players: range) -> int:
    """How many rounds there are from so many entrants to the end."""
    number = 0
    while entrants > 1:
        plan = plan_of(settings, entrants, players)
        if not plan.tables:
            break
        number += 1
        if len(plan.tables) == 1 and not plan.byes:
            break
        entrants = plan.byes + settings.advance * len(plan.tables)
    return number


def _spread(order: Sequence[str], wanted: Sequence[int]) -> list[list[str]]:
    """The seeds over the tables, forth and back, so that the best meet as late as possible."""
    tables: list[list[str]] = [[] for _ in wanted]
    forth = list(range(len(wanted)))
    waiting = list(order)
    while waiting:
        for index in forth:
            if waiting and len(tables[index]) < wanted[index]:
                tables[index].append(waiting.pop(0))
        forth.reverse()
    return tables


def _explained(tournament: Tournament, plan: Sizes, order: Sequence[str]) -> tuple[str, ...]:
    number = len(tournament.rounds) + 1
    advance = tournament.settings.advance
    final = len(plan.tables) == 1 and not plan.byes
    said = [
        f"Knockout, round {number}{', the final' if final else ''}: {len(order)} entrants play at "
        f"{sizes_text(plan.tables, plan.byes)}.",
    ]
    if tournament.rounds:
        said.append(_went_on_text(tournament, order))
        said.append(
            "Equals at a table went on by their points in the whole tournament, then by the tie-breaks, then by lot. "
            "Of a table without a result those went on who stand best."
        )
        said.append("Seeding: by points so far, then tie-breaks, then lot.")
    else:
        said.append("Seeding: by lot.")
    if plan.byes:
        said.append(
            f"A bye goes to {names_of(tournament, order[: plan.byes])}: the best seeds, as many as lets the rounds "
            "come out even."
        )
    if not final:
        said.append(
            "The seeds are dealt over the tables forth and back, so that the best meet late. "
            f"{counted(advance, 'entrant goes', 'entrants go')} on from every table."
        )
    return (*said, SEATS)


def _went_on_text(tournament: Tournament, order: Sequence[str]) -> str:
    last = tournament.rounds[-1]
    best = going_on(tournament)
    gone = [entrant for group in best for entrant in group if entrant not in order]
    left = f" {names_of(tournament, gone)} dropped out since, and nobody moves up." if gone else ""
    if len(best) > MOST_TABLES_TOLD:
        return f"From the {len(best)} tables of round {last.number} {counted(len(order), 'entrant')} went on.{left}"
    said = [
        f"table {table.table}: {names_of(tournament, group)}" for table, group in zip(last.tables, best, strict=True)
    ]
    return f"From round {last.number} went on: {'; '.join(said)}.{left}"
