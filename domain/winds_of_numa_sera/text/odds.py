"""Chances that everybody can reckon: from the stats and the die, never from hidden cards."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.rules.battle import WayToRoll, sum_of, way_to_roll
from moothall.domain.winds_of_numa_sera.rules.phase2 import Target, attack_stat, defense_stat
from moothall.domain.winds_of_numa_sera.state import Battle, State
from moothall.domain.winds_of_numa_sera.text.words import percent

Chances = dict[int, float]
"""How often each number comes up."""


def staged(state: State, seat: int, target: Target) -> State:
    """The state as it would be if the seat attacked the target."""
    hero = state.seats[target.defender].hero if target.defender >= 0 else ""
    battle = Battle(
        attacker=seat,
        target_type=target.aim,
        stronghold=target.stronghold,
        defender=target.defender,
        attack=attack_stat(state, seat, target),
        defense=defense_stat(state, target),
        heroes=(state.seats[seat].hero, hero),
    )
    return replace(state, battle=battle)


def playing(state: State, seat: int, cards: tuple[str, ...]) -> State:
    """The state as it would be if the seat alone played these Battle Cards in the open battle."""
    assert state.battle is not None
    side = "attacker_cards" if seat == state.battle.attacker else "defender_cards"
    return replace(state, battle=replace(state.battle, **{side: cards}))


def attacker_wins(state: State) -> float:
    """The attacker's chance in this battle, with the cards that lie open."""
    battle = state.battle
    assert battle is not None
    lead = battle.attack + sum_of(state, battle.attacker, "score") - battle.defense
    own = _rolls(state, battle.attacker)
    theirs = {0: 1.0}
    if battle.defender >= 0:
        lead -= sum_of(state, battle.defender, "score")
        theirs = _rolls(state, battle.defender)
    return sum(p * q for mine, p in own.items() for other, q in theirs.items() if lead + mine >= other)


def needed_roll(state: State) -> int | None:
    """What one die must show against an independent Stronghold; None where more than that decides."""
    battle = state.battle
    assert battle is not None
    if battle.defender >= 0 or way_to_roll(state, battle.attacker) != WayToRoll(0):
        return None
    return battle.defense - battle.attack - sum_of(state, battle.attacker, "score")


def worst_defeat(state: State) -> int:
    """What a lost battle for a Stronghold can cost the attacker's hero, by the dice alone."""
    battle = state.battle
    assert battle is not None
    attacker, defender = battle.attacker, battle.defender
    against = battle.defense
    dealt = sum_of(state, attacker, "damage_taken")
    if defender >= 0:
        against += sum_of(state, defender, "score") + max(_rolls(state, defender))
        dealt += sum_of(state, defender, "damage_dealt")
    lost = against - battle.attack - sum_of(state, attacker, "score") - min(_rolls(state, attacker))
    return max(lost + dealt, 0) if lost > 0 else 0


def _rolls(state: State, seat: int) -> Chances:
    way, die = way_to_roll(state, seat), box_of(state).die
    if way.card:
        return {way.value: 1.0}
    if not way.advantage:
        return _spread(die)
    keep = max if way.advantage > 0 else min
    return _spread([keep(one, two) for one in die for two in die])


def _spread(rolls: Iterable[int]) -> Chances:
    found = list(rolls)
    return {roll: found.count(roll) / len(found) for roll in found}


def roll_text(box: Box, least: int, bonus: int = 0) -> str:
    """What the die must show, and how often it does: `a roll of +2 or more (33 %)`."""
    good = [face for face in box.die if face + bonus >= least]
    if len(good) == len(box.die):
        return "any roll"
    if not good:
        return "no roll"
    last = " or more" if len(good) > 1 else ""
    return f"a roll of {min(good):+d}{last} ({percent(len(good) / len(box.die))})"
