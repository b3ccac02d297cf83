"""Judging a move and saying what happens."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.gates_of_mara import moves as m
from moothall.domain.gates_of_mara.decide.answers import (
    choose_caravan_space,
    choose_exchange,
    choose_figure,
    choose_gems,
    choose_influence,
)
from moothall.domain.gates_of_mara.decide.between import place_lord, take_fire_banner
from moothall.domain.gates_of_mara.decide.turns import activate, enchant, end_turn, pass_, place
from moothall.domain.gates_of_mara.state import Turning

__all__ = ["decide"]


def decide(turn: Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.Activate():
            activate(turn, move)
        case m.Place():
            place(turn, move)
        case m.EndTurn():
            end_turn(turn, move)
        case m.ChooseGems():
            choose_gems(turn, move)
        case m.ChooseInfluence():
            choose_influence(turn, move)
        case m.ChooseCaravanSpace():
            choose_caravan_space(turn, move)
        case m.ChooseExchange():
            choose_exchange(turn, move)
        case m.ChooseFigure():
            choose_figure(turn, move)
        case m.Enchant():
            enchant(turn, move)
        case m.Pass():
            pass_(turn, move)
        case m.TakeFireBanner():
            take_fire_banner(turn, move)
        case m.PlaceLord():
            place_lord(turn, move)
        case _:
            assert_never(move)
