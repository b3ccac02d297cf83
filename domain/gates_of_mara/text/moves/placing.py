"""Placing a figure or passing."""

from __future__ import annotations

from collections.abc import Iterator

from moothall.domain.core.words import counted, listed
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.moves import Place
from moothall.domain.gates_of_mara.rules.places import influence_gain, realms_of, site_of
from moothall.domain.gates_of_mara.rules.placing import check_place
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, Placing, State, gems_of
from moothall.domain.gates_of_mara.text.effects import HERE, ability_text, amount, effects_text, paid_text
from moothall.domain.gates_of_mara.text.moves.parts import banner_text, possible
from moothall.domain.gates_of_mara.text.names import place_name, realm_name, short_realm, source_name, the_figure


def place_text(state: State, move: Place) -> str:
    """The price, what the placement brings, and what the figure may do there."""
    placement = check_place(state, _seat(state), move)
    price = paid_text(gems_of(placement.gems), energy=placement.energy)
    uses = "; ".join(_uses(state, move.space))
    there = f". There: {uses}" if uses else ""
    what = f"{the_figure(box_of(state), move.figure)} on {_where(state, move)}"
    return f"Place {what} for {price}: {_gains(state, move)}{there}"


def _seat(state: State) -> int:
    assert isinstance(state.phase, Placing)
    return state.phase.seat


def _where(state: State, move: Place) -> str:
    box = box_of(state)
    name = place_name(box, move.space)
    if move.via is not None:
        return f"the occupied {name} by {source_name(box, move.via, move.figure, move.space)}"
    if site_of(box, move.space) == "standard_gate":
        return f"{name} ({listed(short_realm(box, realm) for realm in realms_of(state, move.space))})"
    return name


def _gains(state: State, move: Place) -> str:
    """GM-3.7, 4.1, 10.4: keys, influence, and what a paid permission brings."""
    box = box_of(state)
    if move.space == BOARD:
        return f"buy up to {counted(box.enchant_max, 'enchantment')}"
    keys = [counted(state.central_keys, "key")] if move.space == CENTRAL and state.central_keys else []
    gains = listed([*keys, *_influence(state, move)])
    permission = check_place(state, _seat(state), move).permission
    if permission is None or permission.cost.free:
        return gains
    before = box.figures[move.figure].influence["realm"]
    effects = possible(state, _seat(state), permission, realms_of(state, move.space)[0], before)
    return f"{gains}, then {effects_text(effects, 'there')}" if effects else gains


def _influence(state: State, move: Place) -> Iterator[str]:
    box = box_of(state)
    n = box.figures[move.figure].influence[site_of(box, move.space)]
    gained: dict[int, list[str]] = {}
    for realm in realms_of(state, move.space):
        gained.setdefault(max(0, influence_gain(state, _seat(state), realm, n)), []).append(realm)
    for effective, realms in gained.items():
        names = listed(f"the {realm_name(box, realm)}" for realm in realms)
        where = "every realm" if len(realms) == len(state.ring) else names
        yield f"{effective} influence {'each ' if len(realms) == 2 else ''}in {where}"


def _uses(state: State, place: str) -> Iterator[str]:
    """The abilities of the space, without a banner that is gone."""
    space = box_of(state).spaces.get(place)
    for ability in space.abilities.values() if space is not None else ():
        banner = banner_text(state, place, ability)
        if banner or ability.banner is None:
            yield ability_text(ability, HERE, banner)


def pass_text(state: State) -> str:
    """What passing means now."""
    seat = _seat(state)
    ends = all(own.passed for other, own in enumerate(state.seats) if other != seat)
    first = "Pass, which ends the round" if ends else "Pass: no more turns this round"
    if state.round == box_of(state).setup.rounds:
        return first
    left = amount("energy", state.seats[seat].energy)
    return f"{first}, with {left} left (whoever has most goes first in the next round)"
