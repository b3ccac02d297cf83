"""Prestige by category, round sheets and the ranking."""

from __future__ import annotations

from msgspec.structs import asdict

from moothall.domain.core.ranking import Ranking, places, rank
from moothall.domain.core.title import Sheet
from moothall.domain.manaforge.changes import RoundSheet
from moothall.domain.manaforge.state import CATEGORIES, Finished, Prestige, Seat, State


def score_sheet(state: State) -> tuple[Sheet, ...]:
    """Per seat: prestige by category; below it what separates ties, and what was done."""
    standings = ranking(state)
    place = places(standings)
    over = isinstance(state.phase, Finished)
    return tuple(
        Sheet(
            index,
            seat.prestige,
            asdict(by_category(seat)),
            {
                "gems": sum(seat.gems),
                "prisms": seat.prisms,
                "items_built": seat.items_built,
                "prisms_taken": seat.prisms_taken,
                "dice": len(seat.dice),
                "rank": place[index],
                "winner": over and index in standings[0],
            },
        )
        for index, seat in enumerate(state.seats)
    )


def ranking(state: State) -> Ranking:
    """MF-14.2 to MF-14.5: prestige, then gems and prisms owned; what is still equal stays together."""
    return rank([(seat.prestige, seat.left) for seat in state.seats])


def by_category(seat: Seat, round_number: int | None = None) -> Prestige:
    """The ledger added up, of one round or of all."""
    sums = dict.fromkeys(CATEGORIES, 0)
    for line in seat.ledger:
        if round_number is None or line.round == round_number:
            sums[line.category] += line.n
    return Prestige(**sums)


def round_sheets(state: State) -> tuple[RoundSheet, ...]:
    """What every seat did in the round that ends."""
    return tuple(
        RoundSheet(
            index,
            by_category(seat, state.round),
            seat.prestige,
            seat.action,
            sum(seat.gems),
            seat.prisms,
            len(seat.workshop),
            len(seat.store),
        )
        for index, seat in enumerate(state.seats)
    )
