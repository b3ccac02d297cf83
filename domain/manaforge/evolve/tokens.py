"""Tokens, dice and offers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.core.bag import add_at, plus
from domain.manaforge.changes import (
    DieGained,
    DieHeld,
    DieSpent,
    DieTurned,
    ExpendituresGained,
    ExpendituresUsed,
    FaceRemembered,
    GemGiven,
    GemsGained,
    ManaGained,
    OfferAnswered,
    OffersClosed,
    OffersOpened,
    Paid,
    PrestigeGained,
    PrismExchanged,
    PrismsGained,
    PrismTaken,
)
from domain.manaforge.evolve.parts import at, playing, with_die, without
from domain.manaforge.state import ELEMENT_INDEX, Die, Line, Offers, State


def _mana_gained(state: State, change: ManaGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, mana=plus(phase.mana, change.mana.bag)))


def _gems_gained(state: State, change: GemsGained) -> State:
    return state.with_seat(change.seat, gems=plus(state.seats[change.seat].gems, change.gems.bag))


def _prisms_gained(state: State, change: PrismsGained) -> State:
    return state.with_seat(change.seat, prisms=state.seats[change.seat].prisms + change.n)


def _prism_taken(state: State, change: PrismTaken) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, prisms=seat.prisms + 1, prisms_taken=seat.prisms_taken + 1, action="prism")


def _prism_exchanged(state: State, change: PrismExchanged) -> State:
    seat = state.seats[change.seat]
    gems = add_at(seat.gems, ELEMENT_INDEX[change.element], 1)
    return state.with_seat(change.seat, prisms=seat.prisms - 1, gems=gems)


def _paid(state: State, change: Paid) -> State:
    return without(state, change.seat, change.mana, change.gems)


def _expenditures_used(state: State, change: ExpendituresUsed) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures - change.n))


def _expenditures_gained(state: State, change: ExpendituresGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures + change.n))


def _prestige_gained(state: State, change: PrestigeGained) -> State:
    seat = state.seats[change.seat]
    line = Line(state.round, change.category, change.source, change.n)
    return state.with_seat(change.seat, prestige=seat.prestige + change.n, ledger=(*seat.ledger, line))


def _die_spent(state: State, change: DieSpent) -> State:
    seat = state.seats[change.seat]
    held = None if seat.held == change.die else seat.held
    dice = tuple([replace(die, spent=True) if die.id == change.die else die for die in seat.dice])
    phase = playing(state)
    state = replace(state, phase=replace(phase, expenditures=phase.expenditures - 1))
    return state.with_seat(change.seat, dice=dice, held=held)


def _die_turned(state: State, change: DieTurned) -> State:
    dice = state.seats[change.seat].dice
    return state.with_seat(
        change.seat, dice=tuple(replace(die, face=change.face) if die.id == change.die else die for die in dice)
    )


def _die_gained(state: State, change: DieGained) -> State:
    return with_die(state, change.seat, Die(change.die, change.kind, change.face)).with_seat(
        change.seat, face=change.face
    )


def _face_remembered(state: State, change: FaceRemembered) -> State:
    return state.with_seat(change.seat, face=change.face)


def _die_held(state: State, change: DieHeld) -> State:
    return state.with_seat(change.seat, held=change.die)


def _offers_opened(state: State, change: OffersOpened) -> State:
    turn = playing(state)
    assert turn.making is not None
    turn = replace(turn, making=replace(turn.making, at=change.at))
    answers = (None,) * len(state.seats)
    return replace(state, phase=Offers(turn, change.element, change.n, change.source, change.asked, answers))


def _offer_answered(state: State, change: OfferAnswered) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=replace(phase, answers=at(phase.answers, change.seat, change.gift)))


def _offers_closed(state: State, change: OffersClosed) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=phase.turn)


def _gem_given(state: State, change: GemGiven) -> State:
    index = ELEMENT_INDEX[change.element]
    giver = state.seats[change.seat]
    if change.prism:
        state = state.with_seat(change.seat, prisms=giver.prisms - 1)
    else:
        state = state.with_seat(change.seat, gems=add_at(giver.gems, index, -1))
    return state.with_seat(change.to, gems=add_at(state.seats[change.to].gems, index, 1))


REDUCERS: dict[type, Callable[[State, Any], State]] = {
    ManaGained: _mana_gained,
    GemsGained: _gems_gained,
    PrismsGained: _prisms_gained,
    PrismTaken: _prism_taken,
    PrismExchanged: _prism_exchanged,
    Paid: _paid,
    ExpendituresUsed: _expenditures_used,
    ExpendituresGained: _expenditures_gained,
    PrestigeGained: _prestige_gained,
    DieSpent: _die_spent,
    DieTurned: _die_turned,
    DieGained: _die_gained,
    FaceRemembered: _face_remembered,
    DieHeld: _die_held,
    OffersOpened: _offers_opened,
    OfferAnswered: _offer_answered,
    OffersClosed: _offers_closed,
    GemGiven: _gem_given,
}
