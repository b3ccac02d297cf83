"""Setting up (NS-1): the first player at once; all else is dealt when the lines of succession are set."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.changes import FirstPlayerDrawn
from moothall.domain.winds_of_numa_sera.state import Turning


def setup(turn: Turning) -> None:
    """NS-1.2: draw the first player; NS-1.3: the last in turn order chooses a kingdom first."""
    seats = len(turn.state.seats)
    first = turn.draw.below("first-player", seats)
    turn.emit(FirstPlayerDrawn(first, (first - 1) % seats))
