"""Who plays whom: every format is a pure function of the log so far and the draw.

The same log gives the same pairings for ever: luck comes from the draw, labelled by the round, and every order that is
not drawn is fixed.
"""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.draw import Draw
from moothall.domain.tournament.pairing import knockout, ladder, round_robin
from moothall.domain.tournament.pairing.knockout import pair_knockout
from moothall.domain.tournament.pairing.ladder import pair_ladder
from moothall.domain.tournament.pairing.paired import Paired
from moothall.domain.tournament.pairing.round_robin import pair_round_robin
from moothall.domain.tournament.pairing.sizes import least_size
from moothall.domain.tournament.pairing.swiss import pair_swiss
from moothall.domain.tournament.state import Tournament

__all__ = ["Paired", "nothing_left", "pair", "rounds_planned"]


def pair(tournament: Tournament, draw: Draw, players: range) -> Paired:
    """The next round; without tables where there are too few for one."""
    match tournament.settings.format:
        case "swiss":
            return pair_swiss(tournament, draw, players)
        case "round_robin":
            return pair_round_robin(tournament, draw, players)
        case "knockout":
            return pair_knockout(tournament, draw, players)
        case "ladder":
            return pair_ladder(tournament, draw, players)
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
