"""What a seat may ask for."""

from __future__ import annotations

from typing import Literal

from moothall.domain.core.data import Move
from moothall.domain.gates_of_mara.state import Gems


class Place(Move, frozen=True):
    """Place one of your figures from home and pay its energy.

    `figure`: one of your seven figures. `space`: a realm space in play, a gate (`gate_1`..), `central_gate`, or
    `enchantment_board` for Enchanters. `via`: what lets the figure enter an occupied realm space: `innate` or
    `card:<card>`; required there and left out everywhere else.
    """

    figure: str
    space: str
    via: str | None = None


class Pass(Move, frozen=True):
    """Take no more turns this round."""


class Activate(Move, frozen=True):
    """Use an ability of the figure just placed.

    `ability`: `innate`, `wanderer`, `lord:<lord>`, `space:a`, `space:b` or `card:<card>`. `realm`: where its effects
    happen; named if there is more than one realm where they could do something, left out otherwise. `payment`: the
    gems to pay with, by element; left out, the elements held most are taken.
    """

    ability: str
    realm: str | None = None
    payment: Gems | None = None


class Enchant(Move, frozen=True):
    """Buy an enchantment with the Enchanter just placed.

    `slot`: the market slot, 1 to 6. `figure`: your figure it is attached to. `payment`: as for `activate`.
    """

    slot: int
    figure: str
    payment: Gems | None = None


class EndTurn(Move, frozen=True):
    """End your turn. `collect`: take the free gains not used yet first; true unless told otherwise."""

    collect: bool = True


class ChooseInfluence(Move, frozen=True):
    """At the Water Lord: take the influence just gained, or as many points instead of it."""

    take: Literal["influence", "points"]


class ChooseGems(Move, frozen=True):
    """Choose the gems you gain. `gems`: how many of each element."""

    gems: Gems


class ChooseCaravanSpace(Move, frozen=True):
    """Choose where your caravan goes. `space`: a free caravan space of the realm."""

    space: str


class ChooseExchange(Move, frozen=True):
    """Trade with the Wanderer. `option`: 1, 2 or 3 of the current card, 0 to decline. `payment`: as for `activate`."""

    option: int
    payment: Gems | None = None


class ChooseFigure(Move, frozen=True):
    """Attach the banner just gained. `figure`: one of your figures that can take it."""

    figure: str


class TakeFireBanner(Move, frozen=True):
    """Attach a Fire Banner for your claim beside the Fire Lord. `figure`: one that can take it, or `none`."""

    figure: str


class PlaceLord(Move, frozen=True):
    """Put a lord back on the board. `lord`: one still off the board. `realm`: an elemental realm without a lord."""

    lord: str
    realm: str


AnyMove = (
    Place
    | Pass
    | Activate
    | Enchant
    | EndTurn
    | ChooseInfluence
    | ChooseGems
    | ChooseCaravanSpace
    | ChooseExchange
    | ChooseFigure
    | TakeFireBanner
    | PlaceLord
)
