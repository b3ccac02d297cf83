"""The race: about how many turns a seat is from each condition, as far as kingdom, cards and neighbours tell."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import NamedTuple

from domain.winds_of_numa_sera.bot import odds
from domain.winds_of_numa_sera.bot.growth import Growth, unlocking
from domain.winds_of_numa_sera.bot.runner import SKILL_STEP, WEAK, Means, Others, Runner, means, runner, targets
from domain.winds_of_numa_sera.content import Box, box_of
from domain.winds_of_numa_sera.rules.standing import standing
from domain.winds_of_numa_sera.state import State

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


@cache
def _tasks(box: Box) -> dict[str, int]:
    """What each Class asks for."""
    return {name: each.conditions[0].value for name, each in box.classes.items()}


def turns(state: State, seat: int) -> dict[str, float]:
    """About how many turns each condition is away."""
    box = box_of(state)
    return ways(box, *runner(state, seat))


def ways(box: Box, me: Runner, shown: tuple[str, ...], stocks: tuple[int, ...], others: Others) -> dict[str, float]:
    """The same, of a runner."""
    own = means(box, me.mat)
    weak = _TO_HEAL * (WEAK - me.power)
    raiders = max((front.raiders for front, _ in others), default=0)
    shaky = [_LOST * odds.win(box, raiders - wall, True) for wall in own.front.walls]
    lost = sum(each * box.strongholds[wall].residual for each, wall in zip(shaky, me.mat.strongholds, strict=True))
    firm = len(shaky) - min(_MOST_LOST, sum(shaky))
    slain = targets(box)["champion"] - me.captured
    held = standing(box, me.mat).sums.get("stronghold_defense", 0)
    forces = forces_of(box, me, lost)
    missing = round(2 * (targets(box)["conqueror"] - firm)) / 2
    found = {
        "conqueror": siege(box, forces, missing, raiders - held, shown, others) + weak,
        "master": _mastery(me, own, forces.income, stocks),
        "legend": _legend(box, me, forces, firm, shown, others) + weak / 2,
        "champion": hunt(box, forces, slain, others) + weak,
    }
    for fulfilled in me.conditions:
        del found[fulfilled]
    return found


def forces_of(box: Box, me: Runner, lost: float = 0.0) -> Forces:
    """What a runner can bring to bear, so much of its income not being sure."""
    own = means(box, me.mat)
    walls, theirs, heroes = me.forces
    bonus = _CARD_LEAD * min(2, me.cards)
    funds = me.treasury - me.treasury % _PURSE
    income = round(me.residual - lost + own.allowance + _FOUND)
    return Forces(walls + bonus, theirs + bonus, heroes + bonus, own.growth, funds, income)


class Forces(NamedTuple):
    """What a seat can bring to bear on independent Strongholds, on those of others and on heroes, now and later."""

    walls: float
    theirs: float
    heroes: float
    growth: Growth
    funds: int
    income: float

    def bought(self, builds: int) -> float:
        """Attack to be had for what is saved by then."""
        return min(_POINTS, (self.funds + builds * self.income) / _POINT)


@lru_cache(maxsize=1 << 15)
def siege(box: Box, forces: Forces, missing: float, raiders: int, shown: tuple[str, ...], others: Others) -> float:
    """Turns to so many Strongholds more, the attack made stronger first where that is faster; longer, the better the
    chances of others to take them back, whose attack exceeds what defends any Stronghold by so much."""
    if missing <= 0:
        return 0.0
    best = _NEVER
    whole = math.ceil(missing)
    for builds in range(len(forces.growth.walls)):
        tries = _tries(box, forces, builds, shown, others)[:whole]
        tries += [_NO_WALL] * (whole - len(tries))
        best = min(best, builds + sum(tries) - (whole - missing) * tries[-1])
    defenses = sorted(box.strongholds[each].defense for each in shown)[:whole]
    lost = [odds.win(box, raiders - each, True) for each in defenses]
    return best * (1 + _RETAKEN * sum(lost) / max(1, len(lost)))


def _tries(box: Box, forces: Forces, builds: int, shown: tuple[str, ...], others: Others) -> list[float]:
    """Attacks that each Stronghold takes after so many builds, the easiest first."""
    more = forces.bought(builds)
    on_walls = forces.walls + forces.growth.walls[builds] + more
    on_theirs = forces.theirs + forces.growth.theirs[builds] + more - _RISK
    chances = [odds.win(box, on_walls - box.strongholds[each].defense, False) for each in shown]
    chances += [odds.win(box, on_theirs - wall, True) for front, _ in others for wall in front.walls]
    chances.sort(reverse=True)
    return [1 / max(each, _HARDLY) for each in chances]


@lru_cache(maxsize=1 << 15)
def hunt(box: Box, forces: Forces, missing: int, others: Others) -> float:
    """Turns to so many slain heroes more; where there are fewer, to all of them."""
    if missing <= 0:
        return 0.0
    return min(builds + _kills(box, forces, builds, missing, others) for builds in range(len(forces.growth.heroes)))


def _kills(box: Box, forces: Forces, builds: int, missing: int, others: Others) -> float:
    """Attacks until so many heroes are slain, after so many builds."""
    lead = forces.heroes + forces.growth.heroes[builds] + forces.bought(builds) - _RISK
    lines = []
    for front, power in others:
        line: list[float] = []
        for defense, full in front.heroes[:missing]:
            line.append(max(1.0, (full if line else power) / max(odds.dealt(box, lead - defense, True), 0.1)))
        lines.append(line)
    total = 0.0
    for _ in range(missing):
        lines = [line for line in lines if line]
        if lines:
            total += min(lines, key=_first).pop(0)
    return min(total, _NEVER)


def _first(line: list[float]) -> float:
    return line[0]


def _mastery(me: Runner, own: Means, income: float, stocks: tuple[int, ...]) -> float:
    """Turns of building to the highest level of the Skill that is cheapest to master."""
    price = min((price for (cards, price), stock in zip(own.prices, stocks, strict=True) if stock >= cards), default=0)
    if not price:
        return 0.0 if any(not cards for cards, _ in own.prices) else _NEVER
    rest = price - me.treasury - me.savings
    before = 0.0
    for builds, extra in enumerate(own.growth.capital):
        saved = builds * income + extra
        if saved >= rest:
            return max(0.0, builds - (saved - rest) / (saved - before)) if builds else 0.0
        before = saved
    return min(_NEVER, builds + (rest - saved) / (saved - own.growth.capital[-2] - (builds - 1) * income))


def _legend(box: Box, me: Runner, forces: Forces, held: float, shown: tuple[str, ...], others: Others) -> float:
    """Turns to all Classes that are locked: the builds first, then the fights; the dearest is spared to whose tree
    unlocks one."""
    mat, asked = me.mat, _tasks(box)
    builds = 0 if "heir" in mat.classes else max(0, asked["heir"] - len(mat.ticked))
    later = min(builds, len(forces.growth.walls) - 1)
    tries = _tries(box, forces, later, shown, others) or [_NO_WALL]
    raid = min(_kills(box, forces, later, 1, others), _RAID)
    cost = {
        name: _task(box, name, me, builds, forces.income, held, tries, raid)
        for name in asked
        if name not in mat.classes
    }
    spared = unlocking(box, mat)
    dearest = max((name for name in cost if name != "heir"), key=lambda name: cost[name], default="")
    if spared is not None and dearest:
        cost[dearest] = min(cost[dearest], max(0.0, spared - builds))
    return min(_NEVER, sum(cost.values()))


def _task(
    box: Box, name: str, me: Runner, builds: int, income: float, held: float, tries: list[float], raid: float
) -> float:
    """Turns to one Class; a battle won counts for Rogue too, if a Battle Card was played."""
    mat, asked = me.mat, _tasks(box)
    match name:
        case "heir":
            return builds
        case "paladin":
            return max(0.0, asked[name] - held) * sum(tries[:2]) / len(tries[:2])
        case "rogue":
            wins = max(0, asked[name] - me.wins_with_card)
            fights = max(0, asked["paladin"] - len(mat.strongholds)) + max(0, asked["tyrant"] - me.raids)
            return _NO_CARD * max(0, wins - me.cards) + _LOST_CARD * wins + tries[0] * max(0, wins - fights)
        case "sage":
            price = SKILL_STEP * max(0, asked[name] - standing(box, mat).skill_types)
            return max(0.0, price - me.treasury - me.savings - builds * income) / income
        case _:
            return raid * max(0, asked[name] - me.raids)
