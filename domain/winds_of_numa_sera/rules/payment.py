"""Prices, payments and costs (NS-3)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from moothall.domain.core.errors import IllegalMove
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.standing import Standing, skilled, standing, stat, summed
from moothall.domain.winds_of_numa_sera.state import Seat

UNPAYABLE = "the cost cannot be paid in full"
"""NS-8.2, NS-5.5: a cost is met in full or not at all."""


class Payment(NamedTuple):
    """Where a price comes from."""

    credit: int
    cards: dict[str, int]
    treasury: int

    @property
    def total(self) -> int:
        """The whole price."""
        return self.credit + sum(self.cards.values()) + self.treasury


def credit_of(seat: Seat, purpose: str) -> int:
    """NS-3.3: the credit that fits."""
    if purpose == "item":
        return seat.item_credit
    return seat.skill_credit if purpose.startswith("skill_") else 0


def purses(box: Box, seat: Seat, purpose: str) -> list[tuple[str, int]]:
    """NS-3.4: own cards with Capital for the purpose, in the order in which they are spent."""
    if not seat.purse:
        return []
    wanted = box.purposes[purpose]
    return [
        (card, seat.purse[card])
        for card, tags in standing(box, seat.mat).purses
        if card in seat.purse and not wanted.isdisjoint(tags)
    ]


def affords(box: Box, seat: Seat, price: int, purpose: str) -> bool:
    """Whether the price can be paid."""
    missing = price - seat.treasury
    if missing <= 0:
        return True
    missing -= credit_of(seat, purpose)
    return missing <= 0 or (bool(seat.purse) and missing <= sum([amount for _, amount in purses(box, seat, purpose)]))


def default_payment(box: Box, seat: Seat, price: int, purpose: str) -> Payment:
    """NS-3.4: credit, then fitting cards, then the Treasury. The price must be affordable."""
    credit = min(credit_of(seat, purpose), price)
    left = price - credit
    cards: dict[str, int] = {}
    for card, amount in purses(box, seat, purpose):
        if left:
            cards[card] = min(amount, left)
            left -= cards[card]
    return Payment(credit, cards, left)


def check_payment(box: Box, seat: Seat, price: int, purpose: str, named: dict[str, int] | None) -> Payment:
    """NS-3.1, NS-3.4: the payment named, or the default one."""
    if named is None:
        if not affords(box, seat, price, purpose):
            raise IllegalMove("NS-3.4", f"it costs {price}, more than you can spend on it")
        return default_payment(box, seat, price, purpose)
    sources = {"treasury": seat.treasury, "credit": credit_of(seat, purpose), **dict(purses(box, seat, purpose))}
    for source, amount in named.items():
        if source not in sources:
            raise IllegalMove("NS-3.1", f"{source} cannot pay for this")
        if not 0 <= amount <= sources[source]:
            raise IllegalMove("NS-3.1", f"{source} holds {sources[source]}, not {amount}")
    if sum(named.values()) != price:
        raise IllegalMove("NS-3.4", f"the payment must add up to {price}")
    cards = {card: amount for card, amount in named.items() if card not in ("treasury", "credit") and amount}
    return Payment(named.get("credit", 0), cards, named.get("treasury", 0))


def discardable(box: Box, seat: Seat, what: str) -> tuple[str, ...]:
    """The own cards that answer a `discard`: Items from hand or slots."""
    match what:
        case "battle_card":
            return tuple(card for card in seat.hand if box.kind_of(card) == "battle")
        case "maven":
            return seat.mat.mavens
        case _:
            return (*(card for card in seat.hand if box.kind_of(card) in ("item", "mythic")), *seat.mat.items)


def can_pay(box: Box, seat: Seat, cost: Sequence[Effect]) -> bool:
    """Whether a cost can be met in full."""
    for effect in cost:
        match effect.op:
            case "lose_capital":
                if not affords(box, seat, effect.amount, "cost"):
                    return False
            case "lose_power":
                if seat.power - effect.amount < effect.floor:
                    return False
            case _:
                if len(discardable(box, seat, effect.what)) < effect.count:
                    return False
    return True


def skill_prices(box: Box, seat: Seat) -> dict[str, int]:
    """NS-6.2: of every type, ten per level reached, with modifiers, never below the floor."""
    return skill_prices_for(box, standing(box, seat.mat), seat)


def skill_prices_for(box: Box, found: Standing, seat: Seat) -> dict[str, int]:
    """The same where it is known what follows from the mat."""
    return _skill_prices(box, seat.mat.skills, summed(box, found, seat, "skill_cost"))


@lru_cache(maxsize=1 << 8)
def _skill_prices(box: Box, cards: tuple[str, ...], change: int) -> dict[str, int]:
    levels, floor = skilled(box, cards).levels, box.limits.skill_cost_floor
    return {skill: max(each.cost_per_level * (levels[skill] + 1) + change, floor) for skill, each in box.skills.items()}


def skill_price(box: Box, seat: Seat, skill: str) -> int:
    """The same of one type."""
    return skill_prices(box, seat)[skill]


def item_prices(box: Box, seat: Seat) -> dict[str, int]:
    """NS-6.5: of every Item, the printed cost with modifiers, never below the floor."""
    return item_prices_for(box, standing(box, seat.mat), seat)


def item_prices_for(box: Box, found: Standing, seat: Seat) -> dict[str, int]:
    """The same where it is known what follows from the mat."""
    return _item_prices(box, summed(box, found, seat, "item_cost"))


@lru_cache(maxsize=1 << 8)
def _item_prices(box: Box, change: int) -> dict[str, int]:
    floor = box.limits.item_cost_floor
    return {item: max(each.cost + change, floor) for item, each in box.items.items()}


def item_price(box: Box, seat: Seat, item: str) -> int:
    """The same of one Item."""
    return item_prices(box, seat)[item]


def battle_card_costs(box: Box, seat: Seat, cards: Sequence[str]) -> tuple[int, int]:
    """NS-11.4: Capital and Power that these Battle Cards cost."""
    change = stat(box, seat, "battle_cost")
    capital = power = 0
    for name in cards:
        card = box.cards[name]
        if card.cost_in == "power":
            power += card.cost
        else:
            capital += max(card.cost + change, box.limits.battle_cost_floor)
    return capital, power
