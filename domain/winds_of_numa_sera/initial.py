"""The table before setup."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.state import Drafting, Options, Seat, State


def initial(seats: int, options: Options, edition: int) -> State:
    """Empty seats; nothing is drawn, nobody has a kingdom."""
    return State(
        setting=options.setting,
        seats=(Seat(),) * seats,
        phase=Drafting(-1),
        round_limit=options.round_limit,
        seat_bonus=options.seat_bonus,
        edition=edition,
    )
