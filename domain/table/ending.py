"""How a game ends: the title's scores and ranking, after what the organiser has ruled and with those who forfeited
last; and who is rated for it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.data import Data
from moothall.domain.core.ranking import Ranking, places, rank
from moothall.domain.core.title import AnyTitle, Sheet
from moothall.domain.table.admission import FEWEST_RATED
from moothall.domain.table.changes import GameFinished
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import AI_PLAYER, Seat

PENALTY = "penalty"
"""The category of a score sheet that holds what the organiser took or gave."""


class Placed(Data, frozen=True):
    """A rated player and the place, from 1; equals share one."""

    player: str
    place: int


def sheets(title: AnyTitle, table: AnyTable, state: Any) -> tuple[Sheet, ...]:
    """TB-6.1, TB-7.6: every seat's score sheet; where there were penalties, each has a line for them."""
    own = tuple(title.score_sheet(state))
    if not table.penalties:
        return own
    return tuple(
        replace(sheet, total=sheet.total - points, categories={**sheet.categories, PENALTY: -points})
        for sheet, points in zip(own, table.penalties, strict=True)
    )


def ranking(title: AnyTitle, table: AnyTable, state: Any) -> Ranking:
    """TB-6.1, TB-7.6, TB-7.7, TB-9.5: by the title's rules, or as the organiser gave it; seats that forfeited share
    the last place."""
    if table.adjudicated is not None:
        return table.adjudicated
    out = table.forfeited
    groups = (tuple(seat for seat in group if seat not in out) for group in _after_penalties(title, table, state))
    return (*(group for group in groups if group), *((out,) if out else ()))


def finished(title: AnyTitle, table: AnyTable, state: Any, secret: bytes) -> GameFinished:
    """The end of the game as it stands."""
    told = sheets(title, table, state)
    scores = tuple(sheet.total for sheet in told)
    out = table.forfeited if table.adjudicated is None else ()
    return GameFinished(ranking(title, table, state), scores, told, told_at_the_end(table, secret), out)


def told_at_the_end(table: AnyTable, secret: bytes) -> str:
    """TB-3.1, TB-11.2: the secret as the end of a game tells it; of a sealed one nothing."""
    return "" if table.sealed and not table.told else secret.hex()


def _after_penalties(title: AnyTitle, table: AnyTable, state: Any) -> Ranking:
    """The title's ranking; after penalties by the scores that are left, equals as the title had them. What ranks
    before points in a title still does."""
    own = title.ranking(state)
    if not any(table.penalties):
        return own
    place = places(own)
    return rank(
        [(title.tier(state, seat), told.total, -place[seat]) for seat, told in enumerate(sheets(title, table, state))]
    )


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
    if len({player for player, _ in found}) < FEWEST_RATED:
        return ()
    return tuple(Placed(player, 1 + sum(other < mine for _, other in found)) for player, mine in found)


def _sits(starter: str, seat: Seat) -> bool:
    """Whether who started there still does. An AI that came after a person is another one, whatever its level."""
    return starter == seat.player or (seat.resigned is None and starter == seat.rated_as)
