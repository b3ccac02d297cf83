"""What things are worth, in points of prestige, and the numbers behind it, one set for each kind of player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.manaforge.content import Ability, Box, Item, ops
from moothall.domain.manaforge.rules import symbols_of
from moothall.domain.manaforge.state import DICE, ELEMENTS, Card, Seat

LEFT_OVER = 0.01
"""A gem after the last turn: it only separates ties."""

TRIFLE = 0.001
"""So much more is a prism worth then: nobody exchanges it for nothing."""

PLENTY = 5
"""Gems, and mana per round from Workshop cards; what comes beyond is worth less."""

BEYOND_PLENTY = 0.35
CARD_EXHAUSTED = 1.3


class Scale(Data, frozen=True, eq=False):
    """What each thing counts. Scales are equal only to themselves."""

    mana: float
    """Mana that comes anew every round."""
    mana_paid: float
    """Mana that an ability takes every round, by element; and of any element."""
    any_paid: float
    expenditure: float
    recharge: float
    gem: float
    gem_paid: float
    """A gem that an ability takes every round."""
    spare_gem: float
    """A gem beyond the fifth."""
    prism: float
    die: float
    """A further die, for every turn to come."""
    wand: float
    """A wand in the Store, for every turn to come."""
    later_level: float
    """The share of a locked level's gain that counts already."""
    use: float
    """How often a card that could be activated is."""
    talents: Mapping[str, float]
    """How much is made of each talent."""


PLAIN = Scale(
    mana=0.8,
    mana_paid=0.4,
    any_paid=0.3,
    expenditure=1.15,
    recharge=1.0,
    gem=0.85,
    gem_paid=0.85,
    spare_gem=0.45,
    prism=1.0,
    die=0.4,
    wand=0.5,
    later_level=0.6,
    use=0.85,
    talents={
        "secret_stash": 3.0,
        "famous": 2.8,
        **{f"{element}_crafter": 2.5 for element in DICE},
        **{f"{each}mancer": 2.3 for each in ("geo", "pyro", "aero", "hydro")},
        **{f"{element}_enchanter": 2.0 for element in ELEMENTS},
        "archmage": 2.0,
        "wizards_apprentice": 1.5,
        "scavenger": 0.8,
        "aether_reserve": 0.5,
        "precognition": 0.3,
    },
)
"""A simple player's. They began as those of the strategy notes in RULES.md and were then tried against each other,
hundred games each."""

TRIED = Scale(
    mana=0.8,
    mana_paid=0.28,
    any_paid=0.34,
    expenditure=0.78,
    recharge=0.7,
    gem=0.46,
    gem_paid=0.85,
    spare_gem=0.42,
    prism=0.92,
    die=0.29,
    wand=0.87,
    later_level=0.36,
    use=0.66,
    talents={
        "secret_stash": 5.0,
        "wizards_apprentice": 3.1,
        "earth_crafter": 3.0,
        "famous": 3.0,
        "fire_crafter": 2.7,
        "geomancer": 2.6,
        "water_crafter": 2.5,
        "earth_enchanter": 2.4,
        "pyromancer": 2.3,
        "hydromancer": 2.1,
        "wind_crafter": 1.9,
        "archmage": 1.8,
        "arcane_crafter": 1.7,
        "aeromancer": 1.7,
        "fire_enchanter": 1.7,
        "water_enchanter": 1.3,
        "wind_enchanter": 1.0,
        "aether_reserve": 0.3,
        "precognition": 0.2,
        "scavenger": 0.0,
    },
)
"""A search's: found by many thousand sketched games between players whose numbers were varied at random, by which of
them went with a lead at the end."""


class Prices(NamedTuple):
    """What lasting things are worth to their owner."""

    gem: float
    prism: float


class Worth(NamedTuple):
    """What things of a box are worth by some scale. `later` is always the turns still to come after this one."""

    box: Box
    scale: Scale
    per_use: dict[str, tuple[tuple[float, int], ...]]
    """Net gain and mana by card and level."""

    def prices(self, later: int) -> Prices:
        """What a gem and a prism are worth."""
        return Prices(self.scale.gem, self.scale.prism) if later else Prices(LEFT_OVER, LEFT_OVER + TRIFLE)

    def tokens(self, gems: int, prisms: int, later: int) -> float:
        """Gems and prisms."""
        if not later:
            return LEFT_OVER * gems + (LEFT_OVER + TRIFLE) * prisms
        scale = self.scale
        return scale.gem * min(gems, PLENTY) + scale.spare_gem * max(0, gems - PLENTY) + scale.prism * prisms

    def workshop(self, cards: Iterable[Card], later: int) -> float:
        """What the cards give in the turns to come."""
        if not later:
            return 0.0
        value = 0.0
        mana = 0
        for card in cards:
            gain, source = self.per_use[card.id][len(card.gems)]
            if source and mana >= PLENTY:
                gain *= BEYOND_PLENTY
            mana += source
            value += gain
        return self.scale.use * later * value

    def belongings(self, me: Seat, later: int) -> float:
        """Score, tokens, cards and dice."""
        value = me.prestige + self.tokens(sum(me.gems), me.prisms, later) + self.workshop(me.workshop, later)
        wands = sum(card in self.box.wands for card in me.store)
        return value + later * (self.scale.die * len(me.dice) + self.scale.wand * wands)

    def built(self, card: str, me: Seat, later: int) -> float:
        """What building the card gains now and in the turns to come, but for what it gives when used in this turn."""
        item = self.box.items[card]
        if item.kind == "workshop":
            kept = list(me.workshop)
            if len(kept) >= self.box.play.workshop_slots:
                kept.remove(self.weakest(me))
            return self.workshop([*kept, Card(card)], later) - self.workshop(me.workshop, later)
        value = sum(self.stored(op, me, later) for op in item.effects)
        return value + (self.scale.wand * later if item.wand else 0.0)

    def level_gain(self, card: Card, later: int) -> float:
        """What one more gem on the card gains in the turns to come."""
        uses, level = self.per_use[card.id], len(card.gems)
        return self.scale.use * later * (uses[level + 1][0] - uses[level][0])

    def weakest(self, me: Seat) -> Card:
        """The card of the Workshop that is missed least."""
        return min(me.workshop, key=lambda card: self.per_use[card.id][len(card.gems)][0])

    def stored(self, op: ops.Op, me: Seat, later: int) -> float:
        """What an effect of a Store card gives when it is built, but for what it asks to be paid for."""
        match op:
            case ops.GainPrestige(n):
                return n
            case ops.GainPrestigePerWand(n):
                return n * sum(card in self.box.wands for card in me.store)
            case ops.GainPrestigeBySymbols(symbols, n):
                return n * sum(count >= symbols for count in symbols_of(self.box, me))
            case ops.GainPrestigeByWorkshop(charged, exhausted):
                return sum(charged if card.charged else exhausted for card in me.workshop)
            case ops.GainPrisms(n):
                return self.tokens(0, n, later)
            case ops.GainDie():
                return self.scale.die * later
            case ops.CopyStoreCard():
                return max((self.copied(card, me, later) for card in me.store), default=0.0)
            case _:
                return 0.0

    def copied(self, card: str, me: Seat, later: int) -> float:
        """What the effects of a card of the Store give once more."""
        effects = self.box.items[card].effects
        return sum(self.stored(op, me, later) for op in effects if not isinstance(op, ops.CopyStoreCard))


@cache
def worth_by(scale: Scale, box: Box) -> Worth:
    """What things of the box are worth by the scale."""
    per_use = {
        item.id: tuple(_net_gain(scale, item, n) for n in range(len(item.slots) + 1)) for item in box.items.values()
    }
    return Worth(box, scale, per_use)


def _price(scale: Scale, ability: Ability) -> float:
    price = 0.0
    for op in ability.pay:
        match op:
            case ops.PayMana():
                price += scale.mana_paid * sum(op.bag[:4]) + scale.any_paid * op.any
            case ops.PayGems():
                price += scale.gem_paid * sum(op.bag)
            case ops.PayExpenditures(n):
                price += scale.expenditure * n
            case ops.ExhaustOthers(n):
                price += CARD_EXHAUSTED * n
    return price


def _yield(scale: Scale, op: ops.Op) -> float:
    """What one effect of a Workshop card gives, roughly."""
    match op:
        case ops.GainMana():
            return scale.mana * sum(op.bag)
        case ops.GainManaChoice(options):
            return scale.mana * max(sum(option.bag) for option in options)
        case ops.GainManaAttached():
            return scale.mana * 2
        case ops.GainGems(n=n) | ops.GainGemsOfPaid(n):
            return scale.gem * n
        case ops.GainPrestige(n):
            return float(n)
        case ops.AddExpenditures(n):
            return scale.expenditure * n
        case ops.Recharge():
            return scale.recharge
        case _:
            return 0.0


def _mana_of(item: Item) -> int:
    return max((sum(op.bag) for a in item.abilities for op in a.effects if isinstance(op, ops.GainMana)), default=0)


def _net_gain(scale: Scale, item: Item, level: int) -> tuple[float, int]:
    """Net gain per activation, and the mana in it."""
    gains = [(a.level, max(0.0, sum(_yield(scale, op) for op in a.effects) - _price(scale, a))) for a in item.abilities]
    now = max((gain for needed, gain in gains if needed <= level), default=0.0)
    later = max(
        (scale.later_level ** (needed - level) * (gain - now) for needed, gain in gains if needed > level), default=0.0
    )
    return now + max(0.0, later), _mana_of(item)
