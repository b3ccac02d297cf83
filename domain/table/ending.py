"""How a game ends: the title's ranking, with those who forfeited last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from domain.core.ranking import Ranking
from domain.core.title import AnyTitle
from domain.table.changes import GameFinished
from domain.table.state import Seat


def ranking(title: AnyTitle, seats: Sequence[Seat], state: Any) -> Ranking:
    """TB-6.1, TB-9.5: by the title's rules; seats that forfeited share the last place."""
    out = tuple(index for index, seat in enumerate(seats) if seat.forfeited)
    groups = (tuple(seat for seat in group if seat not in out) for group in title.ranking(state))
    return (*(group for group in groups if group), *((out,) if out else ()))


def finished(title: AnyTitle, seats: Sequence[Seat], state: Any, secret: bytes) -> GameFinished:
    """The end of the game as it stands."""
    sheets = tuple(title.score_sheet(state))
    scores = tuple(sheet.total for sheet in sheets)
    return GameFinished(ranking(title, seats, state), scores, sheets, secret.hex())
