"""Tokens, dice and offers."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.seats import put
from moothall.domain.manaforge.changes import (
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
from moothall.domain.manaforge.evolve.parts import less, making, more, playing
from moothall.domain.manaforge.state import ELEMENT_INDEX, NO_MANA, Die, Line, Offers, State


def mana_gained(state: State, change: ManaGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, mana=more(phase.mana, change.mana)))


def gems_gained(state: State, change: GemsGained) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, gems=more(seat.gems, change.gems)))


def prisms_gained(state: State, change: PrismsGained) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, prisms=seat.prisms + change.n))


def prism_taken(state: State, change: PrismTaken) -> State:
    seat = state.seats[change.seat]
    seat = replace(seat, prisms=seat.prisms + 1, prisms_taken=seat.prisms_taken + 1, action="prism")
    return state.with_seat(change.seat, seat)


def prism_exchanged(state: State, change: PrismExchanged) -> State:
    seat = state.seats[change.seat]
    gems = add_at(seat.gems, ELEMENT_INDEX[change.element], 1)
    return state.with_seat(change.seat, replace(seat, prisms=seat.prisms - 1, gems=gems))


def paid(state: State, change: Paid) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, gems=less(seat.gems, change.gems)))
    if change.mana == NO_MANA:
        return replace(state, seats=seats)
    phase = playing(state)
    return replace(state, seats=seats, phase=replace(phase, mana=less(phase.mana, change.mana)))


def expenditures_used(state: State, change: ExpendituresUsed) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures - change.n))


def expenditures_gained(state: State, change: ExpendituresGained) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, expenditures=phase.expenditures + change.n))


def prestige_gained(state: State, change: PrestigeGained) -> State:
    seat = state.seats[change.seat]
    line = Line(state.round, change.category, change.source, change.n)
    return state.with_seat(change.seat, replace(seat, prestige=seat.prestige + change.n, ledger=(*seat.ledger, line)))


def die_spent(state: State, change: DieSpent) -> State:
    seat, phase = state.seats[change.seat], playing(state)
    held = None if seat.held == change.die else seat.held
    dice = [*seat.dice]
    for index, die in enumerate(dice):
        if die.id == change.die:
            dice[index] = replace(die, spent=True)
            break
    seats = put(state.seats, change.seat, replace(seat, dice=tuple(dice), held=held))
    return replace(state, seats=seats, phase=replace(phase, expenditures=phase.expenditures - 1))


def die_turned(state: State, change: DieTurned) -> State:
    seat = state.seats[change.seat]
    for index, die in enumerate(seat.dice):
        if die.id == change.die:
            dice = put(seat.dice, index, replace(die, face=change.face))
            return state.with_seat(change.seat, replace(seat, dice=dice))
    return state


def die_gained(state: State, change: DieGained) -> State:
    seat = state.seats[change.seat]
    dice = (*seat.dice, Die(change.die, change.kind, change.face))
    seats = put(state.seats, change.seat, replace(seat, dice=dice, face=change.face))
    return replace(state, seats=seats, supply=add_at(state.supply, ELEMENT_INDEX[change.kind], -1))


def face_remembered(state: State, change: FaceRemembered) -> State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], face=change.face))


def die_held(state: State, change: DieHeld) -> State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], held=change.die))


def offers_opened(state: State, change: OffersOpened) -> State:
    turn = playing(state)
    turn = replace(turn, making=replace(making(turn), at=change.at))
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
        giver = replace(giver, prisms=giver.prisms - 1)
    else:
        giver = replace(giver, gems=add_at(giver.gems, index, -1))
    seats = put(state.seats, change.seat, giver)
    taker = seats[change.to]
    return replace(state, seats=put(seats, change.to, replace(taker, gems=add_at(taker.gems, index, 1))))
