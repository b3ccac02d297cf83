"""Whose turn it is, and which step is due."""

from __future__ import annotations

from functools import lru_cache

from domain.core.title import Asked, Awaiting
from domain.gates_of_mara.state import (
    Acting,
    AnyQuestion,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    FireBanners,
    GemsQuestion,
    InfluenceQuestion,
    LordsOff,
    Over,
    Placing,
    State,
    StepDue,
)

_KINDS: dict[type[AnyQuestion], str] = {
    InfluenceQuestion: "choose_influence",
    GemsQuestion: "choose_gems",
    CaravanQuestion: "choose_caravan_space",
    ExchangeQuestion: "choose_exchange",
    FigureQuestion: "choose_figure",
}
_OVER = Awaiting(finished=True)
_NOBODY = Awaiting()


def awaiting(state: State) -> Awaiting:
    """Exactly one seat, or a step, or nothing."""
    phase = state.phase
    if isinstance(phase, Acting):  # nearly always
        question = phase.question
        return _one(phase.seat, "abilities" if question is None else _KINDS[type(question)])
    if isinstance(phase, Placing):
        return _one(phase.seat, "turn")
    match phase:
        case FireBanners(seats):
            return _one(seats[0], "take_fire_banner")
        case LordsOff(seats):
            return _one(seats[0], "place_lord")
        case StepDue(step):
            return Awaiting(step=step)
        case Over():
            return _OVER
        case _:
            return _NOBODY


@lru_cache(1 << 8)
def _one(seat: int, kind: str) -> Awaiting:
    """The commonest answer, made once."""
    return Awaiting((Asked(seat, kind),))
