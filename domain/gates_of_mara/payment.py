"""Payments: the gems that a cost takes from a seat, by default or as the player names them (GM-6.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement
from operator import sub

from msgspec.structs import astuple

from moothall.domain.core.bag import Bag, covers
from moothall.domain.core.errors import IllegalMove
from moothall.domain.gates_of_mara import state as s
from moothall.domain.gates_of_mara.content import Cost


def default_gems(held: Bag, cost: Cost) -> Bag | None:
    """The gems taken if the player names none; None if they do not suffice.

    Gems of any element come one by one from the element held most, ties in canonical order.
    """
    if not cost.total:
        return s.NO_GEMS
    left = list(map(sub, held, cost.gems))
    if min(left) < 0:
        return None
    if not cost.any and not cost.one_of:
        return cost.gems
    if sum(left) < cost.any + bool(cost.one_of):
        return None
    paid = list(cost.gems)
    if cost.one_of:
        most = max(cost.one_of, key=left.__getitem__)
        if not left[most]:
            return None
        left[most] -= 1
        paid[most] += 1
    for _ in range(cost.any):
        most = left.index(max(left))
        left[most] -= 1
        paid[most] += 1
    return tuple(paid)


def payments(held: Bag, cost: Cost) -> Iterator[Bag]:
    """Every way to pay the gems."""
    if not covers(held, cost.gems):
        return
    kinds = range(len(held))
    for chosen in cost.one_of or (None,):
        for free in combinations_with_replacement(kinds, cost.any):
            gems = tuple(cost.gems[i] + free.count(i) + (i == chosen) for i in kinds)
            if covers(held, gems):
                yield gems


def affordable(seat: s.Seat, cost: Cost) -> Bag | None:
    """The default gems if all of the cost can be paid, else None."""
    if cost.free:
        return s.NO_GEMS
    if seat.onyx < cost.onyx or seat.energy < cost.energy:
        return None
    return default_gems(seat.gems, cost)


def check_payment(seat: s.Seat, cost: Cost, payment: s.Gems | None) -> Bag:
    """GM-6.4: the gems that are paid; onyx and energy must be there too."""
    if seat.onyx < cost.onyx:
        raise IllegalMove("GM-6.4", f"it costs {cost.onyx} onyx and you have {seat.onyx}")
    if seat.energy < cost.energy:
        raise IllegalMove("GM-6.4", f"it costs {cost.energy} energy and you have {seat.energy}")
    if payment is None:
        gems = default_gems(seat.gems, cost)
        if gems is None:
            raise IllegalMove("GM-6.4", "your gems do not pay for it")
        return gems
    return _check_named(seat, cost, payment)


def _check_named(seat: s.Seat, cost: Cost, payment: s.Gems) -> Bag:
    gems: Bag = astuple(payment)
    if min(gems) < 0:
        raise IllegalMove("GM-6.4", "a payment has no less than 0 gems of an element")
    if sum(gems) != cost.total:
        raise IllegalMove("GM-6.4", f"it costs {cost.total} gems, not {sum(gems)}")
    if not covers(seat.gems, gems):
        raise IllegalMove("GM-6.4", "you do not have these gems")
    if not covers(gems, cost.gems):
        raise IllegalMove("GM-6.4", "the payment lacks gems of an element that the cost names")
    if cost.one_of and not any(gems[i] > cost.gems[i] for i in cost.one_of):
        choices = " or ".join(s.ELEMENTS[i] for i in cost.one_of)
        raise IllegalMove("GM-6.4", f"one gem must be {choices}")
    return gems
