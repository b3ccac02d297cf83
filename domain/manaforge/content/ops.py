"""The closed vocabulary of effects: every card, die face and talent is made of these operations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

import msgspec

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data, snake
from moothall.domain.manaforge.state import ELEMENTS

Amount = Annotated[int, msgspec.Meta(ge=0)]
Element = Literal["earth", "fire", "wind", "water"]
Kind = Literal["earth", "fire", "wind", "water", "arcane"]


class ByElement(Data, frozen=True, forbid_unknown_fields=True):
    """Amounts by element."""

    earth: Amount = 0
    fire: Amount = 0
    wind: Amount = 0
    water: Amount = 0

    @property
    def bag(self) -> Bag:
        return (self.earth, self.fire, self.wind, self.water)


class Cost(ByElement, frozen=True, forbid_unknown_fields=True):
    """Amounts by element, and of any element; as a bag the last place is `any`."""

    any: Amount = 0

    @property
    def bag(self) -> Bag:
        return (self.earth, self.fire, self.wind, self.water, self.any)


class Op(msgspec.Struct, frozen=True, tag_field="op", tag=snake, forbid_unknown_fields=True):
    """One operation."""


class PayMana(Op, frozen=True):
    """Pay mana from reserve and gems."""

    earth: Amount = 0
    fire: Amount = 0
    wind: Amount = 0
    water: Amount = 0
    any: Amount = 0

    @property
    def bag(self) -> Bag:
        return (self.earth, self.fire, self.wind, self.water, self.any)


class PayGems(Op, frozen=True):
    """Pay gem tokens."""

    earth: Amount = 0
    fire: Amount = 0
    wind: Amount = 0
    water: Amount = 0
    any: Amount = 0

    @property
    def bag(self) -> Bag:
        return (self.earth, self.fire, self.wind, self.water, self.any)


class PayExpenditures(Op, frozen=True):
    """Use up expenditures."""

    n: Amount


class ExhaustOthers(Op, frozen=True):
    """Exhaust other charged cards of the own Workshop."""

    n: Amount


class GainMana(Op, frozen=True):
    """Add to the reserve."""

    earth: Amount = 0
    fire: Amount = 0
    wind: Amount = 0
    water: Amount = 0

    @property
    def bag(self) -> Bag:
        return (self.earth, self.fire, self.wind, self.water)


class GainManaChoice(Op, frozen=True):
    """Add one of the options."""

    options: tuple[ByElement, ...]


class GainManaAny(Op, frozen=True):
    """Add n mana of one chosen element."""

    n: Amount


class GainManaAttached(Op, frozen=True):
    """One mana per attached gem, of its element."""


class GainGems(Op, frozen=True):
    """Gain gems of an element."""

    element: Element
    n: Amount


class GainGemsOfPaid(Op, frozen=True):
    """Gain gems of the element of the one mana just paid."""

    n: Amount


class CopyGem(Op, frozen=True):
    """Gain a gem of an element that is owned."""


class GainPrisms(Op, frozen=True):
    """Gain prisms."""

    n: Amount


class GainPrestige(Op, frozen=True):
    """Score."""

    n: Amount


class GainPrestigePerWand(Op, frozen=True):
    """Score per wand in the Store pile."""

    n: Amount


class GainPrestigeBySymbols(Op, frozen=True):
    """Score per element with at least so many symbols on the own dice."""

    symbols: Amount
    n: Amount


class GainPrestigeByWorkshop(Op, frozen=True):
    """Score per charged and per exhausted card of the own Workshop."""

    charged: Amount
    exhausted: Amount


class BuyPrestige(Op, frozen=True):
    """Pay 0..max units for n prestige each."""

    currency: Literal["mana", "gem_distinct"]
    max: Amount
    n: Amount


class GainDie(Op, frozen=True):
    """Take a die from the supply and roll it."""

    element: Kind


class GainDieAny(Op, frozen=True):
    """Take a die of a chosen kind at setup."""


class CopyDie(Op, frozen=True):
    """Gain the effect of another die's face."""


class FlipDieToGem(Op, frozen=True):
    """Turn an own die of the element to its first gem face."""

    element: Element


class Recharge(Op, frozen=True):
    """An exhausted card becomes charged; `other`: not the card that says so."""

    scope: Literal["any", "other"]


class AddExpenditures(Op, frozen=True):
    """More expenditures this turn."""

    n: Amount


class CopyStoreCard(Op, frozen=True):
    """Resolve another card of the own Store pile."""


class OfferGem(Op, frozen=True):
    """Every other seat may hand over a gem for n prestige."""

    element: Element
    n: Amount


class HoldDie(Op, frozen=True):
    """A die may be kept on the card."""


class LookAhead(Op, frozen=True):
    """The top n cards of the item deck are seen and may be reordered."""

    n: Amount


class BuildFromDiscard(Op, frozen=True):
    """Cards of the discard pile may be built for so many gems on top."""

    gems: Amount


Pay = PayMana | PayGems | PayExpenditures | ExhaustOthers
FaceOp = GainMana | GainManaChoice | GainGems | CopyGem | Recharge | CopyDie
AbilityOp = (
    GainMana | GainManaChoice | GainManaAttached | GainGemsOfPaid | GainPrestige | Recharge | AddExpenditures | GainGems
)
StoreOp = (
    GainPrestige
    | GainPrestigePerWand
    | GainPrestigeBySymbols
    | GainPrestigeByWorkshop
    | GainPrisms
    | GainGems
    | GainDie
    | BuyPrestige
    | CopyStoreCard
    | OfferGem
)
TalentOp = (
    GainPrestige
    | GainGems
    | GainPrisms
    | GainManaAny
    | GainDieAny
    | FlipDieToGem
    | HoldDie
    | LookAhead
    | BuildFromDiscard
)
AnyOp = Pay | FaceOp | AbilityOp | StoreOp | TalentOp

OPS: dict[str, type[Op]] = {str(op.__struct_config__.tag): op for op in Op.__subclasses__()}
"""Every operation by its name."""

PARAMETER: dict[type, str] = {
    GainManaChoice: "take",
    GainManaAny: "take",
    CopyGem: "gem",
    Recharge: "target",
    FlipDieToGem: "die",
    GainGemsOfPaid: "element",
    ExhaustOthers: "exhaust",
}
"""The parameter of a move that answers what an operation asks."""


@cache
def takes(op: GainManaChoice) -> Mapping[str, Bag]:
    """The options of a choice by the name a move gives them."""
    return {_name(option.bag): option.bag for option in op.options}


def _name(bag: Bag) -> str:
    return "+".join(element for element, n in zip(ELEMENTS, bag, strict=True) if n)
