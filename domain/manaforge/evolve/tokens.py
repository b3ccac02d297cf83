"""Tokens, dice and offers."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.bag import add_at, plus
from domain.core.seats import put
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
from domain.manaforge.evolve.parts import playing, with_die, without
from domain.manaforge.state import ELEMENT_INDEX, Die, Line, Offers, State


def mana_gained(state: State, change: ManaGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, mana=plus(phase.mana, change.mana.bag)))


def gems_gained(state: State, change: GemsGained) -> State:
    return state.with_seat(change.seat, gems=plus(state.seats[change.seat].gems, change.gems.bag))


def prisms_gained(state: State, change: PrismsGained) -> State:
    return state.with_seat(change.seat, prisms=state.seats[change.seat].prisms + change.n)


def prism_taken(state: State, change: PrismTaken) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, prisms=seat.prisms + 1, prisms_taken=seat.prisms_taken + 1, action="prism")


def prism_exchanged(state: State, change: PrismExchanged) -> State:
    seat = state.seats[change.seat]
    gems = add_at(seat.gems, ELEMENT_INDEX[change.element], 1)
    return state.with_seat(change.seat, prisms=seat.prisms - 1, gems=gems)


def paid(state: State, change: Paid) -> State:
    return without(state, change.seat, change.mana, change.gems)


def expenditures_used(state: State, change: ExpendituresUsed) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures - change.n))


def expenditures_gained(state: State, change: ExpendituresGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures + change.n))


def prestige_gained(state: State, change: PrestigeGained) -> State:
    seat = state.seats[change.seat]
    line = Line(state.round, change.category, change.source, change.n)
    return state.with_seat(change.seat, prestige=seat.prestige + change.n, ledger=(*seat.ledger, line))


def die_spent(state: State, change: DieSpent) -> State:
    seat = state.seats[change.seat]
    held = None if seat.held == change.die else seat.held
    dice = tuple([replace(die, spent=True) if die.id == change.die else die for die in seat.dice])
    phase = playing(state)
    seats = put(state.seats, change.seat, replace(seat, dice=dice, held=held))
    return replace(state, seats=seats, phase=replace(phase, expenditures=phase.expenditures - 1))


def die_turned(state: State, change: DieTurned) -> State:
    dice = state.seats[change.seat].dice
    return state.with_seat(
        change.seat, dice=tuple(replace(die, face=change.face) if die.id == change.die else die for die in dice)
    )


def die_gained(state: State, change: DieGained) -> State:
    return with_die(state, change.seat, Die(change.die, change.kind, change.face)).with_seat(
        change.seat, face=change.face
    )


def face_remembered(state: State, change: FaceRemembered) -> State:
    return state.with_seat(change.seat, face=change.face)


def die_held(state: State, change: DieHeld) -> State:
    return state.with_seat(change.seat, held=change.die)


def offers_opened(state: State, change: OffersOpened) -> State:
    turn = playing(state)
    assert turn.making is not None
    turn = replace(turn, making=replace(turn.making, at=change.at))
    answers = (None,) * len(state.seats)
    return replace(state, phase=Offers(turn, change.element, change.n, change.source, change.asked, answers))


def offer_answered(state: State, change: OfferAnswered) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=replace(phase, answers=put(phase.answers, change.seat, change.gift)))


def offers_closed(state: State, change: OffersClosed) -> State:
    phase = state.phase
    assert isinstance(phase, Offers)
    return replace(state, phase=phase.turn)


def gem_given(state: State, change: GemGiven) -> State:
    index = ELEMENT_INDEX[change.element]
    giver = state.seats[change.seat]
    if change.prism:
        state = state.with_seat(change.seat, prisms=giver.prisms - 1)
    else:
        state = state.with_seat(change.seat, gems=add_at(giver.gems, index, -1))
    return state.with_seat(change.to, gems=add_at(state.seats[change.to].gems, index, 1))
