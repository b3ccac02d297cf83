"""Whose turn it is, and which step is due."""

from __future__ import annotations

from functools import lru_cache

from domain.core.title import Asked, Awaiting
from domain.manaforge.state import Archmage, Draft, Keep, Offers, Playing, PreRoll, RoundScoring, State

_SCORING = Awaiting(step="round_scoring")
_OVER = Awaiting(finished=True)


def awaiting(state: State) -> Awaiting:
    """Who owes what."""
    phase = state.phase
    if type(phase) is Playing:  # nearly always
        making = phase.making
        return _asking("turn" if making is None or making.choice is None else making.choice, phase.seat)
    match phase:
        case Draft(answers=answers):
            return _asking("draft_talent", *[seat for seat, answer in enumerate(answers) if answer is None])
        case Keep(answers=kept):
            return _asking("keep_talents", *[seat for seat, answer in enumerate(kept) if not answer])
        case Archmage(seat=seat):
            return _asking("archmage_die", seat)
        case PreRoll(seat=seat):
            return _asking("reserve_roll", seat)
        case Offers():
            return _asking("replica_gift", *[seat for seat in phase.asked if phase.answers[seat] is None])
        case RoundScoring():
            return _SCORING
        case _:
            return _OVER


def asked(state: State) -> tuple[Asked, ...]:
    """The seats that owe a decision, and which."""
    return awaiting(state).seats


@lru_cache(1 << 10)
def _asking(kind: str, *seats: int) -> Awaiting:
    """One decision of some seats: there are few, so each is made once."""
    return Awaiting(tuple([Asked(seat, kind) for seat in seats]))
