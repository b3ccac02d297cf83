"""What follows from the cards in play: sums of modifiers, triggers, abilities. Every result is cached."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Effect, Predicate, Use
from moothall.domain.winds_of_numa_sera.state import SLOTS, Mat, Seat

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

TRIGGERS = ("turn_start", "explore", "buy_item", "battle_won", "battle_lost", "slay", "class_unlocked")

_NO_TRIGGERS: dict[str, tuple[Trigger, ...]] = dict.fromkeys(TRIGGERS, ())

Purse = tuple[str, frozenset[str]]
"""A card that Capital can lie on, and what it can be spent on."""

Needs = tuple[str, tuple[Predicate, ...]]
"""An Item that needs Skill levels, and which."""


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


class Skilled(NamedTuple):
    """What some Skill cards make: the levels by type, the highest of them, and how many types are above 0."""

    levels: dict[str, int]
    best: int
    types: int


class Ground(Data, frozen=True):
    """What follows from all but the Items."""

    skilled: Skilled
    rooted: Bundle
    held: Bundle
    sums: dict[str, int]
    power: int
    uses: dict[str, Use]
    special: tuple[Modifier, ...]
    purses: tuple[Purse, ...]
    tasks: Mat
    """What Classes and victory follow from."""


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


class Deserts(NamedTuple):
    """The Classes and victory conditions whose tasks are met."""

    classes: tuple[str, ...]
    conditions: tuple[str, ...]


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


def below(levels: dict[str, int], conditions: tuple[Predicate, ...]) -> bool:
    """Whether a Skill level is missing that an Item needs."""
    for each in conditions:  # noqa: SIM110  asked of every Item in every list: a generator would cost more
        if levels[each.skill] < each.value:
            return True
    return False


@cache
def slot_indexes(box: Box, item: str) -> tuple[int, ...]:
    """Where the Item is worn."""
    return tuple(SLOTS.index(slot) for slot in box.items[item].slots)


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


@lru_cache(maxsize=MOST)
def skilled(box: Box, cards: tuple[str, ...]) -> Skilled:
    """What these Skill cards make."""
    levels = dict.fromkeys(box.skills, 0)
    for card in cards:
        levels[box.skill_of(card)] += 1
    return Skilled(levels, max(levels.values()), len(levels) - list(levels.values()).count(0))


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


# NS-3.5: everything in play acts in this order: what is rooted, the Items, what is held.


@lru_cache(maxsize=MOST)
def ground_of(
    box: Box,
    hero: str,
    kingdom: str,
    skills: tuple[str, ...],
    classes: tuple[str, ...],
    ticked: tuple[str, ...],
    mavens: tuple[str, ...],
    strongholds: tuple[str, ...],
    blessing: str,
) -> Ground:
    """What these bring."""
    known, held = skilled(box, skills), _held(box, strongholds, blessing)
    rooted = _rooted(box, hero, kingdom, known.levels, classes, ticked, mavens)
    sums = rooted.sums.copy()
    for stat, amount in held.sums.items():
        sums[stat] = sums.get(stat, 0) + amount
    return Ground(
        known,
        rooted,
        held,
        sums,
        box.heroes[hero].power if hero else 0,
        {**rooted.uses, **held.uses},
        rooted.special + held.special,
        spent_in_turn(rooted.purses + held.purses),
        Mat(ticked=ticked, skills=skills, classes=classes, strongholds=strongholds),
    )


def _rooted(
    box: Box,
    hero: str,
    kingdom: str,
    levels: dict[str, int],
    classes: tuple[str, ...],
    ticked: tuple[str, ...],
    mavens: tuple[str, ...],
) -> Bundle:
    """What the hero, the Skills, the Classes, the tree and the Inner Circle bring."""
    parts = parts_of(box)
    found = [parts.heroes[hero]] if hero else []
    found += [parts.skills[skill][level] for skill, level in levels.items() if level]
    found += [part for name, part in parts.classes.items() if name in classes]
    found += [parts.blocks[block] for block in box.blocks_of.get(kingdom, ()) if block in ticked]
    found += [parts.mavens[card] for card in mavens]
    return bundle(found)


@lru_cache(maxsize=MOST)
def _held(box: Box, strongholds: tuple[str, ...], blessing: str) -> Bundle:
    """What the Strongholds and the blessing bring."""
    parts = parts_of(box)
    found = bundle([*map(parts.strongholds.__getitem__, strongholds), *([parts.pools[blessing]] if blessing else [])])
    for stronghold in strongholds:
        found.sums["residual"] = found.sums.get("residual", 0) + box.strongholds[stronghold].residual
    return found


def spent_in_turn(purses: tuple[Purse, ...]) -> tuple[Purse, ...]:
    """NS-3.4: in the order in which they are spent."""
    return tuple(sorted(purses, key=_thrift)) if len(purses) > 1 else purses


def _thrift(purse: Purse) -> tuple[int, str]:
    """NS-3.4: the card with the fewest purposes is spent first."""
    return len(purse[1]), purse[0]


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


parts_of = cache(Parts)
"""Made once for every box."""


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
