"""What counts in the battle that is fought: cards, sums, ways to roll (NS-11.6 to NS-11.12)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.content.effects import Effect
from moothall.domain.winds_of_numa_sera.rules.standing import AIMS, battle_stat, standing
from moothall.domain.winds_of_numa_sera.state import Battle, State


class WayToRoll(NamedTuple):
    """NS-11.8: above 0 the better of two dice counts, below 0 the worse; or a card sets the roll."""

    advantage: int
    card: str = ""
    value: int = 0


def role_of(battle: Battle, seat: int) -> str:
    """The seat's part in the battle."""
    return "attacker" if seat == battle.attacker else "defender"


def items_count(battle: Battle, seat: int) -> bool:
    """NS-7.10: the Items of a defender whose Stronghold is attacked do not."""
    return seat == battle.attacker or battle.target_type == "hero"


def card_effects(box: Box, battle: Battle, seat: int) -> Iterator[tuple[str, Effect]]:
    """The effects of the seat's Battle Cards that were not cancelled and fit the battle."""
    first = seat == battle.attacker
    if battle.cancelled[0 if first else 1]:
        return
    for card in battle.attacker_cards if first else battle.defender_cards:
        for effect in box.cards[card].effects:
            if effect.role in (None, role_of(battle, seat)) and battle.target_type in AIMS[effect.vs]:
                yield card, effect


def reaching(state: State, seat: int) -> Iterator[tuple[str, Effect]]:
    """The effects of Battle Cards of either side that are aimed at this seat's side."""
    box = box_of(state)
    battle = _battle(state)
    for side in battle.sides:
        wanted = "own" if side == seat else "enemy"
        for card, effect in card_effects(box, battle, side):
            if effect.when == "battle" and effect.side == wanted:
                yield card, effect


def sum_of(state: State, seat: int, stat: str) -> int:
    """A stat of this battle: standing modifiers and Battle Cards."""
    box = box_of(state)
    battle = _battle(state)
    total = battle_stat(
        box, state.seats[seat], stat, role_of(battle, seat), battle.target_type, items_count(battle, seat)
    )
    return total + sum(e.amount for _, e in reaching(state, seat) if e.op == "modify" and e.stat == stat)


def way_to_roll(state: State, seat: int) -> WayToRoll:
    """NS-11.8: one die, the better or worse of two, or a set roll."""
    box = box_of(state)
    battle = _battle(state)
    advantage = 0
    for card, effect in reaching(state, seat):
        if effect.op == "set_roll":
            return WayToRoll(0, card, effect.value)
        if effect.op == "roll_mode":
            advantage += 1 if effect.mode == "best_of_2" else -1
    for side in battle.sides:
        for mode in standing(box, state.seats[side].mat).roll_modes:
            effect = mode.effect
            if (
                effect.side == ("own" if side == seat else "enemy")
                and effect.role in (None, role_of(battle, side))
                and battle.target_type in AIMS[effect.vs]
                and (items_count(battle, side) or not mode.item)
            ):
                advantage += 1 if effect.mode == "best_of_2" else -1
    return WayToRoll(advantage)


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle
