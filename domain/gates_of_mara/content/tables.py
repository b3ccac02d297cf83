"""The components made ready for play: costs as bags, abilities with what can be known of them beforehand."""

from __future__ import annotations

from domain.core.bag import Bag
from domain.core.records import Record
from domain.gates_of_mara.content.entries import (
    AnyEffect,
    Attachments,
    Board,
    Caravan,
    Gain,
    Influence,
    Objective,
    Occupied,
    RealmEntry,
    Scoring,
    Setup,
    Shape,
    Start,
    Tracks,
)

BOARD = "enchantment_board"
CENTRAL = "central_gate"


class Cost(Record, frozen=True):
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


class Ability(Record, frozen=True):
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


class Figure(Record, frozen=True):
    id: str
    kind: str
    name: str
    shape: Shape
    energy: int
    influence: dict[str, int]
    places: tuple[str, ...]
    banner_max: int
    innate: Ability | None


class Tribe(Record, frozen=True):
    id: str
    name: str
    specialist: Ability


class Lord(Record, frozen=True):
    id: str
    name: str
    ability: Ability | None
    on_caravan: tuple[Influence, ...]
    convert_influence: bool
    claim_threshold: int
    grants_fire_banner: bool


class Space(Record, frozen=True):
    id: str
    name: str
    realm: str
    shapes: tuple[Shape, ...]
    abilities: dict[str, Ability]
    """By the key a move names: `space:a`."""


class CaravanSpace(Record, frozen=True):
    id: str
    name: str
    realm: str
    effects: tuple[AnyEffect, ...]


class Card(Record, frozen=True):
    """One copy of an attachment."""

    id: str
    title: str
    name: str
    shapes: tuple[Shape, ...]
    ability: Ability
    cost: Cost
    points_plus: int
    is_banner: bool


class WandererCard(Record, frozen=True):
    id: str
    name: str
    cost: Cost
    options: tuple[tuple[Gain, ...], ...]


class Tables(Record, frozen=True):
    """All components by id; lists that are dealt from hold instance ids in content order."""

    figures: dict[str, Figure]
    tribes: dict[str, Tribe]
    lords: dict[str, Lord]
    realms: dict[str, RealmEntry]
    spaces: dict[str, Space]
    caravan_spaces: dict[str, CaravanSpace]
    boards: dict[tuple[str, str], tuple[str, ...]]
    """(realm, side) to its space ids."""
    stops: dict[tuple[str, str], tuple[str, ...]]
    """(realm, side) to its caravan space ids."""
    open_to: dict[tuple[str, str, str], tuple[str, ...]]
    """(realm, side, shape) to the ids of the spaces that take the shape."""
    cards: dict[str, Card]
    enchantments: tuple[str, ...]
    banners: tuple[str, ...]
    fire_banners: tuple[str, ...]
    objectives: dict[str, Objective]
    wanderer_cards: dict[str, WandererCard]
    gates: tuple[str, ...]
    """`gate_1`.. in ring order."""
    wanderer: Ability
    """Activating the Wanderer where it stands (GM-7.10)."""
    enchant_max: int
    start: Start
    tracks: Tracks
    setup: Setup
    board: Board
    attachments: Attachments
    scoring: Scoring
