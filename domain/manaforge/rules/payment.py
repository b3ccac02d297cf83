"""What is paid with what. A cost is a bag of five: the four elements, then any."""

from __future__ import annotations

from domain.core.bag import Bag, covers, plus
from domain.core.errors import IllegalMove
from domain.manaforge.moves import Activate, Build, Choose
from domain.manaforge.state import ELEMENTS, NO_GEMS, NO_MANA, NOTHING, Gems, Mana, gems_in, mana_in

ManaAndGems = tuple[Bag, Bag]
"""Reserve mana and gems."""

FREE: ManaAndGems = (NOTHING, NOTHING)


def paid(payment: ManaAndGems) -> tuple[Mana, Gems]:
    """A payment as changes tell it."""
    return mana_in(payment[0]), gems_in(payment[1])


_MOST = 4
"""Digits of an amount worth reading: nobody owns ten thousand of anything."""

Elements = int
"""Some of the four elements: bit i stands for the one at place i of a bag."""

NONE: Elements = 0
ALL: Elements = 15
_PLACES = tuple(tuple(i for i in range(4) if some >> i & 1) for some in range(16))
"""Places in a bag, by some elements."""


def number(text: str) -> int | None:
    """A plain whole number, or None."""
    n = int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST else None
    return n if str(n) == text else None


def affordable(mana: Bag, gems: Bag, cost: Bag) -> bool:
    """MF-4.14: whether the default payment succeeds, without making it."""
    # Written out: lists of legal moves ask this for every card on the table.
    earth = mana[0] + gems[0] - cost[0]
    fire = mana[1] + gems[1] - cost[1]
    wind = mana[2] + gems[2] - cost[2]
    water = mana[3] + gems[3] - cost[3]
    return earth >= 0 and fire >= 0 and wind >= 0 and water >= 0 and earth + fire + wind + water >= cost[4]


def default_payment(mana: Bag, gems: Bag, cost: Bag) -> ManaAndGems | None:
    """MF-4.11, MF-4.12: own element first, reserve before gems; `any` from where most is left."""
    reserve, tokens = list(mana), list(gems)
    for i in range(4):
        from_reserve = min(reserve[i], cost[i])
        reserve[i] -= from_reserve
        tokens[i] -= cost[i] - from_reserve
        if tokens[i] < 0:
            return None
    for _ in range(cost[4]):
        pool = reserve if any(reserve) else tokens
        most = max(pool)
        if most == 0:
            return None
        pool[pool.index(most)] -= 1
    return (
        (mana[0] - reserve[0], mana[1] - reserve[1], mana[2] - reserve[2], mana[3] - reserve[3]),
        (gems[0] - tokens[0], gems[1] - tokens[1], gems[2] - tokens[2], gems[3] - tokens[3]),
    )


def other_payments(mana: Bag, gems: Bag, cost: Bag, useful: Elements) -> list[ManaAndGems]:
    """MF-4.15: payments that leave something else behind than the default: each keeps as much of one element as it can,
    or of all `useful` mana. What counts as left behind are gems, and mana of the elements that are still useful."""
    if not cost[4] or (not useful and sum(mana) >= sum(cost)):
        return []  # mana of no use pays first, and no gem is asked for
    default = default_payment(mana, gems, cost)
    if default is None:
        return []
    seen = {left_behind(default, useful)}
    found = []
    for keep in to_keep(mana, gems, cost, useful):
        payment = payment_that_keeps(mana, gems, cost, useful, keep)
        left = left_behind(payment, useful)
        if left not in seen:
            seen.add(left)
            found.append(payment)
    return found


def to_keep(mana: Bag, gems: Bag, cost: Bag, useful: Elements) -> list[Elements]:
    """What the payer of a cost in reach may want to keep: an element of which more is there than must go, or all mana
    of use. Nothing if everything has to go."""
    spare = [i for i in range(4) if mana[i] + gems[i] > cost[i] and (gems[i] or useful >> i & 1)]
    if len(spare) < 2 and not any(mana[i] for i in _PLACES[ALL ^ useful]):
        return []
    keeps = [1 << i for i in spare]
    return [*keeps, useful] if len(_PLACES[useful]) > 1 else keeps


def payment_that_keeps(mana: Bag, gems: Bag, cost: Bag, useful: Elements, keep: Elements) -> ManaAndGems:
    """A payment of a cost in reach whose `any` part comes, as far as it can, from mana without use, then from other
    elements than those to keep."""
    reserve, tokens = list(mana), list(gems)
    for i in range(4):
        from_reserve = min(reserve[i], cost[i])
        reserve[i] -= from_reserve
        tokens[i] -= cost[i] - from_reserve
    due = _take(reserve, ALL ^ useful, cost[4])
    due = _take(reserve, useful & ~keep, due)
    due = _take(tokens, ALL ^ keep, due)
    due = _take(reserve, useful & keep, due)
    _take(tokens, keep, due)
    return (
        (mana[0] - reserve[0], mana[1] - reserve[1], mana[2] - reserve[2], mana[3] - reserve[3]),
        (gems[0] - tokens[0], gems[1] - tokens[1], gems[2] - tokens[2], gems[3] - tokens[3]),
    )


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


def left_behind(payment: ManaAndGems, useful: Elements) -> tuple[Bag, Bag]:
    """Differs between payments just where what they leave behind does."""
    return payment[1], tuple([payment[0][i] for i in _PLACES[useful]])


def named(move: Build | Activate | Choose) -> ManaAndGems | None:
    """MF-4.13: the payment that the move names; None if it leaves that to the default."""
    if move.mana is None and move.gems is None:
        return None
    return (move.mana or NO_MANA).bag, (move.gems or NO_GEMS).bag


def check_payment(
    mana: Bag, gems: Bag, cost: Bag, payment: ManaAndGems | None, rule: str, *, gems_only: bool = False
) -> ManaAndGems:
    """What this cost is paid with: as the move says, or by default. `rule` is cited when nothing can pay it."""
    if gems_only:
        mana = NOTHING
    if payment is None:
        default = default_payment(mana, gems, cost)
        if default is None:
            raise IllegalMove(rule, f"you cannot pay {describe_cost(cost)}{' in gems' if gems_only else ''}")
        return default
    from_reserve, tokens = payment
    if gems_only and any(from_reserve):
        raise IllegalMove("MF-4.5", "a cost of gems takes no mana")
    if min(*from_reserve, *tokens) < 0:
        raise IllegalMove("MF-4.13", "nothing below 0 can be paid")
    total = plus(from_reserve, tokens)
    if sum(total) != sum(cost) or any(have < need for have, need in zip(total, cost, strict=False)):
        raise IllegalMove("MF-4.13", f"the payment is not exactly {describe_cost(cost)}")
    if not covers(mana, from_reserve) or not covers(gems, tokens):
        raise IllegalMove("MF-4.13", "you do not own everything that the payment names")
    return from_reserve, tokens


def describe_cost(cost: Bag) -> str:
    """A cost in words."""
    return ", ".join(f"{n} {name}" for name, n in zip((*ELEMENTS, "any"), cost, strict=True) if n) or "nothing"
