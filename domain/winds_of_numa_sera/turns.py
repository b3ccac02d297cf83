"""Whose turn it is, and which step is due."""

from __future__ import annotations

from moothall.domain.core.title import Awaiting, asking
from moothall.domain.winds_of_numa_sera.rules.choices import KINDS
from moothall.domain.winds_of_numa_sera.state import Acting, Drafting, GameEnd, RoundEnd, State, Succession

_ROUND_END = Awaiting(step="end_of_round")
_GAME_END = Awaiting(step="end_of_game")
_OVER = Awaiting(finished=True)


def awaiting(state: State) -> Awaiting:
    """What the game waits for."""
    if state.pending is not None:
        choice = state.pending.choice
        return asking(KINDS[type(choice)], choice.seat)
    if state.offer is not None:
        return asking("trade", state.offer.to)
    if state.battle is not None:
        return asking("battle", *[seat for seat in sorted(state.battle.sides) if state.seats[seat].answer is None])
    phase = state.phase
    if type(phase) is Acting:  # nearly always
        return asking("turn", phase.seat)
    match phase:
        case Drafting(seat):
            return asking("kingdom", seat)
        case Succession():
            return asking("succession", *[index for index, seat in enumerate(state.seats) if seat.answer is None])
        case RoundEnd():
            return _ROUND_END
        case GameEnd():
            return _GAME_END
        case _:
            return _OVER
