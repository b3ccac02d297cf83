"""What things are worth, in points of prestige.

The numbers began as those of the strategy notes in RULES.md and were then tried against each other, hundred games each.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from domain.manaforge.content import Box
from domain.manaforge.content.components import Ability, Item
from domain.manaforge.content.ops import (
    AddExpenditures,
    CopyStoreCard,
    ExhaustOthers,
    GainDie,
    GainGems,
    GainGemsOfPaid,
    GainMana,
    GainManaAttached,
    GainManaChoice,
    GainPrestige,
    GainPrestigeBySymbols,
    GainPrestigeByWorkshop,
    GainPrestigePerWand,
    GainPrisms,
    Op,
    PayExpenditures,
    PayGems,
    PayMana,
    Recharge,
)
from domain.manaforge.decide.build import symbols_of
from domain.manaforge.state import ELEMENTS, Card, Seat

MANA = 0.8
"""Mana that comes anew every round."""
MANA_PAID = 0.4
"""Mana that an ability takes every round, by element; and of any element."""
ANY_PAID = 0.3
EXPENDITURE = 1.15
CARD_EXHAUSTED = 1.3
RECHARGE = 1.0
GEM = 0.85
SPARE_GEM = 0.45
"""A gem beyond the fifth."""
PRISM = 1.0
LEFT_OVER = 0.01
"""A gem after the last turn: it only separates ties."""
TRIFLE = 0.001
"""So much more is a prism worth then: nobody exchanges it for nothing."""
DIE = 0.4
"""A further die, for every turn to come."""
WAND = 0.5
"""A wand in the Store, for every turn to come."""
LATER_LEVEL = 0.6
"""The share of a locked level's gain that counts already."""
PLENTY = 5
"""Gems, and mana per round from Workshop cards; what comes beyond is worth less."""
BEYOND_PLENTY = 0.35
USE = 0.85
"""How often a card that could be activated is."""

TALENTS = {
    "secret_stash": 3.0,
    "famous": 2.8,
    **{f"{element}_crafter": 2.5 for element in (*ELEMENTS, "arcane")},
    **{f"{each}mancer": 2.3 for each in ("geo", "pyro", "aero", "hydro")},
    **{f"{element}_enchanter": 2.0 for element in ELEMENTS},
    "archmage": 2.0,
    "wizards_apprentice": 1.5,
    "scavenger": 0.8,
    "aether_reserve": 0.5,
    "precognition": 0.3,
}
"""How much a simple player makes of each talent."""


def tokens(gems: int, prisms: int, later: int) -> float:
    """Gems and prisms, with so many turns still to come after this one."""
    if not later:
        return LEFT_OVER * gems + (LEFT_OVER + TRIFLE) * prisms
    return GEM * min(gems, PLENTY) + SPARE_GEM * max(0, gems - PLENTY) + PRISM * prisms


def workshop(box: Box, cards: Iterable[Card], later: int) -> float:
    """What the cards give in the turns to come."""
    if not later:
        return 0.0
    per_use = _per_use(box)
    value = 0.0
    mana = 0
    for card in cards:
        gain, source = per_use[card.id][len(card.gems)]
        if source and mana >= PLENTY:
            gain *= BEYOND_PLENTY
        mana += source
        value += gain
    return USE * later * value


def belongings(box: Box, me: Seat, later: int) -> float:
    """Score, tokens, cards and dice, with so many turns still to come after this one."""
    value = me.prestige + tokens(sum(me.gems), me.prisms, later) + workshop(box, me.workshop, later)
    return value + later * (DIE * len(me.dice) + WAND * sum(card in box.wands for card in me.store))


def built(box: Box, card: str, me: Seat, later: int) -> float:
    """What building the card gains now and in the turns to come, but for what it gives when used in this turn."""
    item = box.items[card]
    if item.kind == "workshop":
        kept = list(me.workshop)
        if len(kept) >= box.play.workshop_slots:
            kept.remove(weakest(box, me))
        return workshop(box, [*kept, Card(card)], later) - workshop(box, me.workshop, later)
    value = sum(stored(box, op, me, later) for op in item.effects)
    return value + (WAND * later if item.wand else 0.0)


def level_gain(box: Box, card: Card, later: int) -> float:
    """What one more gem on the card gains in the turns to come."""
    uses, level = _per_use(box)[card.id], len(card.gems)
    return USE * later * (uses[level + 1][0] - uses[level][0])


def weakest(box: Box, me: Seat) -> Card:
    """The card of the Workshop that is missed least."""
    per_use = _per_use(box)
    return min(me.workshop, key=lambda card: per_use[card.id][len(card.gems)][0])


def stored(box: Box, op: Op, me: Seat, later: int) -> float:
    """What an effect of a Store card gives when it is built, but for what it asks to be paid for."""
    match op:
        case GainPrestige(n):
            return n
        case GainPrestigePerWand(n):
            return n * sum(card in box.wands for card in me.store)
        case GainPrestigeBySymbols(symbols, n):
            return n * sum(count >= symbols for count in symbols_of(box, me))
        case GainPrestigeByWorkshop(charged, exhausted):
            return sum(charged if card.charged else exhausted for card in me.workshop)
        case GainPrisms(n):
            return tokens(0, n, later)
        case GainDie():
            return DIE * later
        case CopyStoreCard():
            return max((copied(box, card, me, later) for card in me.store), default=0.0)
        case _:
            return 0.0


def copied(box: Box, card: str, me: Seat, later: int) -> float:
    """What the effects of a card of the Store give once more."""
    return sum(stored(box, op, me, later) for op in box.items[card].effects if not isinstance(op, CopyStoreCard))


def _price(ability: Ability) -> float:
    price = 0.0
    for op in ability.pay:
        match op:
            case PayMana():
                price += MANA_PAID * sum(op.bag[:4]) + ANY_PAID * op.any
            case PayGems():
                price += GEM * sum(op.bag)
            case PayExpenditures(n):
                price += EXPENDITURE * n
            case ExhaustOthers(n):
                price += CARD_EXHAUSTED * n
    return price


def _yield(op: Op) -> float:
    """What one effect of a Workshop card gives, roughly."""
    match op:
        case GainMana():
            return MANA * sum(op.bag)
        case GainManaChoice(options):
            return MANA * max(sum(option.bag) for option in options)
        case GainManaAttached():
            return MANA * 2
        case GainGems(n=n) | GainGemsOfPaid(n):
            return GEM * n
        case GainPrestige(n):
            return float(n)
        case AddExpenditures(n):
            return EXPENDITURE * n
        case Recharge():
            return RECHARGE
        case _:
            return 0.0


def _mana_of(item: Item) -> int:
    return max((sum(op.bag) for a in item.abilities for op in a.effects if isinstance(op, GainMana)), default=0)


def _net_gain(item: Item, level: int) -> tuple[float, int]:
    """Net gain per activation, and the mana in it."""
    gains = [(a.level, max(0.0, sum(map(_yield, a.effects)) - _price(a))) for a in item.abilities]
    now = max((gain for needed, gain in gains if needed <= level), default=0.0)
    later = max(
        (LATER_LEVEL ** (needed - level) * (gain - now) for needed, gain in gains if needed > level), default=0.0
    )
    return now + max(0.0, later), _mana_of(item)


@cache
def _per_use(box: Box) -> dict[str, tuple[tuple[float, int], ...]]:
    """Net gain and mana by card and level."""
    return {item.id: tuple(_net_gain(item, n) for n in range(len(item.slots) + 1)) for item in box.items.values()}
