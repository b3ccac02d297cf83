"""The entries of a content file as they are written: effects, costs and components, nothing derived."""

from __future__ import annotations

from typing import Literal

import msgspec

from moothall.domain.core.data import Data
from moothall.domain.gates_of_mara.state import Gems

Element = Literal["fire", "water", "earth", "air"]
What = Literal["fire", "water", "earth", "air", "any", "onyx", "key", "point", "energy"]
Supply = Literal["fire", "water", "earth", "air", "onyx"]
Shape = Literal["triangle", "square", "circle", "hexagon"]
Site = Literal["realm", "standard_gate", "central_gate", "enchantment_board"]


class Effect(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """One thing an ability does."""


class Gain(Effect, frozen=True, tag="gain"):
    what: What
    n: int


class GainOneOf(Effect, frozen=True, tag="gain_one_of"):
    what: tuple[Element, ...]
    n: int


class Influence(Effect, frozen=True, tag="influence"):
    n: int
    where: Literal["figure_realm", "caravan_realm", "lord_realm"]


class Caravan(Effect, frozen=True, tag="caravan"):
    n: int
    where: Literal["figure_realm", "lord_realm", "wanderer_realm"]


class Wanderer(Effect, frozen=True, tag="wanderer"):
    pass


class Occupied(Effect, frozen=True, tag="occupied"):
    only_if: Literal["lord_in_realm"] | None = None


class Banner(Effect, frozen=True, tag="banner"):
    slot: str


class Enchant(Effect, frozen=True, tag="enchant"):
    max: int


AnyEffect = Gain | GainOneOf | Influence | Caravan | Wanderer | Occupied | Banner | Enchant


class CostEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cost as written."""

    fire: int = 0
    water: int = 0
    earth: int = 0
    air: int = 0
    any: int = 0
    onyx: int = 0
    energy: int = 0


class AbilityEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An ability as written."""

    effects: tuple[AnyEffect, ...]
    cost: CostEntry = CostEntry()
    cost_one_of: tuple[Element, ...] = ()
    id: str = ""


class OptionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    effects: tuple[Gain, ...]


class FigureEntry(Data, frozen=True):
    id: str
    name: str
    shape: Shape
    energy: int
    influence: dict[Site, int]
    places: tuple[Site, ...]
    banner_max: int
    count: int = 1
    innate: AbilityEntry | None = None


class TribeEntry(Data, frozen=True):
    id: str
    name: str
    specialist: AbilityEntry


class LordEntry(Data, frozen=True):
    id: str
    name: str
    element: Element
    ability: AbilityEntry | None = None
    on_caravan: tuple[Influence, ...] = ()
    convert_influence: bool = False
    claim_threshold: int = 1
    grants_fire_banner: bool = False


class RealmEntry(Data, frozen=True):
    id: str
    name: str
    element: Literal["fire", "water", "earth", "air", "none"]
    banner_slots: tuple[str, ...]


class Sited(Data, frozen=True):
    """An entry that lies on one side of a realm."""

    id: str
    realm: str
    side: Literal["2p", "34p"]


class SpaceEntry(Data, frozen=True):
    id: str
    name: str
    realm: str
    side: Literal["2p", "34p"]
    shapes: tuple[Shape, ...]
    abilities: tuple[AbilityEntry, ...]
    banner_slot: str | None = None


class CaravanSpaceEntry(Data, frozen=True):
    id: str
    name: str
    realm: str
    side: Literal["2p", "34p"]
    effects: tuple[AnyEffect, ...]


class CardEntry(Data, frozen=True):
    """An enchantment, a banner or the Fire Banner."""

    id: str
    name: str
    shapes: tuple[Shape, ...]
    ability: AbilityEntry
    count: int = 1
    cost: CostEntry = CostEntry()
    points_plus: int = 0


Test = Literal[
    "caravans_placed",
    "influence_in_each_visited_realm",
    "claims_placed",
    "claim_with_influence",
    "pieces_in_one_realm",
    "realms_claimed",
    "realms_with_caravan",
    "circles_all_on_realms",
    "keys_gained",
    "supply_at_least",
    "one_element_at_least",
    "enchantments_gained",
    "circles_all_attached",
    "figures_with_both",
]


class Objective(Data, frozen=True):
    id: str
    name: str
    test: Test
    n: int = 0
    need: dict[Supply, int] = {}  # noqa: RUF012  msgspec copies it


class WandererEntry(Data, frozen=True):
    id: str
    name: str
    cost: CostEntry
    options: tuple[OptionEntry, ...]


class GateEntry(Data, frozen=True):
    id: str
    name: str
    spaces: int
    shapes: tuple[Shape, ...]
    count: int = 1


class Elements(Data, frozen=True):
    order: tuple[str, ...]


class Start(Data, frozen=True):
    energy: int
    gems: Gems
    onyx: int
    keys: int
    caravans: int


class Tracks(Data, frozen=True):
    energy_max: int
    influence_max: int


class Setup(Data, frozen=True):
    rounds: int
    side_by_players: dict[str, str]
    lords_in_play: int
    keys_on_central_gate: int
    keys_added_each_reset: int
    market_slots: int
    objectives_face_up: int
    wanderer_start: str


class Board(Data, frozen=True):
    name: str
    spaces: int
    ability: AbilityEntry


class Attachments(Data, frozen=True):
    max_per_figure: int


class Scoring(Data, frozen=True):
    claims_first: int
    claims_second: int
    claims_tie_first: int
    points_tie_second: int
    lord_key_pieces: int
    objective_points: int
    end_first: int
    end_second: int
    end_tie_first: int
    end_tie_second: int
    gems_per_point: int
    points_per_onyx: int
