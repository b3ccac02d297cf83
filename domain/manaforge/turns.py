"""Whose turn it is, and which step is due."""

from __future__ import annotations

from functools import cache

from domain.core.title import Asked, Awaiting
from domain.manaforge.state import Archmage, Draft, Finished, Keep, Offers, Playing, PreRoll, RoundScoring, State

_SCORING = Awaiting(step="round_scoring")
_OVER = Awaiting(finished=True)


def awaiting(state: State) -> Awaiting:
    """Who owes what."""
    kind = type(state.phase)
    if kind is RoundScoring:
        return _SCORING
    if kind is Finished:
        return _OVER
    return Awaiting(asked(state))


def asked(state: State) -> tuple[Asked, ...]:
    """The seats that owe a decision, and which."""
    phase = state.phase
    if type(phase) is Playing:  # nearly always
        making = phase.making
        return _one(phase.seat, "turn" if making is None or making.choice is None else making.choice)
    match phase:
        case Draft(answers=answers):
            return tuple(Asked(seat, "draft_talent") for seat, answer in enumerate(answers) if answer is None)
        case Keep(answers=kept):
            return tuple(Asked(seat, "keep_talents") for seat, answer in enumerate(kept) if not answer)
        case Archmage(seat=seat):
            return _one(seat, "archmage_die")
        case PreRoll(seat=seat):
            return _one(seat, "reserve_roll")
        case Offers():
            return tuple(Asked(seat, "replica_gift") for seat in phase.asked if phase.answers[seat] is None)
        case _:
            return ()


@cache
def _one(seat: int, kind: str) -> tuple[Asked, ...]:
    """The commonest answer, made once."""
    return (Asked(seat, kind),)
