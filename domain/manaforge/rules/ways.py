"""MF-4.15: the ways to pay that lists of moves name. None stands for the default payment, which comes first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from moothall.domain.core.bag import Bag, add_at
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import Pay, PayGems, PayMana
from moothall.domain.manaforge.rules.payment import (
    ALL,
    NONE,
    REMEMBERED,
    Elements,
    default_left,
    left_behind,
    left_that_keeps,
    other_payments,
    paid,
    rest_of,
    spent,
    to_keep,
)
from moothall.domain.manaforge.state import ELEMENTS, NOTHING, Gems, Mana, Playing, Seat


class Way(NamedTuple):
    """What a move names of its payment: that of the cost, and the element of Scavenger's gem."""

    mana: Mana | None = None
    gems: Gems | None = None
    scavenge_gem: str | None = None


DEFAULT = (Way(),)


class Purse(NamedTuple):
    """What a seat can pay with, and how much that is in all."""

    mana: Bag
    gems: Bag
    in_reserve: int
    wealth: int


def purse_of(phase: Playing, me: Seat) -> Purse:
    """The seat's now."""
    in_reserve = sum(phase.mana)
    return Purse(phase.mana, me.gems, in_reserve, in_reserve + sum(me.gems))


def ways_to_build(purse: Purse, cost: Bag, price: int, useful: Elements) -> tuple[Way, ...]:
    """Of a card whose cost, so much in all, is in reach; mana of these elements is of use once it is built."""
    if not cost[4] or price == purse.wealth:
        return DEFAULT  # there is no choice
    if not useful and price <= purse.in_reserve:
        return DEFAULT  # mana of no use pays first, and no gem is asked for
    return _ways(purse.mana, purse.gems, cost, useful)


def ways_to_scavenge(purse: Purse, cost: Bag, useful: Elements, n: int) -> tuple[Way, ...]:
    """The same with n gems for Scavenger on top; none if those are not in reach."""
    return _scavenged(purse.mana, purse.gems, cost, useful, n)


def ways_to_activate(box: Box, phase: Playing, me: Seat, card: str, pay: Pay) -> tuple[Way, ...]:
    """Of an ability whose cost is in reach."""
    if isinstance(pay, PayMana) and pay.any:
        return _ways(phase.mana, me.gems, pay.bag, ALL if me.action is None else useful_mana(box, me, but=card))
    if isinstance(pay, PayGems) and pay.any:
        return _ways(NOTHING, me.gems, pay.bag, NONE)
    return DEFAULT


def ways_to_pay_extra(box: Box, phase: Playing, me: Seat, n: int) -> tuple[Way, ...]:
    """Of so much mana of any element, once the card is built."""
    return _ways(phase.mana, me.gems, (0, 0, 0, 0, n), useful_mana(box, me))


def useful_mana(box: Box, me: Seat, but: str | None = None) -> Elements:
    """The elements of which a charged card takes mana; other mana is lost with the turn."""
    useful = NONE
    for card in me.workshop:
        if card.charged and card.id != but:
            useful |= box.mana_taken[card.id]
    return useful


@lru_cache(REMEMBERED)
def _ways(mana: Bag, gems: Bag, cost: Bag, useful: Elements) -> tuple[Way, ...]:
    others = other_payments(mana, gems, cost, useful)
    return (*DEFAULT, *[Way(*paid(each)) for each in others]) if others else DEFAULT


@lru_cache(REMEMBERED)
def _scavenged(mana: Bag, gems: Bag, cost: Bag, useful: Elements, n: int) -> tuple[Way, ...]:
    """Cost and Scavenger's gems together leave something behind: one list for both."""
    reserve, tokens = rest_of(mana, gems, cost)
    default = default_left(reserve, tokens, cost[4])
    assert default is not None
    aside = default_left(NOTHING, default[1], n)
    if aside is None:
        return ()
    ways = [Way()]
    seen = {left_behind((default[0], aside[1]), useful)}
    for keep in to_keep(reserve, tokens, useful):
        left, rest = left_that_keeps(reserve, tokens, cost[4], useful, keep)
        enough = [i for i in range(4) if rest[i] >= n]
        if not enough:
            continue
        place = max(enough, key=lambda i: (not keep >> i & 1, rest[i]))
        behind = left_behind((left, add_at(rest, place, -n)), useful)
        if behind not in seen:
            seen.add(behind)
            ways.append(Way(*paid(spent(mana, gems, (left, rest))), ELEMENTS[place]))
    return tuple(ways)
