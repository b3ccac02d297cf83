"""Changes of parts of the state."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import Bag, minus
from moothall.domain.core.seats import put
from moothall.domain.manaforge.state import NO_GEMS, NO_MANA, Amounts, Card, Making, Playing, State


def playing(state: State) -> Playing:
    """The running turn."""
    phase = state.phase
    assert isinstance(phase, Playing)
    return phase


def making(phase: Playing) -> Making:
    """The card being built."""
    made = phase.making
    assert made is not None
    return made


def more(bag: Bag, amounts: Amounts) -> Bag:
    """The bag with these gained."""
    earth, fire, wind, water = bag
    return (earth + amounts.earth, fire + amounts.fire, wind + amounts.wind, water + amounts.water)


def less(bag: Bag, amounts: Amounts) -> Bag:
    """The bag with these spent."""
    return bag if amounts in (NO_MANA, NO_GEMS) else minus(bag, amounts.bag)


def with_charge(workshop: tuple[Card, ...], card_id: str, charged: bool) -> tuple[Card, ...]:
    """The Workshop with that card charged or exhausted."""
    for index, card in enumerate(workshop):
        if card.id == card_id:
            return put(workshop, index, replace(card, charged=charged))
    return workshop
