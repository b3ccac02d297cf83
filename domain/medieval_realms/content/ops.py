"""The effects and costs of cards, as the content files describe them."""

from __future__ import annotations

from typing import Literal

import msgspec

from moothall.domain.core.data import Data

Resource = Literal["production", "science", "culture", "religion", "gold", "raw_material", "battle_point"]
Leader = Literal["mayor", "general", "admiral"]

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
