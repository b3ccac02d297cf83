"""Ladder: whoever is free is paired, in waves; several of them may be played at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.tournament.pairing.field import SEATS, Paired, names_of, sat_so_far, seated, sizes_for
from moothall.domain.tournament.settings import least_size
from moothall.domain.tournament.standings import standings
from moothall.domain.tournament.state import Tournament

MOST_TABLES = 1_000
"""How many tables one entrant plays at most, where the organiser fixed nothing: every ladder has an end."""


def games_played(tournament: Tournament) -> dict[str, int]:
    """At how many tables everybody has been seated."""
    games = {each.id: 0 for each in tournament.entrants}
    for each in tournament.rounds:
        for table in each.tables:
            for entrant in table.seats:
                games[entrant] += 1
    return games


def free(tournament: Tournament) -> tuple[str, ...]:
    """TN-5.10: those who are at no table and have tables left to play."""
    games, most = games_played(tournament), tournament.settings.rounds or MOST_TABLES
    return tuple([entrant for entrant in at_no_table(tournament) if games[entrant] < most])


def at_no_table(tournament: Tournament) -> tuple[str, ...]:
    """Everybody active but those who sit at a table that is being played."""
    playing = {
        entrant
        for each in tournament.rounds
        for table in each.tables
        if each.status == "active" and table.status == "playing"
        for entrant in table.seats
    }
    return tuple([each.id for each in tournament.active if each.id not in playing])


def is_over(tournament: Tournament, players: range) -> bool:
    """Whether those who have tables left are too few for one, and nobody is playing."""
    return tournament.all_closed and len(free(tournament)) < least_size(tournament.settings, players)


def pair_ladder(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """TN-5.10: fewest tables first, then those who stand closest, not the latest opponents again."""
    number = len(tournament.rounds) + 1
    games = games_played(tournament)
    place = {row.entrant: index for index, row in enumerate(standings(tournament))}
    drawn = shuffle(draw, f"round-{number}/order", free(tournament))
    order = sorted(drawn, key=lambda entrant: (games[entrant], place[entrant]))
    waits = any(each.status == "active" for each in tournament.rounds)
    size = tournament.settings.table_size
    wanted = (size,) * (len(order) // size) if waits else sizes_for(tournament.settings, len(order), players).tables
    latest = latest_opponents(tournament)
    sat = sat_so_far(tournament.rounds)
    tables = [seated(table, sat) for table in _tables(order, wanted, games, place, latest, waits)]
    return Paired(tuple(tables), (), _explained(tournament, tables, order, latest) if tables else ())


def latest_opponents(tournament: Tournament) -> dict[str, frozenset[str]]:
    """By entrant those of its latest table."""
    latest: dict[str, frozenset[str]] = {}
    for each in tournament.rounds:
        for table in each.tables:
            for entrant in table.seats:
                latest[entrant] = frozenset(table.seats) - {entrant}
    return latest


def _tables(
    order: Sequence[str],
    wanted: Sequence[int],
    games: Mapping[str, int],
    place: Mapping[str, int],
    latest: Mapping[str, frozenset[str]],
    waits: bool,
) -> list[list[str]]:
    """Table by table. While others still play, nobody is put with a latest opponent: they wait for the others."""
    left, open_sizes, tables = list(order), list(wanted), []
    for first in order:
        if first not in left or not open_sizes or len(left) < open_sizes[0]:
            continue
        table = [first]
        others = sorted(
            [each for each in left if each != first],
            key=lambda each: (games[each], abs(place[each] - place[first])),
        )
        while len(table) < open_sizes[0]:
            fresh = [each for each in others if not latest.get(each, frozenset()) & set(table)]
            if not fresh and waits:
                break
            table.append((fresh or others)[0])
            others.remove(table[-1])
        if len(table) == open_sizes[0]:
            tables.append(table)
            open_sizes.pop(0)
            left = [each for each in left if each not in table]
    return tables


def _explained(
    tournament: Tournament,
    tables: Sequence[Sequence[str]],
    order: Sequence[str],
    latest: Mapping[str, frozenset[str]],
) -> tuple[str, ...]:
    seated_now = {entrant for table in tables for entrant in table}
    waiting = [entrant for entrant in order if entrant not in seated_now]
    again = [each for table in tables for each in table if latest.get(each, frozenset()) & set(table)]
    said = [
        f"Ladder, wave {len(tournament.rounds) + 1}: {len(order)} were free, and {len(seated_now)} of them are paired.",
        "Those with the fewest tables so far come first, each with those who have few tables too and stand closest in "
        "the standings; among equals the lot decides.",
    ]
    if again:
        said.append(
            f"{names_of(tournament, again)} meet an opponent of their latest table again: nobody else was free."
        )
    else:
        said.append("Nobody meets an opponent of the latest table again.")
    if waiting:
        said.append(f"Still waiting for opponents: {names_of(tournament, waiting)}.")
    return (*said, SEATS)
