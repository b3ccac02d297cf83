"""The reducer: one case per change, no rules, no content. The changes of a turn come first: they are the many."""

from __future__ import annotations

from msgspec.structs import astuple, replace

from domain.core.bag import minus, plus
from domain.gates_of_mara.changes import (
    AbilityUsed,
    AnyChange,
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
from domain.gates_of_mara.evolve.parts import (
    add_at,
    attach,
    drawn,
    keys,
    lay_banner,
    pay,
    put_at,
    score,
)
from domain.gates_of_mara.evolve.rounds import evolve_round
from domain.gates_of_mara.state import (
    Acting,
    Figure,
    Placing,
    State,
)


def evolve(state: State, change: AnyChange) -> State:
    """The state after this change."""
    match change:
        case FigurePlaced():
            return _figure_placed(state, change)
        case TurnStarted(seat):
            return replace(state, phase=Placing(seat))
        case InfluenceGained(seat, realm, n):
            own = state.seats[seat]
            return state.with_seat(seat, influence=add_at(own.influence, state.ring.index(realm), n))
        case GemsGained(seat, gems):
            return state.with_seat(seat, gems=plus(state.seats[seat].gems, astuple(gems)))
        case QuestionPut(_, question, rest):
            return replace(state, phase=replace(_acting(state), question=question, rest=rest))
        case QuestionAnswered():
            return replace(state, phase=replace(_acting(state), question=None, rest=()))
        case AbilityUsed():
            acting = _acting(state)
            paid = pay(state, change.seat, change.gems, change.onyx, change.energy)
            return replace(paid, phase=replace(acting, used=(*acting.used, change.ability)))
        case PointsGained(seat, category, n):
            return score(state, seat, category, n)
        case CaravanPlaced(seat, _, space):
            own = state.seats[seat]
            return state.with_seat(seat, caravans=(*own.caravans, space), caravans_left=own.caravans_left - 1)
        case OnyxGained(seat, n):
            return state.with_seat(seat, onyx=state.seats[seat].onyx + n)
        case EnergyGained(seat, n):
            return state.with_seat(seat, energy=state.seats[seat].energy + n)
        case KeysGained(seat, n):
            return keys(state, seat, n)
        case CentralKeysTaken(seat, n):
            return replace(keys(state, seat, n), central_keys=state.central_keys - n)
        case ExchangePaid(seat, _, _, gems, onyx, energy):
            return pay(state, seat, gems, onyx, energy)
        case SeatPassed(seat):
            return state.with_seat(seat, passed=True)
        case BannerGained(seat, card, realm, slot, figure):
            return attach(lay_banner(state, realm, slot, None), seat, figure, card)
        case BannerDiscarded(_, card, realm, slot):
            return replace(lay_banner(state, realm, slot, None), removed=(*state.removed, card))
        case EnchantmentGained():
            return _enchantment_gained(state, change)
        case EnchantmentDealt(slot, card):
            return replace(
                state, market=put_at(state.market, slot - 1, card), enchantment_deck=drawn(state.enchantment_deck, 1)
            )
        case _:
            return evolve_round(state, change)


def _acting(state: State) -> Acting:
    assert isinstance(state.phase, Acting)
    return state.phase


def _figure_placed(state: State, change: FigurePlaced) -> State:
    own = state.seats[change.seat]
    figure = own.figures[change.figure]
    used = (change.via,) if change.via is not None and change.spent else ()
    seat = replace(
        own,
        energy=own.energy - change.energy,
        gems=minus(own.gems, astuple(change.gems)),
        figures={**own.figures, change.figure: Figure(change.place, figure.cards)},
    )
    return replace(
        state,
        seats=put_at(state.seats, change.seat, seat),
        phase=Acting(change.seat, change.figure, change.place, figure.cards, used),
    )


def _enchantment_gained(state: State, change: EnchantmentGained) -> State:
    acting = _acting(state)
    own = state.seats[change.seat]
    state = pay(state, change.seat, change.gems, change.onyx, 0)
    state = state.with_seat(change.seat, enchantments_gained=own.enchantments_gained + 1)
    state = score(attach(state, change.seat, change.figure, change.card), change.seat, "enchantments", change.points)
    return replace(
        state, market=put_at(state.market, change.slot - 1, None), phase=replace(acting, bought=acting.bought + 1)
    )
