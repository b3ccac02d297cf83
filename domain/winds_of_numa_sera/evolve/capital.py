"""Capital, credit and Power."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.evolve.parts import spent, with_seat
from moothall.domain.winds_of_numa_sera.state import State


def capital_gained(state: State, change: c.CapitalGained) -> State:
    seat = state.seats[change.seat]
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return with_seat(state, change.seat, replace(seat, treasury=seat.treasury + change.amount, tally=tally))


def capital_lost(state: State, change: c.CapitalLost) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, treasury=seat.treasury - change.amount))


def capital_placed(state: State, change: c.CapitalPlaced) -> State:
    seat = state.seats[change.seat]
    purse = {**seat.purse, change.card: seat.purse.get(change.card, 0) + change.amount}
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return with_seat(state, change.seat, replace(seat, purse=purse, tally=tally))


def capital_given(state: State, change: c.CapitalGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, treasury=giver.treasury - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, treasury=taker.treasury + change.amount)))


def paid(state: State, change: c.Paid) -> State:
    seat = state.seats[change.seat]
    treasury = seat.treasury - change.treasury
    if not (change.credit or change.cards):
        return with_seat(state, change.seat, replace(seat, treasury=treasury))
    fields: dict[str, Any] = {"treasury": treasury, "purse": spent(seat.purse, change.cards)}
    if change.credit:
        credit = f"{change.purpose}_credit"
        fields[credit] = getattr(seat, credit) - change.credit
    return with_seat(state, change.seat, replace(seat, **fields))


def credit_gained(state: State, change: c.CreditGained) -> State:
    seat = state.seats[change.seat]
    if change.on == "skill":
        return with_seat(state, change.seat, replace(seat, skill_credit=seat.skill_credit + change.amount))
    return with_seat(state, change.seat, replace(seat, item_credit=seat.item_credit + change.amount))


def power_healed(state: State, change: c.PowerHealed) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, power=seat.power + change.amount))


def power_lost(state: State, change: c.PowerLost) -> State:
    seat = state.seats[change.seat]
    return with_seat(state, change.seat, replace(seat, power=seat.power - change.amount))


def power_given(state: State, change: c.PowerGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, power=giver.power - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, power=taker.power + change.amount)))


def healed_from_card(state: State, change: c.HealedFromCard) -> State:
    seat = state.seats[change.seat]
    purse = spent(seat.purse, {change.card: change.amount})
    return with_seat(state, change.seat, replace(seat, purse=purse, power=seat.power + change.amount))
