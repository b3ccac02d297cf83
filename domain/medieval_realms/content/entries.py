"""The shape of every entry of content.toml that the rules read."""

from __future__ import annotations

from typing import Literal

import msgspec

from moothall.domain.core.data import Data

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


class Condition(Data, frozen=True, forbid_unknown_fields=True):
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
    cost: FixedCost | CostByPlayers | BidCost | AdmiralCost
    effects: tuple[Effect, ...]
    count: int = 1
    majority: Resource | None = None


class LeaderEntry(Data, frozen=True):
    id: Leader
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
    resource: Resource
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
