"""The components as records."""

from __future__ import annotations

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Predicate, Test, Use

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
