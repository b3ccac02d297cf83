"""The event cards, checked and made ready for the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from moothall.domain.core.content import Content, instances
from moothall.domain.core.data import Data
from moothall.domain.medieval_realms.content.entries import (
    BidCost,
    CardEntry,
    CardType,
    CostByPlayers,
    Effect,
    Family,
    FixedCost,
    GainResource,
    GainVp,
    Named,
)
from moothall.domain.medieval_realms.state import END_CATEGORIES, INDEX, Tokens


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
    immediate: tuple[Effect, ...]
    colour: dict[str, tuple[GainVp | GainResource, ...]]
    production: tuple[GainResource, ...]
    end: tuple[GainVp, ...]
    end_category: int
    """Place in END_CATEGORIES; -1 where nothing is scored at the end."""


class _Lists(Data, frozen=True):
    """What cards refer to."""

    content: Content
    families: dict[str, Family]
    stamps: dict[str, Named]

    def check(self, where: str, field: str, value: str, known: Iterable[str]) -> None:
        """The value is one of the known ones."""
        if value not in known:
            raise self.content.error(where, field, f"{value!r} is unknown")


def faces(content: Content, players: range) -> dict[str, Face]:
    """All copies of all cards by id, in the order of the file."""
    lists = _Lists(
        content,
        {family.id: family for family in content.entries("families", Family)},
        {stamp.id: stamp for stamp in content.entries("stamps", Named)},
    )
    for family in lists.families.values():
        lists.check(f"families.{family.id}", "stamp", family.stamp, lists.stamps)
        if family.end_category is not None:
            lists.check(f"families.{family.id}", "end_category", family.end_category, END_CATEGORIES)
    found: dict[str, Face] = {}
    for entry in content.entries("cards", CardEntry):
        _check_card(lists, entry)
        face = _face(content, entry, lists.families[entry.family], players)
        found.update(dict.fromkeys(instances(entry.id, entry.count), face))
    _check_numbers(lists, found)
    return found


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
    if isinstance(entry.cost, BidCost) != (entry.type == "auction"):
        raise error(where, "cost", "a bid is the cost of auction cards and of no others")
    for index, effect in enumerate(entry.effects):
        if isinstance(effect, GainVp | GainResource):
            _check_gain(lists, where, f"effects[{index}]", effect, family)


def _check_gain(lists: _Lists, where: str, field: str, effect: GainVp | GainResource, family: Family) -> None:
    error = lists.content.error
    if (effect.trigger is not None) != (effect.when == "colour"):
        raise error(where, f"{field}.trigger", "stands on colour effects and on no others")
    if effect.trigger is not None:
        lists.check(where, f"{field}.trigger", effect.trigger, lists.stamps)
    if effect.when == "end" and family.end_category is None:
        raise error(where, f"{field}.when", f"family {family.id} has no end_category to score it in")
    _check_counter(lists, where, field, effect.per, effect.stamp, effect.family)
    if isinstance(effect, GainVp) and effect.condition is not None:
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
        case FixedCost(resource, amount):
            pays, amounts = INDEX[resource], (amount,) * (players[-1] + 1)
        case CostByPlayers(resource, given):
            by_seats = by_players(content, f"cards.{entry.id}", "cost.amounts", given, players)
            pays, amounts = INDEX[resource], tuple(by_seats.get(n, 0) for n in range(players[-1] + 1))
        case BidCost(resource):
            pays = INDEX[resource]
    repeated = [effect for effect in entry.effects if isinstance(effect, GainVp | GainResource)]
    triggers = [effect.trigger for effect in repeated if effect.trigger is not None]
    return Face(
        id=entry.id,
        name=entry.name,
        family=entry.family,
        family_name=family.name,
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


def by_players(content: Content, where: str, field: str, named: dict[str, int], players: range) -> dict[int, int]:
    """Numbers given for each number of players."""
    if set(named) != {str(n) for n in players}:
        raise content.error(where, field, f"{sorted(named)} are not all numbers of players")
    return {int(n): amount for n, amount in named.items()}


def tokens(content: Content, where: str, field: str, named: dict[str, int]) -> Tokens:
    """Tokens given by the names of resources."""
    for resource in named:
        if resource not in INDEX:
            raise content.error(where, field, f"{resource!r} is unknown")
    return Tokens(**named)
