"""Whose turn it is, and which step is due."""

from __future__ import annotations

from typing import assert_never

from domain.core.title import Asked, Awaiting
from domain.winds_of_numa_sera.rules.choices import KINDS
from domain.winds_of_numa_sera.state import Acting, Drafting, Finished, GameEnd, RoundEnd, State, Succession

_TURNS = tuple(Awaiting((Asked(seat, "turn"),)) for seat in range(4))


def awaiting(state: State) -> Awaiting:
    """What the game waits for."""
    if state.pending is not None:
        choice = state.pending.choice
        return Awaiting((Asked(choice.seat, KINDS[type(choice)]),))
    if state.offer is not None:
        return Awaiting((Asked(state.offer.to, "trade"),))
    if state.battle is not None:
        return Awaiting(
            tuple(Asked(seat, "battle") for seat in sorted(state.battle.sides) if state.seats[seat].answer is None)
        )
    match state.phase:
        case Acting(seat):  # first, because it is asked after every move
            return _TURNS[seat]
        case Drafting(seat):
            return Awaiting((Asked(seat, "kingdom"),))
        case Succession():
            return Awaiting(
                tuple(Asked(index, "succession") for index, seat in enumerate(state.seats) if seat.answer is None)
            )
        case RoundEnd():
            return Awaiting(step="end_of_round")
        case GameEnd():
            return Awaiting(step="end_of_game")
        case Finished():
            return Awaiting(finished=True)
        case _:
            assert_never(state.phase)
