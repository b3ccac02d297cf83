"""What follows from the cards in play: sums of modifiers, triggers, abilities. Computed once per mat and remembered."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.winds_of_numa_sera.content import BOX, SKILLS, SLOTS, Effect, Predicate, Use, skill_of
from domain.winds_of_numa_sera.state import Mat, Seat

AIMS: dict[str | None, frozenset[str]] = {
    None: frozenset(("hero", "independent", "stronghold")),
    "hero": frozenset(("hero",)),
    "independent": frozenset(("independent",)),
    "player_stronghold": frozenset(("stronghold",)),
    "stronghold": frozenset(("independent", "stronghold")),
}
"""What a `vs` matches."""

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


class Standing:
    """The standing effects of one mat."""

    __slots__ = (
        "best_skill",
        "item_sums",
        "levels",
        "max_power",
        "prevented",
        "purses",
        "roll_modes",
        "skill_types",
        "special",
        "sums",
        "triggers",
        "unmet",
        "uses",
    )

    def __init__(self, mat: Mat) -> None:
        self.levels: dict[str, int] = dict.fromkeys(SKILLS, 0)
        for card in mat.skills:
            self.levels[skill_of(card)] += 1
        self.best_skill = max(self.levels.values())
        self.skill_types = sum(1 for level in self.levels.values() if level)
        self.sums: dict[str, int] = {}
        self.item_sums: dict[str, int] = {}
        self.uses: dict[str, Use] = {}
        self.roll_modes: tuple[RollMode, ...] = ()
        self.prevented = 0
        special: list[Modifier] = []
        purses: list[tuple[str, frozenset[str]]] = []
        triggers: dict[str, list[Trigger]] = {when: [] for when in TRIGGERS}
        for host, kind, effects, use in _hosts(mat, self.levels):
            if use is not None:
                self.uses[host] = use
            for effect in effects:
                if effect.when in triggers:
                    triggers[effect.when].append(Trigger(host, kind, effect))
                if effect.op == "place_capital":
                    purses.append((host, frozenset(effect.spend_on)))
                elif effect.when == "static":
                    self._hold(effect, kind == "item", special)
        for stronghold in mat.strongholds:
            self._add("residual", BOX.strongholds[stronghold].residual, False)
        self.special = tuple(special)
        self.purses = tuple(sorted(purses, key=lambda purse: (len(purse[1]), purse[0])))
        self.triggers = {when: tuple(found) for when, found in triggers.items()}
        self.max_power = (BOX.heroes[mat.line[0]].power if mat.line else 0) + self.sums.get("max_power", 0)
        self.unmet = tuple(
            item
            for item in mat.items
            if any(self.levels[each.skill] < each.value for each in BOX.items[item].conditions)
        )

    def _hold(self, effect: Effect, item: bool, special: list[Modifier]) -> None:
        if effect.op == "roll_mode":
            self.roll_modes = (*self.roll_modes, RollMode(effect, item))
        elif effect.op == "prevent_slain":
            self.prevented = effect.set_power
        elif effect.role or effect.vs or effect.conditions:
            special.append(Modifier(effect.stat, effect.amount, effect.role, effect.vs, effect.conditions, item))
        else:
            self._add(effect.stat, effect.amount, item)

    def _add(self, stat: str, amount: int, item: bool) -> None:
        self.sums[stat] = self.sums.get(stat, 0) + amount
        if item:
            self.item_sums[stat] = self.item_sums.get(stat, 0) + amount


@lru_cache(maxsize=1 << 14)
def standing(mat: Mat) -> Standing:
    """The standing effects of a mat."""
    return Standing(mat)


def _hosts(mat: Mat, levels: dict[str, int]) -> Iterator[tuple[str, str, tuple[Effect, ...], Use | None]]:
    """NS-3.5: everything in play with effects, in the order in which it acts."""
    if mat.line:
        yield mat.line[0], "hero", BOX.heroes[mat.line[0]].effects, None
    for skill, level in levels.items():
        if level:
            yield skill, "skill", BOX.skills[skill].levels[level], None
    for name, each in BOX.classes.items():
        if name in mat.classes:
            yield name, "class", each.effects, None
    for name, block in BOX.blocks.items():
        if name in mat.ticked:
            yield name, "block", block.effects, block.use
    for card in mat.mavens:
        yield card, "maven", BOX.cards[card].effects, BOX.cards[card].use
    for card in mat.items:
        item = BOX.items[card]
        if item.cost and all(slot in mat.upgraded for slot in item.slots):
            yield card, "item", item.upgraded, item.upgraded_use
        else:
            yield card, "item", item.effects, item.use
    for card in mat.strongholds:
        yield card, "stronghold", BOX.strongholds[card].effects, None
    if mat.blessing:
        yield mat.blessing, "blessing", BOX.cards[mat.blessing].effects, None


_PREDICATES: dict[str, Callable[[Seat, Predicate], bool]] = {
    "strongholds": lambda seat, p: len(seat.mat.strongholds) >= p.value,
    "best_skill_level": lambda seat, p: standing(seat.mat).best_skill >= p.value,
    "skill_level": lambda seat, p: standing(seat.mat).levels[p.skill] >= p.value,
    "skill_types": lambda seat, p: standing(seat.mat).skill_types >= p.value,
    "skill_cards": lambda seat, p: len(seat.mat.skills) >= p.value,
    "classes": lambda seat, p: len(seat.mat.classes) >= p.value,
    "slain": lambda seat, p: len(seat.captured) >= p.value,
    "ticked": lambda seat, p: len(seat.mat.ticked) >= p.value,
    "power_at_most": lambda seat, p: seat.power <= p.value,
    "power_at_least": lambda seat, p: seat.power >= p.value,
    "wins_with_card": lambda seat, p: seat.wins_with_card >= p.value,
    "raids": lambda seat, p: seat.raids >= p.value,
}


def holds(seat: Seat, conditions: tuple[Predicate, ...]) -> bool:
    """Whether all conditions hold for the seat now."""
    for each in conditions:  # noqa: SIM110  asked hundreds of times per move: a generator would cost more than the test
        if not _PREDICATES[each.pred](seat, each):
            return False
    return True


class Deserts(NamedTuple):
    """The Classes and victory conditions whose tasks are met."""

    classes: tuple[str, ...]
    conditions: tuple[str, ...]


@lru_cache(maxsize=1 << 14)
def deserts(mat: Mat, captured: tuple[str, ...], wins_with_card: int, raids: int) -> Deserts:
    """What follows from these; remembered, because the state check asks it for every seat after every move."""
    seat = Seat(mat=mat, captured=captured, wins_with_card=wins_with_card, raids=raids)
    return Deserts(
        tuple(name for name, each in BOX.classes.items() if holds(seat, each.conditions)),
        tuple(name for name, each in BOX.conditions.items() if holds(seat, each.conditions)),
    )


def amount_of(seat: Seat, predicate: Predicate) -> int:
    """How far the seat is towards the predicate's value."""
    match predicate.pred:
        case "strongholds":
            return len(seat.mat.strongholds)
        case "best_skill_level":
            return standing(seat.mat).best_skill
        case "classes":
            return len(seat.mat.classes)
        case _:
            return len(seat.captured)


def stat(seat: Seat, name: str) -> int:
    """The sum of a stat's modifiers outside of battle."""
    found = standing(seat.mat)
    total = found.sums.get(name, 0)
    for each in found.special:
        if each.stat == name and each.role is None and each.vs is None and holds(seat, each.conditions):
            total += each.amount
    return total


def battle_stat(seat: Seat, name: str, role: str, aim: str, items: bool = True) -> int:
    """The sum of a stat's modifiers in a battle; NS-7.10: without those of Items where they do not count."""
    found = standing(seat.mat)
    total = found.sums.get(name, 0)
    if not items:
        total -= found.item_sums.get(name, 0)
    for each in found.special:
        if (
            each.stat == name
            and each.role in (None, role)
            and aim in AIMS[each.vs]
            and (items or not each.item)
            and holds(seat, each.conditions)
        ):
            total += each.amount
    return total


def residual(seat: Seat) -> int:
    """NS-3.10: Base plus Strongholds plus modifiers."""
    return BOX.kingdoms[seat.mat.kingdom].start_capital + stat(seat, "residual")


def missing_power(seat: Seat) -> int:
    """How much the Active Hero can be healed."""
    return max(standing(seat.mat).max_power - seat.power, 0)


def slot_indexes(item: str) -> tuple[int, ...]:
    """Where the Item is worn."""
    return tuple(SLOTS.index(slot) for slot in BOX.items[item].slots)
