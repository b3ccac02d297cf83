"""MF-4.15: the ways to pay that lists of moves name. None stands for the default payment, which comes first."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from domain.core.bag import Bag, minus, plus
from domain.manaforge.content import Box
from domain.manaforge.content.ops import Pay, PayGems, PayMana
from domain.manaforge.rules.effects import mana_of
from domain.manaforge.rules.payment import (
    ALL,
    NONE,
    Elements,
    default_payment,
    left_behind,
    other_payments,
    paid,
    payment_that_keeps,
    to_keep,
)
from domain.manaforge.state import ELEMENTS, NOTHING, Gems, Mana, Playing, Seat

_REMEMBERED = 1 << 14
"""Ways that are kept: searches ask for the same ones again and again."""


class Way(NamedTuple):
    """What a move names of its payment: that of the cost, and the element of Scavenger's gem."""

    mana: Mana | None = None
    gems: Gems | None = None
    scavenge_gem: str | None = None


DEFAULT = (Way(),)


def ways_to_build(box: Box, phase: Playing, me: Seat, card: str, scavenged: int = 0) -> tuple[Way, ...]:
    """Of a card whose cost is in reach; none if Scavenger's gems on top of it are not."""
    useful = _useful_mana(box, me, built=card)
    if scavenged:
        return _scavenged(phase.mana, me.gems, box.cost[card], useful, scavenged)
    return _ways(phase.mana, me.gems, box.cost[card], useful)


def ways_to_activate(box: Box, phase: Playing, me: Seat, card: str, pay: Pay) -> tuple[Way, ...]:
    """Of an ability whose cost is in reach."""
    if isinstance(pay, PayMana) and pay.any:
        return _ways(phase.mana, me.gems, pay.bag, ALL if me.action is None else _useful_mana(box, me, but=card))
    if isinstance(pay, PayGems) and pay.any:
        return _ways(NOTHING, me.gems, pay.bag, NONE)
    return DEFAULT


def ways_to_pay_extra(box: Box, phase: Playing, me: Seat, n: int) -> tuple[Way, ...]:
    """Of so much mana of any element, once the card is built."""
    return _ways(phase.mana, me.gems, (0, 0, 0, 0, n), _useful_mana(box, me))


@lru_cache(_REMEMBERED)
def _ways(mana: Bag, gems: Bag, cost: Bag, useful: Elements) -> tuple[Way, ...]:
    return (*DEFAULT, *(Way(*paid(each)) for each in other_payments(mana, gems, cost, useful)))


@lru_cache(_REMEMBERED)
def _scavenged(mana: Bag, gems: Bag, cost: Bag, useful: Elements, n: int) -> tuple[Way, ...]:
    """Cost and Scavenger's gems together leave something behind: one list for both."""
    default = default_payment(mana, gems, cost)
    assert default is not None
    aside = default_payment(NOTHING, minus(gems, default[1]), (0, 0, 0, 0, n))
    if aside is None:
        return ()
    ways = [Way()]
    seen = {left_behind((default[0], plus(default[1], aside[1])), useful)}
    for keep in to_keep(mana, gems, cost, useful):
        payment = payment_that_keeps(mana, gems, cost, useful, keep)
        rest = minus(gems, payment[1])
        enough = [i for i in range(4) if rest[i] >= n]
        if not enough:
            continue
        element = ELEMENTS[max(enough, key=lambda i: (not keep >> i & 1, rest[i]))]
        left = left_behind((payment[0], plus(payment[1], mana_of(element, n))), useful)
        if left not in seen:
            seen.add(left)
            ways.append(Way(*paid(payment), element))
    return tuple(ways)


def _useful_mana(box: Box, me: Seat, built: str | None = None, but: str | None = None) -> Elements:
    """The elements of which a charged card, or the one just built, takes mana; other mana is lost with the turn."""
    useful = box.mana_taken[built] if built is not None else NONE
    for card in me.workshop:
        if card.charged and card.id != but:
            useful |= box.mana_taken[card.id]
    return useful
