"""What a seat may ask for. Lists in one text are joined by `+`: elements (`earth+wind`) or card ids."""

from __future__ import annotations

from typing import Literal

import msgspec

from moothall.domain.core.data import Move
from moothall.domain.manaforge.state import Gems, Mana


class DraftTalent(Move, frozen=True):
    """Pick a talent of your packet, in secret (MF-1.5).

    `talent`: the id of a talent in your packet. The pick can be taken back until every seat has picked.
    """

    talent: str


class KeepTalents(Move, frozen=True):
    """Keep two of your four picked talents, in secret (MF-1.6).

    `first`, `second`: their ids, the lower talent number first. Can be taken back until every seat has chosen.
    """

    first: str
    second: str


class Choose(Move, frozen=True):
    """Answer the question that your seat is asked; `choice` names it.

    `archmage_die`: `value` is the kind of die to take, an element or `arcane` (MF-1.11).
    `reserve_roll`: `keep` or `release` the die on Aether Reserve before the roll (MF-11.14).
    `extra_mana`: how much mana to pay for Spellblock Armguards, `0` to `8`; `mana` and `gems` may say with what
    (MF-10.5).
    `rod_gems`: the elements of the gems to pay for Elemental Rod joined by `+`, or `none` (MF-10.8).
    `mimic`: the id of the Store card that Mimic Essence copies (MF-10.9).
    `replica_gift`: `none`, `gem` or `prism`: what you hand to the builder, in secret (MF-10.10).
    """

    choice: Literal["archmage_die", "reserve_roll", "extra_mana", "rod_gems", "mimic", "replica_gift"]
    value: str
    mana: Mana | None = None
    gems: Gems | None = None


class SpendDie(Move, frozen=True):
    """Spend a ready die for the effect of its face; uses one expenditure (MF-5.1).

    `die`: its id. By face: `take`, the mana chosen (an element of an arcane face; `earth+wind` or `fire+water` of a
    Runestone); `target`, the exhausted card that Power Surge recharges; `gem`, the element Gem Copy doubles; `copy`,
    the other die that Transmute copies, together with what that die's face asks for.
    """

    die: str
    copy: str | None = None
    take: str | None = None
    target: str | None = None
    gem: str | None = None


class Build(Move, frozen=True):
    """Build an item: the turn's one build action (MF-7).

    `card`: its id. `from`: where it lies; `discard` needs Scavenger. `replace`: the Workshop card to discard, given
    exactly when a Workshop card is built with four in place. `mana`, `gems`: what the card's cost is paid with from the
    reserve and in gem tokens; both left out, the default payment is made (MF-4.11). `scavenge_gem`: the element of
    Scavenger's gem, set aside before the cost is paid.
    """

    card: str
    pile: Literal["board", "discard"] = msgspec.field(name="from", default="board")
    replace: str | None = None
    mana: Mana | None = None
    gems: Gems | None = None
    scavenge_gem: str | None = None


class GainPrism(Move, frozen=True):
    """Take a prism instead of building (MF-7.9)."""


class ExchangePrism(Move, frozen=True):
    """Exchange a prism for a gem of `element`, at any moment of your turn (MF-4.8)."""

    element: str


class Activate(Move, frozen=True):
    """Activate a charged Workshop card: one unlocked ability, which exhausts it (MF-8.1).

    `card`: its id. `ability`: the level number of the ability. By ability: `take`, the mana chosen (`earth+wind`);
    `target`, the exhausted card to recharge; `element`, that of the mana Mana Condenser takes; `exhaust`, the cards
    to exhaust, ids joined by `+`. `mana`, `gems`: what the cost is paid with; both left out,
    the default payment is made.
    """

    card: str
    ability: int
    take: str | None = None
    target: str | None = None
    element: str | None = None
    exhaust: str | None = None
    mana: Mana | None = None
    gems: Gems | None = None


class Upgrade(Move, frozen=True):
    """Attach a gem to the next open slot of a Workshop card (MF-9.1).

    `card`: its id. `element`: that of the gem, given exactly when the next slot takes any.
    """

    card: str
    element: str | None = None


class ActivateTalent(Move, frozen=True):
    """Use one of your talents (MF-11.1).

    `talent`: its id. `die`: the die a Geomancer, Pyromancer, Aeromancer or Hydromancer turns. `take`: the element
    that Wizard's Apprentice gives.
    """

    talent: str
    die: str | None = None
    take: str | None = None


class ReserveStore(Move, frozen=True):
    """Put a ready die on Aether Reserve (MF-11.10). `die`: its id."""

    die: str


class ReserveRelease(Move, frozen=True):
    """Take the die off Aether Reserve without spending it, at any time, also in others' turns (MF-11.12)."""


class EndTurn(Move, frozen=True):
    """End the turn: mana and expenditures left are lost, and nothing can be undone any more (MF-3.4)."""


class PrecogRaise(Move, frozen=True):
    """With Precognition, raise a card of the item deck to its top; also in others' turns (MF-11.16).

    `position`: where it lies, 2 for the second card from the top, up to 6.
    """

    position: int


AnyMove = (
    DraftTalent
    | KeepTalents
    | Choose
    | SpendDie
    | Build
    | GainPrism
    | ExchangePrism
    | Activate
    | Upgrade
    | ActivateTalent
    | ReserveStore
    | ReserveRelease
    | EndTurn
    | PrecogRaise
)
