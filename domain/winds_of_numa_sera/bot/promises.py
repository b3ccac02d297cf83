"""What promises are worth to everybody: how Phase 2 of the promiser would go with them, and without."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot import odds
from moothall.domain.winds_of_numa_sera.bot.worth import evaluate
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.legal import attacks
from moothall.domain.winds_of_numa_sera.moves import Attack
from moothall.domain.winds_of_numa_sera.rules.phase2 import Target, attack_stat, check_attack, defense_stat
from moothall.domain.winds_of_numa_sera.rules.pledges import keeps
from moothall.domain.winds_of_numa_sera.rules.standing import residual
from moothall.domain.winds_of_numa_sera.state import Acting, Pledge, State

_MOST = 3
"""Attacks of a seat that are reckoned with: the likeliest, and the likeliest that a promise is about."""
_BLOCK = 1.0
"""Points that a block is worth to its builder, beside the Capital."""
_LATER = 0.6
"""What each further turn of a promise counts, compared with the turn before."""
_DOUBT = 0.5
"""Points by which a truce binds and spares where no attack is in sight: things may change."""


class Option(NamedTuple):
    """A way to play Phase 2; `target` None is to build."""

    target: Target | None
    lead: int
    value: float
    """To the one who plays it."""


def gains(state: State, pledge: Pledge, eyes: Iterable[int]) -> list[float]:
    """How much better off the promise leaves each of these seats."""
    ways = options(state, pledge)
    free = max(ways, key=_value)
    kept = max((way for way in ways if _allowed(pledge, way)), key=_value, default=free)
    weight = sum(_LATER**turn for turn in range(pledge.turns))
    found = []
    for eye in eyes:
        change = 0.0
        if kept is not free:
            change = effect(state, pledge.by, kept, eye) - effect(state, pledge.by, free, eye)
        if pledge.kind == "truce":
            change += {pledge.by: -_DOUBT, pledge.seat: _DOUBT}.get(eye, 0.0)
        found.append(weight * change)
    return found


def _value(way: Option) -> float:
    return way.value


def _allowed(pledge: Pledge, way: Option) -> bool:
    """A truce allows everything that it is not about, a promised attack nothing else."""
    return (way.target is not None and _concerns(pledge, way.target)) == (pledge.kind == "attack")


def options(state: State, pledge: Pledge) -> list[Option]:
    """The promiser's ways to play Phase 2 if it were to do so now: the likeliest attacks, those that the promise is
    about among them, and building."""
    seat = pledge.by
    state = replace(state, phase=Acting(seat, explored=True), offer=None)
    found = sorted((_reckoned(state, seat, attack) for attack in attacks(state, seat)), key=lambda pair: -pair[1])
    about = [(target, lead) for target, lead in found if _concerns(pledge, target)]
    ways = [Option(target, lead, 0.0) for target, lead in dict.fromkeys((*found[:_MOST], *about[:_MOST]))]
    return [way._replace(value=effect(state, seat, way, seat)) for way in (*ways, Option(None, 0, 0.0))]


def _concerns(pledge: Pledge, target: Target) -> bool:
    return target.defender == pledge.seat if pledge.kind == "truce" else keeps(pledge, *target)


def _reckoned(state: State, seat: int, attack: Attack) -> tuple[Target, int]:
    target = check_attack(state, seat, attack.target_type, attack.target)
    return target, attack_stat(state, seat, target) - defense_stat(state, target)


def effect(state: State, seat: int, way: Option, eye: int) -> float:
    """What it comes to for `eye` on average, by the mean of what the dice do."""
    box = box_of(state)
    before = evaluate(state, eye)
    me, target = state.seats[seat], way.target
    if target is None:
        built = state.with_seat(seat, treasury=me.treasury + residual(box, me))
        return evaluate(built, eye) - before + _BLOCK * (eye == seat)
    rolled = target.defender >= 0
    win = odds.win(box, way.lead, rolled)
    value = 0.0
    if win > 0:
        value += win * (
            evaluate(_won(state, seat, target, round(odds.dealt(box, way.lead, rolled) / win)), eye) - before
        )
    if win < 1:
        damage = odds.dealt(box, -way.lead, rolled) / (1 - win)
        hurt = state.with_seat(seat, power=max(1, me.power - round(damage)))
        value += (1 - win) * (evaluate(hurt, eye) - before)
    return value


def _won(state: State, seat: int, target: Target, damage: int) -> State:
    box = box_of(state)
    me, rival = state.seats[seat], target.defender
    if target.aim == "hero":
        them = state.seats[rival]
        if damage < them.power:
            return state.with_seat(rival, power=them.power - damage)
        line = them.mat.line[1:]
        state = state.with_mat(rival, line=line).with_seat(rival, power=box.heroes[line[0]].power if line else 0)
        return state.with_seat(seat, captured=(*me.captured, them.hero), raids=me.raids + 1)
    if rival >= 0:
        held = state.seats[rival].mat.strongholds
        state = state.with_mat(rival, strongholds=tuple(each for each in held if each != target.stronghold))
    return state.with_mat(seat, strongholds=(*me.mat.strongholds, target.stronghold))
