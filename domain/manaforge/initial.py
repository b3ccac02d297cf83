"""The table before setup."""

from __future__ import annotations

from moothall.domain.core.title import NoOptions
from moothall.domain.manaforge.state import Draft, Seat, State


def initial(seats: int, options: NoOptions, edition: int) -> State:
    """MF-1.1: mats, and counters at 0."""
    return State(seats=(Seat(),) * seats, phase=Draft(0, ()), edition=edition)
