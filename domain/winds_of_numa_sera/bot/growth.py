"""What a kingdom's build tree can still bring: Capital and attack by the number of turns spent building."""

from __future__ import annotations

from functools import cache, lru_cache

from moothall.domain.core.data import Data
from moothall.domain.winds_of_numa_sera.content import Box
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.standing import AIMS, holds
from moothall.domain.winds_of_numa_sera.state import Mat, Seat

FAR = 12
"""Builds that are planned ahead at most."""
_NEAR = 4
"""The same where attack is sought: whoever builds for longer never fights."""
_DAMAGE = 0.8
"""What a point of damage is worth in attack, of who hunts heroes."""
_AIMS = ("independent", "stronghold", "hero")


class Growth(Data, frozen=True, cache_hash=True):
    """By the number of builds, from 0: what they bring at best."""

    capital: tuple[float, ...]
    """Beside the Residual Capital of now: for whoever saves for Skills."""
    walls: tuple[float, ...]
    """Attack on independent Strongholds."""
    theirs: tuple[float, ...]
    """Attack on Strongholds of players."""
    heroes: tuple[float, ...]
    """Attack on heroes, and the damage it does."""


def growth(box: Box, mat: Mat, missing: int) -> Growth:
    """For a mat that lacks so many cards of the Skill it may master."""
    seat = Seat(mat=mat)
    shut = [block for block in _guarded(box, mat.kingdom) if not holds(box, seat, box.blocks[block].conditions)]
    return _growth(box, mat.kingdom, frozenset(mat.ticked), frozenset(shut), missing)


@cache
def _guarded(box: Box, kingdom: str) -> tuple[str, ...]:
    """The blocks that have a condition."""
    return tuple(block for block in box.blocks_of[kingdom] if box.blocks[block].conditions)


@lru_cache(maxsize=1 << 12)
def _growth(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], missing: int) -> Growth:
    """Remembered, because mats differ in much that no block hangs on."""
    return Growth(
        tuple(
            _capital(box, kingdom, ticked & _useful(box, kingdom, ""), shut, missing, left) for left in range(FAR + 1)
        ),
        *(
            tuple(
                _attack(box, kingdom, ticked & _useful(box, kingdom, aim), shut, aim, left) for left in range(_NEAR + 1)
            )
            for aim in _AIMS
        ),
    )


@cache
def _useful(box: Box, kingdom: str, aim: str) -> frozenset[str]:
    """The blocks that bring what is sought, and those on the way to them."""
    found = {
        block
        for block in box.blocks_of[kingdom]
        if (_strength(box, block, aim) if aim else _yearly(box, block) or _at_once(box, block, 1))
    }
    while True:
        on_the_way = {
            each for block in found for each in (*box.blocks[block].requires, *box.blocks[block].requires_any)
        }
        if on_the_way <= found:
            return frozenset(found)
        found |= on_the_way


def _open(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], aim: str) -> list[str]:
    """The blocks among those that could be ticked next."""
    return [
        block
        for block in _useful(box, kingdom, aim)
        if block not in ticked
        and block not in shut
        and ticked.issuperset(box.blocks[block].requires)
        and not (box.blocks[block].requires_any and ticked.isdisjoint(box.blocks[block].requires_any))
    ]


@lru_cache(maxsize=1 << 16)
def _attack(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], aim: str, left: int) -> float:
    """The most attack that so many builds can add."""
    if not left:
        return 0.0
    return max(
        (
            _strength(box, block, aim) + _attack(box, kingdom, ticked | {block}, shut, aim, left - 1)
            for block in _open(box, kingdom, ticked, shut, aim)
        ),
        default=0.0,
    )


@lru_cache(maxsize=1 << 16)
def _capital(box: Box, kingdom: str, ticked: frozenset[str], shut: frozenset[str], missing: int, left: int) -> float:
    """The most Capital that so many builds can add, a block being ticked after the income of its turn."""
    if not left:
        return 0.0
    again = max(
        (_at_once(box, block, missing) for block in ticked if box.blocks[block].type == "repeatable"), default=0.0
    )
    best = again + _capital(box, kingdom, ticked, shut, missing, left - 1) if again else 0.0
    for block in _open(box, kingdom, ticked, shut, ""):
        gain = _at_once(box, block, missing) + (left - 1) * _yearly(box, block)
        best = max(best, gain + _capital(box, kingdom, ticked | {block}, shut, missing, left - 1))
    return best


@cache
def _strength(box: Box, block: str, aim: str) -> float:
    """Attack of a block."""
    total = 0.0
    for each in box.blocks[block].effects:
        if each.op == "modify" and aim in AIMS[each.vs]:
            total += each.amount * {"attack": 1.0, "damage_dealt": _DAMAGE if aim == "hero" else 0.0}.get(
                each.stat, 0.0
            )
    return total


@cache
def _yearly(box: Box, block: str) -> float:
    """What a block brings in each turn of building after it."""
    return sum(map(_income, box.blocks[block].effects))


def _income(effect: Effect) -> float:
    match effect.op:
        case "modify" if effect.stat == "residual":
            return effect.amount
        case "place_capital" if effect.when == "turn_start" and any(
            each.startswith("skill") for each in effect.spend_on
        ):
            return effect.amount
        case "gain_capital" if effect.when == "explore" and not effect.card_types:
            return effect.amount
        case _:
            return 0.0


@cache
def _at_once(box: Box, block: str, missing: int) -> float:
    """What a block brings when it is ticked: Capital, a voucher, or a rebate on the Skill cards that are missing."""
    total = 0.0
    for each in box.blocks[block].effects:
        match each.op:
            case "gain_capital" if each.when == "now":
                total += each.amount
            case "voucher" if each.on == "skill":
                total += each.amount
            case "modify" if each.stat == "skill_cost":
                total -= each.amount * missing
    return total


def unlocking(box: Box, mat: Mat) -> int | None:
    """The builds to a block that unlocks a Class, the block included; None where the tree has none left."""
    return _unlocking(box, mat.kingdom, frozenset(mat.ticked))


@lru_cache(maxsize=1 << 12)
def _unlocking(box: Box, kingdom: str, ticked: frozenset[str]) -> int | None:
    found = [
        block
        for block in box.blocks_of[kingdom]
        if block not in ticked and any(each.op == "unlock_class" for each in box.blocks[block].effects)
    ]
    return min((_depth(box, block, ticked) for block in found), default=None)


def _depth(box: Box, block: str, ticked: frozenset[str]) -> int:
    """Builds to this block."""
    if block in ticked:
        return 0
    found = box.blocks[block]
    all_of = sum(_depth(box, each, ticked) for each in found.requires)
    return 1 + all_of + min((_depth(box, each, ticked) for each in found.requires_any), default=0)
