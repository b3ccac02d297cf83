"""How good a position is: a race. What counts is how many turns a seat is from what wins the game; all else counts
for little, and mostly because it shortens the way."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.winds_of_numa_sera.bot import odds
from domain.winds_of_numa_sera.content import BOX, SKILLS, kind_of
from domain.winds_of_numa_sera.rules.standing import battle_stat, residual, standing
from domain.winds_of_numa_sera.scoring import renown
from domain.winds_of_numa_sera.state import Finished, GameEnd, Mat, Seat, State

WON = 200.0
"""What a won game is worth."""

_RACE = 100.0
_PACE = 0.88
"""What a turn more to the goal leaves of its worth."""
_OTHER_WAYS = 0.25
"""What the second shortest way counts beside the shortest."""
_DANGER = 0.5
"""What the foremost rival counts against one's own."""
_CAPITAL = 0.12
"""Points per Capital of what is owned, beside the turns it saves."""
_RENOWN = 0.4
_CARD_LEAD = 1.5
"""What a Battle Card in hand adds to a lead."""
_NEVER = 40.0
"""Turns to what is out of reach."""
_GROWTH = 2.0
"""How much the income will have grown on average by the time it is spent."""

_TARGETS = {name: condition.conditions[0].value for name, condition in BOX.conditions.items()}
_SKILL_STEP = 10
_BLOCKS_FOR_HEIR = 7


class _Rival(NamedTuple):
    """What is left of a seat for the others to reckon with."""

    mat: Mat
    capital: int
    captured: int
    conditions: tuple[str, ...]
    power: int


def evaluate(state: State, seat: int) -> float:
    """The seat's own worth, less the greatest danger among the others."""
    if isinstance(state.phase, GameEnd | Finished) and state.phase.winner >= 0:
        return WON if state.phase.winner == seat else -WON
    if not state.dealt:
        return 0.0
    needed = BOX.settings[state.setting].conditions_needed
    me = state.seats[seat]
    if not me.alive:
        return -WON
    own = _race(turns(state, seat), me.conditions, needed) + _RENOWN * renown(me) + _CAPITAL * assets(me)
    return own - _DANGER * max(
        _danger(
            _Rival(rival.mat, _capital(rival) // 5, len(rival.captured), rival.conditions, rival.power // 2),
            needed,
            tuple(BOX.strongholds[each].defense for each in state.strongholds),
        )
        if rival.alive
        else 0.0
        for index, rival in enumerate(state.seats)
        if index != seat
    )


def turns(state: State, seat: int) -> dict[str, float]:
    """About how many turns each condition is away."""
    me = state.seats[seat]
    cards = _CARD_LEAD * any(kind_of(card) == "battle" for card in me.hand)
    attack = BOX.heroes[me.hero].attack
    on_walls = attack + battle_stat(me, "attack", "attacker", "independent") + cards
    chances = [odds.win(on_walls - BOX.strongholds[each].defense, False) for each in state.strongholds]
    slaying = _NEVER
    on_heroes = attack + battle_stat(me, "attack", "attacker", "hero") + cards
    on_theirs = attack + battle_stat(me, "attack", "attacker", "stronghold") + cards
    for index, rival in enumerate(state.seats):
        if index == seat or not rival.alive:
            continue
        hero = BOX.heroes[rival.hero]
        lead = on_heroes - hero.defense - standing(rival.mat).sums.get("defense", 0)
        each = odds.dealt(lead, True)
        slaying = min(slaying, max(1.0, rival.power / each) if each > 0.3 else _NEVER)
        walls = standing(rival.mat).sums.get("stronghold_defense", 0)
        chances += [odds.win(on_theirs - BOX.strongholds[s].defense - walls, True) for s in rival.mat.strongholds]
    return _ways(me, chances, slaying, {skill: len(cards) for skill, cards in state.colleges.items()})


def _ways(me: Seat, chances: list[float], slaying: float, colleges: dict[str, int]) -> dict[str, float]:
    chances.sort(reverse=True)
    missing = _TARGETS["conqueror"] - len(me.mat.strongholds)
    tries = [1 / max(chance, 0.05) for chance in chances[:missing]]
    tries += [8.0] * (missing - len(tries))
    weak = max(0.0, 6 - me.power) * 0.4
    heroes = _TARGETS["champion"] - len(me.captured)
    ways = {
        "conqueror": sum(tries) + weak,
        "master": _mastery(me, colleges),
        "champion": slaying + (heroes - 1) * (slaying + 3) + weak if heroes else 0.0,
        "legend": _legend(me, tries, slaying),
    }
    return {name: max(0.0, way) for name, way in ways.items() if name not in me.conditions}


def _mastery(me: Seat, colleges: dict[str, int]) -> float:
    """The way to the highest level of the Skill that is cheapest to master."""
    found = standing(me.mat)
    top = _TARGETS["master"]
    rebate = found.sums.get("skill_cost", 0)
    best = _NEVER
    have = _capital(me)
    income = max(1.0, residual(me) + _GROWTH)
    for skill in SKILLS:
        level = found.levels[skill]
        if colleges.get(skill, 0) < top - level:
            continue
        price = sum(max(5, _SKILL_STEP * each + rebate) for each in range(level + 1, top + 1))
        best = min(best, max(0.0, price - have) / income)
    return best


def _legend(me: Seat, tries: list[float], slaying: float) -> float:
    mat = me.mat
    lacking = [name for name in BOX.classes if name not in mat.classes]
    income = max(1.0, residual(me) + _GROWTH)
    way = 0.0
    for name in lacking:
        match name:
            case "heir":
                way += max(0, _BLOCKS_FOR_HEIR - len(mat.ticked))
            case "paladin":
                way += sum(tries[: max(0, 2 - len(mat.strongholds))])
            case "rogue":
                way += 1.5 * max(0, 3 - me.wins_with_card)
            case "sage":
                way += max(0.0, _SKILL_STEP * (3 - standing(mat).skill_types) - 0.5 * _capital(me)) / income
            case _:
                way += max(0, 2 - me.raids) * min(slaying, 4.0)
    return way


def _race(ways: dict[str, float], conditions: tuple[str, ...], needed: int) -> float:
    """The shortest way to all that is needed, and a little for the next one."""
    missing = max(1, needed - len(conditions))
    order = sorted(ways.values())
    nearest = sum(order[:missing])
    value = _PACE**nearest
    if len(order) > missing:
        value += _OTHER_WAYS * _PACE ** (nearest - order[missing - 1] + order[missing])
    return _RACE * value


@lru_cache(maxsize=1 << 12)
def _danger(rival: _Rival, needed: int, walls: tuple[int, ...]) -> float:
    """How near a rival is; remembered, because one's own moves mostly do not change it."""
    me = Seat(mat=rival.mat, treasury=5 * rival.capital, power=2 * rival.power, conditions=rival.conditions)
    attack = BOX.heroes[me.hero].attack + standing(me.mat).sums.get("attack", 0)
    chances = [odds.win(attack - wall, False) for wall in walls]
    slaying = 4.0 if attack >= 6 else 8.0
    ways = _ways(me, chances, slaying, dict.fromkeys(SKILLS, 9))
    heroes = _TARGETS["champion"] - rival.captured
    if "champion" in ways:
        ways["champion"] = slaying * heroes
    return _race(ways, rival.conditions, needed) + _RENOWN * renown(me)


def _capital(seat: Seat) -> int:
    return seat.treasury + seat.skill_credit + (3 * sum(seat.purse.values()) // 4 if seat.purse else 0)


def assets(seat: Seat) -> float:
    """Everything in Capital, by the values of the strategy notes."""
    found, hero = standing(seat.mat), BOX.heroes[seat.hero]
    sums = found.sums
    attack = hero.attack + sums.get("attack", 0) + sum(0.5 * m.amount for m in found.special if m.stat == "attack")
    defense = hero.defense + sums.get("defense", 0)
    money = seat.treasury + 0.8 * (sum(seat.purse.values()) + seat.skill_credit + seat.item_credit)
    power = 1.3 * seat.power + 2.0 * min(seat.power, 5) + found.max_power + 15 * len(seat.mat.line)
    hand = sum(2.5 if kind_of(card) == "battle" else 3.0 for card in seat.hand)
    savings = -sum(sums.get(stat, 0) for stat in ("skill_cost", "item_cost", "battle_cost"))
    return (
        money
        + 5 * attack
        + 2.5 * defense
        + 1.5 * len(seat.mat.strongholds) * sums.get("stronghold_defense", 0)
        + power
        + hand
        + 2 * len(found.uses)
        + savings
        + 4 * residual(seat)
        + 10 * len(seat.mat.strongholds)
    )
