"""What follows from the cards in play: sums of modifiers, triggers, abilities. Computed once per mat and remembered."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple

from domain.winds_of_numa_sera.content import Box
from domain.winds_of_numa_sera.content.effects import Predicate
from domain.winds_of_numa_sera.rules.parts import Bundle, RollMode, Trigger, parts_of, together
from domain.winds_of_numa_sera.state import SLOTS, Mat, Seat

AIMS: dict[str | None, frozenset[str]] = {
    None: frozenset(("hero", "independent", "stronghold")),
    "hero": frozenset(("hero",)),
    "independent": frozenset(("independent",)),
    "player_stronghold": frozenset(("stronghold",)),
    "stronghold": frozenset(("independent", "stronghold")),
}
"""What a `vs` matches."""

MOST = 1 << 11
"""Answers remembered of each kind: for a playout some hundred would do, but a server goes from one of hundreds of games
to the next with every move, and each has four mats."""


class Standing:
    """The standing effects of one mat. Mats change with most moves, and few ask for more than what is put together at
    once; the rest is when it is asked for."""

    __slots__ = (
        "_held",
        "_rooted",
        "_worn",
        "best_skill",
        "item_sums",
        "levels",
        "max_power",
        "purses",
        "skill_types",
        "special",
        "sums",
        "tasks",
        "unmet",
        "uses",
    )

    def __init__(self, box: Box, mat: Mat) -> None:
        hero = mat.line[0] if mat.line else ""
        # Remembered one by one: a move changes but one of them, most often the Items.
        self.levels, self.best_skill, self.skill_types = skilled(box, mat.skills)
        self._rooted = rooted = _rooted(box, hero, mat.kingdom, mat.skills, mat.classes, mat.ticked, mat.mavens)
        self._worn = worn = _worn(box, mat.slots, mat.upgraded)
        self._held = held = _held(box, mat.strongholds, mat.blessing)
        self.item_sums = worn.sums
        self.sums = sums = rooted.sums.copy()
        for more in (worn.sums, held.sums):
            for stat, amount in more.items():
                sums[stat] = sums.get(stat, 0) + amount
        self.uses = {**rooted.uses, **worn.uses, **held.uses}
        self.special = rooted.special + worn.special + held.special
        self.max_power = (box.heroes[hero].power if hero else 0) + sums.get("max_power", 0)
        purses = rooted.purses + worn.purses + held.purses
        self.purses = tuple(sorted(purses, key=_thrift)) if len(purses) > 1 else purses
        self.unmet = tuple([item for item, needs in worn.needs if self.lacks(needs)]) if worn.needs else ()
        self.tasks = _tasks(mat.ticked, mat.skills, mat.classes, mat.strongholds)

    @property
    def triggers(self) -> dict[str, tuple[Trigger, ...]]:
        return together(together(self._rooted.triggers, self._worn.triggers), self._held.triggers)

    @property
    def roll_modes(self) -> tuple[RollMode, ...]:
        return self._rooted.roll_modes + self._worn.roll_modes + self._held.roll_modes

    @property
    def prevented(self) -> int:
        return self._rooted.prevented + self._worn.prevented + self._held.prevented

    def lacks(self, conditions: tuple[Predicate, ...]) -> bool:
        """Whether a Skill level is missing that an Item needs."""
        for each in conditions:  # noqa: SIM110  asked of every Item in every list: a generator would cost more
            if self.levels[each.skill] < each.value:
                return True
        return False


def _thrift(purse: tuple[str, frozenset[str]]) -> tuple[int, str]:
    """NS-3.4: the card with the fewest purposes is spent first."""
    return len(purse[1]), purse[0]


@lru_cache(maxsize=MOST)
def standing(box: Box, mat: Mat) -> Standing:
    """The standing effects of a mat."""
    return Standing(box, mat)


class Skilled(NamedTuple):
    """What some Skill cards make: the levels by type, the highest of them, and how many types are above 0."""

    levels: dict[str, int]
    best: int
    types: int


@lru_cache(maxsize=MOST)
def skilled(box: Box, cards: tuple[str, ...]) -> Skilled:
    """What these Skill cards make."""
    levels = dict.fromkeys(box.skills, 0)
    for card in cards:
        levels[box.skill_of(card)] += 1
    return Skilled(levels, max(levels.values()), len(levels) - list(levels.values()).count(0))


# NS-3.5: the three hold everything in play with effects, in the order in which it acts.


@lru_cache(maxsize=MOST)
def _rooted(
    box: Box,
    hero: str,
    kingdom: str,
    skills: tuple[str, ...],
    classes: tuple[str, ...],
    ticked: tuple[str, ...],
    mavens: tuple[str, ...],
) -> Bundle:
    """What the hero, the Skills, the Classes, the tree and the Inner Circle bring."""
    parts = parts_of(box)
    found = [parts.heroes[hero]] if hero else []
    found += [parts.skills[skill][level] for skill, level in skilled(box, skills).levels.items() if level]
    found += [part for name, part in parts.classes.items() if name in classes]
    found += [parts.blocks[block] for block in box.blocks_of.get(kingdom, ()) if block in ticked]
    found += [parts.mavens[card] for card in mavens]
    return Bundle(found)


@lru_cache(maxsize=MOST)
def _worn(box: Box, slots: tuple[str, ...], upgraded: tuple[str, ...]) -> Bundle:
    """What the equipped Items bring."""
    parts = parts_of(box)
    items = [*dict.fromkeys(filter(None, slots))]
    found = Bundle([(parts.upgraded if all_upgraded(box, upgraded, item) else parts.items)[item] for item in items])
    found.needs = tuple([(item, needs) for item in items if (needs := box.items[item].conditions)])
    return found


@lru_cache(maxsize=MOST)
def _held(box: Box, strongholds: tuple[str, ...], blessing: str) -> Bundle:
    """What the Strongholds and the blessing bring."""
    parts = parts_of(box)
    found = Bundle([*map(parts.strongholds.__getitem__, strongholds), *([parts.pools[blessing]] if blessing else [])])
    for stronghold in strongholds:
        found.sums["residual"] = found.sums.get("residual", 0) + box.strongholds[stronghold].residual
    return found


@lru_cache(maxsize=MOST)
def _tasks(
    ticked: tuple[str, ...], skills: tuple[str, ...], classes: tuple[str, ...], strongholds: tuple[str, ...]
) -> Mat:
    """What Classes and victory follow from: not the Items, which change the most."""
    return Mat(ticked=ticked, skills=skills, classes=classes, strongholds=strongholds)


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
    return _deserts(box, found.tasks, seat.captured, seat.wins_with_card, seat.raids)


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
    found = standing(box, seat.mat)
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
        total -= found.item_sums.get(name, 0)
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
