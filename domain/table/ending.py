"""How a game ends: the title's ranking, with those who forfeited last."""

from __future__ import annotations

from typing import Any

from domain.core.ranking import Ranking
from domain.core.title import AnyTitle
from domain.table.changes import GameFinished


def ranking(title: AnyTitle, forfeited: tuple[int, ...], state: Any) -> Ranking:
    """TB-6.1, TB-9.5: by the title's rules; seats that forfeited share the last place."""
    groups = (tuple(seat for seat in group if seat not in forfeited) for group in title.ranking(state))
    return (*(group for group in groups if group), *((forfeited,) if forfeited else ()))


def finished(title: AnyTitle, forfeited: tuple[int, ...], state: Any, secret: bytes) -> GameFinished:
    """The end of the game as it stands."""
    sheets = tuple(title.score_sheet(state))
    scores = tuple(sheet.total for sheet in sheets)
    return GameFinished(ranking(title, forfeited, state), scores, sheets, secret.hex(), forfeited)
