"""What a position is worth, in points of prestige."""

from __future__ import annotations

from domain.manaforge.state import State


def evaluate(state: State, seat: int) -> float:
    """Score and the value of what is owned."""
    return float(state.seats[seat].prestige)
