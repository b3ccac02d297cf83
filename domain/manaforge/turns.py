"""Whose turn it is, and which step is due."""

from __future__ import annotations

from moothall.domain.core.title import Asked, Awaiting, asking
from moothall.domain.manaforge.state import Archmage, Draft, Keep, Offers, Playing, PreRoll, RoundScoring, State

_SCORING = Awaiting(step="round_scoring")
_OVER = Awaiting(finished=True)


def awaiting(state: State) -> Awaiting:
    """Who owes what."""
    phase = state.phase
    if type(phase) is Playing:  # nearly always
        making = phase.making
        return asking("turn" if making is None or making.choice is None else making.choice, phase.seat)
    match phase:
        case Draft(answers=answers):
            return asking("draft_talent", *[seat for seat, answer in enumerate(answers) if answer is None])
        case Keep(answers=kept):
            return asking("keep_talents", *[seat for seat, answer in enumerate(kept) if not answer])
        case Archmage(seat=seat):
            return asking("archmage_die", seat)
        case PreRoll(seat=seat):
            return asking("reserve_roll", seat)
        case Offers():
            return asking("replica_gift", *[seat for seat in phase.asked if phase.answers[seat] is None])
        case RoundScoring():
            return _SCORING
        case _:
            return _OVER


def asked(state: State) -> tuple[Asked, ...]:
    """The seats that owe a decision, and which."""
    return awaiting(state).seats
