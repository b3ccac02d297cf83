"""The components of an edition: the entries of its content file, checked and made into a box of tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, Literal

from moothall.domain.core.content import Content, Editions, OnDemand, instances
from moothall.domain.core.data import Data
from moothall.domain.medieval_realms import state as s
from moothall.domain.medieval_realms.content import ops

CardType = Literal["realm", "majority", "auction"]


class Named(Data, frozen=True):
    """An entry of a plain list; `cards` is the number of cards that refer to it."""

    id: str
    name: str
    cards: int = 0


class Family(Data, frozen=True):
    id: str
    name: str
    cards: int
    stamp: str
    type: CardType
    great_person: bool
    end_category: str | None = None


class CardEntry(Data, frozen=True):
    id: str
    family: str
    name: str
    stamp: str
    type: CardType
    cost: ops.FixedCost | ops.CostByPlayers | ops.BidCost | ops.AdmiralCost
    effects: tuple[ops.Effect, ...]
    count: int = 1
    majority: ops.Resource | None = None


class LeaderEntry(Data, frozen=True):
    id: ops.Leader
    name: str
    count: int
    combat_value: int
    buffer_combat_value: int = 0


class Square(Data, frozen=True):
    id: str
    square: int
    price: int = 0


class ManagementSquare(Data, frozen=True):
    id: str
    resource: ops.Resource
    tokens_per_mayor: int


class Area(Data, frozen=True):
    id: str
    area: int
    players_min: int
    reward: dict[str, int]


class StartingLeaders(Data, frozen=True):
    id: str
    players: int
    mayors: int
    buffers: int
    generals: int
    admirals: int


class Game(Data, frozen=True):
    rounds: int


class Limits(Data, frozen=True):
    display_max_cards: int
    starting_pair_size: int
    extra_goods_production: int
    auction_min_opening_bid: int
    auction_min_raise: int
    leftover_resources_per_vp: int


class ScoreTrack(Data, frozen=True):
    bonus_every: int
    bonus_tokens: int


class EndOfRound(Data, frozen=True):
    discard_squares: dict[str, int]


class Capital(Data, frozen=True):
    resources: dict[str, int]


class GreatPersonPoints(Data, frozen=True):
    table: dict[str, int]
    per_card_beyond_table: int


class Face(Data, frozen=True):
    """A card as the rules use it: effects sorted by timing, cost looked up by number of seats."""

    id: str
    name: str
    family: str
    family_name: str
    stamp: str
    type: CardType
    great_person: bool
    majority: int
    """Index of the resource that decides who receives it; -1 where none does."""
    pays: int
    """Index of the resource it is paid or bid in; -1 for islands."""
    amounts: tuple[int, ...]
    """The cost by number of seats; empty where nothing is paid."""
    immediate: tuple[ops.Effect, ...]
    colour: dict[str, tuple[ops.GainVp | ops.GainResource, ...]]
    production: tuple[ops.GainResource, ...]
    end: tuple[ops.GainVp, ...]
    end_category: int
    """Place in END_CATEGORIES; -1 where nothing is scored at the end."""


class Box:
    """Everything of one edition that the rules look up. Boxes are equal only to themselves."""

    def __init__(self, content: Content) -> None:
        """The tables of a content file, or a ContentError."""
        self.content: Final = content
        self.edition: Final = content.header.edition
        self.players: Final = range(content.header.players_min, content.header.players_max + 1)
        """The numbers of seats it can be played with."""
        self.faces: Final = _faces(content, self.players)
        """The event cards by the ids of all copies, in the order of the file."""
        self.deck: Final = tuple(self.faces)
        self.great_persons: Final = _great_persons(content, sum(face.great_person for face in self.faces.values()))
        """Points by number of great persons, up to all there are."""
        self.limits: Final = content.table("limits", Limits)
        self.track: Final = content.table("score_track", ScoreTrack)
        self.rounds: Final = content.table("game", Game).rounds

        resources = content.entries("resources", Named)
        _same_order(content, "resources", [resource.id for resource in resources], s.RESOURCES)
        self.resource_names: Final = {resource.id: resource.name for resource in resources}
        self.colours: Final = tuple(colour.id for colour in content.entries("player_colours", Named))

        self.prices: Final = tuple(square.price for square in content.entries("current_squares", Square))
        self.future_squares: Final = len(content.entries("future_squares", Square))
        cleared = content.table("end_of_round", EndOfRound).discard_squares
        self.cleared: Final = _by_players(content, "end_of_round", "discard_squares", cleared, self.players)
        """How many squares are cleared at the end of a round, by number of seats."""

        squares = content.entries("management_squares", ManagementSquare)
        _same_order(content, "management_squares", [square.resource for square in squares], s.MANAGED)
        self.tokens_per_mayor: Final = tuple(square.tokens_per_mayor for square in squares)
        areas = content.entries("areas", Area)
        self.rewards: Final = {area.area: tokens(content, f"areas.{area.id}", "reward", area.reward) for area in areas}
        self.areas: Final = {n: tuple(area.area for area in areas if area.players_min <= n) for n in self.players}
        """The available areas by number of seats."""

        leaders = {leader.id: leader for leader in content.entries("leaders", LeaderEntry)}
        self.supply: Final = {leader.id: leader.count for leader in leaders.values()}
        self.general_strength: Final = leaders["general"].combat_value
        self.admiral_strength: Final = leaders["admiral"].combat_value
        self.buffer_strength: Final = leaders["mayor"].buffer_combat_value
        self.starting: Final = _starting(content, self.players)
        """What leaders every seat starts with, by number of seats."""
        capital = content.table("starting_capital", Capital).resources
        self.capital: Final = tokens(content, "starting_capital", "resources", capital)


EDITIONS = Editions("moothall.domain.medieval_realms")
BOXES = OnDemand(EDITIONS, Box)


def box_at(edition: int) -> Box:
    """The box that games of this edition are played from."""
    return BOXES[edition]


def box_of(state: s.State) -> Box:
    """The box of this game."""
    return BOXES[state.edition]


def _starting(content: Content, players: range) -> dict[int, StartingLeaders]:
    starting = {entry.players: entry for entry in content.entries("starting_leaders", StartingLeaders)}
    if set(starting) != set(players):
        raise content.error("starting_leaders", "players", f"{sorted(starting)} are not all numbers of players")
    return starting


def _great_persons(content: Content, most: int) -> tuple[int, ...]:
    points = content.table("great_person_points", GreatPersonPoints)
    table = [0]
    for n in range(1, most + 1):
        table.append(points.table.get(str(n), table[-1] + points.per_card_beyond_table))
    return tuple(table)


def _same_order(content: Content, name: str, found: Sequence[str], wanted: tuple[str, ...]) -> None:
    if tuple(found) != wanted:
        raise content.error(name, "id", f"{found} are not in the canonical order {', '.join(wanted)}")


def _by_players(content: Content, where: str, field: str, named: dict[str, int], players: range) -> dict[int, int]:
    """Numbers given for each number of players."""
    if set(named) != {str(n) for n in players}:
        raise content.error(where, field, f"{sorted(named)} are not all numbers of players")
    return {int(n): amount for n, amount in named.items()}


def tokens(content: Content, where: str, field: str, named: dict[str, int]) -> s.Tokens:
    """Tokens given by the names of resources."""
    for resource in named:
        if resource not in s.INDEX:
            raise content.error(where, field, f"{resource!r} is unknown")
    return s.Tokens(**named)


def _faces(content: Content, players: range) -> dict[str, Face]:
    """All copies of all cards by id, in the order of the file."""
    lists = _Lists(
        content,
        {family.id: family for family in content.entries("families", Family)},
        {stamp.id: stamp for stamp in content.entries("stamps", Named)},
    )
    for family in lists.families.values():
        lists.check(f"families.{family.id}", "stamp", family.stamp, lists.stamps)
        if family.end_category is not None:
            lists.check(f"families.{family.id}", "end_category", family.end_category, s.END_CATEGORIES)
    found: dict[str, Face] = {}
    for entry in content.entries("cards", CardEntry):
        _check_card(lists, entry)
        face = _face(content, entry, lists.families[entry.family], players)
        found.update(dict.fromkeys(instances(entry.id, entry.count), face))
    _check_numbers(lists, found)
    return found


class _Lists(Data, frozen=True):
    """What cards refer to."""

    content: Content
    families: dict[str, Family]
    stamps: dict[str, Named]

    def check(self, where: str, field: str, value: str, known: Iterable[str]) -> None:
        """The value is one of the known ones."""
        if value not in known:
            raise self.content.error(where, field, f"{value!r} is unknown")


def _check_numbers(lists: _Lists, found: dict[str, Face]) -> None:
    """As many cards of each family, stamp and type as its entry says."""
    types = {kind.id: kind for kind in lists.content.entries("card_types", Named)}
    for name, listed, key in (
        ("families", lists.families, "family"),
        ("stamps", lists.stamps, "stamp"),
        ("card_types", types, "type"),
    ):
        numbers = Counter(getattr(face, key) for face in found.values())
        for entry in listed.values():
            if entry.cards != numbers[entry.id]:
                text = f"{entry.cards} expected, there are {numbers[entry.id]}"
                raise lists.content.error(f"{name}.{entry.id}", "cards", text)


def _check_card(lists: _Lists, entry: CardEntry) -> None:
    where, error = f"cards.{entry.id}", lists.content.error
    lists.check(where, "family", entry.family, lists.families)
    family = lists.families[entry.family]
    if entry.stamp != family.stamp:
        raise error(where, "stamp", f"{entry.stamp!r} is not the stamp of the family, {family.stamp}")
    if entry.type != family.type:
        raise error(where, "type", f"{entry.type!r} is not the type of the family, {family.type}")
    if (entry.majority is not None) != (entry.type == "majority"):
        raise error(where, "majority", "stands on majority cards and on no others")
    if isinstance(entry.cost, ops.BidCost) != (entry.type == "auction"):
        raise error(where, "cost", "a bid is the cost of auction cards and of no others")
    for index, effect in enumerate(entry.effects):
        if isinstance(effect, ops.GainVp | ops.GainResource):
            _check_gain(lists, where, f"effects[{index}]", effect, family)


def _check_gain(lists: _Lists, where: str, field: str, effect: ops.GainVp | ops.GainResource, family: Family) -> None:
    error = lists.content.error
    if (effect.trigger is not None) != (effect.when == "colour"):
        raise error(where, f"{field}.trigger", "stands on colour effects and on no others")
    if effect.trigger is not None:
        lists.check(where, f"{field}.trigger", effect.trigger, lists.stamps)
    if effect.when == "end" and family.end_category is None:
        raise error(where, f"{field}.when", f"family {family.id} has no end_category to score it in")
    _check_counter(lists, where, field, effect.per, effect.stamp, effect.family)
    if isinstance(effect, ops.GainVp) and effect.condition is not None:
        held = effect.condition
        _check_counter(lists, where, f"{field}.if", held.counter, held.stamp, held.family)


def _check_counter(
    lists: _Lists, where: str, field: str, counter: str | None, stamp: str | None, family: str | None
) -> None:
    for name, value, counts, known in (
        ("stamp", stamp, "stamp_cards", lists.stamps),
        ("family", family, "family_cards", lists.families),
    ):
        if (value is not None) != (counter == counts):
            raise lists.content.error(where, f"{field}.{name}", f"stands beside the counter {counts} and no other")
        if value is not None:
            lists.check(where, f"{field}.{name}", value, known)


def _face(content: Content, entry: CardEntry, family: Family, players: range) -> Face:
    pays = -1
    amounts: tuple[int, ...] = ()
    match entry.cost:
        case ops.FixedCost(resource, amount):
            pays, amounts = s.INDEX[resource], (amount,) * (players[-1] + 1)
        case ops.CostByPlayers(resource, given):
            by_seats = _by_players(content, f"cards.{entry.id}", "cost.amounts", given, players)
            pays, amounts = s.INDEX[resource], tuple(by_seats.get(n, 0) for n in range(players[-1] + 1))
        case ops.BidCost(resource):
            pays = s.INDEX[resource]
    repeated = [effect for effect in entry.effects if isinstance(effect, ops.GainVp | ops.GainResource)]
    triggers = [effect.trigger for effect in repeated if effect.trigger is not None]
    return Face(
        id=entry.id,
        name=entry.name,
        family=entry.family,
        family_name=family.name,
        stamp=entry.stamp,
        type=entry.type,
        great_person=family.great_person,
        majority=-1 if entry.majority is None else s.INDEX[entry.majority],
        pays=pays,
        amounts=amounts,
        immediate=tuple(effect for effect in entry.effects if effect.when == "immediate"),
        colour={stamp: tuple(effect for effect in repeated if effect.trigger == stamp) for stamp in triggers},
        production=tuple(e for e in repeated if isinstance(e, ops.GainResource) and e.when == "production"),
        end=tuple(e for e in repeated if isinstance(e, ops.GainVp) and e.when == "end"),
        end_category=-1 if family.end_category is None else s.END_CATEGORIES.index(family.end_category),
    )
