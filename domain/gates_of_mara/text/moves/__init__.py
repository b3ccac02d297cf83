"""Moves in English: what each costs and brings on the table as it is. The moves are legal ones."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.core.words import Reader
from moothall.domain.gates_of_mara.moves import (
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
from moothall.domain.gates_of_mara.state import State
from moothall.domain.gates_of_mara.text.effects import gems_text
from moothall.domain.gates_of_mara.text.moves.acting import activate_text, end_turn_text
from moothall.domain.gates_of_mara.text.moves.cards import banner_taken_text, enchant_text, fire_banner_text
from moothall.domain.gates_of_mara.text.moves.choices import (
    caravan_text,
    choose_exchange_text,
    influence_text,
    place_lord_text,
)
from moothall.domain.gates_of_mara.text.moves.placing import pass_text, place_text


def describe_move(move: AnyMove, state: State, reader: Reader) -> str:
    """One line."""
    match move:
        case Place():
            return place_text(state, move)
        case Pass():
            return pass_text(state)
        case Activate():
            return activate_text(state, move)
        case Enchant():
            return enchant_text(state, move)
        case EndTurn(collect):
            return end_turn_text(state, collect)
        case ChooseInfluence(take):
            return influence_text(state, take)
        case ChooseGems(gems):
            return f"Take {gems_text(gems)}"
        case ChooseCaravanSpace(space):
            return caravan_text(state, space)
        case ChooseExchange():
            return choose_exchange_text(state, move)
        case ChooseFigure(figure):
            return banner_taken_text(state, figure)
        case TakeFireBanner(figure):
            return fire_banner_text(state, figure)
        case PlaceLord(lord, realm):
            return place_lord_text(state, lord, realm)
        case _:
            assert_never(move)
