"""How good a position is.

`evaluate` judges the race to the victory conditions in all games, `chance` the chance to win a game of two for one
condition; `worth` and `market` judge what a seat can do with its cards and its Capital.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot.race import ways
from moothall.domain.winds_of_numa_sera.bot.runner import Entry, Rivals, Runner, entries, held
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rounds import renown
from moothall.domain.winds_of_numa_sera.rules.payment import item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import holds, slot_indexes, standing
from moothall.domain.winds_of_numa_sera.state import Acting, Finished, GameEnd, Mat, Seat, State

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

CERTAIN, _OPEN = 75.0, 68.0
"""Points of a game that is won, and of one that is as good as won; lost ones count as many below 0. What is not over is
never quite as sure as it looks."""

_FARTHEST = 15.0
"""Turns beyond which ways are all the same."""
_CHANCE_FOCUS = 0.51
"""How many turns longer than the shortest a way may be and still count for a third of it."""
_TEMPO = 0.48
"""What it is worth to have the next turn; this and all that follows in logits."""
_AHEAD, _AHEAD_ROOT = 4.45, 0.85
"""What it is worth to be ahead, as a part of both ways together and of the root of that."""
_STRONGHOLD, _ASSET = 0.23, 0.07
"""What a Stronghold is worth, and a point of `assets`."""

_CARDS = 3
"""Battle Cards that a hand makes use of before new ones come."""
_POOL = 0.5
"""The share of a blessing that a Pool in hand is worth: its test may fail, and costs something."""
_LEAST, _MOST = 0.2, 2.0
"""Points that a Capital counts for, whatever `evaluate` says."""
_SPARE = 10
"""Capital by which that is measured."""


class Way(NamedTuple):
    """How long a way really is: `factor` times as many turns as it looks, and `more`."""

    factor: float
    more: float


class Market(NamedTuple):
    """What a seat could do with Capital: what it could buy, the best bargain first, as points per Capital and price;
    and what a Capital is worth that buys none of it now."""

    goods: tuple[tuple[float, int], ...]
    coin: float


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


_WAYS = {
    "conqueror": Way(0.68, 0.0),
    "master": Way(1.01, 0.95),
    "legend": Way(0.67, 1.0),
    "champion": Way(1.09, -0.17),
}
"""What `race` says of each way to victory, set right: a conqueror's is two thirds as long as it looks, a legend's too
but for a turn more, a master's a turn longer. These numbers, and the others that `chance` uses, were fitted to who won
some 1,900 games of bots, greedy ones and such that judged by earlier numbers, from the positions at the beginning of
every turn (docs/bots.md)."""


def judged_by_chances(state: State) -> bool:
    """Whether it is a game of two for one condition: others are judged as a simple bot judges them."""
    return len(state.seats) == 2 and box_of(state).settings[state.setting].conditions_needed == 1


def chance(state: State, seat: int) -> float:
    """How likely the seat is to win, an even chance being worth nothing."""
    box = box_of(state)
    if isinstance(state.phase, OVER) and state.phase.winner >= 0:
        return CERTAIN if state.phase.winner == seat else -CERTAIN
    if not state.dealt:
        return 0.0
    me = state.seats[seat]
    if not me.alive:
        return -CERTAIN
    value = _chance(state, seat)
    items = held(box, me.hand).items
    if items:
        mat = dressed(box, me.mat, items)
        if mat is not me.mat:
            value += WORN * max(0.0, _chance(state.with_seat(seat, mat=mat), seat) - value)
    return value


def _chance(state: State, seat: int) -> float:
    box = box_of(state)
    found = entries(state)
    if len(found) < 2:
        return CERTAIN
    own, other = [_way(box, *entry) for _, entry in (found if seat == 0 else reversed(found))]
    both = own + other
    logit = (other - own) * (_AHEAD / (both + 2) + _AHEAD_ROOT / math.sqrt(both + 1))
    for index, entry in found:
        logit += (1 if index == seat else -1) * _owned(box, state.seats[index], entry)
    logit += _TEMPO if _next(state) == seat else -_TEMPO
    return _OPEN * math.tanh(logit / 2)


def _owned(box: Box, seat: Seat, entry: Entry) -> float:
    return _ASSET * assets(box, seat, entry[0].residual) + _STRONGHOLD * len(seat.mat.strongholds)


def _next(state: State) -> int:
    """Who has the next turn, or the one that is being played."""
    return state.phase.seat if isinstance(state.phase, Acting) else state.first


@lru_cache(maxsize=1 << 15)
def _way(box: Box, me: Runner, shown: tuple[str, ...], rivals: Rivals) -> float:
    """Turns to the nearest condition, about as many to others being worth something too. Remembered, because a seat's
    moves mostly do not change the race of the other."""
    total = 0.0
    for name, turns in ways(box, me, shown, rivals).items():
        way = _WAYS[name]
        total += math.exp(-(way.factor * min(turns, _FARTHEST) + way.more) / _CHANCE_FOCUS)
    return max(0.0, -_CHANCE_FOCUS * math.log(total))


def worth(state: State, seat: int) -> float:
    """`evaluate` once the hand is put to use: what would never be played or worn counts for nothing."""
    box = box_of(state)
    me = state.seats[seat]
    mat = me.mat
    for card in me.hand:
        if box.kind_of(card) in ("item", "mythic") and holds(box, me, box.items[card].conditions):
            worn = put_on(box, mat, card)
            if belongings(box, worn) > belongings(box, mat):
                mat = worn
    cards = tuple(card for card in me.hand if box.kind_of(card) == "battle")[:_CARDS]
    state = state.with_seat(seat, mat=mat, hand=cards, known=())
    value = evaluate(state, seat)
    pools = [card for card in me.hand if box.kind_of(card) == "pool" and _blesses(box, me, card)]
    if pools and not mat.blessing:
        value += _POOL * max(evaluate(state.with_mat(seat, blessing=card), seat) - value for card in pools)
    return value


def _blesses(box: Box, me: Seat, card: str) -> bool:
    test = box.cards[card].test
    return test is not None and holds(box, me, test.conditions)


def market(state: State, seat: int) -> Market:
    """What the colleges and the World Forge sell, by what it is worth to the seat."""
    box = box_of(state)
    me = state.seats[seat]
    offered = []
    for skill in box.skills:
        if state.colleges[skill] and standing(box, me.mat).levels[skill] < box.limits.max_skill_level:
            learned = replace(me.mat, skills=(*me.mat.skills, state.colleges[skill][0]))
            offered.append((learned, skill_price(box, me, skill)))
    offered += [
        (put_on(box, me.mat, item), item_price(box, me, item))
        for item in state.forge
        if holds(box, me, box.items[item].conditions)
    ]
    before = evaluate(state, seat)
    coin = (evaluate(state.with_seat(seat, treasury=me.treasury + _SPARE), seat) - before) / _SPARE
    coin = min(max(coin, _LEAST), _MOST)
    found = []
    for mat, price in offered:
        gain = evaluate(state.with_seat(seat, mat=mat), seat) - before
        if gain > coin * price:
            found.append((min(gain / price, _MOST), price))
    return Market(tuple(sorted(found, reverse=True)), coin)


def capital(found: Market, amount: int) -> float:
    """What so much Capital buys, a part of a price counting for that part of the thing: it is saved up for."""
    value, left = 0.0, amount
    for rate, price in found.goods:
        paid = min(price, left)
        value += rate * paid
        left -= paid
    return value + found.coin * left
