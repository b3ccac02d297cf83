"""Judge a move, then say what happens."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from domain.manaforge.changes import CardRaised
from domain.manaforge.decide.build import build, gain_prism
from domain.manaforge.decide.choices import choose
from domain.manaforge.decide.draft import draft_talent, keep_talents
from domain.manaforge.decide.turn import (
    activate,
    activate_talent,
    end_turn,
    exchange_prism,
    reserve_release,
    reserve_store,
    spend_die,
    upgrade,
)
from domain.manaforge.moves import (
    Activate,
    ActivateTalent,
    AnyMove,
    Build,
    Choose,
    DraftTalent,
    EndTurn,
    ExchangePrism,
    GainPrism,
    KeepTalents,
    PrecogRaise,
    ReserveRelease,
    ReserveStore,
    SpendDie,
    Upgrade,
)
from domain.manaforge.rules.turns import check_raise
from domain.manaforge.setup import Turning


def decide(turn: Turning, move: AnyMove) -> None:
    """The move of `turn.seat`."""
    _DECIDERS[type(move)](turn, move)


def precog_raise(turn: Turning, move: PrecogRaise) -> None:
    """MF-11.16: a card of the deck comes to its top."""
    check_raise(turn.state, turn.seat, move.position)
    turn.emit(CardRaised(turn.seat, move.position))


_DECIDERS: dict[type, Callable[[Turning, Any], None]] = {
    DraftTalent: draft_talent,
    KeepTalents: keep_talents,
    Choose: choose,
    SpendDie: spend_die,
    Build: build,
    GainPrism: gain_prism,
    ExchangePrism: exchange_prism,
    Activate: activate,
    Upgrade: upgrade,
    ActivateTalent: activate_talent,
    ReserveStore: reserve_store,
    ReserveRelease: reserve_release,
    EndTurn: end_turn,
    PrecogRaise: precog_raise,
}
