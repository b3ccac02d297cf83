"""What follows from the cards in play but for the Items, which change the most. Computed once and remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Use
from moothall.domain.winds_of_numa_sera.rules.parts import Bundle, Modifier, Purse, bundle, parts_of
from moothall.domain.winds_of_numa_sera.state import Mat

MOST = 1 << 11
"""Answers remembered of each kind: for a playout some hundred would do, but a server goes from one of hundreds of games
to the next with every move, and each has four mats."""


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
def skilled(box: Box, cards: tuple[str, ...]) -> Skilled:
    """What these Skill cards make."""
    levels = dict.fromkeys(box.skills, 0)
    for card in cards:
        levels[box.skill_of(card)] += 1
    return Skilled(levels, max(levels.values()), len(levels) - list(levels.values()).count(0))


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
