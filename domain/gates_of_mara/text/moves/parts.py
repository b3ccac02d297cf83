"""What the texts of several moves share."""

from __future__ import annotations

from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.content.entries import AnyEffect, Caravan, Influence, Occupied
from moothall.domain.gates_of_mara.content.tables import Ability, Cost
from moothall.domain.gates_of_mara.rules.abilities import banner_in
from moothall.domain.gates_of_mara.rules.paying import check_payment, payments
from moothall.domain.gates_of_mara.rules.places import can_place_caravan, influence_gain
from moothall.domain.gates_of_mara.state import Acting, Gems, State, gems_of
from moothall.domain.gates_of_mara.text.effects import ability_text, paid_text


def acting_of(state: State) -> Acting:
    """The turn that is being played: only then are there such moves."""
    assert isinstance(state.phase, Acting)
    return state.phase


def price_text(state: State, seat: int, cost: Cost, payment: Gems | None) -> str:
    """What would be paid: the gems named, or those by default, and whether others would do too."""
    own = state.seats[seat]
    text = paid_text(gems_of(check_payment(own, cost, payment)), cost.onyx, cost.energy)
    choice = payment is None and len(set(payments(own.gems, cost))) > 1
    return f"{text} (or with other gems)" if choice else text


def possible(state: State, seat: int, ability: Ability, realm: str | None, before: int = 0) -> list[AnyEffect]:
    """The effects without those that can do nothing now in the realm, where the seat gains influence `before`."""
    found: list[AnyEffect] = []
    for effect in ability.effects:
        match effect:
            case Influence(n, where):
                effective = influence_gain(state, seat, realm, n + before) - before if realm is not None else 0
                found += [Influence(effective, where)] if effective > 0 else []
            case Caravan(_, where):
                target = state.wanderer if where == "wanderer_realm" else realm
                found += [effect] if target is not None and can_place_caravan(state, seat, target) else []
            case Occupied():
                pass
            case _:
                found.append(effect)
    return found


def banner_text(state: State, place: str, ability: Ability) -> str:
    """The banner that the ability of this place gives, and what it does; empty if there is none."""
    card = banner_in(state, place, ability.banner) if ability.banner is not None else None
    if card is None:
        return ""
    found = box_of(state).cards[card]
    return f"{found.name} ({ability_text(found.ability)})"
