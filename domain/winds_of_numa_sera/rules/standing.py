"""What follows from the cards in play: sums of modifiers, triggers, abilities. Computed once per mat and remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Predicate, Use
from moothall.domain.winds_of_numa_sera.rules.ground import MOST, Ground, ground_of, skilled, spent_in_turn
from moothall.domain.winds_of_numa_sera.rules.parts import (
    Bundle,
    Modifier,
    Purse,
    RollMode,
    Trigger,
    bundle,
    parts_of,
    together,
)
from moothall.domain.winds_of_numa_sera.state import SLOTS, Mat, Seat

AIMS: dict[str | None, frozenset[str]] = {
    None: frozenset(("hero", "independent", "stronghold")),
    "hero": frozenset(("hero",)),
    "independent": frozenset(("independent",)),
    "player_stronghold": frozenset(("stronghold",)),
    "stronghold": frozenset(("independent", "stronghold")),
}
"""What a `vs` matches."""


class Standing(Data, frozen=True):
    """The standing effects of one mat. Mats change with most moves, and few ask for more than what is put together at
    once; the rest is when it is asked for."""

    ground: Ground
    worn: Bundle
    levels: dict[str, int]
    sums: dict[str, int]
    max_power: int
    unmet: tuple[str, ...]
    uses: dict[str, Use]
    special: tuple[Modifier, ...]
    purses: tuple[Purse, ...]

    @property
    def best_skill(self) -> int:
        return self.ground.skilled.best

    @property
    def skill_types(self) -> int:
        return self.ground.skilled.types

    @property
    def triggers(self) -> dict[str, tuple[Trigger, ...]]:
        return together(together(self.ground.rooted.triggers, self.worn.triggers), self.ground.held.triggers)

    @property
    def roll_modes(self) -> tuple[RollMode, ...]:
        return self.ground.rooted.roll_modes + self.worn.roll_modes + self.ground.held.roll_modes

    @property
    def prevented(self) -> int:
        return self.ground.rooted.prevented + self.worn.prevented + self.ground.held.prevented

    def lacks(self, conditions: tuple[Predicate, ...]) -> bool:
        """Whether a Skill level is missing that an Item needs."""
        return bool(conditions) and below(self.levels, conditions)


def below(levels: dict[str, int], conditions: tuple[Predicate, ...]) -> bool:
    """Whether a Skill level is missing that an Item needs."""
    for each in conditions:  # noqa: SIM110  asked of every Item in every list: a generator would cost more
        if levels[each.skill] < each.value:
            return True
    return False


@lru_cache(maxsize=MOST)
def standing(box: Box, mat: Mat) -> Standing:
    """The standing effects of a mat."""
    # Items change the most: all the rest is put together once and remembered.
    line = mat.line
    ground = ground_of(
        box,
        line[0] if line else "",
        mat.kingdom,
        mat.skills,
        mat.classes,
        mat.ticked,
        mat.mavens,
        mat.strongholds,
        mat.blessing,
    )
    worn, levels, sums = _worn(box, mat.slots, mat.upgraded), ground.skilled.levels, ground.sums.copy()
    for stat, amount in worn.sums.items():
        sums[stat] = sums.get(stat, 0) + amount
    return Standing(
        ground,
        worn,
        levels,
        sums,
        ground.power + sums.get("max_power", 0),
        tuple([item for item, needs in worn.needs if below(levels, needs)]) if worn.needs else (),
        {**ground.rooted.uses, **worn.uses, **ground.held.uses} if worn.uses else ground.uses,
        ground.special + worn.special,
        spent_in_turn(ground.purses + worn.purses) if worn.purses else ground.purses,
    )


@lru_cache(maxsize=MOST)
def _worn(box: Box, slots: tuple[str, ...], upgraded: tuple[str, ...]) -> Bundle:
    """What the equipped Items bring."""
    parts = parts_of(box)
    items = [*dict.fromkeys(filter(None, slots))]
    return bundle(
        [(parts.upgraded if all_upgraded(box, upgraded, item) else parts.items)[item] for item in items],
        tuple([(item, needs) for item in items if (needs := box.items[item].conditions)]),
    )


def works_upgraded(box: Box, mat: Mat, item: str) -> bool:
    """NS-7.6: a World Forge Item whose slots are all upgraded; NS-7.5: a Mythic one never."""
    return all_upgraded(box, mat.upgraded, item)


def all_upgraded(box: Box, upgraded: tuple[str, ...], item: str) -> bool:
    """The same, where these slots are upgraded."""
    found = box.items[item]
    return bool(upgraded) and found.cost > 0 and set(found.slots).issubset(upgraded)


_PREDICATES: dict[str, Callable[[Box, Seat, Predicate], bool]] = {
    "strongholds": lambda box, seat, p: len(seat.mat.strongholds) >= p.value,
    "best_skill_level": lambda box, seat, p: skilled(box, seat.mat.skills).best >= p.value,
    "skill_level": lambda box, seat, p: skilled(box, seat.mat.skills).levels[p.skill] >= p.value,
    "skill_types": lambda box, seat, p: skilled(box, seat.mat.skills).types >= p.value,
    "skill_cards": lambda box, seat, p: len(seat.mat.skills) >= p.value,
    "classes": lambda box, seat, p: len(seat.mat.classes) >= p.value,
    "slain": lambda box, seat, p: len(seat.captured) >= p.value,
    "ticked": lambda box, seat, p: len(seat.mat.ticked) >= p.value,
    "power_at_most": lambda box, seat, p: seat.power <= p.value,
    "power_at_least": lambda box, seat, p: seat.power >= p.value,
    "wins_with_card": lambda box, seat, p: seat.wins_with_card >= p.value,
    "raids": lambda box, seat, p: seat.raids >= p.value,
}


def holds(box: Box, seat: Seat, conditions: tuple[Predicate, ...]) -> bool:
    """Whether all conditions hold for the seat now."""
    for each in conditions:  # noqa: SIM110  asked hundreds of times per move: a generator would cost more than the test
        if not _PREDICATES[each.pred](box, seat, each):
            return False
    return True


class Deserts(NamedTuple):
    """The Classes and victory conditions whose tasks are met."""

    classes: tuple[str, ...]
    conditions: tuple[str, ...]


def deserts(box: Box, seat: Seat) -> Deserts:
    """What the seat has earned."""
    return earned(box, standing(box, seat.mat), seat)


def earned(box: Box, found: Standing, seat: Seat) -> Deserts:
    """The same where it is known what follows from its mat."""
    return _deserts(box, found.ground.tasks, seat.captured, seat.wins_with_card, seat.raids)


@lru_cache(maxsize=MOST)
def _deserts(box: Box, mat: Mat, captured: tuple[str, ...], wins_with_card: int, raids: int) -> Deserts:
    """Remembered, because the state check asks it for every seat after every move."""
    seat = Seat(mat=mat, captured=captured, wins_with_card=wins_with_card, raids=raids)
    return Deserts(
        tuple(name for name, each in box.classes.items() if holds(box, seat, each.conditions)),
        tuple(name for name, each in box.conditions.items() if holds(box, seat, each.conditions)),
    )


def amount_of(box: Box, seat: Seat, predicate: Predicate) -> int:
    """How far the seat is towards the predicate's value."""
    match predicate.pred:
        case "strongholds":
            return len(seat.mat.strongholds)
        case "best_skill_level":
            return standing(box, seat.mat).best_skill
        case "classes":
            return len(seat.mat.classes)
        case "skill_level":
            return standing(box, seat.mat).levels[predicate.skill]
        case "skill_types":
            return standing(box, seat.mat).skill_types
        case "skill_cards":
            return len(seat.mat.skills)
        case "ticked":
            return len(seat.mat.ticked)
        case "wins_with_card":
            return seat.wins_with_card
        case "raids":
            return seat.raids
        case "power_at_most" | "power_at_least":
            return seat.power
        case _:
            return len(seat.captured)


def stat(box: Box, seat: Seat, name: str) -> int:
    """The sum of a stat's modifiers outside of battle."""
    return summed(box, standing(box, seat.mat), seat, name)


def summed(box: Box, found: Standing, seat: Seat, name: str) -> int:
    """The same where it is known what follows from its mat."""
    total = found.sums.get(name, 0)
    for each in found.special:
        if each.stat == name and each.role is None and each.vs is None and holds(box, seat, each.conditions):
            total += each.amount
    return total


def battle_stat(box: Box, seat: Seat, name: str, role: str, aim: str, items: bool = True) -> int:
    """The sum of a stat's modifiers in a battle; NS-7.10: without those of Items where they do not count."""
    found = standing(box, seat.mat)
    total = found.sums.get(name, 0)
    if not items:
        total -= found.worn.sums.get(name, 0)
    for each in found.special:
        if (
            each.stat == name
            and each.role in (None, role)
            and aim in AIMS[each.vs]
            and (items or not each.item)
            and holds(box, seat, each.conditions)
        ):
            total += each.amount
    return total


def residual(box: Box, seat: Seat) -> int:
    """NS-3.10: Base plus Strongholds plus modifiers."""
    return box.kingdoms[seat.mat.kingdom].start_capital + stat(box, seat, "residual")


def missing_power(box: Box, seat: Seat) -> int:
    """How much the Active Hero can be healed."""
    return max(standing(box, seat.mat).max_power - seat.power, 0)


@cache
def slot_indexes(box: Box, item: str) -> tuple[int, ...]:
    """Where the Item is worn."""
    return tuple(SLOTS.index(slot) for slot in box.items[item].slots)
