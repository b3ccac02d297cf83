"""The components of an edition: its content file read into a `Box` of checked tables, ready for play."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from moothall.domain.core.bag import Bag
from moothall.domain.core.content import Content, Editions, OnDemand, instances
from moothall.domain.core.data import Data
from moothall.domain.gates_of_mara.content import entries
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, ELEMENTS, State

_FIGURE = (
    entries.Gain,
    entries.GainOneOf,
    entries.Influence,
    entries.Caravan,
    entries.Wanderer,
    entries.Occupied,
)
"""What an ability of a figure or of a card may do."""
_LORD = (entries.Gain, entries.GainOneOf, entries.Wanderer)
_SPACE = (entries.Gain, entries.GainOneOf, entries.Influence, entries.Caravan, entries.Wanderer, entries.Banner)
_STOP = (entries.Gain, entries.GainOneOf, entries.Influence, entries.Wanderer)


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
    effects: tuple[entries.AnyEffect, ...]
    local: tuple[entries.Influence | entries.Caravan, ...]
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
    permission: entries.Occupied | None
    free_gain: bool
    """GM-6.12."""


class Figure(Data, frozen=True):
    id: str
    kind: str
    name: str
    shape: entries.Shape
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
    on_caravan: tuple[entries.Influence, ...]
    convert_influence: bool
    claim_threshold: int
    grants_fire_banner: bool


class Space(Data, frozen=True):
    id: str
    name: str
    realm: str
    shapes: tuple[entries.Shape, ...]
    abilities: dict[str, Ability]
    """By the key a move names: `space:a`."""


class CaravanSpace(Data, frozen=True):
    id: str
    name: str
    realm: str
    effects: tuple[entries.AnyEffect, ...]


class Card(Data, frozen=True):
    """One copy of an attachment."""

    id: str
    title: str
    name: str
    shapes: tuple[entries.Shape, ...]
    ability: Ability
    cost: Cost
    points_plus: int
    is_banner: bool


class WandererCard(Data, frozen=True):
    id: str
    name: str
    cost: Cost
    options: tuple[tuple[entries.Gain, ...], ...]


class Box:
    """Everything of one edition that the rules look up, by id; lists that are dealt from hold the ids of all copies in
    the order of the file. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """The tables of a content file, or a ContentError."""
        self.setup: Final = content.table("setup", entries.Setup)
        self.start: Final = content.table("start", entries.Start)
        self.tracks: Final = content.table("tracks", entries.Tracks)
        self.attachments: Final = content.table("attachments", entries.Attachments)
        self.scoring: Final = content.table("scoring", entries.Scoring)
        self.board: Final = content.table(BOARD, entries.Board)
        self.board_spaces: Final = tuple(f"{BOARD}_{i}" for i in range(1, self.board.spaces + 1))
        """From the arrow on."""
        self.enchant_max: Final = _enchant_max(content, self.board)

        self.figures: Final = _figures(content)
        self.circles: Final = tuple(name for name, figure in self.figures.items() if figure.shape == "circle")
        """The figures of this shape, which objectives speak of."""
        self.tribes: Final = _tribes(content)
        self.lords: Final = _lords(content)
        self.wanderer: Final = _wanderer(content)
        """Activating the Wanderer where it stands (GM-7.10)."""

        self.realms: Final = {realm.id: realm for realm in content.entries("realms", entries.RealmEntry)}
        self.spaces: Final = _spaces(content, self.realms)
        self.realms_of_space: Final = {space.id: (space.realm,) for space in self.spaces.values()}
        self.caravan_spaces: Final = _caravan_spaces(content, self.realms)
        self.boards: Final = _by_side(content, "spaces", self.realms)
        """(realm, side) to its space ids."""
        self.stops: Final = _by_side(content, "caravan_spaces", self.realms)
        """(realm, side) to its caravan space ids."""
        self.open_to: Final = {
            (*key, shape): tuple(space for space in spaces if shape in self.spaces[space].shapes)
            for key, spaces in self.boards.items()
            for shape in ("triangle", "square", "circle")
        }
        """(realm, side, shape) to the ids of the spaces that take the shape."""
        self.gates: Final = _gates(content)
        """`gate_1`.. in ring order."""
        self.gate_index: Final = {gate: index for index, gate in enumerate(self.gates)}

        enchantments = _cards(content, "enchantments", is_banner=False)
        banners = _cards(content, "banners", is_banner=True)
        # Unlimited: one for every seat and round is the most that can be handed out.
        most = content.header.players_max * self.setup.rounds
        fire_banners = _cards(content, "fire_banners", is_banner=True, copies=most)
        self.cards: Final = {**enchantments, **banners, **fire_banners}
        """Every copy of every attachment."""
        self.enchantments: Final = tuple(enchantments)
        self.banners: Final = tuple(banners)
        self.fire_banners: Final = tuple(fire_banners)
        self.objectives: Final = {each.id: each for each in content.entries("objectives", entries.Objective)}
        self.wanderer_cards: Final = _wanderer_cards(content)

        self.lord_keys: Final = {lord: f"lord:{lord}" for lord in self.lords}
        """What a move calls the ability of a lord."""
        self.card_keys: Final = {card: f"card:{card}" for card in self.cards}
        """What a move calls the ability of an attachment."""
        self.abilities: Final = (
            "innate",
            *self.lord_keys.values(),
            "wanderer",
            "space:a",
            "space:b",
            *self.card_keys.values(),
        )
        """Every ability that a move can name."""
        _check_whole(content, self)


EDITIONS = Editions("moothall.domain.gates_of_mara")
BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]


# From the entries of a content file to the tables of a box, every reference checked.


def _check_whole(content: Content, box: Box) -> None:
    """What no single entry can be blamed for."""
    setup = box.setup
    if setup.wanderer_start not in box.realms:
        raise content.error("setup", "wanderer_start", f"{setup.wanderer_start!r} is no realm")
    if len(box.objectives) < setup.rounds * setup.objectives_face_up:
        raise content.error("objectives", "", "too few for all rounds")
    if len(box.wanderer_cards) < setup.rounds:
        raise content.error("wanderer_cards", "", "too few for all rounds")
    for players in range(content.header.players_min, content.header.players_max + 1):
        side = setup.side_by_players.get(str(players))
        if side not in ("2p", "34p"):
            raise content.error("setup", "side_by_players", f"{side!r} for {players} players is no side")
    for (realm, side), spaces in box.boards.items():
        figures, caravans = (4, 3) if side == "2p" else (5, 4)
        if len(spaces) != figures:
            raise content.error(f"realms.{realm}", side, f"{figures} spaces expected, {len(spaces)} found")
        if len(box.stops[realm, side]) != caravans:
            raise content.error(f"realms.{realm}", side, f"{caravans} caravan spaces expected")
    if content.table("elements", entries.Elements).order != ELEMENTS:
        raise content.error("elements", "order", f"must be {', '.join(ELEMENTS)}")


def _figures(content: Content) -> dict[str, Figure]:
    """Every figure of a seat."""
    found = {}
    for entry in content.entries("figures", entries.FigureEntry):
        where = f"figures.{entry.id}"
        if set(entry.influence) != set(entry.places) - {BOARD}:
            raise content.error(where, "influence", "must be given for every place but the Enchantment board")
        innate = _ability(content, where, "innate", entry.innate, _FIGURE) if entry.innate else None
        for index, figure_id in enumerate(instances(entry.id, entry.count), 1):
            name = entry.name if entry.count == 1 else f"{entry.name} {index}"
            found[figure_id] = Figure(
                id=figure_id,
                kind=entry.id,
                name=name,
                shape=entry.shape,
                energy=entry.energy,
                influence={str(site): n for site, n in entry.influence.items()},
                places=entry.places,
                banner_max=entry.banner_max,
                innate=innate,
            )
    return found


def _tribes(content: Content) -> dict[str, Tribe]:
    """The tribes with their Specialists."""
    found = {}
    for entry in content.entries("tribes", entries.TribeEntry):
        specialist = _ability(content, f"tribes.{entry.id}", "specialist", entry.specialist, _FIGURE)
        found[entry.id] = Tribe(entry.id, entry.name, specialist)
    return found


def _gates(content: Content) -> tuple[str, ...]:
    """The Standard Gates; what may stand on any gate is said twice in the content and must agree."""
    found = {gate.id: gate for gate in content.entries("gates", entries.GateEntry)}
    able = content.entries("figures", entries.FigureEntry)
    for gate_id, site in (("gate", "standard_gate"), (CENTRAL, CENTRAL)):
        if gate_id not in found:
            raise content.error("gates", gate_id, "is missing")
        gate = found[gate_id]
        if set(gate.shapes) != {figure.shape for figure in able if site in figure.places}:
            raise content.error(f"gates.{gate_id}", "shapes", "are not those of the figures that may go there")
        if gate.spaces != 1:
            raise content.error(f"gates.{gate_id}", "spaces", "a gate has exactly one space")
    if found["gate"].count != content.header.players_max + 1:
        raise content.error("gates.gate", "count", "one gate per realm of the largest ring")
    return instances("gate", found["gate"].count)


def _lords(content: Content) -> dict[str, Lord]:
    """The lords with what they do."""
    return {entry.id: _lord(content, entry) for entry in content.entries("lords", entries.LordEntry)}


def _lord(content: Content, entry: entries.LordEntry) -> Lord:
    where = f"lords.{entry.id}"
    if any(effect.where != "caravan_realm" for effect in entry.on_caravan):
        raise content.error(where, "on_caravan", "acts in the caravan's realm only")
    ability = _ability(content, where, "ability", entry.ability, _LORD) if entry.ability else None
    return Lord(
        id=entry.id,
        name=entry.name,
        ability=ability,
        on_caravan=entry.on_caravan,
        convert_influence=entry.convert_influence,
        claim_threshold=entry.claim_threshold,
        grants_fire_banner=entry.grants_fire_banner,
    )


def _wanderer(content: Content) -> Ability:
    """What the Wanderer lets a figure do that is placed beside it."""
    return _ability(content, "wanderer", "ability", entries.AbilityEntry((entries.Wanderer(),)), _LORD)


def _spaces(content: Content, realms: dict[str, entries.RealmEntry]) -> dict[str, Space]:
    """The spaces of all realms, of both sides."""
    return {entry.id: _space(content, entry, realms) for entry in content.entries("spaces", entries.SpaceEntry)}


def _space(content: Content, entry: entries.SpaceEntry, realms: dict[str, entries.RealmEntry]) -> Space:
    where = f"spaces.{entry.id}"
    if entry.realm not in realms:
        raise content.error(where, "realm", f"{entry.realm!r} is no realm")
    if entry.banner_slot is not None and entry.banner_slot not in realms[entry.realm].banner_slots:
        raise content.error(where, "banner_slot", f"{entry.realm} has no slot {entry.banner_slot!r}")
    abilities: dict[str, Ability] = {}
    for index, ability in enumerate(entry.abilities):
        field = f"abilities[{index}]"
        if index > 1 or ability.id != "ab"[index]:
            raise content.error(where, f"{field}.id", f"{ability.id!r}: the abilities of a space are a and b")
        compiled = _ability(content, where, field, ability, _SPACE)
        if compiled.banner not in (None, entry.banner_slot):
            raise content.error(where, field, f"the space has no banner slot {compiled.banner!r}")
        abilities[f"space:{ability.id}"] = compiled
    return Space(entry.id, entry.name, entry.realm, entry.shapes, abilities)


def _caravan_spaces(content: Content, realms: dict[str, entries.RealmEntry]) -> dict[str, CaravanSpace]:
    """The caravan spaces of all realms, of both sides."""
    return {
        entry.id: _stop(content, entry, realms)
        for entry in content.entries("caravan_spaces", entries.CaravanSpaceEntry)
    }


def _stop(content: Content, entry: entries.CaravanSpaceEntry, realms: dict[str, entries.RealmEntry]) -> CaravanSpace:
    where = f"caravan_spaces.{entry.id}"
    if entry.realm not in realms:
        raise content.error(where, "realm", f"{entry.realm!r} is no realm")
    for index, effect in enumerate(entry.effects):
        allowed = isinstance(effect, _STOP) and (
            not isinstance(effect, entries.Influence) or effect.where == "caravan_realm"
        )
        if not allowed:
            raise content.error(where, f"effects[{index}]", "a caravan space cannot do this")
    _check_amounts(content, where, "effects", entry.effects)
    return CaravanSpace(entry.id, entry.name, entry.realm, entry.effects)


def _by_side(
    content: Content, name: str, realms: dict[str, entries.RealmEntry]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """(realm, side) to the ids of the entries of this list that lie there."""
    sited = content.entries(name, entries.Sited)
    keys = [(realm, side) for realm in realms for side in ("2p", "34p")]
    return {key: tuple(entry.id for entry in sited if (entry.realm, entry.side) == key) for key in keys}


def _cards(content: Content, name: str, *, is_banner: bool, copies: int | None = None) -> dict[str, Card]:
    """All copies of the attachments in this list."""
    found = {}
    for entry in content.entries(name, entries.CardEntry):
        where = f"{name}.{entry.id}"
        ability = _ability(content, where, "ability", entry.ability, _FIGURE)
        if "hexagon" in entry.shapes and (ability.local or ability.to_wanderer or is_banner):
            raise content.error(where, "shapes", "an Enchanter is in no realm and takes no banner")
        cost = _cost(content, where, "cost", entry.cost)
        if cost.energy:
            raise content.error(where, "cost.energy", "attachments are not paid with energy")
        for card_id in instances(entry.id, copies or entry.count):
            found[card_id] = Card(
                id=card_id,
                title=entry.id,
                name=entry.name,
                shapes=entry.shapes,
                ability=ability,
                cost=cost,
                points_plus=entry.points_plus,
                is_banner=is_banner,
            )
    return found


def _wanderer_cards(content: Content) -> dict[str, WandererCard]:
    """The cards that say what the Wanderer exchanges."""
    return {
        entry.id: _wanderer_card(content, entry) for entry in content.entries("wanderer_cards", entries.WandererEntry)
    }


def _wanderer_card(content: Content, entry: entries.WandererEntry) -> WandererCard:
    where = f"wanderer_cards.{entry.id}"
    cost = _cost(content, where, "cost", entry.cost)
    if cost.free or not entry.options:
        raise content.error(where, "cost" if cost.free else "options", "an exchange has a cost and options")
    for index, option in enumerate(entry.options):
        _check_amounts(content, where, f"options[{index}].effects", option.effects)
    return WandererCard(entry.id, entry.name, cost, tuple(option.effects for option in entry.options))


def _enchant_max(content: Content, board: entries.Board) -> int:
    """How many enchantments an Enchanter can buy."""
    match board.ability.effects:
        case (entries.Enchant(most),) if most > 0:
            return most
        case _:
            raise content.error(BOARD, "ability.effects", "must be one enchant effect")


def _ability(
    content: Content,
    where: str,
    field: str,
    entry: entries.AbilityEntry,
    allowed: tuple[type[entries.AnyEffect], ...],
) -> Ability:
    for index, effect in enumerate(entry.effects):
        if not isinstance(effect, allowed) or getattr(effect, "where", "") == "caravan_realm":
            raise content.error(where, f"{field}.effects[{index}]", "cannot stand here")
    _check_amounts(content, where, f"{field}.effects", entry.effects)
    local = tuple(
        e for e in entry.effects if isinstance(e, entries.Influence | entries.Caravan) and e.where != "wanderer_realm"
    )
    places = {effect.where for effect in local}
    if len(places) > 1:
        raise content.error(where, f"{field}.effects", "the figure's realm and a lord's realm cannot be mixed")
    cost = _cost(content, where, f"{field}.cost", entry.cost, entry.cost_one_of)
    effects = entry.effects
    return Ability(
        cost=cost,
        effects=effects,
        local=local,
        where=next(iter(places), ""),
        sure=any(isinstance(effect, entries.Gain | entries.GainOneOf) for effect in effects),
        exchange=any(isinstance(effect, entries.Wanderer) for effect in effects),
        to_wanderer=any(isinstance(effect, entries.Caravan) and effect.where == "wanderer_realm" for effect in effects),
        banner=next((effect.slot for effect in effects if isinstance(effect, entries.Banner)), None),
        permission=next((effect for effect in effects if isinstance(effect, entries.Occupied)), None),
        free_gain=cost.free and all(isinstance(effect, entries.Gain) and effect.what != "any" for effect in effects),
    )


def _check_amounts(content: Content, where: str, field: str, effects: Iterable[entries.AnyEffect]) -> None:
    for index, effect in enumerate(effects):
        if getattr(effect, "n", 1) < 1:
            raise content.error(where, f"{field}[{index}].n", "must be above 0")


def _cost(content: Content, where: str, field: str, entry: entries.CostEntry, one_of: tuple[str, ...] = ()) -> Cost:
    gems = (entry.fire, entry.water, entry.earth, entry.air)
    if min(*gems, entry.any, entry.onyx, entry.energy) < 0:
        raise content.error(where, field, "no cost is negative")
    total = sum(gems) + entry.any + bool(one_of)
    return Cost(
        gems=gems,
        any=entry.any,
        one_of=tuple(i for i, element in enumerate(ELEMENTS) if element in one_of),
        onyx=entry.onyx,
        energy=entry.energy,
        total=total,
        free=not (total or entry.onyx or entry.energy),
    )
