"""How good a position is: a race. What counts is how many turns every seat is from what wins the game; all else
counts for little, and mostly because it shortens the way."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot.race import ways
from moothall.domain.winds_of_numa_sera.bot.runner import Rivals, Runner, entries, held
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.standing import slot_indexes, standing
from moothall.domain.winds_of_numa_sera.scoring import renown
from moothall.domain.winds_of_numa_sera.state import Finished, GameEnd, Mat, Seat, State

WON, LOST = 150.0, -120.0
"""More and less than any position that is still open."""

_RACE = 100.0
"""What it is worth to be there."""
_TURN = 5.0
"""So many turns away, it is worth a third."""
_FOCUS = 0.6
"""How many turns longer than the shortest a way may be and still count for a third of it."""
_DANGER = 0.9
"""What the foremost opponent counts against one's own among two. Among more others may stop it, but nobody may leave it
to them: it counts by one over the square root of the opponents. Counted by one over their number, everybody hunted the
weakest and let the foremost run."""
_CAPITAL = 0.1
"""Points per Capital of what is owned, beside the turns it saves."""
_SAFETY = 0.2
"""The same for what keeps heroes alive: Power, defense, heroes in line."""
_RENOWN = 0.2
WORN = 0.85
"""What an Item in hand that could be worn counts of what it would be worth then."""

_STATS = {
    "attack": 5.0,
    "explore_draw": 3.0,
    "check_roll": 1.5,
    "hazard_damage": -1.5,
    "damage_dealt": 2.5,
    "damage_taken": -2.5,
    "skill_cost": -1.5,
    "item_cost": -1.0,
    "battle_cost": -1.0,
    "battle_card_limit": 4.0,
    "maven_reject": 0.5,
}
"""Capital per point; those that keep heroes alive are reckoned apart."""
_SOMETIMES = 0.5
"""What holds in some battles only is worth of what holds always."""
_TRIGGERS = {"turn_start": 2.5, "explore": 2.5, "battle_won": 1.2, "battle_lost": 0.8, "slay": 0.3}
"""Capital per Capital or Power that comes of it each time."""
_OTHERWISE = 0.5
_CARD = 2.0
"""What a card is worth that comes of it."""
_USE = 2.0
_BEST_OF_TWO, _SAVED = 5.0, 5.0

OVER = (GameEnd, Finished)


@lru_cache(maxsize=1 << 14)
def belongings(box: Box, mat: Mat) -> float:
    """What lies on a mat, in points."""
    found = standing(box, mat)
    sums = found.sums
    strength = sum(_STATS.get(stat, 0.0) * amount for stat, amount in sums.items())
    strength += sum(_SOMETIMES * _STATS.get(each.stat, 0.0) * each.amount for each in found.special)
    strength += sum(_triggered(each.effect) for group in found.triggers.values() for each in group)
    strength += _USE * len(found.uses) + _BEST_OF_TWO * len(found.roll_modes) + _SAVED * bool(found.prevented)
    defense = sums.get("defense", 0)
    if mat.line:
        hero = box.heroes[mat.line[0]]
        strength, defense = strength + _STATS["attack"] * hero.attack, defense + hero.defense
    strength += 4 * len(mat.strongholds)
    walls = 1.5 * len(mat.strongholds) * sums.get("stronghold_defense", 0)
    safety = 2.5 * defense + found.max_power + 15 * len(mat.line) + walls
    return _CAPITAL * strength + _SAFETY * safety + _RENOWN * renown(box, Seat(mat=mat))


def _triggered(effect: Effect) -> float:
    """What an effect that comes again and again is worth in Capital."""
    times = _TRIGGERS.get(effect.when, _OTHERWISE)
    if effect.op in ("gain_capital", "place_capital", "heal", "drain_power"):
        return times * effect.amount * (_SOMETIMES if effect.card_types else 1.0)
    return times * _CARD


def evaluate(state: State, seat: int) -> float:
    """The own pace in the race less what the foremost opponent's endangers, and a little for what is owned."""
    box = box_of(state)
    if isinstance(state.phase, OVER) and state.phase.winner >= 0:
        return WON if state.phase.winner == seat else LOST
    if not state.dealt:
        return 0.0
    me = state.seats[seat]
    if not me.alive:
        return LOST
    value = _standing(state, seat)
    items = held(box, me.hand).items
    if items:
        mat = dressed(box, me.mat, items)
        if mat is not me.mat:
            value += WORN * max(0.0, _standing(state.with_seat(seat, mat=mat), seat) - value)
    return max(LOST + 1, min(WON - 1, value))


def _standing(state: State, seat: int) -> float:
    box = box_of(state)
    needed = box.settings[state.setting].conditions_needed
    own = ahead = 0.0
    income = 0
    for index, entry in entries(state):
        pace = _pace(box, needed, *entry)
        if index == seat:
            own, income = pace, entry[0].residual
        elif pace > ahead:
            ahead = pace
    return _RACE * (own - _DANGER * ahead / math.sqrt(len(state.seats) - 1)) + assets(box, state.seats[seat], income)


@lru_cache(maxsize=1 << 12)
def dressed(box: Box, mat: Mat, items: tuple[str, ...]) -> Mat:
    """The mat with those of the Items put on that better it."""
    levels = standing(box, mat).levels
    for item in items:
        if all(levels[each.skill] >= each.value for each in box.items[item].conditions):
            worn = put_on(box, mat, item)
            if belongings(box, worn) > belongings(box, mat):
                mat = worn
    return mat


def bettering(state: State, seat: int, items: Collection[str]) -> list[str]:
    """Those of the Items that the seat is better off with put on."""
    if not items:
        return []
    box, mat, before = box_of(state), state.seats[seat].mat, _standing(state, seat)
    return [item for item in items if _standing(state.with_seat(seat, mat=put_on(box, mat, item)), seat) > before]


def put_on(box: Box, mat: Mat, item: str) -> Mat:
    """NS-7.3: the Item in its slots, and what was there off."""
    indexes = slot_indexes(box, item)
    off = {mat.slots[index] for index in indexes}
    slots = ["" if each in off else each for each in mat.slots]
    for index in indexes:
        slots[index] = item
    return replace(mat, slots=tuple(slots))


@lru_cache(maxsize=1 << 15)
def _pace(box: Box, needed: int, me: Runner, shown: tuple[str, ...], rivals: Rivals) -> float:
    """The shorter the ways to all that is needed, the greater. Remembered, because a seat's moves mostly do not
    change the race of the others."""
    missing = max(1, needed - len(me.conditions))
    order = sorted(ways(box, me, shown, rivals).values())
    first = sum(order[: missing - 1])
    total = 0.0
    for way in order[missing - 1 :]:
        total += math.exp(-(first + way) / _FOCUS)
    return math.pow(total, _FOCUS / _TURN)


def assets(box: Box, seat: Seat, income: int) -> float:
    """What a seat owns, in points."""
    purse = sum(seat.purse.values()) if seat.purse else 0
    money = seat.treasury + 0.8 * (purse + seat.skill_credit + seat.item_credit)
    power = 1.3 * seat.power + 2.0 * min(seat.power, 5)
    cards = held(box, seat.hand).worth
    return belongings(box, seat.mat) + _SAFETY * power + _CAPITAL * (money + cards + 4 * income)
