"""Changes at the end of a round and of the game."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.bag import add_at
from moothall.domain.core.seats import put
from moothall.domain.gates_of_mara.changes.rounds import (
    AreaCleared,
    ClaimsPlaced,
    EnergyRestored,
    FireBannerDeclined,
    FireBannersOffered,
    FireBannerTaken,
    GameEnded,
    LordsLifted,
    ObjectiveMet,
    RealmUnclaimed,
    RoundScored,
    RoundStarted,
    StepCalled,
)
from moothall.domain.gates_of_mara.evolve.parts import attach, score
from moothall.domain.gates_of_mara.state import Figure, FireBanners, Lord, LordsOff, Over, Seat, State, StepDue


def round_started(state: State, change: RoundStarted) -> State:
    return replace(state, round=change.round)


def step_called(state: State, change: StepCalled) -> State:
    return replace(state, phase=StepDue(change.step))


def claims_placed(state: State, change: ClaimsPlaced) -> State:
    own = state.seats[change.seat]
    index = state.ring.index(change.realm)
    placed = own.claims_placed or (0,) * len(state.ring)
    claims, placed = add_at(own.claims, index, change.n), add_at(placed, index, change.n)
    return state.with_seat(change.seat, replace(own, claims=claims, claims_placed=placed))


def nothing_changed(state: State, change: RealmUnclaimed | RoundScored) -> State:
    """They are told, and that is all."""
    return state


def fire_banners_offered(state: State, change: FireBannersOffered) -> State:
    return replace(state, phase=FireBanners(change.seats))


def fire_banner_taken(state: State, change: FireBannerTaken) -> State:
    own = state.seats[change.seat]
    seat = replace(own, figures=attach(own.figures, change.figure, change.card))
    seats = put(state.seats, change.seat, seat)
    return replace(state, seats=seats, fire_banners=state.fire_banners + 1, phase=_next_fire_banner(state))


def fire_banner_declined(state: State, change: FireBannerDeclined) -> State:
    return replace(state, phase=_next_fire_banner(state))


def objective_met(state: State, change: ObjectiveMet) -> State:
    own = state.seats[change.seat]
    return state.with_seat(change.seat, replace(own, points=score(own.points, "objectives", change.points)))


def area_cleared(state: State, change: AreaCleared) -> State:
    return replace(state, seats=tuple(map(_cleared, state.seats)))


def energy_restored(state: State, change: EnergyRestored) -> State:
    return replace(state, seats=tuple(replace(seat, energy=change.energy) for seat in state.seats))


def lords_lifted(state: State, change: LordsLifted) -> State:
    lords = tuple(Lord(lord.id, None) for lord in state.lords)
    return replace(state, lords=lords, phase=LordsOff(change.seats))


def game_ended(state: State, change: GameEnded) -> State:
    return replace(state, phase=Over())


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
