"""Changes in a turn."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from moothall.domain.core.bag import add_at, plus
from moothall.domain.core.seats import put
from moothall.domain.gates_of_mara.changes.turns import (
    AbilityUsed,
    BannerDiscarded,
    BannerGained,
    CaravanPlaced,
    CentralKeysTaken,
    EnchantmentDealt,
    EnchantmentGained,
    EnergyGained,
    ExchangePaid,
    FigurePlaced,
    GemsGained,
    InfluenceGained,
    KeysGained,
    OnyxGained,
    PointsGained,
    QuestionAnswered,
    QuestionPut,
    SeatPassed,
    TurnStarted,
)
from moothall.domain.gates_of_mara.evolve.parts import attach, drawn, keys, lay_banner, less, score
from moothall.domain.gates_of_mara.state import NOTHING, Acting, Figure, Placing, State


def turn_started(state: State, change: TurnStarted) -> State:
    return replace(state, phase=Placing(change.seat))


def seat_passed(state: State, change: SeatPassed) -> State:
    return state.with_seat(change.seat, replace(state.seats[change.seat], passed=True))


def figure_placed(state: State, change: FigurePlaced) -> State:
    own = state.seats[change.seat]
    cards = own.figures[change.figure].cards
    used = (change.via,) if change.via is not None and change.spent else ()
    seat = replace(
        own,
        energy=own.energy - change.energy,
        gems=less(own.gems, change.gems),
        figures={**own.figures, change.figure: Figure(change.place, cards)},
    )
    acting = Acting(change.seat, change.figure, change.place, cards, used)
    return replace(state, seats=put(state.seats, change.seat, seat), phase=acting)


def central_keys_taken(state: State, change: CentralKeysTaken) -> State:
    seats = put(state.seats, change.seat, keys(state.seats[change.seat], change.n))
    return replace(state, seats=seats, central_keys=state.central_keys - change.n)


def influence_gained(state: State, change: InfluenceGained) -> State:
    own = state.seats[change.seat]
    influence = add_at(own.influence, state.ring.index(change.realm), change.n)
    return state.with_seat(change.seat, replace(own, influence=influence))


def points_gained(state: State, change: PointsGained) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, points=score(own.points, change.category, change.n)))


def gems_gained(state: State, change: GemsGained) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, gems=plus(own.gems, astuple(change.gems))))


def onyx_gained(state: State, change: OnyxGained) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, onyx=own.onyx + change.n))


def keys_gained(state: State, change: KeysGained) -> State:
    return state.with_seat(change.seat, keys(state.seats[change.seat], change.n))


def energy_gained(state: State, change: EnergyGained) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, energy=own.energy + change.n))


def ability_used(state: State, change: AbilityUsed) -> State:
    acting, own = _acting(state), state.seats[change.seat]
    acting = replace(acting, used=(*acting.used, change.ability))
    if change.gems == NOTHING and not change.onyx and not change.energy:
        return replace(state, phase=acting)
    gems = less(own.gems, change.gems)
    seat = replace(own, gems=gems, onyx=own.onyx - change.onyx, energy=own.energy - change.energy)
    return replace(state, seats=put(state.seats, change.seat, seat), phase=acting)


def question_put(state: State, change: QuestionPut) -> State:
    return replace(state, phase=replace(_acting(state), question=change.question, rest=change.rest))


def question_answered(state: State, change: QuestionAnswered) -> State:
    return replace(state, phase=replace(_acting(state), question=None, rest=()))


def caravan_placed(state: State, change: CaravanPlaced) -> State:
    own = state.seats[change.seat]
    caravans = (*own.caravans, change.space)
    return state.with_seat(change.seat, replace(own, caravans=caravans, caravans_left=own.caravans_left - 1))


def exchange_paid(state: State, change: ExchangePaid) -> State:
    own = state.seats[change.seat]
    gems = less(own.gems, change.gems)
    seat = replace(own, gems=gems, onyx=own.onyx - change.onyx, energy=own.energy - change.energy)
    return state.with_seat(change.seat, seat)


def banner_gained(state: State, change: BannerGained) -> State:
    own = state.seats[change.seat]
    seat = replace(own, figures=attach(own.figures, change.figure, change.card))
    banners = lay_banner(state, change.realm, change.slot, None)
    return replace(state, seats=put(state.seats, change.seat, seat), banners=banners)


def banner_discarded(state: State, change: BannerDiscarded) -> State:
    banners = lay_banner(state, change.realm, change.slot, None)
    return replace(state, banners=banners, removed=(*state.removed, change.card))


def enchantment_gained(state: State, change: EnchantmentGained) -> State:
    acting, own = _acting(state), state.seats[change.seat]
    seat = replace(
        own,
        gems=less(own.gems, change.gems),
        onyx=own.onyx - change.onyx,
        figures=attach(own.figures, change.figure, change.card),
        points=score(own.points, "enchantments", change.points),
        enchantments_gained=own.enchantments_gained + 1,
    )
    return replace(
        state,
        seats=put(state.seats, change.seat, seat),
        market=put(state.market, change.slot - 1, None),
        phase=replace(acting, bought=acting.bought + 1),
    )


def enchantment_dealt(state: State, change: EnchantmentDealt) -> State:
    market = put(state.market, change.slot - 1, change.card)
    return replace(state, market=market, enchantment_deck=drawn(state.enchantment_deck, 1))


def _acting(state: State) -> Acting:
    phase = state.phase
    assert isinstance(phase, Acting)
    return phase
