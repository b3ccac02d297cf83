"""What is paid with what: the default payment of a cost, the payment that a move names, and the other ways to pay.

A cost is a bag of five: the four elements, then any.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from moothall.domain.core.bag import Bag, add_at, covers, plus
from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge import state as s
from moothall.domain.manaforge.content import Box
from moothall.domain.manaforge.content.ops import Pay, PayGems, PayMana
from moothall.domain.manaforge.moves import Activate, Build, Choose

REMEMBERED = 1 << 14
"""Payments that are kept: searches ask for the same ones again and again."""

_MOST = 4
"""Digits of an amount worth reading: nobody owns ten thousand of anything."""

ManaAndGems = tuple[Bag, Bag]
"""Reserve mana and gems."""

FREE: ManaAndGems = (s.NOTHING, s.NOTHING)

Elements = int
"""Some of the four elements: bit i stands for the one at place i of a bag."""

NONE: Elements = 0
ALL: Elements = 15
_BITS: tuple[Elements, ...] = (1, 2, 4, 8)
_PLACES = tuple(tuple(i for i in range(4) if some >> i & 1) for some in range(16))
"""Places in a bag, by some elements."""


class Way(NamedTuple):
    """What a move names of its payment: that of the cost, and the element of Scavenger's gem."""

    mana: s.Mana | None = None
    gems: s.Gems | None = None
    scavenge_gem: str | None = None


DEFAULT = (Way(),)


class Purse(NamedTuple):
    """What a seat can pay with, and how much that is in all."""

    mana: Bag
    gems: Bag
    in_reserve: int
    wealth: int


# Payments and costs.


def affordable(mana: Bag, gems: Bag, cost: Bag) -> bool:
    """MF-4.14: whether the default payment succeeds, without making it."""
    # Written out: lists of legal moves ask this for every card on the table.
    earth = mana[0] + gems[0] - cost[0]
    fire = mana[1] + gems[1] - cost[1]
    wind = mana[2] + gems[2] - cost[2]
    water = mana[3] + gems[3] - cost[3]
    return earth >= 0 and fire >= 0 and wind >= 0 and water >= 0 and earth + fire + wind + water >= cost[4]


def named(move: Build | Activate | Choose) -> ManaAndGems | None:
    """MF-4.13: the payment that the move names; None if it leaves that to the default."""
    if move.mana is None and move.gems is None:
        return None
    return (move.mana or s.NO_MANA).bag, (move.gems or s.NO_GEMS).bag


def check_payment(
    mana: Bag, gems: Bag, cost: Bag, payment: ManaAndGems | None, rule: str, *, gems_only: bool = False
) -> ManaAndGems:
    """What this cost is paid with: as the move says, or by default. `rule` is cited when nothing can pay it."""
    if gems_only:
        mana = s.NOTHING
    if payment is None:
        default = default_payment(mana, gems, cost)
        if default is None:
            raise IllegalMove(rule, f"you cannot pay {_describe_cost(cost)}{' in gems' if gems_only else ''}")
        return default
    from_reserve, tokens = payment
    if gems_only and any(from_reserve):
        raise IllegalMove("MF-4.5", "a cost of gems takes no mana")
    if min(*from_reserve, *tokens) < 0:
        raise IllegalMove("MF-4.13", "nothing below 0 can be paid")
    total = plus(from_reserve, tokens)
    if sum(total) != sum(cost) or any(have < need for have, need in zip(total, cost, strict=False)):
        raise IllegalMove("MF-4.13", f"the payment is not exactly {_describe_cost(cost)}")
    if not covers(mana, from_reserve) or not covers(gems, tokens):
        raise IllegalMove("MF-4.13", "you do not own everything that the payment names")
    return from_reserve, tokens


def default_payment(mana: Bag, gems: Bag, cost: Bag) -> ManaAndGems | None:
    """MF-4.11, MF-4.12: own element first, reserve before gems; `any` from where most is left."""
    reserve, tokens = _rest_of(mana, gems, cost)
    left = _default_left(reserve, tokens, cost[4]) if min(tokens) >= 0 else None
    return None if left is None else _spent(mana, gems, left)


def _describe_cost(cost: Bag) -> str:
    """A cost in words."""
    return ", ".join(f"{n} {name}" for name, n in zip((*s.ELEMENTS, "any"), cost, strict=True) if n) or "nothing"


def paid(payment: ManaAndGems) -> tuple[s.Mana, s.Gems]:
    """A payment as changes tell it."""
    return s.mana_in(payment[0]), s.gems_in(payment[1])


def number(text: str) -> int | None:
    """A plain whole number, or None."""
    n = int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST else None
    return n if str(n) == text else None


# MF-4.15: the ways to pay that lists of moves name. None stands for the default payment, which comes first.


def purse_of(phase: s.Playing, me: s.Seat) -> Purse:
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


def ways_to_activate(box: Box, phase: s.Playing, me: s.Seat, card: str, pay: Pay) -> tuple[Way, ...]:
    """Of an ability whose cost is in reach."""
    if isinstance(pay, PayMana) and pay.any:
        return _ways(phase.mana, me.gems, pay.bag, ALL if me.action is None else useful_mana(box, me, but=card))
    if isinstance(pay, PayGems) and pay.any:
        return _ways(s.NOTHING, me.gems, pay.bag, NONE)
    return DEFAULT


def ways_to_pay_extra(box: Box, phase: s.Playing, me: s.Seat, n: int) -> tuple[Way, ...]:
    """Of so much mana of any element, once the card is built."""
    return _ways(phase.mana, me.gems, (0, 0, 0, 0, n), useful_mana(box, me))


def useful_mana(box: Box, me: s.Seat, but: str | None = None) -> Elements:
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
    reserve, tokens = _rest_of(mana, gems, cost)
    default = _default_left(reserve, tokens, cost[4])
    assert default is not None
    aside = _default_left(s.NOTHING, default[1], n)
    if aside is None:
        return ()
    ways = [Way()]
    seen = {_left_behind((default[0], aside[1]), useful)}
    for keep in _to_keep(reserve, tokens, useful):
        left, rest = _left_that_keeps(reserve, tokens, cost[4], useful, keep)
        enough = [i for i in range(4) if rest[i] >= n]
        if not enough:
            continue
        place = max(enough, key=lambda i: (not keep >> i & 1, rest[i]))
        behind = _left_behind((left, add_at(rest, place, -n)), useful)
        if behind not in seen:
            seen.add(behind)
            ways.append(Way(*paid(_spent(mana, gems, (left, rest))), s.ELEMENTS[place]))
    return tuple(ways)


def other_payments(mana: Bag, gems: Bag, cost: Bag, useful: Elements) -> list[ManaAndGems]:
    """MF-4.15: payments that leave something else behind than the default: each keeps as much of one element as it can,
    or of all `useful` mana. What counts as left behind are gems, and mana of the elements that are still useful."""
    n = cost[4]
    reserve, tokens = _rest_of(mana, gems, cost)
    in_reserve = sum(reserve)
    if not n or min(tokens) < 0 or in_reserve + sum(tokens) <= n:
        return []  # there is no choice
    if not useful:
        if in_reserve >= n:
            return []  # mana of no use pays first, and no gem is asked for
        reserve, n = s.NOTHING, n - in_reserve
    return [_spent(mana, gems, left) for left in _others_left(reserve, tokens, n, useful)]


@lru_cache(REMEMBERED)
def _others_left(reserve: Bag, tokens: Bag, n: int, useful: Elements) -> tuple[ManaAndGems, ...]:
    """What n of any element may leave, what they leave by default excepted."""
    default = _default_left(reserve, tokens, n)
    assert default is not None
    seen = {_left_behind(default, useful)}
    found = []
    for keep in _to_keep(reserve, tokens, useful):
        left = _left_that_keeps(reserve, tokens, n, useful, keep)
        behind = _left_behind(left, useful)
        if behind not in seen:
            seen.add(behind)
            found.append(left)
    return tuple(found)


# What payments leave behind.


def _rest_of(mana: Bag, gems: Bag, cost: Bag) -> ManaAndGems:
    """What is left to pay the `any` part from: reserve before gems pays for the elements that the cost names. Gems
    below 0 are missing."""
    # Written out, as `_spent` is: both are asked for every payment of a list.
    earth, fire, wind, water = mana[0] - cost[0], mana[1] - cost[1], mana[2] - cost[2], mana[3] - cost[3]
    return (
        (earth if earth > 0 else 0, fire if fire > 0 else 0, wind if wind > 0 else 0, water if water > 0 else 0),
        (
            gems[0] + earth if earth < 0 else gems[0],
            gems[1] + fire if fire < 0 else gems[1],
            gems[2] + wind if wind < 0 else gems[2],
            gems[3] + water if water < 0 else gems[3],
        ),
    )


def _spent(mana: Bag, gems: Bag, left: ManaAndGems) -> ManaAndGems:
    """The payment that leaves this."""
    reserve, tokens = left
    return (
        (mana[0] - reserve[0], mana[1] - reserve[1], mana[2] - reserve[2], mana[3] - reserve[3]),
        (gems[0] - tokens[0], gems[1] - tokens[1], gems[2] - tokens[2], gems[3] - tokens[3]),
    )


def _default_left(reserve: Bag, tokens: Bag, n: int) -> ManaAndGems | None:
    """MF-4.12: what n of any element leave, if there are as many."""
    if not n:
        return reserve, tokens
    mana, gems = list(reserve), list(tokens)
    due = _take(gems, ALL, _take(mana, ALL, n))
    return None if due else (tuple(mana), tuple(gems))


def _to_keep(reserve: Bag, tokens: Bag, useful: Elements) -> list[Elements]:
    """What a payer with that much may want to keep: an element, or all mana of use. Nothing if there is no choice."""
    keeps, useless = [], False
    for i, bit in enumerate(_BITS):
        if tokens[i] or (reserve[i] and useful & bit):
            keeps.append(bit)
        if reserve[i] and not useful & bit:
            useless = True
    if len(keeps) < 2 and not useless:
        return []
    if useful != NONE and useful not in _BITS:
        keeps.append(useful)
    return keeps


def _left_that_keeps(reserve: Bag, tokens: Bag, n: int, useful: Elements, keep: Elements) -> ManaAndGems:
    """What n of any element leave if they come, as far as they can, from mana without use, then from other elements
    than those to keep."""
    mana, gems = list(reserve), list(tokens)
    due = _take(mana, ALL ^ useful, n)
    due = _take(mana, useful & ~keep, due)
    due = _take(gems, ALL ^ keep, due)
    due = _take(mana, useful & keep, due)
    _take(gems, keep, due)
    return tuple(mana), tuple(gems)


def _left_behind(left: ManaAndGems, useful: Elements) -> tuple[Bag, Bag]:
    """What counts of what is left: gems, and mana of use."""
    return left[1], tuple([left[0][i] for i in _PLACES[useful]]) if useful else s.NOTHING


def _take(pool: list[int], elements: Elements, due: int) -> int:
    """One at a time from the element with most left, ties in canonical order; how much is still due."""
    places = _PLACES[elements]
    while due:
        best, most = 0, 0
        for i in places:
            if pool[i] > most:
                best, most = i, pool[i]
        if not most:
            break
        pool[best] -= 1
        due -= 1
    return due
