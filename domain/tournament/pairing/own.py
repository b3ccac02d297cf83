"""The organiser's own pairings, checked."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import listed
from moothall.domain.tournament.moves import SetPairings
from moothall.domain.tournament.pairing.field import meetings
from moothall.domain.tournament.pairing.knockout import still_in
from moothall.domain.tournament.pairing.paired import Paired
from moothall.domain.tournament.pairing.sizes import least_size
from moothall.domain.tournament.pairing.words import meetings_text
from moothall.domain.tournament.state import Tournament


def own_pairings(tournament: Tournament, move: SetPairings, players: range) -> Paired:
    """TN-4.8: everybody once, at tables of sizes that there are."""
    number = len(tournament.rounds) + 1
    if move.round != number:
        raise IllegalMove("TN-4.8", f"round: the next one to be paired is {number}")
    least, most = least_size(tournament.settings, players), tournament.settings.table_size
    if not move.tables or not all(least <= len(table) <= most for table in move.tables):
        raise IllegalMove("TN-4.8", f"tables: there is at least one, and each has {least} to {most} seats")
    named = [entrant for group in (*move.tables, move.byes) for entrant in group]
    unknown = [entrant for entrant in named if tournament.entrant(entrant) is None]
    if unknown:
        raise IllegalMove("TN-4.8", f"there is no entrant {unknown[0]}")
    if len(set(named)) < len(named):
        twice = next(entrant for entrant in named if named.count(entrant) > 1)
        raise IllegalMove("TN-4.8", f"{tournament.name_of(twice)} is named twice")
    free = may_be_paired(tournament)
    gone = sorted(set(named) - set(free), key=named.index)
    if gone:
        raise IllegalMove("TN-4.8", f"{tournament.name_of(gone[0])} cannot be paired now")
    left_out = sorted(set(free) - set(named), key=free.index)
    if left_out and tournament.settings.format != "ladder":
        raise IllegalMove("TN-4.8", f"left out: {listed(tournament.name_of(entrant) for entrant in left_out)}")
    return Paired(move.tables, move.byes, _explained(tournament, move))


def may_be_paired(tournament: Tournament) -> tuple[str, ...]:
    """Everybody active: on a ladder those who are at no table, in a knockout those who are still in."""
    if tournament.settings.format == "knockout":
        return still_in(tournament)
    at_tables = {
        entrant
        for each in tournament.rounds
        for table in each.tables
        if each.status == "active" and table.status == "playing"
        for entrant in table.seats
    }
    return tuple([each.id for each in tournament.active if each.id not in at_tables])


def _explained(tournament: Tournament, move: SetPairings) -> tuple[str, ...]:
    return (
        "The organiser has paired this round: tables, seats and byes are the organiser's own.",
        meetings_text(move.tables, meetings(tournament.rounds), tournament, "the organiser has paired them so"),
    )
