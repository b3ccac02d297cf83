"""From the entries of a content file to the tables of a box, every reference checked."""

from __future__ import annotations

from collections.abc import Iterable

from moothall.domain.core.content import Content, instances
from moothall.domain.gates_of_mara.content import entries as written
from moothall.domain.gates_of_mara.content.entries import (
    AbilityEntry,
    AnyEffect,
    Banner,
    Board,
    Caravan,
    CardEntry,
    CostEntry,
    Enchant,
    Gain,
    GainOneOf,
    Influence,
    Occupied,
    RealmEntry,
    Wanderer,
)
from moothall.domain.gates_of_mara.content.tables import (
    Ability,
    CaravanSpace,
    Card,
    Cost,
    Figure,
    Lord,
    Space,
    Tribe,
    WandererCard,
)
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, ELEMENTS

_FIGURE = (Gain, GainOneOf, Influence, Caravan, Wanderer, Occupied)
"""What an ability of a figure or of a card may do."""
_LORD = (Gain, GainOneOf, Wanderer)
_SPACE = (Gain, GainOneOf, Influence, Caravan, Wanderer, Banner)
_STOP = (Gain, GainOneOf, Influence, Wanderer)


def figures(content: Content) -> dict[str, Figure]:
    """Every figure of a seat."""
    found = {}
    for entry in content.entries("figures", written.FigureEntry):
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


def tribes(content: Content) -> dict[str, Tribe]:
    """The tribes with their Specialists."""
    found = {}
    for entry in content.entries("tribes", written.TribeEntry):
        specialist = _ability(content, f"tribes.{entry.id}", "specialist", entry.specialist, _FIGURE)
        found[entry.id] = Tribe(entry.id, entry.name, specialist)
    return found


def gates(content: Content) -> tuple[str, ...]:
    """The Standard Gates; what may stand on any gate is said twice in the content and must agree."""
    found = {gate.id: gate for gate in content.entries("gates", written.GateEntry)}
    able = content.entries("figures", written.FigureEntry)
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


def lords(content: Content) -> dict[str, Lord]:
    """The lords with what they do."""
    return {entry.id: _lord(content, entry) for entry in content.entries("lords", written.LordEntry)}


def _lord(content: Content, entry: written.LordEntry) -> Lord:
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


def wanderer(content: Content) -> Ability:
    """What the Wanderer lets a figure do that is placed beside it."""
    return _ability(content, "wanderer", "ability", AbilityEntry((Wanderer(),)), _LORD)


def spaces(content: Content, realms: dict[str, RealmEntry]) -> dict[str, Space]:
    """The spaces of all realms, of both sides."""
    return {entry.id: _space(content, entry, realms) for entry in content.entries("spaces", written.SpaceEntry)}


def _space(content: Content, entry: written.SpaceEntry, realms: dict[str, RealmEntry]) -> Space:
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


def caravan_spaces(content: Content, realms: dict[str, RealmEntry]) -> dict[str, CaravanSpace]:
    """The caravan spaces of all realms, of both sides."""
    entries = content.entries("caravan_spaces", written.CaravanSpaceEntry)
    return {entry.id: _stop(content, entry, realms) for entry in entries}


def by_side(content: Content, name: str, realms: dict[str, RealmEntry]) -> dict[tuple[str, str], tuple[str, ...]]:
    """(realm, side) to the ids of the entries of this list that lie there."""
    entries = content.entries(name, written.Sited)
    keys = [(realm, side) for realm in realms for side in ("2p", "34p")]
    return {key: tuple(entry.id for entry in entries if (entry.realm, entry.side) == key) for key in keys}


def _stop(content: Content, entry: written.CaravanSpaceEntry, realms: dict[str, RealmEntry]) -> CaravanSpace:
    where = f"caravan_spaces.{entry.id}"
    if entry.realm not in realms:
        raise content.error(where, "realm", f"{entry.realm!r} is no realm")
    for index, effect in enumerate(entry.effects):
        allowed = isinstance(effect, _STOP) and (not isinstance(effect, Influence) or effect.where == "caravan_realm")
        if not allowed:
            raise content.error(where, f"effects[{index}]", "a caravan space cannot do this")
    _check_amounts(content, where, "effects", entry.effects)
    return CaravanSpace(entry.id, entry.name, entry.realm, entry.effects)


def cards(content: Content, name: str, *, is_banner: bool, copies: int | None = None) -> dict[str, Card]:
    """All copies of the attachments in this list."""
    found = {}
    for entry in content.entries(name, CardEntry):
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


def wanderer_cards(content: Content) -> dict[str, WandererCard]:
    """The cards that say what the Wanderer exchanges."""
    entries = content.entries("wanderer_cards", written.WandererEntry)
    return {entry.id: _wanderer_card(content, entry) for entry in entries}


def _wanderer_card(content: Content, entry: written.WandererEntry) -> WandererCard:
    where = f"wanderer_cards.{entry.id}"
    cost = _cost(content, where, "cost", entry.cost)
    if cost.free or not entry.options:
        raise content.error(where, "cost" if cost.free else "options", "an exchange has a cost and options")
    for index, option in enumerate(entry.options):
        _check_amounts(content, where, f"options[{index}].effects", option.effects)
    return WandererCard(entry.id, entry.name, cost, tuple(option.effects for option in entry.options))


def enchant_max(content: Content, board: Board) -> int:
    """How many enchantments an Enchanter can buy."""
    match board.ability.effects:
        case (Enchant(most),) if most > 0:
            return most
        case _:
            raise content.error(BOARD, "ability.effects", "must be one enchant effect")


def _ability(
    content: Content, where: str, field: str, entry: AbilityEntry, allowed: tuple[type[AnyEffect], ...]
) -> Ability:
    for index, effect in enumerate(entry.effects):
        if not isinstance(effect, allowed) or getattr(effect, "where", "") == "caravan_realm":
            raise content.error(where, f"{field}.effects[{index}]", "cannot stand here")
    _check_amounts(content, where, f"{field}.effects", entry.effects)
    local = tuple(e for e in entry.effects if isinstance(e, Influence | Caravan) and e.where != "wanderer_realm")
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
        sure=any(isinstance(effect, Gain | GainOneOf) for effect in effects),
        exchange=any(isinstance(effect, Wanderer) for effect in effects),
        to_wanderer=any(isinstance(effect, Caravan) and effect.where == "wanderer_realm" for effect in effects),
        banner=next((effect.slot for effect in effects if isinstance(effect, Banner)), None),
        permission=next((effect for effect in effects if isinstance(effect, Occupied)), None),
        free_gain=cost.free and all(isinstance(effect, Gain) and effect.what != "any" for effect in effects),
    )


def _check_amounts(content: Content, where: str, field: str, effects: Iterable[AnyEffect]) -> None:
    for index, effect in enumerate(effects):
        if getattr(effect, "n", 1) < 1:
            raise content.error(where, f"{field}[{index}].n", "must be above 0")


def _cost(content: Content, where: str, field: str, entry: CostEntry, one_of: tuple[str, ...] = ()) -> Cost:
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
