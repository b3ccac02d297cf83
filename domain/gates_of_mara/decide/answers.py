"""Answers to the questions that effects put."""

from __future__ import annotations

from msgspec.structs import astuple

from moothall.domain.core.bag import named
from moothall.domain.core.errors import IllegalMove
from moothall.domain.gates_of_mara.changes import (
    BannerGained,
    ExchangePaid,
    GemsGained,
    PointsGained,
    QuestionAnswered,
)
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.decide.effects import gain_influence, place_caravan, tasks_of
from moothall.domain.gates_of_mara.decide.turns import proceed
from moothall.domain.gates_of_mara.moves import (
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
)
from moothall.domain.gates_of_mara.rules.attaching import check_taker
from moothall.domain.gates_of_mara.rules.paying import check_payment
from moothall.domain.gates_of_mara.rules.places import free_stops
from moothall.domain.gates_of_mara.rules.turns import check_question
from moothall.domain.gates_of_mara.state import (
    ELEMENTS,
    Acting,
    CaravanQuestion,
    ExchangeQuestion,
    FigureQuestion,
    GemsQuestion,
    InfluenceQuestion,
    Task,
    Turning,
    gems_of,
)


def choose_influence(turn: Turning, move: ChooseInfluence) -> None:
    """GM-5: all influence or all points."""
    question = check_question(turn.state, turn.seat, InfluenceQuestion)
    if move.take not in ("influence", "points"):
        raise IllegalMove("GM-5.2", "take influence or points")
    rest = _answer(turn, move.take)
    if move.take == "points":
        turn.emit(PointsGained(turn.seat, "water_lord", question.n, question.realm))
    else:
        gain_influence(turn, question.realm, question.n)
    proceed(turn, rest)


def choose_gems(turn: Turning, move: ChooseGems) -> None:
    """A gain of any elements, or of one of some."""
    question = check_question(turn.state, turn.seat, GemsQuestion)
    chosen = named(ELEMENTS, astuple(move.gems))
    known = all(n == 0 or (n > 0 and element in question.elements) for element, n in chosen.items())
    if not known or sum(chosen.values()) != question.n:
        raise IllegalMove("GM-6.5", f"choose {question.n} of {', '.join(question.elements)}")
    rest = _answer(turn, ",".join(element for element, n in chosen.items() for _ in range(n)))
    turn.emit(GemsGained(turn.seat, move.gems))
    proceed(turn, rest)


def choose_caravan_space(turn: Turning, move: ChooseCaravanSpace) -> None:
    """GM-7.15."""
    question = check_question(turn.state, turn.seat, CaravanQuestion)
    free = free_stops(turn.state, question.realm)
    if move.space not in free:
        raise IllegalMove("GM-7.15", f"free caravan spaces: {', '.join(free)}")
    rest = _answer(turn, move.space)
    proceed(turn, [*place_caravan(turn, move.space), *rest])


def choose_exchange(turn: Turning, move: ChooseExchange) -> None:
    """GM-7.11: pay, then exactly one option; or decline (GM-6.7)."""
    question = check_question(turn.state, turn.seat, ExchangeQuestion)
    card, option = box_of(turn.state).wanderer_cards[question.card], move.option
    if not 0 <= option <= len(card.options):
        raise IllegalMove("GM-7.11", f"options 1 to {len(card.options)}, or 0 to decline")
    if option == 0:
        if move.payment is not None:
            raise IllegalMove("GM-7.11", "declining costs nothing")
        proceed(turn, _answer(turn, "0"))
        return
    gems = check_payment(turn.state.seats[turn.seat], card.cost, move.payment)
    rest = _answer(turn, str(option))
    turn.emit(ExchangePaid(turn.seat, card.id, option, gems_of(gems), card.cost.onyx, card.cost.energy))
    proceed(turn, [*tasks_of(turn.state, card.options[option - 1], None), *rest])


def choose_figure(turn: Turning, move: ChooseFigure) -> None:
    """GM-7.20."""
    question = check_question(turn.state, turn.seat, FigureQuestion)
    check_taker(box_of(turn.state), turn.state.seats[turn.seat], move.figure, question.card, "GM-7.20")
    rest = _answer(turn, move.figure)
    turn.emit(BannerGained(turn.seat, question.card, question.realm, question.slot, move.figure))
    proceed(turn, rest)


def _answer(turn: Turning, answer: str) -> list[Task]:
    """Close the question; what waited for it."""
    phase = turn.state.phase
    assert isinstance(phase, Acting)
    turn.emit(QuestionAnswered(turn.seat, answer))
    return list(phase.rest)
