"""Whose turn it is, and which step is due."""

from __future__ import annotations

from moothall.domain.core.title import Awaiting, asking
from moothall.domain.gates_of_mara.state import (
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
        return asking("abilities" if question is None else _KINDS[type(question)], phase.seat)
    if isinstance(phase, Placing):
        return asking("turn", phase.seat)
    match phase:
        case FireBanners(seats):
            return asking("take_fire_banner", seats[0])
        case LordsOff(seats):
            return asking("place_lord", seats[0])
        case StepDue(step):
            return Awaiting(step=step)
        case Over():
            return _OVER
        case _:
            return _NOBODY
