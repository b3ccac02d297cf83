"""Changes that lay out the table, at setup and for a new round."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import astuple, replace

from moothall.domain.gates_of_mara.changes.rounds import (
    BannerDealt,
    CentralKeysAdded,
    DeckShuffled,
    LordPlaced,
    MarketOpened,
    ObjectivesRevealed,
    RingLaid,
    SuppliesDealt,
    TribesDealt,
    TurnOrderSet,
    WandererCardRevealed,
    WandererMoved,
)
from moothall.domain.gates_of_mara.evolve.parts import drawn, lay_banner
from moothall.domain.gates_of_mara.state import Deck, Figure, Lord, LordsOff, State


def tribes_dealt(state: State, change: TribesDealt) -> State:
    dealt = zip(state.seats, change.tribes, strict=True)
    return replace(state, seats=tuple(replace(own, tribe=tribe) for own, tribe in dealt))


def supplies_dealt(state: State, change: SuppliesDealt) -> State:
    seats = tuple(
        replace(
            seat,
            energy=change.energy,
            gems=astuple(change.gems),
            onyx=change.onyx,
            keys=change.keys,
            caravans_left=change.caravans,
            figures=dict.fromkeys(change.figures, Figure()),
        )
        for seat in state.seats
    )
    return replace(state, seats=seats)


def market_opened(state: State, change: MarketOpened) -> State:
    return replace(state, market=(None,) * change.slots)


def ring_laid(state: State, change: RingLaid) -> State:
    nothing = (0,) * len(change.realms)
    seats = tuple(replace(seat, influence=nothing, claims=nothing) for seat in state.seats)
    banners = tuple((None,) * slots for slots in change.slots)
    return replace(state, ring=change.realms, side=change.side, banners=banners, wanderer=change.wanderer, seats=seats)


def deck_shuffled(state: State, change: DeckShuffled) -> State:
    deck = Deck(change.cards)
    match change.deck:
        case "enchantments":
            return replace(state, enchantment_deck=deck)
        case "banners":
            return replace(state, banner_deck=deck)
        case "objectives":
            return replace(state, objective_deck=deck)
        case "wanderer_cards":
            return replace(state, wanderer_deck=deck)
        case _:
            assert_never(change.deck)


def turn_order_set(state: State, change: TurnOrderSet) -> State:
    return replace(state, order=change.order)


def banner_dealt(state: State, change: BannerDealt) -> State:
    banners = lay_banner(state, change.realm, change.slot, change.card)
    return replace(state, banners=banners, banner_deck=drawn(state.banner_deck, 1))


def wanderer_card_revealed(state: State, change: WandererCardRevealed) -> State:
    before = () if state.wanderer_card is None else (state.wanderer_card,)
    return replace(state, wanderer_card=change.card, wanderer_deck=drawn(state.wanderer_deck, 1, before))


def objectives_revealed(state: State, change: ObjectivesRevealed) -> State:
    rest = drawn(state.objective_deck, len(change.cards), state.objectives)
    return replace(state, objectives=change.cards, objective_deck=rest)


def central_keys_added(state: State, change: CentralKeysAdded) -> State:
    return replace(state, central_keys=state.central_keys + change.n)


def wanderer_moved(state: State, change: WandererMoved) -> State:
    return replace(state, wanderer=change.realm)


def lord_placed(state: State, change: LordPlaced) -> State:
    phase, placed = state.phase, Lord(change.lord, change.realm)
    if isinstance(phase, LordsOff):
        phase = LordsOff(phase.seats[1:])
    if change.lord in [each.id for each in state.lords]:
        lords = tuple(placed if each.id == change.lord else each for each in state.lords)
    else:
        lords = (*state.lords, placed)
    return replace(state, lords=lords, phase=phase)
