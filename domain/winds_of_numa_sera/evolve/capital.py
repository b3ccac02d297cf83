"""Capital, credit and Power."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from domain.core.seats import put
from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera.state import State


def without_capital(purse: dict[str, int], *cards: str) -> dict[str, int]:
    """The purse without what lies on these cards."""
    if not purse or purse.keys().isdisjoint(cards):
        return purse
    return {card: amount for card, amount in purse.items() if card not in cards}


def spent(purse: dict[str, int], cards: Mapping[str, int]) -> dict[str, int]:
    """The purse with so much less on these cards."""
    if not cards:
        return purse
    left = {card: amount - cards.get(card, 0) for card, amount in purse.items()}
    return {card: amount for card, amount in left.items() if amount}


def capital_gained(state: State, change: c.CapitalGained) -> State:
    seat = state.seats[change.seat]
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return state.with_seat(change.seat, treasury=seat.treasury + change.amount, tally=tally)


def capital_lost(state: State, change: c.CapitalLost) -> State:
    return state.with_seat(change.seat, treasury=state.seats[change.seat].treasury - change.amount)


def capital_placed(state: State, change: c.CapitalPlaced) -> State:
    seat = state.seats[change.seat]
    purse = {**seat.purse, change.card: seat.purse.get(change.card, 0) + change.amount}
    tally = replace(seat.tally, earned=seat.tally.earned + change.amount)
    return state.with_seat(change.seat, purse=purse, tally=tally)


def capital_given(state: State, change: c.CapitalGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, treasury=giver.treasury - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, treasury=taker.treasury + change.amount)))


def paid(state: State, change: c.Paid) -> State:
    seat = state.seats[change.seat]
    treasury = seat.treasury - change.treasury
    if not (change.credit or change.cards):
        return state.with_seat(change.seat, treasury=treasury)
    fields: dict[str, Any] = {"treasury": treasury, "purse": spent(seat.purse, change.cards)}
    if change.credit:
        credit = f"{change.purpose}_credit"
        fields[credit] = getattr(seat, credit) - change.credit
    return state.with_seat(change.seat, **fields)


def credit_gained(state: State, change: c.CreditGained) -> State:
    seat = state.seats[change.seat]
    if change.on == "skill":
        return state.with_seat(change.seat, skill_credit=seat.skill_credit + change.amount)
    return state.with_seat(change.seat, item_credit=seat.item_credit + change.amount)


def power_healed(state: State, change: c.PowerHealed) -> State:
    return state.with_seat(change.seat, power=state.seats[change.seat].power + change.amount)


def power_lost(state: State, change: c.PowerLost) -> State:
    return state.with_seat(change.seat, power=state.seats[change.seat].power - change.amount)


def power_given(state: State, change: c.PowerGiven) -> State:
    giver, taker = state.seats[change.giver], state.seats[change.taker]
    seats = put(state.seats, change.giver, replace(giver, power=giver.power - change.amount))
    return replace(state, seats=put(seats, change.taker, replace(taker, power=taker.power + change.amount)))


def healed_from_card(state: State, change: c.HealedFromCard) -> State:
    seat = state.seats[change.seat]
    purse = spent(seat.purse, {change.card: change.amount})
    return state.with_seat(change.seat, purse=purse, power=seat.power + change.amount)
