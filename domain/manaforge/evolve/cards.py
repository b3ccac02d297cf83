"""Building, Workshop and Store."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.seats import put
from moothall.domain.manaforge.changes import (
    CardActivated,
    CardDiscarded,
    CardExhausted,
    CardRaised,
    CardRecharged,
    ChoiceMade,
    ChoiceOpened,
    GemAttached,
    ItemPlaced,
    ItemStored,
    ItemTaken,
    StoreCardCopied,
    TalentUsed,
)
from moothall.domain.manaforge.evolve.parts import less, making, playing, with_charge
from moothall.domain.manaforge.state import ELEMENT_INDEX, NO_MANA, Card, Making, State


def item_taken(state: State, change: ItemTaken) -> State:
    seat, phase = state.seats[change.seat], playing(state)
    gems, built = less(seat.gems, change.gems), seat.items_built + 1
    seats = put(state.seats, change.seat, replace(seat, gems=gems, action=change.card, items_built=built))
    phase = replace(phase, mana=less(phase.mana, change.mana), making=Making(change.card))
    if change.pile == "discard":
        left = tuple([card for card in state.discard if card != change.card])
        return replace(state, seats=seats, phase=phase, discard=left)
    board = tuple([None if card == change.card else card for card in state.board])
    return replace(state, seats=seats, phase=phase, board=board)


def card_discarded(state: State, change: CardDiscarded) -> State:
    seat = state.seats[change.seat]
    left = tuple([card for card in seat.workshop if card.id != change.card])
    seats = put(state.seats, change.seat, replace(seat, workshop=left))
    return replace(state, seats=seats, discard=(*state.discard, change.card))


def item_placed(state: State, change: ItemPlaced) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, workshop=(*seat.workshop, Card(change.card))))
    return replace(state, seats=seats, phase=replace(playing(state), making=None))


def item_stored(state: State, change: ItemStored) -> State:
    seat = state.seats[change.seat]
    seats = put(state.seats, change.seat, replace(seat, store=(*seat.store, change.card)))
    return replace(state, seats=seats, phase=replace(playing(state), making=None))


def choice_opened(state: State, change: ChoiceOpened) -> State:
    phase = playing(state)
    made = replace(making(phase), choice=change.choice, at=change.at)
    return replace(state, phase=replace(phase, making=made))


def choice_made(state: State, change: ChoiceMade) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, making=replace(making(phase), choice=None)))


def store_card_copied(state: State, change: StoreCardCopied) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, making=replace(making(phase), copied=change.card, at=0)))


def card_activated(state: State, change: CardActivated) -> State:
    seat = state.seats[change.seat]
    workshop = with_charge(seat.workshop, change.card, False)
    seats = put(state.seats, change.seat, replace(seat, workshop=workshop, gems=less(seat.gems, change.gems)))
    if change.mana == NO_MANA:
        return replace(state, seats=seats)
    phase = playing(state)
    return replace(state, seats=seats, phase=replace(phase, mana=less(phase.mana, change.mana)))


def card_exhausted(state: State, change: CardExhausted) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, workshop=with_charge(seat.workshop, change.card, False)))


def card_recharged(state: State, change: CardRecharged) -> State:
    seat = state.seats[change.seat]
    return state.with_seat(change.seat, replace(seat, workshop=with_charge(seat.workshop, change.card, True)))


def gem_attached(state: State, change: GemAttached) -> State:
    seat = state.seats[change.seat]
    card = seat.card(change.card)
    assert card is not None
    upgraded = replace(card, gems=(*card.gems, change.element))
    workshop = tuple([upgraded if each is card else each for each in seat.workshop])
    gems = add_at(seat.gems, ELEMENT_INDEX[change.element], -1)
    return state.with_seat(change.seat, replace(seat, workshop=workshop, gems=gems))


def talent_used(state: State, change: TalentUsed) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, used=(*phase.used, change.talent)))


def card_raised(state: State, change: CardRaised) -> State:
    seat, deck, i = state.seats[change.seat], state.deck, change.position - 1
    seats = put(state.seats, change.seat, replace(seat, raises=seat.raises + 1))
    return replace(state, seats=seats, deck=(deck[i], *deck[:i], *deck[i + 1 :]))
