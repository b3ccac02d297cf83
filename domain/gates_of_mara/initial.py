"""The table before setup."""

from __future__ import annotations

from moothall.domain.gates_of_mara.state import Options, Seat, State


def initial(seats: int, options: Options, edition: int) -> State:
    """Seats that own nothing round an empty table."""
    return State(options=options, seats=(Seat(),) * seats, edition=edition)
