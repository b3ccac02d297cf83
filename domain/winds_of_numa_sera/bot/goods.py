"""What cards and Capital are worth to a seat, in points of `evaluate`: what it can do with them, not what is asked."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.bot.worth import belongings, evaluate, put_on
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.rules.payment import item_price, skill_price
from moothall.domain.winds_of_numa_sera.rules.standing import holds, standing
from moothall.domain.winds_of_numa_sera.state import Seat, State

_CARDS = 3
"""Battle Cards that a hand makes use of before new ones come."""
_POOL = 0.5
"""The share of a blessing that a Pool in hand is worth: its test may fail, and costs something."""
_LEAST, _MOST = 0.2, 2.0
"""Points that a Capital counts for, whatever `evaluate` says."""
_SPARE = 10
"""Capital by which that is measured."""


class Market(NamedTuple):
    """What a seat could do with Capital: what it could buy, the best bargain first, as points per Capital and price;
    and what a Capital is worth that buys none of it now."""

    goods: tuple[tuple[float, int], ...]
    coin: float


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
