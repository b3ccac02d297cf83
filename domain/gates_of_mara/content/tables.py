"""The components made ready for play: costs as bags, abilities with what can be known of them beforehand."""

from __future__ import annotations

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data
from moothall.domain.gates_of_mara.content.entries import (
    AnyEffect,
    Caravan,
    Gain,
    Influence,
    Occupied,
    Shape,
)


class Cost(Data, frozen=True):
    """What is paid: fixed gems, gems of any element, one gem of one of the listed elements, onyx, energy."""

    gems: Bag
    any: int
    one_of: tuple[int, ...]
    """Positions of elements; one gem of one of them is paid."""
    onyx: int
    energy: int
    total: int
    """Gems in all."""
    free: bool


class Ability(Data, frozen=True):
    """Something that can be activated."""

    cost: Cost
    effects: tuple[AnyEffect, ...]
    local: tuple[Influence | Caravan, ...]
    """Effects in a realm that the figure or the player determines."""
    where: str
    """`figure_realm`, `lord_realm`, or empty when nothing is local."""
    sure: bool
    """Holds a gain, which always does something (GM-6.6)."""
    exchange: bool
    to_wanderer: bool
    """Places a caravan in the Wanderer's realm."""
    banner: str | None
    """The slot whose banner it gives."""
    permission: Occupied | None
    free_gain: bool
    """GM-6.12."""


class Figure(Data, frozen=True):
    id: str
    kind: str
    name: str
    shape: Shape
    energy: int
    influence: dict[str, int]
    places: tuple[str, ...]
    banner_max: int
    innate: Ability | None


class Tribe(Data, frozen=True):
    id: str
    name: str
    specialist: Ability


class Lord(Data, frozen=True):
    id: str
    name: str
    ability: Ability | None
    on_caravan: tuple[Influence, ...]
    convert_influence: bool
    claim_threshold: int
    grants_fire_banner: bool


class Space(Data, frozen=True):
    id: str
    name: str
    realm: str
    shapes: tuple[Shape, ...]
    abilities: dict[str, Ability]
    """By the key a move names: `space:a`."""


class CaravanSpace(Data, frozen=True):
    id: str
    name: str
    realm: str
    effects: tuple[AnyEffect, ...]


class Card(Data, frozen=True):
    """One copy of an attachment."""

    id: str
    title: str
    name: str
    shapes: tuple[Shape, ...]
    ability: Ability
    cost: Cost
    points_plus: int
    is_banner: bool


class WandererCard(Data, frozen=True):
    id: str
    name: str
    cost: Cost
    options: tuple[tuple[Gain, ...], ...]
