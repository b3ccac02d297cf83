"""A seat in the race: all that its way to a condition depends on, and what its kingdom's build tree can still bring."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.standing import AIMS, battle_stat, holds, residual, standing
from moothall.domain.winds_of_numa_sera.state import Mat, Seat, State

WEAK = 6
"""Below this Power a hero had better not fight."""
_MANY_CARDS = 4
"""More Battle Cards in hand make no difference."""
SKILL_STEP = 10
"""NS-6.2: what each level of a Skill costs more than the one before."""
_HELD = {"battle": 2.7, "pool": 2.7, "mythic": 0.5, "item": 0.1}
"""Capital that cards in hand are worth."""

Walls = tuple[int, ...]
"""Defenses of Strongholds."""
Prey = tuple[tuple[tuple[tuple[int, int], ...], int], ...]
"""Defense and full Power of every opponent's heroes, the active one first, and the Power of that one."""

FAR = 12
"""Builds that are planned ahead at most."""
_NEAR = 4
"""The same where attack is sought: whoever builds for longer never fights."""
_DAMAGE = 0.8
"""What a point of damage is worth in attack, of who hunts heroes."""
_AIMS = ("independent", "stronghold", "hero")


class Front(Data, frozen=True, cache_hash=True):
    """What a seat's opponents have to reckon with."""

    heroes: tuple[tuple[int, int], ...]
    """Defense and full Power, the active one first."""
    walls: tuple[int, ...]
    raiders: int
    """Attack on Strongholds of others."""


class Rivals(Data, frozen=True, cache_hash=True):
    """What opponents come to together."""

    raiders: int
    """The strongest attack on Strongholds of others."""
    walls: Walls
    prey: Prey


class Course(Data, frozen=True, cache_hash=True):
    """What of a mat the race of its owner hangs on. Many mats have the same."""

    walls: Walls
    incomes: tuple[int, ...]
    """Residual Capital of its Strongholds."""
    firmness: int
    """What adds to the defense of any Stronghold."""
    allowance: float
    """Capital for Skills put on cards, or found, in every turn."""
    growth: Growth
    unlocking: int | None
    """Builds to a block that unlocks a Class."""
    skill_types: int
    classes: frozenset[str]
    ticked: int


class Runner(Data, frozen=True, cache_hash=True):
    """A seat in the race."""

    course: Course
    forces: tuple[int, int, float]
    residual: int
    cards: int
    """Battle Cards in hand."""
    power: int
    """Not above what is enough to fight."""
    treasury: int
    savings: float
    """What else can be spent on Skills."""
    price: int | None
    """Of all that is missing to the highest level of the Skill that is cheapest to master; None where none can be."""
    conditions: tuple[str, ...]
    captured: int
    wins_with_card: int
    raids: int


class Means(NamedTuple):
    """What a mat alone tells, whatever else its owner has."""

    front: Front
    course: Course
    forces: tuple[int, int, float] | None
    """Attack on independent Strongholds, on those of players, on heroes; None where it hangs on the hero's Power."""
    residual: int
    """Where it does not hang on Power either."""
    prices: tuple[tuple[int, int], ...]
    """By Skill: the cards and the Capital missing to its highest level."""


class Held(NamedTuple):
    """What a hand alone tells."""

    battle_cards: int
    worth: float
    """In Capital."""
    items: tuple[str, ...]
    """What could be worn."""


class Growth(Data, frozen=True, cache_hash=True):
    """By the number of builds, from 0: what they bring at best."""

    capital: tuple[float, ...]
    """Beside the Residual Capital of now: for whoever saves for Skills."""
    walls: tuple[float, ...]
    """Attack on independent Strongholds."""
    theirs: tuple[float, ...]
    """Attack on Strongholds of players."""
    heroes: tuple[float, ...]
    """Attack on heroes, and the damage it does."""


@cache
def targets(box: Box) -> dict[str, int]:
    """What each victory condition asks for."""
    return {name: each.conditions[0].value for name, each in box.conditions.items()}


Others = tuple[tuple[Front, int], ...]
"""The opponents of a seat, with the Power of the Active Hero."""


@lru_cache(maxsize=1 << 14)
def means(box: Box, mat: Mat) -> Means:
    """Remembered, because most moves change no mat or one."""
    found = standing(box, mat)
    sums = found.sums
    defense, walls = sums.get("defense", 0), sums.get("stronghold_defense", 0)
    rebate = sums.get("skill_cost", 0)
    top = targets(box)["master"]
    forces = None if any(each.conditions for each in found.special) else _forces(box, Seat(mat=mat))
    prices = tuple([_missing(box, found.levels[skill], rebate) for skill in box.skills])
    front = Front(
        tuple((box.heroes[hero].defense + defense, box.heroes[hero].power) for hero in mat.line),
        tuple(box.strongholds[each].defense + walls for each in mat.strongholds),
        forces[1] if forces else box.heroes[mat.line[0]].attack + sums.get("attack", 0) if mat.line else 0,
    )
    course = Course(
        front.walls,
        tuple(box.strongholds[each].residual for each in mat.strongholds),
        walls,
        _allowance(box, mat),
        growth(box, mat, top - found.best_skill),
        unlocking(box, mat),
        found.skill_types,
        frozenset(mat.classes),
        len(mat.ticked),
    )
    return Means(front, course, forces, residual(box, Seat(mat=mat)), prices)


@cache
def _missing(box: Box, level: int, rebate: int) -> tuple[int, int]:
    """The cards and the Capital missing from a level to the highest."""
    top, floor = targets(box)["master"], box.limits.skill_cost_floor
    return top - level, sum(max(floor, SKILL_STEP * each + rebate) for each in range(level + 1, top + 1))


@lru_cache(maxsize=1 << 12)
def _at_its_power(
    box: Box, mat: Mat, power: int, captured: tuple[str, ...], wins_with_card: int, raids: int
) -> tuple[tuple[int, int, float], int]:
    """Forces and Residual Capital where they hang on more than the mat."""
    seat = Seat(mat=mat, power=power, captured=captured, wins_with_card=wins_with_card, raids=raids)
    return _forces(box, seat), residual(box, seat)


def _forces(box: Box, seat: Seat) -> tuple[int, int, float]:
    """The damage that is dealt beside counts as attack on heroes."""
    if not seat.alive:
        return 0, 0, 0
    attack = box.heroes[seat.hero].attack
    return (
        attack + battle_stat(box, seat, "attack", "attacker", "independent"),
        attack + battle_stat(box, seat, "attack", "attacker", "stronghold"),
        attack
        + battle_stat(box, seat, "attack", "attacker", "hero")
        + 0.8 * battle_stat(box, seat, "damage_dealt", "attacker", "hero"),
    )


def _allowance(box: Box, mat: Mat) -> float:
    triggers = standing(box, mat).triggers
    placed = sum(
        each.effect.amount
        for each in triggers["turn_start"]
        if each.effect.op == "place_capital" and any(tag == "any" or tag[:5] == "skill" for tag in each.effect.spend_on)
    )
    found = sum(
        each.effect.amount
        for each in triggers["explore"]
        if each.effect.op == "gain_capital" and not each.effect.card_types
    )
    return placed + found


@lru_cache(maxsize=1 << 12)
def held(box: Box, hand: tuple[str, ...]) -> Held:
    """Remembered, because most moves change no hand or one."""
    kinds = [box.kind_of(card) for card in hand]
    return Held(
        kinds.count("battle"),
        sum(_HELD.get(kind, 0.0) for kind in kinds),
        tuple(card for card, kind in zip(hand, kinds, strict=True) if kind in ("item", "mythic")),
    )


Entry = tuple[Runner, tuple[str, ...], Rivals]
"""All that a seat's race hangs on: itself, the Strongholds on display, its opponents."""


def runner(state: State, seat: int) -> Entry:
    """All that one seat's race hangs on."""
    box = box_of(state)
    seats = state.seats
    others = [(means(box, each.mat).front, each.power) for i, each in enumerate(seats) if i != seat and each.mat.line]
    me = _runner(box, seats[seat], means(box, seats[seat].mat), _stocks(state))
    return me, state.strongholds, _rivals(tuple(others))


def entries(state: State) -> list[tuple[int, Entry]]:
    """The same of all living seats, each with its number."""
    box = box_of(state)
    living = [(index, each, means(box, each.mat)) for index, each in enumerate(state.seats) if each.mat.line]
    fronts = tuple([(own.front, each.power) for _, each, own in living])
    shown, stocks = state.strongholds, _stocks(state)
    return [
        (index, (_runner(box, each, own, stocks), shown, _rivals(fronts[:place] + fronts[place + 1 :])))
        for place, (index, each, own) in enumerate(living)
    ]


def _runner(box: Box, seat: Seat, own: Means, stocks: tuple[int, ...]) -> Runner:
    purse = sum(seat.purse.values()) if seat.purse else 0
    forces, income = own.forces, own.residual
    if forces is None:
        forces, income = _at_its_power(box, seat.mat, seat.power, seat.captured, seat.wins_with_card, seat.raids)
    cards = held(box, seat.hand).battle_cards
    return Runner(
        own.course,
        forces,
        income,
        cards if cards < _MANY_CARDS else _MANY_CARDS,
        seat.power if seat.power < WEAK else WEAK,
        seat.treasury,
        seat.skill_credit + 0.75 * purse,
        _price(own.prices, stocks),
        seat.conditions,
        len(seat.captured),
        seat.wins_with_card,
        seat.raids,
    )


def _stocks(state: State) -> tuple[int, ...]:
    """The cards left in every college."""
    colleges = state.colleges
    return tuple([len(colleges[skill]) for skill in box_of(state).skills])


@lru_cache(maxsize=1 << 12)
def _price(prices: tuple[tuple[int, int], ...], stocks: tuple[int, ...]) -> int | None:
    """Of the Skill that is cheapest to master, as far as the colleges have the cards."""
    if any(not cards for cards, _ in prices):
        return 0
    within_reach = (price for (cards, price), stock in zip(prices, stocks, strict=True) if stock >= cards)
    return min(within_reach, default=None)


@lru_cache(maxsize=1 << 12)
def _rivals(others: Others) -> Rivals:
    return Rivals(
        max((front.raiders for front, _ in others), default=0),
        tuple(wall for front, _ in others for wall in front.walls),
        tuple((front.heroes, power) for front, power in others),
    )


def growth(box: Box, mat: Mat, missing: int) -> Growth:
    """For a mat that lacks so many cards of the Skill it may master."""
    seat = Seat(mat=mat)
    shut = [block for block in _guarded(box, mat.kingdom) if not holds(box, seat, box.blocks[block].conditions)]
    return _growth(box, mat.kingdom, frozenset(mat.ticked), frozenset(shut), missing)


@cache
def _guarded(box: Box, kingdom: str) -> tuple[str, ...]:
    """The blocks that have a condition."""
    return tuple(block for block in box.blocks_of[kingdom] if box.blocks[block].conditions)


@lru_cache(maxsize=1 << 12)
def _growth(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], missing: int) -> Growth:
    """Remembered, because mats differ in much that no block hangs on."""
    return Growth(
        tuple(
            _capital(box, kingdom, ticked & _useful(box, kingdom, ""), shut, missing, left) for left in range(FAR + 1)
        ),
        *(
            tuple(
                _attack(box, kingdom, ticked & _useful(box, kingdom, aim), shut, aim, left) for left in range(_NEAR + 1)
            )
            for aim in _AIMS
        ),
    )


@cache
def _useful(box: Box, kingdom: str, aim: str) -> frozenset[str]:
    """The blocks that bring what is sought, and those on the way to them."""
    found = {
        block
        for block in box.blocks_of[kingdom]
        if (_strength(box, block, aim) if aim else _yearly(box, block) or _at_once(box, block, 1))
    }
    while True:
        on_the_way = {
            each for block in found for each in (*box.blocks[block].requires, *box.blocks[block].requires_any)
        }
        if on_the_way <= found:
            return frozenset(found)
        found |= on_the_way


def _open(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], aim: str) -> list[str]:
    """The blocks among those that could be ticked next."""
    return [
        block
        for block in _useful(box, kingdom, aim)
        if block not in ticked
        and block not in shut
        and ticked.issuperset(box.blocks[block].requires)
        and not (box.blocks[block].requires_any and ticked.isdisjoint(box.blocks[block].requires_any))
    ]


@lru_cache(maxsize=1 << 16)
def _attack(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], aim: str, left: int) -> float:
    """The most attack that so many builds can add."""
    if not left:
        return 0.0
    return max(
        (
            _strength(box, block, aim) + _attack(box, kingdom, ticked | {block}, shut, aim, left - 1)
            for block in _open(box, kingdom, ticked, shut, aim)
        ),
        default=0.0,
    )


@lru_cache(maxsize=1 << 16)
def _capital(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], missing: int, left: int) -> float:
    """The most Capital that so many builds can add, a block being ticked after the income of its turn."""
    if not left:
        return 0.0
    again = max(
        (_at_once(box, block, missing) for block in ticked if box.blocks[block].type == "repeatable"), default=0.0
    )
    best = again + _capital(box, kingdom, ticked, shut, missing, left - 1) if again else 0.0
    for block in _open(box, kingdom, ticked, shut, ""):
        gain = _at_once(box, block, missing) + (left - 1) * _yearly(box, block)
        best = max(best, gain + _capital(box, kingdom, ticked | {block}, shut, missing, left - 1))
    return best


@cache
def _strength(box: Box, block: str, aim: str) -> float:
    """Attack of a block."""
    total = 0.0
    for each in box.blocks[block].effects:
        if each.op == "modify" and aim in AIMS[each.vs]:
            total += each.amount * {"attack": 1.0, "damage_dealt": _DAMAGE if aim == "hero" else 0.0}.get(
                each.stat, 0.0
            )
    return total


@cache
def _yearly(box: Box, block: str) -> float:
    """What a block brings in each turn of building after it."""
    return sum(map(_income, box.blocks[block].effects))


def _income(effect: Effect) -> float:
    match effect.op:
        case "modify" if effect.stat == "residual":
            return effect.amount
        case "place_capital" if effect.when == "turn_start" and any(
            each.startswith("skill") for each in effect.spend_on
        ):
            return effect.amount
        case "gain_capital" if effect.when == "explore" and not effect.card_types:
            return effect.amount
        case _:
            return 0.0


@cache
def _at_once(box: Box, block: str, missing: int) -> float:
    """What a block brings when it is ticked: Capital, a voucher, or a rebate on the Skill cards that are missing."""
    total = 0.0
    for each in box.blocks[block].effects:
        match each.op:
            case "gain_capital" if each.when == "now":
                total += each.amount
            case "voucher" if each.on == "skill":
                total += each.amount
            case "modify" if each.stat == "skill_cost":
                total -= each.amount * missing
    return total


def unlocking(box: Box, mat: Mat) -> int | None:
    """The builds to a block that unlocks a Class, the block included; None where the tree has none left."""
    return _unlocking(box, mat.kingdom, frozenset(mat.ticked))


@lru_cache(maxsize=1 << 12)
def _unlocking(box: Box, kingdom: str, ticked: frozenset[str]) -> int | None:
    found = [
        block
        for block in box.blocks_of[kingdom]
        if block not in ticked and any(each.op == "unlock_class" for each in box.blocks[block].effects)
    ]
    return min((_depth(box, block, ticked) for block in found), default=None)


def _depth(box: Box, block: str, ticked: frozenset[str]) -> int:
    """Builds to this block."""
    if block in ticked:
        return 0
    found = box.blocks[block]
    all_of = sum(_depth(box, each, ticked) for each in found.requires)
    return 1 + all_of + min((_depth(box, each, ticked) for each in found.requires_any), default=0)
