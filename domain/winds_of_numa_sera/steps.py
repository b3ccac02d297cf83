"""What workers run: the end of a round and the end of the game (NS-15.5 to NS-15.9)."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera.agenda import Agenda
from moothall.domain.winds_of_numa_sera.changes import GameScored
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide.work import run
from moothall.domain.winds_of_numa_sera.rounds import close_round
from moothall.domain.winds_of_numa_sera.scoring import order, renown
from moothall.domain.winds_of_numa_sera.state import GameEnd, Turning


def step(turn: Turning) -> None:
    """The step that is due."""
    if isinstance(turn.state.phase, GameEnd):
        _end_game(turn, turn.state.phase)
        return
    agenda: Agenda = []
    close_round(turn, agenda)
    run(turn, agenda)


def _end_game(turn: Turning, end: GameEnd) -> None:
    """NS-15.6, NS-15.7: final Renown, winner, ranking; all hands are shown."""
    box, ranked = box_of(turn.state), order(turn.state)
    turn.emit(
        GameScored(
            winner=ranked[0],
            reasons=end.reasons,
            renown=tuple(renown(box, seat) for seat in turn.state.seats),
            ranking=ranked,
            hands=tuple(seat.hand for seat in turn.state.seats),
        )
    )
