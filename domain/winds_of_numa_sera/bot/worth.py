"""How good a position is: a race. What counts is how many turns every seat is from what wins the game; all else
counts for little, and mostly because it shortens the way."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import NamedTuple

from domain.winds_of_numa_sera.bot import odds
from domain.winds_of_numa_sera.content import BOX, SKILLS, kind_of
from domain.winds_of_numa_sera.rules.standing import Standing, battle_stat, residual, standing
from domain.winds_of_numa_sera.scoring import renown
from domain.winds_of_numa_sera.state import Finished, GameEnd, Mat, Seat, State

WON, LOST = 150.0, -120.0
"""More and less than any position that is still open."""

_RACE = 100.0
"""What it is worth to be there."""
_TURN = 5.0
"""So many turns away, it is worth a third."""
_FOCUS = 1.0
"""How many turns longer than the shortest a way may be and still count for a third of it."""
_DANGER = 0.9
"""What the foremost opponent counts against one's own; the less, the more opponents there are to stop it."""
_CAPITAL = 0.1
"""Points per Capital of what is owned, beside the turns it saves."""
_SAFETY = 0.2
"""The same for what keeps heroes alive: Power, defense, heroes in line."""
_RENOWN = 0.2
_CARD_LEAD = 0.75
"""What each of the first two Battle Cards in hand adds to a lead."""
_NEVER = 40.0
"""Turns to what is out of reach."""
_GROWTH = 3.0
"""How much more than now a turn will bring in on average by the time it is spent."""
_BOOSTS = range(9)
"""Points of attack that may be gained on the way."""
_BOOST = 18.0
"""What a point costs in Capital; a turn of building brings the income and something of this worth."""
_HARDLY = 0.02
"""A chance not worth telling from none."""
_NO_WALL = 6.0
"""Turns to a Stronghold that is not on the table."""
_WEAK, _TO_HEAL = 6, 0.4
"""Below this Power a hero had better not fight; turns it takes to regain each point."""
_RISK = 0.5
"""What an opponent's cards take from a lead."""

_TARGETS = {name: condition.conditions[0].value for name, condition in BOX.conditions.items()}
_TASKS = {name: each.conditions[0].value for name, each in BOX.classes.items()}
_SKILL_STEP = 10
_SKILL_FLOOR = BOX.limits.skill_cost_floor
_RAID = 4.0
"""Turns that a raid takes at most: there are Strongholds to be taken, too."""
_CARD_WIN = 1.5
"""Turns to a battle won with a Battle Card."""


class Front(NamedTuple):
    """What stands between a seat's opponents and its heroes and Strongholds."""

    heroes: tuple[tuple[int, int], ...]
    """Defense and full Power, the active one first."""
    walls: tuple[int, ...]


Others = tuple[tuple[Front, int], ...]
"""The opponents of a seat, with the Power of the Active Hero."""


class Runner(NamedTuple):
    """A seat in the race."""

    mat: Mat
    forces: tuple[int, int, int]
    residual: int
    bonus: float
    """What Battle Cards add to a lead."""
    power: int
    """Not above what is enough to fight."""
    treasury: int
    savings: float
    """What else can be spent on Skills."""
    conditions: tuple[str, ...]
    captured: int
    wins_with_card: int
    raids: int


class Means(NamedTuple):
    """What a mat alone tells, whatever else its owner has."""

    front: Front
    forces: tuple[int, int, int] | None
    """Attack on independent Strongholds, on those of players, on heroes; None where it hangs on the hero's Power."""
    prices: tuple[tuple[int, int], ...]
    """By Skill: the cards and the Capital missing to its highest level."""
    residual: int
    """Where it does not hang on Power either."""
    allowance: int
    """Capital put on cards at the start of every turn."""
    worth: float
    """In points, by the values of the strategy notes."""


@lru_cache(maxsize=1 << 14)
def means(mat: Mat) -> Means:
    """Remembered, because most moves change no mat or one."""
    found = standing(mat)
    sums = found.sums
    defense, walls = sums.get("defense", 0), sums.get("stronghold_defense", 0)
    rebate = sums.get("skill_cost", 0)
    top = _TARGETS["master"]
    prices = []
    for level in (found.levels[skill] for skill in SKILLS):
        price = sum(max(_SKILL_FLOOR, _SKILL_STEP * each + rebate) for each in range(level + 1, top + 1))
        prices.append((top - level, price))
    return Means(
        Front(
            tuple((BOX.heroes[hero].defense + defense, BOX.heroes[hero].power) for hero in mat.line),
            tuple(BOX.strongholds[each].defense + walls for each in mat.strongholds),
        ),
        None if any(each.conditions for each in found.special) else _forces(Seat(mat=mat)),
        tuple(prices),
        residual(Seat(mat=mat)),
        sum(each.effect.amount for each in found.triggers["turn_start"] if each.effect.op == "place_capital"),
        _worth(mat, found),
    )


def _forces(seat: Seat) -> tuple[int, int, int]:
    if not seat.alive:
        return 0, 0, 0
    attack = BOX.heroes[seat.hero].attack
    return (
        attack + battle_stat(seat, "attack", "attacker", "independent"),
        attack + battle_stat(seat, "attack", "attacker", "stronghold"),
        attack + battle_stat(seat, "attack", "attacker", "hero"),
    )


def _worth(mat: Mat, found: Standing) -> float:
    """What lies on a mat, in points."""
    sums = found.sums
    attack = sum(0.5 * each.amount for each in found.special if each.stat == "attack") + sums.get("attack", 0)
    defense = sums.get("defense", 0)
    if mat.line:
        hero = BOX.heroes[mat.line[0]]
        attack, defense = attack + hero.attack, defense + hero.defense
    savings = -sum(sums.get(stat, 0) for stat in ("skill_cost", "item_cost", "battle_cost"))
    strength = 5 * attack + 2 * len(found.uses) + savings + 10 * len(mat.strongholds)
    walls = 1.5 * len(mat.strongholds) * sums.get("stronghold_defense", 0)
    safety = 2.5 * defense + found.max_power + 15 * len(mat.line) + walls
    return _CAPITAL * strength + _SAFETY * safety + _RENOWN * renown(Seat(mat=mat))


def evaluate(state: State, seat: int) -> float:
    """The own pace in the race less what the foremost opponent's endangers, and a little for what is owned."""
    if isinstance(state.phase, GameEnd | Finished) and state.phase.winner >= 0:
        return WON if state.phase.winner == seat else LOST
    if not state.dealt:
        return 0.0
    me = state.seats[seat]
    if not me.alive:
        return LOST
    needed = BOX.settings[state.setting].conditions_needed
    own = ahead = 0.0
    for index, each in enumerate(state.seats):
        if each.mat.line:
            pace = _pace(needed, *_runner(state, index))
            if index == seat:
                own = pace
            else:
                ahead = max(ahead, pace)
    value = _RACE * (own - _DANGER * ahead / (len(state.seats) - 1)) + assets(me)
    return max(LOST + 1, min(WON - 1, value))


def _runner(state: State, seat: int) -> tuple[Runner, tuple[str, ...], tuple[int, ...], Others]:
    """All that a seat's race hangs on."""
    seats = state.seats
    me = seats[seat]
    own = means(me.mat)
    purse = sum(me.purse.values()) if me.purse else 0
    runner = Runner(
        me.mat,
        own.forces or _forces(me),
        own.residual if own.forces else residual(me),
        _CARD_LEAD * min(2, _battle_cards(me.hand)),
        me.power if me.power < _WEAK else _WEAK,
        me.treasury,
        me.skill_credit + 0.75 * purse,
        me.conditions,
        len(me.captured),
        me.wins_with_card,
        me.raids,
    )
    colleges = state.colleges
    others = [(means(each.mat).front, each.power) for i, each in enumerate(seats) if i != seat and each.mat.line]
    return runner, state.strongholds, tuple([len(colleges[skill]) for skill in SKILLS]), tuple(others)


@lru_cache(maxsize=1 << 12)
def _battle_cards(hand: tuple[str, ...]) -> int:
    return sum(kind_of(card) == "battle" for card in hand)


@lru_cache(maxsize=1 << 15)
def _pace(needed: int, me: Runner, shown: tuple[str, ...], stocks: tuple[int, ...], others: Others) -> float:
    """The shorter the ways to all that is needed, the greater. Remembered, because a seat's moves mostly do not
    change the race of the others."""
    missing = max(1, needed - len(me.conditions))
    order = sorted(_ways(me, shown, stocks, others).values())
    first = sum(order[: missing - 1])
    total = 0.0
    for way in order[missing - 1 :]:
        total += math.exp(-(first + way) / _FOCUS)
    return math.pow(total, _FOCUS / _TURN)


def turns(state: State, seat: int) -> dict[str, float]:
    """About how many turns each condition is away."""
    return _ways(*_runner(state, seat))


def _ways(me: Runner, shown: tuple[str, ...], stocks: tuple[int, ...], others: Others) -> dict[str, float]:
    own = means(me.mat)
    walls, theirs, heroes = me.forces
    income = me.residual + own.allowance + _GROWTH
    strongholds = _TARGETS["conqueror"] - len(me.mat.strongholds)
    slain = _TARGETS["champion"] - me.captured
    sieges = siege(walls + me.bonus, theirs + me.bonus, income, strongholds, shown, others)
    hunts = hunt(heroes + me.bonus, income, slain, others)
    weak = _TO_HEAL * (_WEAK - me.power)
    ways = {
        "conqueror": sieges + weak,
        "master": _mastery(me, own.prices, income, stocks),
        "legend": _legend(me, income, sieges / max(strongholds, 1), hunts / max(slain, 1)),
        "champion": hunts + weak,
    }
    for fulfilled in me.conditions:
        del ways[fulfilled]
    return ways


@lru_cache(maxsize=1 << 15)
def siege(
    on_walls: float, on_theirs: float, income: float, missing: int, shown: tuple[str, ...], others: Others
) -> float:
    """Turns to so many Strongholds more, the attack made stronger first where that is faster."""
    if missing <= 0:
        return 0.0
    walls = [on_walls - BOX.strongholds[each].defense for each in shown]
    theirs = [on_theirs - _RISK - wall for front, _ in others for wall in front.walls]
    best = _NEVER
    for more in _BOOSTS:
        tries = [1 / max(odds.win(lead + more, False), _HARDLY) for lead in walls]
        tries += [1 / max(odds.win(lead + more, True), _HARDLY) for lead in theirs]
        tries.sort()
        tries += [_NO_WALL] * (missing - len(tries))
        best = min(best, sum(tries[:missing]) + more * _BOOST / (_BOOST + income))
    return best


@lru_cache(maxsize=1 << 15)
def hunt(on_heroes: float, income: float, missing: int, others: Others) -> float:
    """Turns to so many slain heroes more; where there are fewer, to all of them."""
    if missing <= 0:
        return 0.0
    best = _NEVER
    for more in _BOOSTS:
        lines = []
        for front, power in others:
            left = [power, *(full for _, full in front.heroes[1:])]
            lead = on_heroes - _RISK + more
            hits = [max(odds.dealt(lead - defense, True), 0.1) for defense, _ in front.heroes]
            lines.append([max(1.0, each / hit) for each, hit in zip(left, hits, strict=True)])
        total = more * _BOOST / (_BOOST + income)
        for _ in range(missing):
            lines = [line for line in lines if line]
            if lines:
                total += min(lines, key=_first).pop(0)
        best = min(best, total)
    return best


def _first(line: list[float]) -> float:
    return line[0]


def _mastery(me: Runner, prices: tuple[tuple[int, int], ...], income: float, stocks: tuple[int, ...]) -> float:
    """Turns to the highest level of the Skill that is cheapest to master."""
    best = _NEVER * income
    for (cards, price), stock in zip(prices, stocks, strict=True):
        if price < best and stock >= cards:
            best = price
    return max(0.0, best - me.treasury - me.savings) / income


def _legend(me: Runner, income: float, siege_each: float, hunt_each: float) -> float:
    """Turns to all Classes that are locked."""
    mat = me.mat
    way = 0.0
    for name, task in _TASKS.items():
        if name in mat.classes:
            continue
        match name:
            case "heir":
                way += max(0, task - len(mat.ticked))
            case "paladin":
                way += siege_each * max(0, task - len(mat.strongholds))
            case "rogue":
                way += _CARD_WIN * max(0, task - me.wins_with_card)
            case "sage":
                way += max(0.0, _SKILL_STEP * (task - standing(mat).skill_types) - 0.5 * me.treasury) / income
            case _:
                way += min(hunt_each, _RAID) * max(0, task - me.raids)
    return way


def assets(seat: Seat) -> float:
    """What a seat owns, in points."""
    own = means(seat.mat)
    money = seat.treasury + 0.8 * (sum(seat.purse.values()) + seat.skill_credit + seat.item_credit)
    power = 1.3 * seat.power + 2.0 * min(seat.power, 5)
    income = own.residual if own.forces else residual(seat)
    return own.worth + _SAFETY * power + _CAPITAL * (money + 2.7 * len(seat.hand) + 4 * income)
