"""What a seat can still pay with in its turn, by which moves, and how a cost is covered with it.

A cost is covered from the reserve first, then by sources, dice, gems and prisms: a reckoning, not a search.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from moothall.domain.core.bag import Bag
from moothall.domain.manaforge.bot.worth import Prices
from moothall.domain.manaforge.content import Box, ops
from moothall.domain.manaforge.moves import Activate, ActivateTalent, AnyMove, ExchangePrism, SpendDie
from moothall.domain.manaforge.state import ELEMENT_INDEX, ELEMENTS, NOTHING, Card, Die, Playing, Seat

LASTING = 0.5
"""How much less a die is used for a cost that would give a gem."""

EXACT = 1.1
"""How much more mana counts that a cost names than mana for its `any` part."""

ONE: tuple[Bag, ...] = tuple(tuple(int(i == k) for k in range(4)) for i in range(4))
"""One of each element."""


class Option(NamedTuple):
    """Mana or a gem to be had, and by which moves."""

    bag: Bag
    moves: tuple[AnyMove, ...]


class Source(NamedTuple):
    """A charged card that gives mana for nothing but its exhaustion."""

    card: str
    options: tuple[Option, ...]


class Ready(NamedTuple):
    """A die that may be spent; `gem`: for something that lasts."""

    options: tuple[Option, ...]
    gem: bool


class Means(NamedTuple):
    """All of it. `spends`: how many of the dice, `boosts`: moves that let more of them be spent."""

    mana: Bag
    gems: Bag
    prisms: int
    sources: tuple[Source, ...]
    dice: tuple[Ready, ...]
    spends: int
    boosts: tuple[Activate, ...] = ()


class Covered(NamedTuple):
    """A cost covered: what it takes of lasting things, the moves that prepare it, and what is left."""

    price: float
    moves: list[AnyMove]
    left: Means


# What a seat can pay with.


def means_of(box: Box, phase: Playing, me: Seat) -> Means:
    """What the seat has, could activate and could spend dice for."""
    sources = []
    boosts: list[Activate] = []
    more = _boosts(box)
    spends = phase.expenditures
    ready = sum(not die.spent for die in me.dice)
    for card in me.workshop:
        if card.charged:
            options = source(box, card) or _recharging(box, card, me)
            if options:
                sources.append(Source(card.id, options))
            elif card.id in more and ready > spends:
                spends += more[card.id]
                boosts.append(Activate(card.id, 0))
    dice = tuple(_dice(box, me, spends)) if spends else ()
    return Means(phase.mana, me.gems, me.prisms, tuple(sources), dice, spends, tuple(boosts))


@cache
def source(box: Box, card: Card) -> tuple[Option, ...]:
    """What a card gives for nothing but its exhaustion."""
    found: tuple[Option, ...] = ()
    for ability in box.items[card.id].abilities:
        if ability.level > len(card.gems) or ability.pay:
            continue
        use = Activate(card.id, ability.level)
        for op in ability.effects:
            match op:
                case ops.GainMana():
                    found = (Option(op.bag, (use,)),)
                case ops.GainManaChoice():
                    found = tuple(
                        Option(bag, (Activate(card.id, ability.level, take),)) for take, bag in ops.takes(op).items()
                    )
                case ops.GainManaAttached():
                    found = (Option(tuple(card.gems.count(element) for element in ELEMENTS), (use,)),)
                case _:
                    pass
    return found


def _recharging(box: Box, card: Card, me: Seat) -> tuple[Option, ...]:
    """A card that lets an exhausted source give once more."""
    if card.id not in _rechargers(box):
        return ()
    return tuple(
        Option(option.bag, (Activate(card.id, 0, target=other.id), *option.moves))
        for other in me.workshop
        if not other.charged
        for option in source(box, other)
    )


def _dice(box: Box, me: Seat, spends: int) -> Iterator[Ready]:
    for die in me.dice:
        if not die.spent and (ready := _plain(box, die) or _special(box, die, me)) is not None:
            yield ready
    apprentices = _apprentices(box)
    for talent in me.talents:
        if talent in apprentices:
            yield from [Ready(apprentices[talent], False)] * spends


@cache
def _plain(box: Box, die: Die) -> Ready | None:
    """What a side gives that depends on nothing else."""
    effect = box.shown[die.kind][die.face]
    match effect:
        case ops.GainMana():
            return Ready((Option(effect.bag, (SpendDie(die.id),)),), False)
        case ops.GainManaChoice():
            return Ready(
                tuple(Option(bag, (SpendDie(die.id, take=take),)) for take, bag in ops.takes(effect).items()), False
            )
        case ops.GainGems(element):
            return Ready((Option(ONE[ELEMENT_INDEX[element]], (SpendDie(die.id),)),), True)
        case _:
            return None


def _special(box: Box, die: Die, me: Seat) -> Ready | None:
    match box.shown[die.kind][die.face]:
        case ops.CopyDie():
            return _copying(box, die, me)
        case ops.CopyGem():
            owned = [i for i in range(4) if me.gems[i]]
            options = tuple(Option(ONE[i], (SpendDie(die.id, gem=ELEMENTS[i]),)) for i in owned)
            return Ready(options, True) if options else None
        case ops.Recharge():
            options = tuple(
                Option(option.bag, (SpendDie(die.id, target=card.id), *option.moves))
                for card in me.workshop
                if not card.charged
                for option in source(box, card)
            )
            return Ready(options, False) if options else None
        case _:
            return None


def _copying(box: Box, die: Die, me: Seat) -> Ready | None:
    """Transmute: what the other dice show, each side once."""
    options: dict[str, tuple[Option, ...]] = {}
    lasting = True
    for other in me.dice:
        plain = _plain(box, other)
        shown = box.faces[other.kind][other.face].id
        if plain is not None and other.id != die.id and shown not in options:
            options[shown] = _copied(box, die.id, other)
            lasting = lasting and plain.gem
    return Ready(tuple(option for each in options.values() for option in each), lasting) if options else None


@cache
def _copied(box: Box, die_id: str, other: Die) -> tuple[Option, ...]:
    plain = _plain(box, other)
    assert plain is not None
    return tuple(
        Option(option.bag, (SpendDie(die_id, other.id, take=move.take),))
        for option in plain.options
        for move in option.moves
        if isinstance(move, SpendDie)
    )


@cache
def _boosts(box: Box) -> dict[str, int]:
    """Cards that let more dice be spent, and how many."""
    return {
        item.id: op.n
        for item in box.items.values()
        for ability in item.abilities
        for op in ability.effects
        if isinstance(op, ops.AddExpenditures)
    }


@cache
def _rechargers(box: Box) -> frozenset[str]:
    """Cards that recharge others."""
    return frozenset(
        item.id
        for item in box.items.values()
        for ability in item.abilities
        for op in ability.effects
        if isinstance(op, ops.Recharge)
    )


@cache
def _apprentices(box: Box) -> dict[str, tuple[Option, ...]]:
    """Talents that make mana of any element, and what they offer."""
    return {
        talent.id: tuple(Option(ONE[i], (ActivateTalent(talent.id, take=ELEMENTS[i]),)) for i in range(4))
        for talent in box.talents.values()
        for op in talent.effects
        if isinstance(op, ops.GainManaAny)
    }


# How a cost is covered.


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
