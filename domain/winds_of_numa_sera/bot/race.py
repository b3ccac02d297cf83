"""The race: about how many turns a seat is from each condition, and the chances of the dice that this depends on."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from operator import itemgetter
from typing import NamedTuple

from moothall.domain.winds_of_numa_sera.bot.runner import (
    SKILL_STEP,
    WEAK,
    Growth,
    Prey,
    Rivals,
    Runner,
    Walls,
    runner,
    targets,
)
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.state import State

_CARD_LEAD = 0.75
"""What each of the first two Battle Cards in hand adds to a lead."""
_NEVER = 40.0
"""Turns to what is out of reach."""
_FOUND = 2.0
"""Capital that a turn brings in beside the income: found, won, given."""
_POINT, _POINTS = 16.0, 3.0
"""What a point of attack costs at the World Forge and the colleges, and how many there are to be had."""
_PURSE = 5
"""Capital is counted in such steps, where it shall become attack."""
_NO_WALL = 6.0
"""Turns to a Stronghold that is not on the table yet."""
_HARDLY = 1 / _NO_WALL
"""With a lower chance than this it is better to wait for another Stronghold."""
_TO_HEAL = 0.4
"""Turns it takes to regain a point of Power."""
_RISK = 0.5
"""What an opponent's cards take from a lead."""
_RETAKEN = 0.5
"""How much longer four Strongholds take, if the foremost opponent could have any of them back for sure."""
_LOST = 0.8
"""What of a Stronghold does not count as held, if the foremost opponent could take it for sure."""
_MOST_LOST = 1.5
"""More than so many are not lost before something else happens."""
_NO_CARD, _LOST_CARD = 0.6, 0.3
"""Turns it takes to come by a Battle Card, and what is lost with each that does not win its battle."""
_RAID = 4.0
"""Turns that a raid takes at most: there are Strongholds to be taken, too."""
_LEAST_DAMAGE = 0.1
"""Damage per attack that any hero can do."""

_first = itemgetter(0)

Leads = tuple[float, ...]
"""What an attack exceeds a defense of 0 by, by the number of builds before, from 0."""

Rolls = dict[int, float]
"""What the attacker's roll exceeds the defender's by, and how often."""

_REACH = 20
"""Leads beyond are as good as this."""
_MIDDLE, _LAST = 2 * _REACH, 4 * _REACH
"""Where a table of halves holds the lead of 0 and the highest."""


class Forces(NamedTuple):
    """What a seat can bring to bear on independent Strongholds, on those of others and on heroes, each by the number of
    builds before, from 0; and its income."""

    walls: Leads
    theirs: Leads
    heroes: Leads
    income: float


class Tables(NamedTuple):
    """What the die of a box comes to, each by whether the defender rolls too; chances and damage by the lead in halves,
    from the lowest on."""

    rolls: tuple[Rolls, Rolls]
    win: tuple[list[float], list[float]]
    dealt: tuple[list[float], list[float]]


def turns(state: State, seat: int) -> dict[str, float]:
    """About how many turns each condition is away."""
    box = box_of(state)
    return ways(box, *runner(state, seat))


def ways(box: Box, me: Runner, shown: tuple[str, ...], rivals: Rivals) -> dict[str, float]:
    """The same, of a runner."""
    course, goals = me.course, targets(box)
    weak = _TO_HEAL * (WEAK - me.power)
    firm, lost = _hold(box, course.walls, course.incomes, rivals.raiders)
    forces = forces_of(me, lost)
    raiders = rivals.raiders - course.firmness
    missing = round(2 * (goals["conqueror"] - firm)) / 2
    found = {
        "conqueror": siege(box, forces.walls, forces.theirs, missing, raiders, shown, rivals.walls) + weak,
        "master": _mastery(me, forces.income),
        "legend": _legend(box, me, forces, firm, shown, rivals) + weak / 2,
        "champion": hunt(box, forces.heroes, goals["champion"] - me.captured, rivals.prey) + weak,
    }
    for fulfilled in me.conditions:
        del found[fulfilled]
    return found


@lru_cache(maxsize=1 << 12)
def _hold(box: Box, walls: Walls, incomes: tuple[int, ...], raiders: int) -> tuple[float, float]:
    """How many of its Strongholds a seat can count on, and the income that it cannot."""
    shaky = [_LOST * win(box, raiders - wall, True) for wall in walls]
    lost = sum(each * income for each, income in zip(shaky, incomes, strict=True))
    return len(shaky) - min(_MOST_LOST, sum(shaky)), lost


def forces_of(me: Runner, lost: float = 0.0) -> Forces:
    """What a runner can bring to bear, so much of its income not being sure."""
    bonus = _CARD_LEAD * min(2, me.cards)
    funds = me.treasury - me.treasury % _PURSE
    income = round(me.residual - lost + me.course.allowance + _FOUND)
    return _forces(me.forces, bonus, me.course.growth, funds, income)


@lru_cache(maxsize=1 << 14)
def _forces(now: tuple[int, int, float], bonus: float, growth: Growth, funds: int, income: int) -> Forces:
    """What is built adds to it, and what is bought for all that is saved by then."""
    walls, theirs, heroes = now
    bought = [min(_POINTS, (funds + builds * income) / _POINT) for builds in range(len(growth.walls))]
    return Forces(
        tuple([walls + bonus + built + more for built, more in zip(growth.walls, bought, strict=True)]),
        tuple([theirs + bonus + built + more - _RISK for built, more in zip(growth.theirs, bought, strict=True)]),
        tuple([heroes + bonus + built + more - _RISK for built, more in zip(growth.heroes, bought, strict=True)]),
        income,
    )


@lru_cache(maxsize=1 << 15)
def siege(
    box: Box, on_free: Leads, on_held: Leads, missing: float, raiders: int, shown: tuple[str, ...], walls: Walls
) -> float:
    """Turns to so many Strongholds more, the attack made stronger first where that is faster; longer, the better the
    chances of others to take them back, whose attack exceeds what defends any Stronghold by so much."""
    if missing <= 0:
        return 0.0
    best = _NEVER
    whole = math.ceil(missing)
    for builds, leads in enumerate(zip(on_free, on_held, strict=True)):
        if builds + missing >= best:  # no Stronghold takes less than an attack
            break
        tries = _tries(box, *leads, shown, walls)[:whole]
        tries += [_NO_WALL] * (whole - len(tries))
        best = min(best, builds + sum(tries) - (whole - missing) * tries[-1])
    defenses = sorted([box.strongholds[each].defense for each in shown])[:whole]
    chances = tables(box).win[True]
    lost = [at_lead(chances, raiders - each) for each in defenses]
    return best * (1 + _RETAKEN * sum(lost) / max(1, len(lost)))


def _tries(box: Box, on_free: float, on_held: float, shown: tuple[str, ...], walls: Walls) -> list[float]:
    """Attacks that each Stronghold takes with these forces, the easiest first."""
    free, held = _attempts(box)
    strongholds, at = box.strongholds, at_lead
    tries = [at(free, on_free - strongholds[each].defense) for each in shown]
    tries += [at(held, on_held - wall) for wall in walls]
    tries.sort()
    return tries


@lru_cache(maxsize=1 << 15)
def hunt(box: Box, leads: Leads, missing: int, prey: Prey) -> float:
    """Turns to so many slain heroes more, by the leads after no build, one and so on; where there are fewer heroes, to
    all of them."""
    if missing <= 0:
        return 0.0
    least = min(missing, sum([len(heroes) for heroes, _ in prey]))
    best = _kills(box, leads[0], missing, prey)
    for builds, lead in enumerate(leads):
        if builds + least >= best:  # no hero falls to less than an attack
            break
        if builds:
            best = min(best, builds + _kills(box, lead, missing, prey))
    return best


def _kills(box: Box, lead: float, missing: int, prey: Prey) -> float:
    """Attacks until so many heroes are slain."""
    damage, at = _damage(box), at_lead
    lines = []
    for heroes, power in prey:
        line: list[float] = []
        for defense, full in heroes[:missing]:
            line.append(max(1.0, (full if line else power) / at(damage, lead - defense)))
        lines.append(line)
    total = 0.0
    for _ in range(missing):
        lines = [line for line in lines if line]
        if lines:
            total += min(lines, key=_first).pop(0)
    return min(total, _NEVER)


def _raid(box: Box, lead: float, prey: Prey) -> float:
    """Attacks until one hero is slain, or a Stronghold taken instead."""
    damage, at = _damage(box), at_lead
    attacks = [power / at(damage, lead - heroes[0][0]) for heroes, power in prey]
    return min(max(1.0, min(attacks)), _RAID) if attacks else 0.0


def _mastery(me: Runner, income: float) -> float:
    """Turns of building to the highest level of the Skill that is cheapest to master."""
    price, capital = me.price, me.course.growth.capital
    if not price:
        return _NEVER if price is None else 0.0
    rest = price - me.treasury - me.savings
    before = 0.0
    for builds, extra in enumerate(capital):
        saved = builds * income + extra
        if saved >= rest:
            return max(0.0, builds - (saved - rest) / (saved - before)) if builds else 0.0
        before = saved
    return min(_NEVER, builds + (rest - saved) / (saved - capital[-2] - (builds - 1) * income))


def _legend(box: Box, me: Runner, forces: Forces, held: float, shown: tuple[str, ...], rivals: Rivals) -> float:
    """Turns to all Classes that are locked: the builds first, then the fights; the dearest is spared to whose tree
    unlocks one."""
    course, asked = me.course, _tasks(box)
    builds = 0 if "heir" in course.classes else max(0, asked["heir"] - course.ticked)
    later = min(builds, len(forces.walls) - 1)
    tries = _tries(box, forces.walls[later], forces.theirs[later], shown, rivals.walls) or [_NO_WALL]
    raid = _raid(box, forces.heroes[later], rivals.prey)
    cost = {
        name: _task(asked, name, me, builds, forces.income, held, tries, raid)
        for name in asked
        if name not in course.classes
    }
    if course.unlocking is not None:
        dearest = max([name for name in cost if name != "heir"], key=cost.__getitem__, default="")
        if dearest:
            cost[dearest] = min(cost[dearest], max(0.0, course.unlocking - builds))
    return min(_NEVER, sum(cost.values()))


def _task(
    asked: dict[str, int],
    name: str,
    me: Runner,
    builds: int,
    income: float,
    held: float,
    tries: list[float],
    raid: float,
) -> float:
    """Turns to one Class; a battle won counts for Rogue too, if a Battle Card was played."""
    match name:
        case "heir":
            return builds
        case "paladin":
            return max(0.0, asked[name] - held) * sum(tries[:2]) / len(tries[:2])
        case "rogue":
            wins = max(0, asked[name] - me.wins_with_card)
            fights = max(0, asked["paladin"] - len(me.course.walls)) + max(0, asked["tyrant"] - me.raids)
            return _NO_CARD * max(0, wins - me.cards) + _LOST_CARD * wins + tries[0] * max(0, wins - fights)
        case "sage":
            price = SKILL_STEP * max(0, asked[name] - me.course.skill_types)
            return max(0.0, price - me.treasury - me.savings - builds * income) / income
        case _:
            return raid * max(0, asked[name] - me.raids)


@cache
def _tasks(box: Box) -> dict[str, int]:
    """What each Class asks for."""
    return {name: each.conditions[0].value for name, each in box.classes.items()}


@cache
def _attempts(box: Box) -> tuple[list[float], list[float]]:
    """Attacks that a Stronghold takes, by whether a defender rolls and the lead in halves, as in `Tables`."""
    free, held = ([1 / max(chance, _HARDLY) for chance in chances] for chances in tables(box).win)
    return free, held


@cache
def _damage(box: Box) -> list[float]:
    """Damage that an attack on a hero does on average, by the lead in halves: a little in any case."""
    return [max(dealt, _LEAST_DAMAGE) for dealt in tables(box).dealt[True]]


@cache
def tables(box: Box) -> Tables:
    """Reckoned once for every box."""
    die = box.die
    one, two = _spread(die), _spread(tuple(own - other for own in die for other in die))
    return Tables((one, two), (_halves(_win, one), _halves(_win, two)), (_halves(_dealt, one), _halves(_dealt, two)))


def _spread(outcomes: tuple[int, ...]) -> Rolls:
    return {outcome: times / len(outcomes) for outcome, times in Counter(outcomes).items()}


def _win(found: Rolls, lead: int) -> float:
    return sum(chance for roll, chance in found.items() if lead + roll >= 0)


def _dealt(found: Rolls, lead: int) -> float:
    return sum(chance * max(0, lead + roll) for roll, chance in found.items())


def _halves(chances: Callable[[Rolls, int], float], found: Rolls) -> list[float]:
    """A half is the mean of its neighbours."""
    whole = [chances(found, lead) for lead in range(-_REACH, _REACH + 1)]
    return [each for pair in zip(whole, [*whole[1:], 0.0], strict=True) for each in (pair[0], sum(pair) / 2)][:-1]


def at_lead(table: list[float], lead: float) -> float:
    """Leads are whole numbers on the table, but not in a reckoning of what cards may add: to the nearest half."""
    index = int(2 * lead + _MIDDLE + 0.5)
    return table[index] if 0 <= index <= _LAST else table[0 if index < 0 else -1]


def rolls(box: Box, rolled: bool) -> Rolls:
    """All that the dice can do; `rolled`: the defender rolls too."""
    return tables(box).rolls[rolled]


def win(box: Box, lead: float, rolled: bool) -> float:
    """The attacker's chance."""
    return at_lead(tables(box).win[rolled], lead)


def dealt(box: Box, lead: float, rolled: bool) -> float:
    """The damage the attacker deals on average."""
    return at_lead(tables(box).dealt[rolled], lead)
