"""MF-4.15: the ways to pay that lists of moves name. None stands for the default payment, which comes first."""

from __future__ import annotations

from typing import NamedTuple

from domain.core.bag import minus, plus
from domain.manaforge.content.ops import Pay, PayGems, PayMana
from domain.manaforge.content.tables import COST, ITEMS
from domain.manaforge.rules.effects import mana_of
from domain.manaforge.rules.payment import (
    ALL,
    NONE,
    Elements,
    Payment,
    affordable,
    default_payment,
    left_behind,
    other_payments,
    payment_text,
    payment_that_keeps,
    to_keep,
)
from domain.manaforge.state import ELEMENTS, NOTHING, Playing, Seat


class Way(NamedTuple):
    """What a build names of its payment: that of the cost, and the element of Scavenger's gem."""

    payment: str | None = None
    scavenge_gem: str | None = None


_DEFAULT = [Way()]


def ways_to_build(phase: Playing, me: Seat, card: str, scavenged: int = 0) -> list[Way]:
    """Of a card whose cost (and Scavenger's gems on top) may be in reach; none if it is not."""
    mana, gems, cost = phase.mana, me.gems, COST[card]
    if not affordable(mana, gems, cost):
        return []
    if scavenged:
        return _scavenged(phase, me, card, scavenged)
    if not cost[4]:
        return _DEFAULT
    useful = _useful_mana(me, built=card)
    return [*_DEFAULT, *(Way(payment_text(each)) for each in other_payments(mana, gems, cost, useful))]


def ways_to_activate(phase: Playing, me: Seat, card: str, pay: Pay) -> list[str | None]:
    """Of an ability whose cost is in reach."""
    match pay:
        case PayMana(any=n) if n:
            useful = ALL if me.action is None else _useful_mana(me, but=card)
            return _named(other_payments(phase.mana, me.gems, pay.bag, useful))
        case PayGems(any=n) if n:
            return _named(other_payments(NOTHING, me.gems, pay.bag, NONE))
        case _:
            return [None]


def ways_to_pay_extra(phase: Playing, me: Seat, n: int) -> list[str | None]:
    """Of so much mana of any element, once the card is built."""
    return _named(other_payments(phase.mana, me.gems, (0, 0, 0, 0, n), _useful_mana(me)))


def _named(others: list[Payment]) -> list[str | None]:
    return [None, *map(payment_text, others)]


def _scavenged(phase: Playing, me: Seat, card: str, gems: int) -> list[Way]:
    """Cost and Scavenger's gems together leave something behind: one list for both."""
    cost = COST[card]
    useful = _useful_mana(me, built=card)
    default = default_payment(phase.mana, me.gems, cost)
    assert default is not None
    aside = default_payment(NOTHING, minus(me.gems, default[1]), (0, 0, 0, 0, gems))
    if aside is None:
        return []
    ways = [Way()]
    seen = {left_behind((default[0], plus(default[1], aside[1])), useful)}
    for keep in to_keep(useful):
        payment = payment_that_keeps(phase.mana, me.gems, cost, useful, keep)
        rest = minus(me.gems, payment[1])
        enough = [i for i in range(4) if rest[i] >= gems]
        if not enough:
            continue
        element = ELEMENTS[max(enough, key=lambda i: (i not in keep, rest[i]))]
        left = left_behind((payment[0], plus(payment[1], mana_of(element, gems))), useful)
        if left not in seen:
            seen.add(left)
            ways.append(Way(payment_text(payment), element))
    return ways


_WANTED: dict[str, Elements] = {
    item.id: frozenset(
        i
        for ability in item.abilities
        for pay in ability.pay
        if isinstance(pay, PayMana)
        for i in range(4)
        if pay.bag[i] or pay.any
    )
    for item in ITEMS.values()
}


def _useful_mana(me: Seat, built: str | None = None, but: str | None = None) -> Elements:
    """The elements of which a charged card, or the one just built, takes mana; other mana is lost with the turn."""
    useful = _WANTED[built] if built is not None else NONE
    for card in me.workshop:
        if card.charged and card.id != but:
            useful |= _WANTED[card.id]
    return useful
