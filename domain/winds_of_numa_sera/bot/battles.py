"""What an attack may come to, by the chances of its dice."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot import odds
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.rules.phase2 import Target, attack_stat, defense_stat
from moothall.domain.winds_of_numa_sera.rules.standing import battle_stat
from moothall.domain.winds_of_numa_sera.state import Acting, State

_CARD_LEAD, _THEIR_CARD = 1, 1
"""What a Battle Card adds to either side."""


class Judge(NamedTuple):
    """How a bot judges: what a position is worth, a won game and a lost one."""

    evaluate: Callable[[State, int], float]
    won: float
    lost: float


def battle(state: State, seat: int, target: Target, judge: Judge) -> float:
    """The mean over the dice, all that comes of a roll reduced to four outcomes: victory or defeat, and whether it
    costs a hero."""
    box = box_of(state)
    me = state.seats[seat]
    aim, rival = target.aim, target.defender
    lead = attack_stat(state, seat, target) - defense_stat(state, target)
    lead += _CARD_LEAD * any(box.kind_of(card) == "battle" for card in me.hand)
    dealt = battle_stat(box, me, "damage_dealt", "attacker", aim)
    taken = battle_stat(box, me, "damage_taken", "attacker", aim)
    if rival >= 0:
        them = state.seats[rival]
        lead -= _THEIR_CARD * bool(them.hand)
        dealt += battle_stat(box, them, "damage_taken", "defender", aim)
        taken += battle_stat(box, them, "damage_dealt", "defender", aim)
    chances = [0.0] * 4
    damage = [0.0, 0.0]
    for roll, chance in odds.rolls(box, rival >= 0).items():
        outcome = lead + roll
        lost = outcome < 0
        hurt = max(0, taken - outcome) if lost else max(0, outcome + dealt) if aim == "hero" and outcome else 0
        fatal = hurt >= (me.power if lost else state.seats[rival].power if aim == "hero" else 99)
        chances[2 * lost + fatal] += chance
        if not fatal:
            damage[lost] += chance * hurt
    value = 0.0
    state = _passed(state, seat)
    if chances[0]:
        value += chances[0] * _won(state, seat, target, round(damage[0] / chances[0]), judge)
    if chances[1]:
        value += chances[1] * _slain(state, seat, rival, judge)
    if chances[2]:
        value += chances[2] * judge.evaluate(
            state.with_seat(seat, power=me.power - round(damage[1] / chances[2])), seat
        )
    if chances[3]:
        value += chances[3] * _fallen(state, seat, rival, judge)
    return value


def _passed(state: State, seat: int) -> State:
    """The turn over, unless there is something left to build."""
    turn = state.turn
    if turn.extra and not turn.built:
        return state
    return replace(state, phase=Acting(next(iter(state.opponents(seat)), seat)))


def _won(state: State, seat: int, target: Target, damage: int, judge: Judge) -> float:
    """The Stronghold taken, or the other hero hurt."""
    box = box_of(state)
    me, rival = state.seats[seat], target.defender
    if target.aim == "hero":
        return judge.evaluate(state.with_seat(rival, power=state.seats[rival].power - damage), seat)
    mat = replace(me.mat, strongholds=(*me.mat.strongholds, target.stronghold))
    if _enough(state, seat, "conqueror", len(mat.strongholds)):
        return judge.won
    capital = 0
    if rival >= 0:
        theirs = state.seats[rival].mat
        kept = tuple(each for each in theirs.strongholds if each != target.stronghold)
        state = state.with_seat(rival, mat=replace(theirs, strongholds=kept))
    else:
        capital = box.strongholds[target.stronghold].initial_capital
        left = tuple(each for each in state.strongholds if each != target.stronghold)
        state = replace(state, strongholds=(*left, *state.stronghold_deck[:1]))
    treasury = me.treasury + capital
    return judge.evaluate(state.with_seat(seat, mat=mat, treasury=treasury, raids=me.raids + (rival >= 0)), seat)


def _slain(state: State, seat: int, rival: int, judge: Judge) -> float:
    """The other hero dead."""
    me, them = state.seats[seat], state.seats[rival]
    if _enough(state, seat, "champion", len(me.captured) + 1) or (len(them.mat.line) == 1 and len(state.living()) == 2):
        return judge.won
    state = _next_hero(state, rival).with_seat(seat, captured=(*me.captured, them.hero), raids=me.raids + 1)
    return judge.evaluate(state, seat)


def _fallen(state: State, seat: int, rival: int, judge: Judge) -> float:
    """The own hero dead."""
    hero = state.seats[seat].hero
    state = _next_hero(state, seat)
    if rival >= 0:
        them = state.seats[rival]
        if _enough(state, rival, "champion", len(them.captured) + 1):
            return judge.lost
        state = state.with_seat(rival, captured=(*them.captured, hero), raids=them.raids + 1)
    return judge.evaluate(state, seat)


def _next_hero(state: State, seat: int) -> State:
    """NS-12.1: the next in line at full Power."""
    box = box_of(state)
    line = state.seats[seat].mat.line[1:]
    return state.with_mat(seat, line=line).with_seat(seat, power=box.heroes[line[0]].power if line else 0)


def _enough(state: State, seat: int, condition: str, reached: int) -> bool:
    """Whether this would end the game."""
    box = box_of(state)
    me = state.seats[seat]
    if condition in me.conditions or reached < box.conditions[condition].conditions[0].value:
        return False
    return len(me.conditions) + 1 >= box.settings[state.setting].conditions_needed
