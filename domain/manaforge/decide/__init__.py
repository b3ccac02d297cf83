"""Judge a move, then say what happens."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.manaforge import moves as m
from moothall.domain.manaforge.decide.build import build, gain_prism
from moothall.domain.manaforge.decide.choices import choose
from moothall.domain.manaforge.decide.draft import draft_talent, keep_talents
from moothall.domain.manaforge.decide.turn import (
    activate,
    activate_talent,
    end_turn,
    exchange_prism,
    precog_raise,
    reserve_release,
    reserve_store,
    spend_die,
    upgrade,
)
from moothall.domain.manaforge.state import Turning

__all__ = ["decide"]


def decide(turn: Turning, move: m.AnyMove) -> None:
    """The move of `turn.seat`."""
    match move:
        case m.SpendDie():
            spend_die(turn, move)
        case m.Activate():
            activate(turn, move)
        case m.Build():
            build(turn, move)
        case m.EndTurn():
            end_turn(turn, move)
        case m.ExchangePrism():
            exchange_prism(turn, move)
        case m.Upgrade():
            upgrade(turn, move)
        case m.ActivateTalent():
            activate_talent(turn, move)
        case m.GainPrism():
            gain_prism(turn, move)
        case m.Choose():
            choose(turn, move)
        case m.PrecogRaise():
            precog_raise(turn, move)
        case m.ReserveStore():
            reserve_store(turn, move)
        case m.ReserveRelease():
            reserve_release(turn, move)
        case m.DraftTalent():
            draft_talent(turn, move)
        case m.KeepTalents():
            keep_talents(turn, move)
        case _:
            assert_never(move)
