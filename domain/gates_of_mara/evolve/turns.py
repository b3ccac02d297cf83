"""Changes in a turn."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from domain.core.bag import add_at, minus, plus
from domain.core.seats import put
from domain.gates_of_mara.changes.turns import (
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
from domain.gates_of_mara.evolve.parts import attach, drawn, keys, lay_banner, pay, score
from domain.gates_of_mara.state import Acting, Figure, Placing, State


def turn_started(state: State, change: TurnStarted) -> State:
    return replace(state, phase=Placing(change.seat))


def seat_passed(state: State, change: SeatPassed) -> State:
    return state.with_seat(change.seat, passed=True)


def figure_placed(state: State, change: FigurePlaced) -> State:
    own = state.seats[change.seat]
    cards = own.figures[change.figure].cards
    used = (change.via,) if change.via is not None and change.spent else ()
    seat = replace(
        own,
        energy=own.energy - change.energy,
        gems=minus(own.gems, astuple(change.gems)),
        figures={**own.figures, change.figure: Figure(change.place, cards)},
    )
    acting = Acting(change.seat, change.figure, change.place, cards, used)
    return replace(state, seats=put(state.seats, change.seat, seat), phase=acting)


def central_keys_taken(state: State, change: CentralKeysTaken) -> State:
    return replace(keys(state, change.seat, change.n), central_keys=state.central_keys - change.n)


def influence_gained(state: State, change: InfluenceGained) -> State:
    influence = state.seats[change.seat].influence
    return state.with_seat(change.seat, influence=add_at(influence, state.ring.index(change.realm), change.n))


def points_gained(state: State, change: PointsGained) -> State:
    return score(state, change.seat, change.category, change.n)


def gems_gained(state: State, change: GemsGained) -> State:
    return state.with_seat(change.seat, gems=plus(state.seats[change.seat].gems, astuple(change.gems)))


def onyx_gained(state: State, change: OnyxGained) -> State:
    return state.with_seat(change.seat, onyx=state.seats[change.seat].onyx + change.n)


def keys_gained(state: State, change: KeysGained) -> State:
    return keys(state, change.seat, change.n)


def energy_gained(state: State, change: EnergyGained) -> State:
    return state.with_seat(change.seat, energy=state.seats[change.seat].energy + change.n)


def ability_used(state: State, change: AbilityUsed) -> State:
    acting = _acting(state)
    paid = pay(state, change.seat, change.gems, change.onyx, change.energy)
    return replace(paid, phase=replace(acting, used=(*acting.used, change.ability)))


def question_put(state: State, change: QuestionPut) -> State:
    return replace(state, phase=replace(_acting(state), question=change.question, rest=change.rest))


def question_answered(state: State, change: QuestionAnswered) -> State:
    return replace(state, phase=replace(_acting(state), question=None, rest=()))


def caravan_placed(state: State, change: CaravanPlaced) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, caravans=(*own.caravans, change.space), caravans_left=own.caravans_left - 1)


def exchange_paid(state: State, change: ExchangePaid) -> State:
    return pay(state, change.seat, change.gems, change.onyx, change.energy)


def banner_gained(state: State, change: BannerGained) -> State:
    return attach(lay_banner(state, change.realm, change.slot, None), change.seat, change.figure, change.card)


def banner_discarded(state: State, change: BannerDiscarded) -> State:
    return replace(lay_banner(state, change.realm, change.slot, None), removed=(*state.removed, change.card))


def enchantment_gained(state: State, change: EnchantmentGained) -> State:
    acting = _acting(state)
    own = state.seats[change.seat]
    state = pay(state, change.seat, change.gems, change.onyx, 0)
    state = state.with_seat(change.seat, enchantments_gained=own.enchantments_gained + 1)
    state = score(attach(state, change.seat, change.figure, change.card), change.seat, "enchantments", change.points)
    market = put(state.market, change.slot - 1, None)
    return replace(state, market=market, phase=replace(acting, bought=acting.bought + 1))


def enchantment_dealt(state: State, change: EnchantmentDealt) -> State:
    market = put(state.market, change.slot - 1, change.card)
    return replace(state, market=market, enchantment_deck=drawn(state.enchantment_deck, 1))


def _acting(state: State) -> Acting:
    assert isinstance(state.phase, Acting)
    return state.phase
