"""Every move: judged, then carried out."""

from __future__ import annotations

from typing import assert_never

from domain.core.title import Turn
from domain.gates_of_mara.changes import AnyChange
from domain.gates_of_mara.decide import answers, between, turns
from domain.gates_of_mara.moves import (
    Activate,
    AnyMove,
    ChooseCaravanSpace,
    ChooseExchange,
    ChooseFigure,
    ChooseGems,
    ChooseInfluence,
    Enchant,
    EndTurn,
    Pass,
    Place,
    PlaceLord,
    TakeFireBanner,
)
from domain.gates_of_mara.state import State


def decide(turn: Turn[State, AnyChange], move: AnyMove) -> None:
    """Judge the move of `turn.seat` and say what happens."""
    match move:
        case Place():
            turns.place(turn, move)
        case Pass():
            turns.pass_turn(turn)
        case Activate():
            turns.activate(turn, move)
        case Enchant():
            turns.enchant(turn, move)
        case EndTurn(collect):
            turns.end(turn, collect)
        case ChooseInfluence(take):
            answers.choose_influence(turn, take)
        case ChooseGems(gems):
            answers.choose_gems(turn, gems)
        case ChooseCaravanSpace(space):
            answers.choose_caravan_space(turn, space)
        case ChooseExchange(option, payment):
            answers.choose_exchange(turn, option, payment)
        case ChooseFigure(figure):
            answers.choose_figure(turn, figure)
        case TakeFireBanner(figure):
            between.take_fire_banner(turn, figure)
        case PlaceLord(lord, realm):
            between.place_lord(turn, lord, realm)
        case _:
            assert_never(move)
