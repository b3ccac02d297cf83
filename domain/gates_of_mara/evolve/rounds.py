"""Setup, scoring and reset."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import astuple, replace

from domain.gates_of_mara.changes import (
    AreaCleared,
    BannerDealt,
    CentralKeysAdded,
    ClaimsPlaced,
    DeckShuffled,
    EnergyRestored,
    FireBannerDeclined,
    FireBannersOffered,
    FireBannerTaken,
    GameEnded,
    LordPlaced,
    LordsLifted,
    MarketOpened,
    ObjectiveMet,
    ObjectivesRevealed,
    RealmUnclaimed,
    RingLaid,
    RoundChange,
    RoundScored,
    RoundStarted,
    StepCalled,
    SuppliesDealt,
    TribesDealt,
    TurnOrderSet,
    WandererCardRevealed,
    WandererMoved,
)
from domain.gates_of_mara.evolve.parts import (
    add_at,
    attach,
    drawn,
    lay_banner,
    score,
)
from domain.gates_of_mara.state import (
    Deck,
    Figure,
    FireBanners,
    Lord,
    LordsOff,
    Over,
    Seat,
    State,
    StepDue,
)


def evolve_round(state: State, change: RoundChange) -> State:
    """The state after a change at setup or between the rounds."""
    match change:
        case StepCalled(step):
            return replace(state, phase=StepDue(step))
        case ClaimsPlaced(seat, realm, n):
            return _claims_placed(state, seat, realm, n)
        case RealmUnclaimed() | RoundScored():
            return state
        case FireBannersOffered(seats):
            return replace(state, phase=FireBanners(seats))
        case FireBannerTaken(seat, card, figure):
            attached = attach(state, seat, figure, card)
            return replace(attached, fire_banners=state.fire_banners + 1, phase=_next_fire_banner(state))
        case FireBannerDeclined():
            return replace(state, phase=_next_fire_banner(state))
        case ObjectiveMet(seat, _, points):
            return score(state, seat, "objectives", points)
        case TurnOrderSet(order):
            return replace(state, order=order)
        case AreaCleared():
            return replace(state, seats=tuple(map(_cleared, state.seats)))
        case BannerDealt(realm, slot, card):
            return replace(lay_banner(state, realm, slot, card), banner_deck=drawn(state.banner_deck, 1))
        case CentralKeysAdded(n):
            return replace(state, central_keys=state.central_keys + n)
        case WandererCardRevealed(card):
            before = () if state.wanderer_card is None else (state.wanderer_card,)
            return replace(state, wanderer_card=card, wanderer_deck=drawn(state.wanderer_deck, 1, before))
        case WandererMoved(realm):
            return replace(state, wanderer=realm)
        case ObjectivesRevealed(cards):
            rest = drawn(state.objective_deck, len(cards), state.objectives)
            return replace(state, objectives=cards, objective_deck=rest)
        case EnergyRestored(energy):
            return replace(state, seats=tuple(replace(seat, energy=energy) for seat in state.seats))
        case LordsLifted(seats):
            return replace(state, lords=tuple(Lord(lord.id, None) for lord in state.lords), phase=LordsOff(seats))
        case LordPlaced(lord, realm):
            return _lord_placed(state, lord, realm)
        case RoundStarted(number):
            return replace(state, round=number)
        case GameEnded():
            return replace(state, phase=Over())
        case TribesDealt(tribes):
            dealt = zip(state.seats, tribes, strict=True)
            return replace(state, seats=tuple(replace(own, tribe=tribe) for own, tribe in dealt))
        case SuppliesDealt():
            return _supplies_dealt(state, change)
        case MarketOpened(slots):
            return replace(state, market=(None,) * slots)
        case RingLaid():
            return _ring_laid(state, change)
        case DeckShuffled(deck, _, cards):
            return _deck_shuffled(state, deck, cards)
        case _:
            assert_never(change)


def _claims_placed(state: State, seat: int, realm: str, n: int) -> State:
    own = state.seats[seat]
    index = state.ring.index(realm)
    placed = own.claims_placed or (0,) * len(state.ring)
    return state.with_seat(seat, claims=add_at(own.claims, index, n), claims_placed=add_at(placed, index, n))


def _next_fire_banner(state: State) -> FireBanners:
    assert isinstance(state.phase, FireBanners)
    return FireBanners(state.phase.seats[1:])


def _cleared(seat: Seat) -> Seat:
    return replace(
        seat,
        figures={name: Figure(None, figure.cards) for name, figure in seat.figures.items()},
        caravans_left=seat.caravans_left + len(seat.caravans),
        caravans=(),
        influence=(0,) * len(seat.influence),
        claims_placed=(),
        keys_gained=0,
        enchantments_gained=0,
        passed=False,
    )


def _lord_placed(state: State, lord: str, realm: str) -> State:
    phase = state.phase
    if isinstance(phase, LordsOff):
        phase = LordsOff(phase.seats[1:])
    if lord in [each.id for each in state.lords]:
        lords = tuple(Lord(lord, realm) if each.id == lord else each for each in state.lords)
    else:
        lords = (*state.lords, Lord(lord, realm))
    return replace(state, lords=lords, phase=phase)


def _supplies_dealt(state: State, change: SuppliesDealt) -> State:
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


def _ring_laid(state: State, change: RingLaid) -> State:
    nothing = (0,) * len(change.realms)
    seats = tuple(replace(seat, influence=nothing, claims=nothing) for seat in state.seats)
    banners = tuple((None,) * slots for slots in change.slots)
    return replace(state, ring=change.realms, side=change.side, banners=banners, wanderer=change.wanderer, seats=seats)


def _deck_shuffled(state: State, deck: str, cards: tuple[str, ...]) -> State:
    match deck:
        case "enchantments":
            return replace(state, enchantment_deck=Deck(cards))
        case "banners":
            return replace(state, banner_deck=Deck(cards))
        case "objectives":
            return replace(state, objective_deck=Deck(cards))
        case _:
            return replace(state, wanderer_deck=Deck(cards))
