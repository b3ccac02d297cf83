"""The components of the title: the records of each list of a content file, and the box that reads and checks them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, TypeVar

import msgspec

from moothall.domain.core.content import Content, Editions, OnDemand, instances
from moothall.domain.core.data import Data, Json
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Predicate, Reader, Test, Use
from moothall.domain.winds_of_numa_sera.state import SLOTS, State

HANDS = ("right_hand", "left_hand")


class Setting(Data, frozen=True):
    """How many conditions win."""

    id: str
    name: str
    conditions_needed: int


class Condition(Data, frozen=True):
    """A way to win."""

    id: str
    name: str
    conditions: tuple[Predicate, ...]


class Setup(Data, frozen=True):
    """What depends on the number of players."""

    id: str
    players: int
    skill_cards_per_type: int
    strongholds_in_game: int
    turn_order_bonus: tuple[int, ...]


class Coin(Data, frozen=True):
    """A coin of the World Bank."""

    id: str
    value: int


class Kingdom(Data, frozen=True):
    """A kingdom mat; `favours` is the victory condition it is strongest at."""

    id: str
    name: str
    epithet: str
    favours: str
    start_capital: int
    start_battle_cards: int
    pre_ticked: str
    heroes: tuple[str, ...]


class Hero(Data, frozen=True):
    """A hero of a line."""

    id: str
    name: str
    kingdom: str
    attack: int
    defense: int
    power: int
    effects: tuple[Effect, ...]


class Block(Data, frozen=True):
    """A block of a build tree."""

    id: str
    name: str
    kingdom: str
    type: str
    requires: tuple[str, ...]
    requires_any: tuple[str, ...]
    conditions: tuple[Predicate, ...]
    effects: tuple[Effect, ...]
    use: Use | None


class Skill(Data, frozen=True):
    """A Skill type; `levels[n]` holds the effects of level n, level 0 has none."""

    id: str
    name: str
    count: int
    cost_per_level: int
    levels: tuple[tuple[Effect, ...], ...]
    on_buy: tuple[Effect, ...]


class Stronghold(Data, frozen=True):
    """A Stronghold card."""

    id: str
    name: str
    defense: int
    initial_capital: int
    residual: int
    effects: tuple[Effect, ...]


class ClassCard(Data, frozen=True):
    """A Class with its task."""

    id: str
    name: str
    conditions: tuple[Predicate, ...]
    effects: tuple[Effect, ...]


class Item(Data, frozen=True):
    """Anything a hero can wear: a World Forge Item (`cost` above 0) or a Mythic Item."""

    id: str
    name: str
    cost: int
    slots: tuple[str, ...]
    conditions: tuple[Predicate, ...]
    effects: tuple[Effect, ...]
    upgraded: tuple[Effect, ...]
    use: Use | None
    upgraded_use: Use | None


class Card(Data, frozen=True):
    """An Exploration card; which fields count depends on its type."""

    id: str
    name: str
    type: str
    count: int
    effects: tuple[Effect, ...]
    reject: tuple[Effect, ...]
    use: Use | None
    test: Test | None
    cost: int
    cost_in: str
    role: str


class Limits(Data, frozen=True):
    """The `[limits]` table."""

    battle_cards_per_battle: int
    max_skill_level: int
    trade_offers_per_turn: int
    trade_max_cards_per_side: int
    pledge_turns: int
    skill_cost_floor: int
    item_cost_floor: int
    battle_cost_floor: int
    heal_capital_per_power: int
    drain_floor: int


class Prices(Data, frozen=True):
    """The `[trade]` table: what listed offers ask."""

    battle: int
    mythic: int
    maven: int
    pool: int
    skill: int
    stronghold: int
    truce: int
    attack_pledge: int


class Points(Data, frozen=True):
    """The `[scoring]` table."""

    per_victory_condition: int
    per_stronghold: int
    per_best_skill_level: int
    per_other_skill_card: int
    per_class: int
    per_slain_hero: int
    per_living_hero: int
    capital_per_point: int


class Places(Data, frozen=True):
    """The `[setup]` table."""

    hero_line_length: int
    classes_per_player: int
    stronghold_display: int
    forge_display: int
    starting_battle_pool: int


R = TypeVar("R", bound=Data)


class Named(Protocol):
    """Whatever has a name."""

    @property
    def name(self) -> str: ...


class Box:
    """Everything in the box of one edition, by id, with the tables that the rules look things up in."""

    def __init__(self, content: Content) -> None:
        self._content = content
        self.effects: dict[str, Effect] = {}
        self.settings = {each.id: each for each in content.entries("settings", Setting)}
        self.setups = {each.players: each for each in content.entries("setups", Setup)}
        self.coins = {each.id: each for each in content.entries("coins", Coin)}
        self.kingdoms = {each.id: each for each in content.entries("kingdoms", Kingdom)}
        self.limits = content.table("limits", Limits)
        self.prices = content.table("trade", Prices)
        self.points = content.table("scoring", Points)
        self.places = content.table("setup", Places)
        self.die: tuple[int, ...] = tuple(content.tables["die"]["faces"])
        self.conditions = {
            raw["id"]: Condition(raw["id"], raw["name"], read.predicates("if", raw["if"]))
            for raw, read in self._entries("victory_conditions")
        }
        self.heroes = {raw["id"]: self._hero(raw, read) for raw, read in self._entries("heroes")}
        self.blocks = {raw["id"]: self._block(raw, read) for raw, read in self._entries("blocks")}
        self.skills = {raw["id"]: self._skill(raw, read) for raw, read in self._entries("skills")}
        self.strongholds = {raw["id"]: self._stronghold(raw, read) for raw, read in self._entries("strongholds")}
        self.classes = {
            raw["id"]: ClassCard(
                raw["id"], raw["name"], read.predicates("if", raw["if"]), read.effects("effects", raw["effects"])
            )
            for raw, read in self._entries("classes")
        }
        self.items: dict[str, Item] = {}
        self.cards: dict[str, Card] = {}
        for raw, read in self._entries("items"):
            self.items[raw["id"]] = self._item(raw, read, "items")
        for raw, read in self._entries("exploration_cards"):
            card = self._card(raw, read)
            self.cards.update(dict.fromkeys(instances(card.id, card.count), card))
            if card.type == "mythic":
                self.items[card.id] = self._item(raw, read, "exploration_cards")
        self._check_references()
        self._check_split()
        self.names = self._names()
        self.blocks_of = {
            kingdom: tuple(block.id for block in self.blocks.values() if block.kingdom == kingdom)
            for kingdom in self.kingdoms
        }
        """The blocks of each kingdom's tree, in content order."""
        self.purposes = self._purposes()
        """NS-3.2: what a purpose may be paid with: Capital on cards that carry one of these tags."""
        self._skill_cards = {
            card: skill.id for skill in self.skills.values() for card in instances(skill.id, skill.count)
        }
        self.skill_cards = frozenset(self._skill_cards)
        """Every Skill card."""
        self._kinds: dict[str, str] = {
            **{card: each.type for card, each in self.cards.items()},
            **{item.id: "item" for item in self.items.values() if item.cost},
            **dict.fromkeys(self._skill_cards, "skill"),
            **dict.fromkeys(self.strongholds, "stronghold"),
        }
        self.copies = {card: each.id for card, each in self.cards.items() if each.count > 1} | self._skill_cards
        """What a card is a copy of, where there are several (all Skill cards of a type): lists show but one of them."""
        self.tradable = tuple(card for card in self.card_ids if self.kind_of(card) not in ("boon", "hazard"))
        """Every card that can change hands."""

    @property
    def card_ids(self) -> tuple[str, ...]:
        """Every card that can lie in a hand or in play, heroes, blocks and Classes apart."""
        return tuple(self._kinds)

    def kind_of(self, card: str) -> str:
        """boon, hazard, maven, battle, mythic, pool, item, skill or stronghold; empty for anything else."""
        return self._kinds.get(card, "")

    def is_forge_item(self, card: str) -> bool:
        """Whether it is an Item with the back of the World Forge."""
        return self._kinds.get(card) == "item"

    def skill_of(self, card: str) -> str:
        """The type of a Skill card; empty for anything else."""
        return self._skill_cards.get(card, "")

    def _purposes(self) -> dict[str, frozenset[str]]:
        return {
            **{f"skill_{skill}": frozenset(("any", "skill", f"skill_{skill}")) for skill in self.skills},
            "item": frozenset(("any", "item")),
            "battle_card": frozenset(("any", "battle_card")),
            "heal": frozenset(("any", "heal")),
            "cost": frozenset(("any",)),
        }

    def _names(self) -> dict[str, str]:
        """What everything is called at the table; all Skill cards of a type are called alike."""
        named: tuple[Mapping[str, Named], ...] = (
            self.settings,
            self.conditions,
            self.kingdoms,
            self.heroes,
            self.blocks,
            self.skills,
            self.strongholds,
            self.classes,
            self.items,
            self.cards,
        )
        copies = {card: skill.name for skill in self.skills.values() for card in instances(skill.id, skill.count)}
        return copies | {key: each.name for group in named for key, each in group.items()}

    def _entries(self, name: str) -> list[tuple[Json, Reader]]:
        found = self._content.tables.get(name)
        if not isinstance(found, list):
            raise self._content.error(name, "", "the list is missing")
        return [(raw, Reader(self._content, f"{name}.{raw['id']}", self.effects)) for raw in found]

    def _hero(self, raw: Json, read: Reader) -> Hero:
        return self._build(Hero, "heroes", raw, effects=read.effects("effects", raw["effects"]))

    def _block(self, raw: Json, read: Reader) -> Block:
        if raw["type"] not in ("once", "ongoing", "repeatable"):
            raise self._content.error(f"blocks.{raw['id']}", "type", f"{raw['type']!r} is no type of block")
        return self._build(
            Block,
            "blocks",
            {"requires": [], "requires_any": [], **raw},
            conditions=read.predicates("if", raw.get("if", [])),
            effects=read.effects("effects", raw["effects"]),
            use=read.use("use", raw.get("use")),
        )

    def _skill(self, raw: Json, read: Reader) -> Skill:
        levels = [read.effects(f"levels[{i}].effects", each["effects"]) for i, each in enumerate(raw["levels"])]
        if [each["level"] for each in raw["levels"]] != list(range(1, self.limits.max_skill_level + 1)):
            raise self._content.error(f"skills.{raw['id']}", "levels", "must be 1 to the highest, in order")
        on_buy = read.effects("on_buy", raw.get("on_buy", []))
        return self._build(Skill, "skills", raw, levels=((), *levels), on_buy=on_buy)

    def _stronghold(self, raw: Json, read: Reader) -> Stronghold:
        return self._build(Stronghold, "strongholds", raw, effects=read.effects("effects", raw["effects"]))

    def _item(self, raw: Json, read: Reader, name: str) -> Item:
        slot = raw.get("slot")
        if slot not in (*SLOTS, "two_handed"):
            raise self._content.error(f"{name}.{raw['id']}", "slot", f"{slot!r} is no slot")
        use = read.use("use", raw.get("use"))
        return self._build(
            Item,
            name,
            {"cost": 0, **raw},
            slots=HANDS if slot == "two_handed" else (slot,),
            conditions=read.predicates("if", raw.get("if", [])),
            effects=read.effects("effects", raw["effects"]),
            upgraded=read.effects("upgraded", raw.get("upgraded", [])),
            use=use,
            upgraded_use=read.use("upgraded_use", raw.get("upgraded_use")),
        )

    def _card(self, raw: Json, read: Reader) -> Card:
        needs = {"battle": ("cost", "cost_in", "role"), "maven": ("kind", "reject"), "pool": ("test",)}
        for field in needs.get(raw["type"], ()):
            if field not in raw:
                raise self._content.error(f"exploration_cards.{raw['id']}", field, f"a {raw['type']} card needs it")
        return self._build(
            Card,
            "exploration_cards",
            {"count": 1, "cost": 0, "cost_in": "capital", "role": "any", **raw},
            effects=read.effects("effects", raw["effects"]),
            reject=read.effects("reject", raw.get("reject", [])),
            use=read.use("use", raw.get("use")),
            test=read.test(raw.get("test")),
        )

    def _build(self, kind: type[R], name: str, raw: Json, **read: Any) -> R:
        """The record: what was read already, the other fields checked by their types."""
        fields = {field: raw.get(field) for field in kind.__struct_fields__ if field not in read}
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        for field, value in fields.items():
            try:
                fields[field] = msgspec.convert(value, types[field])
            except msgspec.ValidationError as error:
                raise self._content.error(f"{name}.{raw['id']}", field, str(error)) from error
        return kind(**fields, **read)

    def _check_references(self) -> None:
        refer = self._refer
        for kingdom in self.kingdoms.values():
            where = f"kingdoms.{kingdom.id}"
            refer(where, "favours", [kingdom.favours], self.conditions)
            refer(where, "pre_ticked", [kingdom.pre_ticked], self.blocks)
            refer(where, "heroes", kingdom.heroes, self.heroes)
            if len(kingdom.heroes) != self.places.hero_line_length:
                raise self._content.error(where, "heroes", f"must name {self.places.hero_line_length}")
        for hero in self.heroes.values():
            refer(f"heroes.{hero.id}", "kingdom", [hero.kingdom], self.kingdoms)
        for block in self.blocks.values():
            refer(f"blocks.{block.id}", "kingdom", [block.kingdom], self.kingdoms)
            own = {each.id for each in self.blocks.values() if each.kingdom == block.kingdom}
            refer(f"blocks.{block.id}", "requires", block.requires, own)
            refer(f"blocks.{block.id}", "requires_any", block.requires_any, own)
        tasks = {f"classes.{name}": each.conditions for name, each in self.classes.items()}
        tasks |= {f"victory_conditions.{name}": each.conditions for name, each in self.conditions.items()}
        for where, conditions in tasks.items():
            for predicate in conditions:
                if predicate.pred.startswith("power_"):
                    # The state check remembers tasks by what is held, which Power is no part of.
                    raise self._content.error(where, "if", f"{predicate.pred!r} does not fit a lasting task")
        for item in self.items.values():
            skills = [each.skill for each in item.conditions if each.pred == "skill_level"]
            refer(f"items.{item.id}", "if", skills, self.skills)

    def _refer(self, where: str, field: str, ids: Any, known: Any) -> None:
        for each in ids:
            if each not in known:
                raise self._content.error(where, field, f"{each!r} does not exist")

    def _check_split(self) -> None:
        for kind, wanted in self._content.tables["exploration_split"].items():
            if kind == "source":
                continue
            found = sum(card.type == kind for card in self.cards.values())
            if found != wanted:
                raise self._content.error("exploration_split", kind, f"{wanted} expected, the cards hold {found}")


EDITIONS = Editions("moothall.domain.winds_of_numa_sera")

BOXES = OnDemand(EDITIONS, Box)
"""The components of every edition."""


def box_at(edition: int) -> Box:
    """The components of an edition."""
    return BOXES[edition]


def box_of(state: State) -> Box:
    """The components a game is played with."""
    return BOXES[state.edition]
