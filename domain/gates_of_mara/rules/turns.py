"""Whose turn it is, and for what."""

from __future__ import annotations

from typing import TypeVar

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.gates_of_mara.state import (
    Acting,
    AnyPhase,
    AnyQuestion,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    FireBanners,
    GemsQuestion,
    InfluenceQuestion,
    LordsOff,
    Placing,
    State,
    StepDue,
)

Q = TypeVar("Q", InfluenceQuestion, GemsQuestion, CaravanQuestion, ExchangeQuestion, FigureQuestion)

_RULE_OF: dict[type[AnyQuestion], str] = {
    InfluenceQuestion: "GM-5.1",
    GemsQuestion: "GM-6.5",
    CaravanQuestion: "GM-7.15",
    ExchangeQuestion: "GM-7.11",
    FigureQuestion: "GM-7.20",
}


def check_awaited(state: State, seat: int) -> AnyPhase:
    """The seat owes the next decision."""
    phase = state.phase
    if isinstance(phase, Acting) or isinstance(phase, Placing):  # noqa: SIM101  a union is asked more slowly
        if phase.seat != seat:
            raise NotYourTurn("GM-2.1", f"it is the turn of seat {phase.seat}")
        return phase
    match phase:
        case FireBanners(seats):
            if seats[0] != seat:
                raise NotYourTurn("GM-11.8", f"seat {seats[0]} decides about its Fire Banner")
        case LordsOff(seats):
            if seats[0] != seat:
                raise NotYourTurn("GM-12.10", f"seat {seats[0]} places a lord")
        case StepDue():
            raise NotYourTurn("GM-2.4", "the round is over and is being scored")
        case _:
            raise NotYourTurn("GM-13.1", "the game is over")
    return phase


def check_placing(state: State, seat: int) -> None:
    """GM-2.1, 2.5: a turn begins with placing or passing, and with it once."""
    phase = check_awaited(state, seat)
    if isinstance(phase, Acting):
        raise IllegalMove("GM-2.1", "a turn places exactly one figure, and yours is placed")
    if not isinstance(phase, Placing):
        raise IllegalMove("GM-2.4", "the round is over")


def check_acting(state: State, seat: int) -> Acting:
    """GM-2.5, 6.5: abilities come after the placement, and one is finished before the next."""
    phase = check_awaited(state, seat)
    if not isinstance(phase, Acting):
        raise IllegalMove("GM-2.5", "no figure was placed this turn")
    if phase.question is not None:
        raise IllegalMove("GM-6.5", "a choice is pending and must be answered first")
    return phase


def check_question(state: State, seat: int, kind: type[Q]) -> Q:
    """The question that this answer belongs to."""
    phase = check_awaited(state, seat)
    question = phase.question if isinstance(phase, Acting) else None
    if not isinstance(question, kind):
        raise IllegalMove(_RULE_OF[kind], "no such choice is pending")
    return question


def check_fire_banner(state: State, seat: int) -> None:
    """GM-11.7."""
    if not isinstance(check_awaited(state, seat), FireBanners):
        raise IllegalMove("GM-11.7", "Fire Banners are offered at the end of a round")


def check_lords_off(state: State, seat: int) -> None:
    """GM-12.10."""
    if not isinstance(check_awaited(state, seat), LordsOff):
        raise IllegalMove("GM-12.10", "lords are placed after the reset only")
