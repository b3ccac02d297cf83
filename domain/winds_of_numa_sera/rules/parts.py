"""What every thing in play brings, sorted by how it is asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Predicate, Use

TRIGGERS = ("turn_start", "explore", "buy_item", "battle_won", "battle_lost", "slay", "class_unlocked")


class Modifier(NamedTuple):
    """A modifier that holds only sometimes."""

    stat: str
    amount: int
    role: str | None
    vs: str | None
    conditions: tuple[Predicate, ...]
    item: bool


class Trigger(NamedTuple):
    """An effect that waits for an event; `kind` says what its host is."""

    host: str
    kind: str
    effect: Effect


class RollMode(NamedTuple):
    """A standing change of how a side rolls."""

    effect: Effect
    item: bool


class Part(NamedTuple):
    """What one host brings, sorted by how it is asked for."""

    host: str
    use: Use | None
    plain: tuple[tuple[str, int], ...]
    special: tuple[Modifier, ...]
    triggers: tuple[Trigger, ...]
    purse: frozenset[str] | None
    roll_modes: tuple[RollMode, ...]
    prevented: int
    item: bool
    rich: bool
    """Whether it brings more than plain modifiers."""


def _part(host: str, kind: str, effects: tuple[Effect, ...], use: Use | None = None) -> Part:
    item = kind == "item"
    held = [effect for effect in effects if effect.when == "static"]
    modifiers = [effect for effect in held if effect.op == "modify"]
    plain = [effect for effect in modifiers if not (effect.role or effect.vs or effect.conditions)]
    placing = [effect.spend_on for effect in effects if effect.op == "place_capital"]
    special = tuple(
        Modifier(each.stat, each.amount, each.role, each.vs, each.conditions, item)
        for each in modifiers
        if each not in plain
    )
    triggers = tuple(Trigger(host, kind, effect) for effect in effects if effect.when in TRIGGERS)
    roll_modes = tuple(RollMode(effect, item) for effect in held if effect.op == "roll_mode")
    prevented = sum(effect.set_power for effect in held)
    return Part(
        host,
        use,
        tuple((effect.stat, effect.amount) for effect in plain),
        special,
        triggers,
        frozenset(placing[0]) if placing else None,
        roll_modes,
        prevented,
        item,
        bool(use or special or triggers or placing or roll_modes or prevented),
    )


class Parts:
    """What everything in a box brings, by id."""

    def __init__(self, box: Box) -> None:
        cards = box.cards.items()
        self.heroes = {name: _part(name, "hero", each.effects) for name, each in box.heroes.items()}
        self.skills = {
            name: [_part(name, "skill", effects) for effects in each.levels] for name, each in box.skills.items()
        }
        self.classes = {name: _part(name, "class", each.effects) for name, each in box.classes.items()}
        self.blocks = {name: _part(name, "block", each.effects, each.use) for name, each in box.blocks.items()}
        self.mavens = {
            card: _part(card, "maven", each.effects, each.use) for card, each in cards if each.type == "maven"
        }
        self.pools = {card: _part(card, "blessing", each.effects) for card, each in cards if each.type == "pool"}
        self.items = {name: _part(name, "item", each.effects, each.use) for name, each in box.items.items()}
        self.upgraded = {
            name: _part(name, "item", each.upgraded, each.upgraded_use) for name, each in box.items.items() if each.cost
        }
        self.strongholds = {name: _part(name, "stronghold", each.effects) for name, each in box.strongholds.items()}


parts_of = cache(Parts)
"""Made once for every box."""

_NO_TRIGGERS: dict[str, tuple[Trigger, ...]] = dict.fromkeys(TRIGGERS, ())


Purse = tuple[str, frozenset[str]]
"""A card that Capital can lie on, and what it can be spent on."""

Needs = tuple[str, tuple[Predicate, ...]]
"""An Item that needs Skill levels, and which."""


class Bundle(Data, frozen=True):
    """What several parts bring together. Data, as the garbage collector passes over that: thousands are kept."""

    sums: dict[str, int]
    uses: dict[str, Use]
    special: tuple[Modifier, ...]
    triggers: dict[str, tuple[Trigger, ...]]
    purses: tuple[Purse, ...]
    roll_modes: tuple[RollMode, ...]
    prevented: int
    needs: tuple[Needs, ...]


def bundle(parts: Iterable[Part], needs: tuple[Needs, ...] = ()) -> Bundle:
    """These parts together; `needs` of the Items among them."""
    sums: dict[str, int] = {}
    uses: dict[str, Use] = {}
    special: tuple[Modifier, ...] = ()
    triggers = _NO_TRIGGERS
    purses: tuple[Purse, ...] = ()
    roll_modes: tuple[RollMode, ...] = ()
    prevented = 0
    for part in parts:
        for stat, amount in part.plain:
            sums[stat] = sums.get(stat, 0) + amount
        if part.rich:
            host, use, _, more, fired, purse, modes, spared, _, _ = part
            if use is not None:
                uses[host] = use
            special += more
            if fired:
                triggers = _with(triggers, fired)
            if purse is not None:
                purses += ((host, purse),)
            roll_modes += modes
            prevented += spared
    return Bundle(sums, uses, special, triggers, purses, roll_modes, prevented, needs)


def _with(triggers: dict[str, tuple[Trigger, ...]], fired: tuple[Trigger, ...]) -> dict[str, tuple[Trigger, ...]]:
    found = triggers.copy()
    for trigger in fired:
        found[trigger.effect.when] += (trigger,)
    return found


def together(
    some: dict[str, tuple[Trigger, ...]], others: dict[str, tuple[Trigger, ...]]
) -> dict[str, tuple[Trigger, ...]]:
    """The triggers of both; most things bring none."""
    if others is _NO_TRIGGERS:
        return some
    return others if some is _NO_TRIGGERS else {when: some[when] + others[when] for when in TRIGGERS}
