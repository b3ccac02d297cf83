"""Changes of parts of the state."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from domain.core.bag import Bag, add_at, minus
from domain.manaforge.state import ELEMENT_INDEX, NO_GEMS, NO_MANA, Die, Gems, Mana, Playing, Seat, State


def playing(state: State) -> Playing:
    """The running turn."""
    phase = state.phase
    assert isinstance(phase, Playing)
    return phase


def without(state: State, seat: int, mana: Mana, gems: Gems) -> State:
    """The state with this mana and these gems spent."""
    if gems != NO_GEMS:
        state = state.with_seat(seat, gems=minus(state.seats[seat].gems, gems.bag))
    if mana != NO_MANA:
        phase = playing(state)
        state = replace(state, phase=replace(phase, mana=minus(phase.mana, mana.bag)))
    return state


def with_making(state: State, **fields: Any) -> State:
    """The card being built, changed."""
    phase = playing(state)
    assert phase.making is not None
    return replace(state, phase=replace(phase, making=replace(phase.making, **fields)))


def with_card(state: State, seat: int, card_id: str, **fields: Any) -> State:
    """A Workshop card, changed."""
    workshop = state.seats[seat].workshop
    return state.with_seat(
        seat, workshop=tuple([replace(card, **fields) if card.id == card_id else card for card in workshop])
    )


def with_die(state: State, seat: int, die: Die) -> State:
    """A die from the supply."""
    supply: Bag = add_at(state.supply, ELEMENT_INDEX[die.kind], -1)
    owner: Seat = state.seats[seat]
    return replace(state.with_seat(seat, dice=(*owner.dice, die)), supply=supply)
