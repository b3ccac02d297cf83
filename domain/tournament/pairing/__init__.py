"""Who plays whom: every format is a pure function of the log so far and the draw.

The same log gives the same pairings for ever: luck comes from the draw, labelled by the round, and every order that is
not drawn is fixed.
"""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.draw import Draw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import listed
from moothall.domain.tournament.moves import SetPairings
from moothall.domain.tournament.pairing import knockout, ladder, round_robin, swiss
from moothall.domain.tournament.pairing.field import Paired, meetings, meetings_text
from moothall.domain.tournament.settings import least_size
from moothall.domain.tournament.state import Tournament


def pair(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """The next round; without tables where there are too few for one."""
    match tournament.settings.format:
        case "swiss":
            return swiss.pair_swiss(tournament, draw, players)
        case "round_robin":
            return round_robin.pair_round_robin(tournament, draw, players)
        case "knockout":
            return knockout.pair_knockout(tournament, draw, players)
        case "ladder":
            return ladder.pair_ladder(tournament, draw, players)
        case _:
            assert_never(tournament.settings.format)


def nothing_left(tournament: Tournament, players: range) -> bool:
    """TN-11.1: whether there is no further round to be paired."""
    settings, played = tournament.settings, len(tournament.rounds)
    least = least_size(settings, players)
    if tournament.ending or len(tournament.active) < least:
        return True
    match settings.format:
        case "swiss":
            return settings.rounds is not None and played >= settings.rounds
        case "round_robin":
            if settings.rounds is not None:
                return played >= settings.rounds
            return played > 0 and (
                played >= round_robin.rounds_needed(tournament) or round_robin.all_have_met(tournament)
            )
        case "knockout":
            return knockout.is_final(tournament) or len(knockout.still_in(tournament)) < least
        case "ladder":
            return ladder.is_over(tournament, players)
        case _:
            assert_never(settings.format)


def rounds_planned(tournament: Tournament) -> int | None:
    """How many rounds there will be, as far as one can say; None: open."""
    settings, played = tournament.settings, len(tournament.rounds)
    if settings.format == "ladder" or (settings.rounds is None and tournament.status == "open"):
        return None
    if tournament.over:
        return played
    if settings.rounds is not None:
        return settings.rounds
    if settings.format == "round_robin":
        return max(played, round_robin.rounds_needed(tournament))
    sizes = range(min(map(int, settings.points)), settings.table_size + 1)
    if not played:
        return knockout.rounds_needed(settings, len(tournament.active), sizes)
    if knockout.is_final(tournament):
        return played
    last = tournament.rounds[-1]
    on = (
        len(knockout.still_in(tournament))
        if tournament.all_closed
        else (len(last.byes) + settings.advance * len(last.tables))
    )
    return played + knockout.rounds_needed(settings, on, sizes)


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
    """Everybody active: in a knockout those who are still in, else those who are at no table."""
    if tournament.settings.format == "knockout":
        return knockout.still_in(tournament)
    return ladder.at_no_table(tournament)


def _explained(tournament: Tournament, move: SetPairings) -> tuple[str, ...]:
    return (
        "The organiser has paired this round: tables, seats and byes are the organiser's own.",
        meetings_text(move.tables, meetings(tournament.rounds), tournament, "the organiser has paired them so"),
    )
