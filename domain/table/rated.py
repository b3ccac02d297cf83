"""Games that count for ratings: which can, and who is rated by what place."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.ranking import places
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import AI_PLAYER, Seat

FEWEST = 2
"""Players that a rated game has at least."""


class Placed(Data, frozen=True):
    """A rated player and the place, from 1; equals share one."""

    player: str
    place: int


def check_rated(seats: Sequence[Seat], *, private: bool, fork: bool, organised: bool) -> None:
    """TB-12.1: whether a game with these seats can be rated."""
    if fork:
        raise IllegalMove("TB-12.1", "a fork is not rated")
    if private:
        raise IllegalMove("TB-12.1", "a private game is not rated: ratings are public, and tell of their games")
    if not organised and _persons(seats) < FEWEST:
        raise IllegalMove("TB-12.1", "a rated game has seats for at least two persons")
    if not of_different_players(seats):
        raise IllegalMove("TB-12.1", "a rated game has at least two different players")


def of_different_players(seats: Sequence[Seat]) -> bool:
    """TB-12.1: whether an organiser can have a game of these seats rated; each level of the AIs is one player."""
    return _persons(seats) + len({seat.level for seat in seats if seat.kind == "ai"}) >= FEWEST


def rated_by_default(seats: Sequence[Seat], *, private: bool) -> bool:
    """TB-12.1: whether a new game is rated where its creator does not say."""
    return not private and _persons(seats) >= FEWEST


def standing(table: AnyTable) -> tuple[Placed, ...]:
    """TB-12.2, TB-12.3, TB-12.4: who is rated for this game, seat by seat; nobody if it does not count. A level that
    has several seats stands there as often."""
    if not table.rated or table.status != "finished" or table.result is None:
        return ()
    place, behind_all = places(table.result.ranking), len(table.seats) + 1
    found: list[tuple[str, int]] = []
    for index, (starter, seat) in enumerate(zip(table.starters, table.seats, strict=True)):
        if index in table.missed:
            continue
        if _sits(starter, seat):
            found.append((starter, place[index]))
        elif not starter.startswith(AI_PLAYER):
            found.append((starter, behind_all if table.adjudicated is None else place[index]))
    if len({player for player, _ in found}) < FEWEST:
        return ()
    return tuple(Placed(player, 1 + sum(other < mine for _, other in found)) for player, mine in found)


def _persons(seats: Sequence[Seat]) -> int:
    return sum(seat.kind == "human" for seat in seats)


def _sits(starter: str, seat: Seat) -> bool:
    """Whether who started there still does. An AI that came after a person is another one, whatever its level."""
    return starter == seat.player or (seat.resigned is None and starter == seat.rated_as)
