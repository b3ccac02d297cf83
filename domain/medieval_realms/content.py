"""The components, loaded and checked once into frozen tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from domain.core import content as core
from domain.core.bag import Bag
from domain.core.content import Content
from domain.core.records import Record
from domain.medieval_realms.state import END_CATEGORIES, INDEX, MANAGED, RESOURCES

Resource = Literal["production", "science", "culture", "religion", "gold", "raw_material", "battle_point"]
Leader = Literal["mayor", "general", "admiral"]
CardType = Literal["realm", "majority", "auction"]
CounterName = Literal[
    "mayors",
    "generals",
    "admirals",
    "combat_value",
    "cards",
    "distinct_stamps",
    "stamp_cards",
    "family_cards",
    "great_persons",
]


class Condition(Record, frozen=True, forbid_unknown_fields=True):
    """Holds when the counter is at least that number."""

    counter: CounterName
    at_least: int
    stamp: str | None = None
    family: str | None = None


class _Effect(msgspec.Struct, frozen=True, tag_field="op", forbid_unknown_fields=True):
    """The types of `when` are the pairs of timing and effect that exist."""


class GainVp(_Effect, frozen=True, tag="gain_vp"):
    when: Literal["immediate", "colour", "end"]
    amount: int
    trigger: str | None = None
    per: CounterName | None = None
    stamp: str | None = None
    family: str | None = None
    condition: Condition | None = msgspec.field(default=None, name="if")


class GainResource(_Effect, frozen=True, tag="gain_resource"):
    when: Literal["immediate", "colour", "production"]
    resource: Resource
    amount: int
    trigger: str | None = None
    per: CounterName | None = None
    stamp: str | None = None
    family: str | None = None


class GainLeader(_Effect, frozen=True, tag="gain_leader"):
    when: Literal["immediate"]
    leader: Leader
    amount: int


class ChooseResourceEffect(_Effect, frozen=True, tag="choose_resource"):
    when: Literal["immediate"]
    amount: int
    barred: tuple[Resource, ...] = msgspec.field(name="except")


class TakeRealmCardEffect(_Effect, frozen=True, tag="take_realm_card"):
    when: Literal["immediate"]


Effect = GainVp | GainResource | GainLeader | ChooseResourceEffect | TakeRealmCardEffect


class _Cost(msgspec.Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    pass


class FixedCost(_Cost, frozen=True, tag="fixed"):
    resource: Resource
    amount: int


class CostByPlayers(_Cost, frozen=True, tag="by_players"):
    resource: Resource
    amounts: dict[str, int]


class BidCost(_Cost, frozen=True, tag="bid"):
    resource: Resource


class AdmiralCost(_Cost, frozen=True, tag="admirals"):
    pass


class Named(Record, frozen=True):
    """An entry of a plain list; `cards` is the number of cards that refer to it."""

    id: str
    name: str
    cards: int = 0


class Family(Record, frozen=True):
    id: str
    cards: int
    stamp: str
    type: CardType
    great_person: bool
    end_category: str | None = None


class CardEntry(Record, frozen=True):
    id: str
    family: str
    name: str
    stamp: str
    type: CardType
    cost: FixedCost | CostByPlayers | BidCost | AdmiralCost
    effects: tuple[Effect, ...]
    count: int = 1
    majority: Resource | None = None


class LeaderEntry(Record, frozen=True):
    id: Leader
    count: int
    combat_value: int
    buffer_combat_value: int = 0


class Square(Record, frozen=True):
    id: str
    square: int
    price: int = 0


class ManagementSquare(Record, frozen=True):
    id: str
    resource: Resource
    tokens_per_mayor: int


class Area(Record, frozen=True):
    id: str
    area: int
    players_min: int
    reward: dict[str, int]


class StartingLeaders(Record, frozen=True):
    id: str
    players: int
    mayors: int
    buffers: int
    generals: int
    admirals: int


class Game(Record, frozen=True):
    rounds: int


class Limits(Record, frozen=True):
    display_max_cards: int
    starting_pair_size: int
    extra_goods_production: int
    auction_min_opening_bid: int
    auction_min_raise: int
    leftover_resources_per_vp: int


class ScoreTrack(Record, frozen=True):
    start: int
    bonus_every: int
    bonus_tokens: int


class _EndOfRound(Record, frozen=True):
    discard_squares: dict[str, int]


class _Capital(Record, frozen=True):
    resources: dict[str, int]


class _GreatPersonPoints(Record, frozen=True):
    table: dict[str, int]
    per_card_beyond_table: int


class Face(Record, frozen=True):
    """A card as the rules use it: effects sorted by timing, cost looked up by number of seats."""

    id: str
    name: str
    family: str
    stamp: str
    type: CardType
    great_person: bool
    majority: int
    """Index of the resource that decides who receives it; -1 where none does."""
    pays: int
    """Index of the resource it is paid or bid in; -1 for islands."""
    amounts: tuple[int, ...]
    """The cost by number of seats; empty where nothing is paid."""
    immediate: tuple[Effect, ...]
    colour: dict[str, tuple[GainVp | GainResource, ...]]
    production: tuple[GainResource, ...]
    end: tuple[GainVp, ...]
    end_category: int
    """Place in END_CATEGORIES; -1 where nothing is scored at the end."""


class Tables(Record, frozen=True):
    """Everything the rules look up."""

    faces: dict[str, Face]
    """By the ids of all copies, in the order of the file."""
    resource_names: dict[str, str]
    colours: tuple[str, ...]
    prices: tuple[int, ...]
    future_squares: int
    tokens_per_mayor: Bag
    rewards: dict[int, dict[str, int]]
    areas: dict[int, tuple[int, ...]]
    """The available areas by number of seats."""
    starting: dict[int, StartingLeaders]
    capital: dict[str, int]
    supply: dict[str, int]
    general_strength: int
    admiral_strength: int
    buffer_strength: int
    cleared: dict[int, int]
    """How many squares are cleared at the end of a round, by number of seats."""
    great_persons: tuple[int, ...]
    """Points by number of great persons, up to all there are."""
    rounds: int
    limits: Limits
    track: ScoreTrack


def build(content: Content) -> Tables:
    """The tables of a content file, or a ContentError."""
    players = range(content.header.players_min, content.header.players_max + 1)
    faces = _faces(content, players)
    areas = content.entries("areas", Area)
    squares = content.entries("management_squares", ManagementSquare)
    _same_order(content, "management_squares", [square.resource for square in squares], MANAGED)
    resources = content.entries("resources", Named)
    _same_order(content, "resources", [resource.id for resource in resources], RESOURCES)
    leaders = {leader.id: leader for leader in content.entries("leaders", LeaderEntry)}
    starting = {entry.players: entry for entry in content.entries("starting_leaders", StartingLeaders)}
    if set(starting) != set(players):
        raise content.error("starting_leaders", "players", f"{sorted(starting)} are not all numbers of players")
    return Tables(
        faces=faces,
        resource_names={resource.id: resource.name for resource in resources},
        colours=tuple(colour.id for colour in content.entries("player_colours", Named)),
        prices=tuple(square.price for square in content.entries("current_squares", Square)),
        future_squares=len(content.entries("future_squares", Square)),
        tokens_per_mayor=tuple(square.tokens_per_mayor for square in squares),
        rewards={area.area: area.reward for area in areas},
        areas={n: tuple(area.area for area in areas if area.players_min <= n) for n in players},
        starting=starting,
        capital=content.table("starting_capital", _Capital).resources,
        supply={leader.id: leader.count for leader in leaders.values()},
        general_strength=leaders["general"].combat_value,
        admiral_strength=leaders["admiral"].combat_value,
        buffer_strength=leaders["mayor"].buffer_combat_value,
        cleared=_by_players(
            content,
            "end_of_round",
            "discard_squares",
            content.table("end_of_round", _EndOfRound).discard_squares,
            players,
        ),
        great_persons=_great_persons(content, sum(face.great_person for face in faces.values())),
        rounds=content.table("game", Game).rounds,
        limits=content.table("limits", Limits),
        track=content.table("score_track", ScoreTrack),
    )


def _faces(content: Content, players: range) -> dict[str, Face]:
    families = {family.id: family for family in content.entries("families", Family)}
    stamps = {stamp.id: stamp for stamp in content.entries("stamps", Named)}
    types = {kind.id: kind for kind in content.entries("card_types", Named)}
    entries = content.entries("cards", CardEntry)
    for family in families.values():
        _known(content, f"families.{family.id}", "stamp", family.stamp, stamps)
        if family.end_category is not None:
            _known(content, f"families.{family.id}", "end_category", family.end_category, END_CATEGORIES)
    faces: dict[str, Face] = {}
    for entry in entries:
        _check_card(content, entry, families, stamps)
        face = _face(content, entry, families[entry.family], players)
        faces.update(dict.fromkeys(core.instances(entry.id, entry.count), face))
    for name, listed, key in (
        ("families", families, "family"),
        ("stamps", stamps, "stamp"),
        ("card_types", types, "type"),
    ):
        found = Counter(getattr(face, key) for face in faces.values())
        for wanted in listed.values():
            if wanted.cards != found[wanted.id]:
                text = f"{wanted.cards} expected, the cards are {found[wanted.id]}"
                raise content.error(f"{name}.{wanted.id}", "cards", text)
    return faces


def _check_card(content: Content, entry: CardEntry, families: dict[str, Family], stamps: dict[str, Named]) -> None:
    where = f"cards.{entry.id}"
    _known(content, where, "family", entry.family, families)
    family = families[entry.family]
    if entry.stamp != family.stamp:
        raise content.error(where, "stamp", f"{entry.stamp!r} is not the stamp of the family, {family.stamp}")
    if entry.type != family.type:
        raise content.error(where, "type", f"{entry.type!r} is not the type of the family, {family.type}")
    if (entry.majority is not None) != (entry.type == "majority"):
        raise content.error(where, "majority", "stands on majority cards and on no others")
    if isinstance(entry.cost, BidCost) != (entry.type == "auction"):
        raise content.error(where, "cost", "a bid is the cost of auction cards and of no others")
    for index, effect in enumerate(entry.effects):
        _check_effect(content, where, f"effects[{index}]", effect, family, families, stamps)


def _check_effect(
    content: Content,
    where: str,
    field: str,
    effect: Effect,
    family: Family,
    families: dict[str, Family],
    stamps: dict[str, Named],
) -> None:
    if not isinstance(effect, GainVp | GainResource):
        return
    if (effect.trigger is not None) != (effect.when == "colour"):
        raise content.error(where, f"{field}.trigger", "stands on colour effects and on no others")
    if effect.trigger is not None:
        _known(content, where, f"{field}.trigger", effect.trigger, stamps)
    if effect.when == "end" and family.end_category is None:
        raise content.error(where, f"{field}.when", f"family {family.id} has no end_category to score it in")
    _check_counter(content, where, field, effect.per, effect.stamp, effect.family, families, stamps)
    if isinstance(effect, GainVp) and effect.condition is not None:
        held = effect.condition
        _check_counter(content, where, f"{field}.if", held.counter, held.stamp, held.family, families, stamps)


def _check_counter(
    content: Content,
    where: str,
    field: str,
    counter: str | None,
    stamp: str | None,
    family: str | None,
    families: dict[str, Family],
    stamps: dict[str, Named],
) -> None:
    for name, value, counts, known in (
        ("stamp", stamp, "stamp_cards", stamps),
        ("family", family, "family_cards", families),
    ):
        if (value is not None) != (counter == counts):
            raise content.error(where, f"{field}.{name}", f"stands beside the counter {counts} and no other")
        if value is not None:
            _known(content, where, f"{field}.{name}", value, known)


def _face(content: Content, entry: CardEntry, family: Family, players: range) -> Face:
    pays = -1
    amounts: tuple[int, ...] = ()
    match entry.cost:
        case FixedCost(resource, amount):
            pays, amounts = INDEX[resource], (amount,) * (players[-1] + 1)
        case CostByPlayers(resource, by_players):
            by_seats = _by_players(content, f"cards.{entry.id}", "cost.amounts", by_players, players)
            pays, amounts = INDEX[resource], tuple(by_seats.get(n, 0) for n in range(players[-1] + 1))
        case BidCost(resource):
            pays = INDEX[resource]
    repeated = [effect for effect in entry.effects if isinstance(effect, GainVp | GainResource)]
    triggers = [effect.trigger for effect in repeated if effect.trigger is not None]
    return Face(
        id=entry.id,
        name=entry.name,
        family=entry.family,
        stamp=entry.stamp,
        type=entry.type,
        great_person=family.great_person,
        majority=-1 if entry.majority is None else INDEX[entry.majority],
        pays=pays,
        amounts=amounts,
        immediate=tuple(effect for effect in entry.effects if effect.when == "immediate"),
        colour={stamp: tuple(effect for effect in repeated if effect.trigger == stamp) for stamp in triggers},
        production=tuple(e for e in repeated if isinstance(e, GainResource) and e.when == "production"),
        end=tuple(e for e in repeated if isinstance(e, GainVp) and e.when == "end"),
        end_category=-1 if family.end_category is None else END_CATEGORIES.index(family.end_category),
    )


def _great_persons(content: Content, most: int) -> tuple[int, ...]:
    points = content.table("great_person_points", _GreatPersonPoints)
    table = [0]
    for n in range(1, most + 1):
        table.append(points.table.get(str(n), table[-1] + points.per_card_beyond_table))
    return tuple(table)


def _by_players(content: Content, where: str, field: str, named: dict[str, int], players: range) -> dict[int, int]:
    if set(named) != {str(n) for n in players}:
        raise content.error(where, field, f"{sorted(named)} are not all numbers of players")
    return {int(n): amount for n, amount in named.items()}


def _known(content: Content, where: str, field: str, value: str, known: Iterable[str]) -> None:
    if value not in known:
        raise content.error(where, field, f"{value!r} is unknown")


def _same_order(content: Content, name: str, found: list[Any], wanted: tuple[str, ...]) -> None:
    if tuple(found) != wanted:
        raise content.error(name, "id", f"{found} are not in the canonical order {', '.join(wanted)}")


CONTENT = core.load("domain.medieval_realms")
TABLES = build(CONTENT)
FACES = TABLES.faces
LIMITS = TABLES.limits
DECK = tuple(FACES)
