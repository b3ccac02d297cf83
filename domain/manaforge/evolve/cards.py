"""Building, Workshop and Store."""

from __future__ import annotations

from msgspec.structs import replace

from domain.core.bag import add_at
from domain.manaforge.changes import (
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
from domain.manaforge.evolve.parts import playing, with_card, with_making, without
from domain.manaforge.state import ELEMENT_INDEX, Card, Making, State


def item_taken(state: State, change: ItemTaken) -> State:
    state = without(state, change.seat, change.mana, change.gems)
    built = state.seats[change.seat].items_built + 1
    state = state.with_seat(change.seat, action=change.card, items_built=built)
    phase = replace(playing(state), making=Making(change.card))
    if change.pile == "discard":
        return replace(state, phase=phase, discard=tuple(card for card in state.discard if card != change.card))
    return replace(state, phase=phase, board=tuple(None if card == change.card else card for card in state.board))


def card_discarded(state: State, change: CardDiscarded) -> State:
    left = tuple(card for card in state.seats[change.seat].workshop if card.id != change.card)
    return replace(state.with_seat(change.seat, workshop=left), discard=(*state.discard, change.card))


def item_placed(state: State, change: ItemPlaced) -> State:
    workshop = (*state.seats[change.seat].workshop, Card(change.card))
    return replace(state.with_seat(change.seat, workshop=workshop), phase=replace(playing(state), making=None))


def item_stored(state: State, change: ItemStored) -> State:
    store = (*state.seats[change.seat].store, change.card)
    return replace(state.with_seat(change.seat, store=store), phase=replace(playing(state), making=None))


def choice_opened(state: State, change: ChoiceOpened) -> State:
    return with_making(state, choice=change.choice, at=change.at)


def choice_made(state: State, change: ChoiceMade) -> State:
    return with_making(state, choice=None)


def store_card_copied(state: State, change: StoreCardCopied) -> State:
    return with_making(state, copied=change.card, at=0)


def card_activated(state: State, change: CardActivated) -> State:
    return with_card(without(state, change.seat, change.mana, change.gems), change.seat, change.card, charged=False)


def card_exhausted(state: State, change: CardExhausted) -> State:
    return with_card(state, change.seat, change.card, charged=False)


def card_recharged(state: State, change: CardRecharged) -> State:
    return with_card(state, change.seat, change.card, charged=True)


def gem_attached(state: State, change: GemAttached) -> State:
    seat = state.seats[change.seat]
    card = seat.card(change.card)
    assert card is not None
    state = with_card(state, change.seat, change.card, gems=(*card.gems, change.element))
    return state.with_seat(change.seat, gems=add_at(seat.gems, ELEMENT_INDEX[change.element], -1))


def talent_used(state: State, change: TalentUsed) -> State:
    phase = playing(state)
    return replace(state, phase=replace(phase, used=(*phase.used, change.talent)))


def card_raised(state: State, change: CardRaised) -> State:
    deck = state.deck
    i = change.position - 1
    deck = (deck[i], *deck[:i], *deck[i + 1 :])
    return replace(state.with_seat(change.seat, raises=state.seats[change.seat].raises + 1), deck=deck)
