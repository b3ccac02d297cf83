"""How a cost is covered: from the reserve first, then by sources, dice, gems and prisms. A reckoning, not a search."""

from __future__ import annotations

import math
from typing import NamedTuple

from moothall.domain.core.bag import Bag
from moothall.domain.manaforge.bot.means import Means, Option, Ready, Source
from moothall.domain.manaforge.bot.worth import Prices
from moothall.domain.manaforge.moves import AnyMove, ExchangePrism
from moothall.domain.manaforge.state import ELEMENTS, NOTHING

LASTING = 0.5
"""How much less a die is used for a cost that would give a gem."""
EXACT = 1.1
"""How much more mana counts that a cost names than mana for its `any` part."""


class Covered(NamedTuple):
    """A cost covered: what it takes of lasting things, the moves that prepare it, and what is left."""

    price: float
    moves: list[AnyMove]
    left: Means


def reach(means: Means) -> tuple[int, int, int, int, int]:
    """How much mana can be had at the most: of each element, and altogether."""
    e, f, g, h = [had + owned + means.prisms for had, owned in zip(means.mana, means.gems, strict=True)]
    total = sum(means.mana) + sum(means.gems) + means.prisms
    givers: tuple[Source | Ready, ...] = (*means.sources, *means.dice)
    dice = []
    for each in givers:
        most = 0
        a = b = c = d = 0
        for option in each.options:
            i, j, k, m = option.bag
            a, b, c, d = (i if i > a else a), (j if j > b else b), (k if k > c else c), (m if m > d else d)
            if i + j + k + m > most:
                most = i + j + k + m
        e, f, g, h = e + a, f + b, g + c, h + d
        if isinstance(each, Source):
            total += most
        else:
            dice.append(most)
    dice.sort(reverse=True)
    return e, f, g, h, total + sum(dice[: means.spends])


def cover(cost: Bag, means: Means, prices: Prices) -> Covered | None:
    """The cost covered as cheaply as comes easily; None if it is out of reach."""
    left = list(means.mana)
    need = [0, 0, 0, 0]
    for i in range(4):
        if cost[i] > left[i]:
            need[i] = cost[i] - left[i]
            left[i] = 0
        else:
            left[i] -= cost[i]
    due = _take(left, cost[4])
    if not due and not any(need):
        return Covered(0.0, [], means._replace(mana=tuple(left)))
    moves: list[AnyMove] = []
    sources, due = _from_sources(means.sources, need, due, left, moves)
    dice, spends, due = _from_dice(means.dice, means.spends, need, due, left, moves)
    gems, prisms, price = means.gems, means.prisms, 0.0
    if due or any(need):
        owned = list(gems)
        for i in range(4):
            paid = min(need[i], owned[i])
            need[i] -= paid
            owned[i] -= paid
        due = _take(owned, due)
        missing = due + sum(need)
        if missing > prisms:
            return None
        price = prices.gem * (sum(gems) - sum(owned)) + prices.prism * missing
        gems, prisms = tuple(owned), prisms - missing
        moves += [ExchangePrism(element) for element, n in zip(ELEMENTS, need, strict=True) for _ in range(n)]
        moves += [ExchangePrism(ELEMENTS[0])] * due
    left_over = Means(tuple(left), gems, prisms, sources, dice, spends, means.boosts)
    return Covered(price, moves, left_over)


def cover_gems(cost: Bag, means: Means, prices: Prices) -> Covered | None:
    """The same for a cost of gem tokens."""
    done = cover(cost, Means(NOTHING, means.gems, means.prisms, (), (), 0), prices)
    if done is None:
        return None
    return Covered(done.price, done.moves, means._replace(gems=done.left.gems, prisms=done.left.prisms))


def fetch_gem(i: int, means: Means, prices: Prices) -> Covered | None:
    """A gem of the element at place i: one that is owned, or from a die, or for a prism."""
    if means.gems[i]:
        gems = tuple([n - (k == i) for k, n in enumerate(means.gems)])
        return Covered(prices.gem, [], means._replace(gems=gems))
    if means.spends:
        for k, die in enumerate(means.dice):
            if die.gem and (option := next((each for each in die.options if each.bag[i]), None)) is not None:
                dice = (*means.dice[:k], *means.dice[k + 1 :])
                return Covered(prices.gem, [*option.moves], means._replace(dice=dice, spends=means.spends - 1))
    if means.prisms:
        return Covered(prices.prism, [ExchangePrism(ELEMENTS[i])], means._replace(prisms=means.prisms - 1))
    return None


def _from_sources(
    sources: tuple[Source, ...], need: list[int], due: int, left: list[int], moves: list[AnyMove]
) -> tuple[tuple[Source, ...], int]:
    """Sources that give what is missing, those that fit best first."""
    pool = list(sources)
    while pool and (due or any(need)):
        best, number, found = 0.0, -1, None
        for k, each in enumerate(pool):
            gain, option = _fit(each.options, need, due)
            if gain > best:
                best, number, found = gain, k, option
        if found is None:
            break
        del pool[number]
        due = _use(found.bag, need, due, left)
        moves += found.moves
    return tuple(pool), due


def _from_dice(
    dice: tuple[Ready, ...], spends: int, need: list[int], due: int, left: list[int], moves: list[AnyMove]
) -> tuple[tuple[Ready, ...], int, int]:
    """Dice that give what is missing, those that give no gem first."""
    pool = list(dice)
    hopes = [math.inf] * len(pool)  # what each was worth when more was missing: it is never worth more later
    while spends and pool and (due or any(need)):
        best, number, found = 0.0, -1, None
        for k, each in enumerate(pool):
            if hopes[k] <= best:
                continue
            gain, option = _fit(each.options, need, due)
            hopes[k] = worth = gain - LASTING if each.gem else gain
            if worth > best:
                best, number, found = worth, k, option
        if found is None:
            break
        del pool[number], hopes[number]
        due = _use(found.bag, need, due, left)
        spends -= 1
        moves += found.moves
    return tuple(pool), spends, due


def _take(pool: list[int], due: int) -> int:
    """From wherever most is; how much is still due."""
    while due:
        most = max(pool)
        if not most:
            break
        pool[pool.index(most)] -= 1
        due -= 1
    return due


def _fit(options: tuple[Option, ...], need: list[int], due: int) -> tuple[float, Option | None]:
    """How much of what is missing the best option gives, and that option."""
    best, found = 0.0, None
    a, b, c, d = need
    for option in options:
        e, f, g, h = option.bag
        # Spelt out, as it is the innermost of all.
        exact = (e if e < a else a) + (f if f < b else b) + (g if g < c else c) + (h if h < d else d)
        more = e + f + g + h - exact
        gain = EXACT * exact + (due if due < more else more)
        if gain > best:
            best, found = gain, option
    return best, found


def _use(bag: Bag, need: list[int], due: int, left: list[int]) -> int:
    """Put an option to use; what is not needed is left."""
    for i in range(4):
        if bag[i]:
            exact = min(bag[i], need[i])
            need[i] -= exact
            free = min(bag[i] - exact, due)
            due -= free
            left[i] += bag[i] - exact - free
    return due
