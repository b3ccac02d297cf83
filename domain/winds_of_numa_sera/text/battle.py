"""Attacks and commitments in English, with the odds that everybody can reckon."""

from __future__ import annotations

from moothall.domain.core.words import Reader
from moothall.domain.winds_of_numa_sera.content import Box, box_of
from moothall.domain.winds_of_numa_sera.moves import Attack, CommitBattle
from moothall.domain.winds_of_numa_sera.rules.payment import battle_card_costs
from moothall.domain.winds_of_numa_sera.rules.phase2 import Target
from moothall.domain.winds_of_numa_sera.state import Battle, Seat, State
from moothall.domain.winds_of_numa_sera.text.cards import battle_card_does, stronghold_gives
from moothall.domain.winds_of_numa_sera.text.effects import line
from moothall.domain.winds_of_numa_sera.text.odds import (
    attacker_wins,
    needed_roll,
    playing,
    roll_text,
    staged,
    worst_defeat,
)
from moothall.domain.winds_of_numa_sera.text.words import name, names, percent, short


def attack_line(move: Attack, state: State, reader: Reader) -> str:
    """What is attacked, how likely a win is, and what it brings."""
    box, seat = box_of(state), state.turn.seat
    target = _target(move, state)
    staging = staged(state, seat, target)
    battle = staging.battle
    assert battle is not None
    return (
        f"Attack {_aim(box, state, target, battle, reader)}: your attack is {battle.attack}, before Battle Cards "
        f"{_chance(box, staging)}; {_stakes(box, staging, target)}"
    )


def _target(move: Attack, state: State) -> Target:
    if move.target_type == "hero":
        return Target("hero", "", int(move.target))
    holders = [index for index, seat in enumerate(state.seats) if move.target in seat.mat.strongholds]
    return Target(move.target_type, move.target, holders[0] if holders else -1)


def _aim(box: Box, state: State, target: Target, battle: Battle, reader: Reader) -> str:
    if target.aim == "independent":
        return f"{name(box, target.stronghold)} (independent, defense {battle.defense})"
    whose = reader.whose(target.defender)
    if target.aim == "stronghold":
        return f"{whose} {name(box, target.stronghold)} (defense {battle.defense} and a die)"
    power = state.seats[target.defender].power
    return f"{whose} hero {short(box, battle.heroes[1])} (defense {battle.defense} and a die, Power {power})"


def _chance(box: Box, staging: State) -> str:
    needed, chance = needed_roll(staging), attacker_wins(staging)
    if needed is None:
        return f"you win {percent(chance)} of the time"
    return f"you win with {roll_text(box, needed)}" if chance else "no roll is enough"


def _stakes(box: Box, staging: State, target: Target) -> str:
    """What the winner gains and the loser loses."""
    if target.aim == "hero":
        return "the loser's hero loses the difference in Power"
    stronghold = box.strongholds[target.stronghold]
    capital = stronghold.initial_capital
    if target.defender >= 0:
        capital = staging.seats[target.defender].purse.get(target.stronghold, 0)
    gains = f"{f'{capital} Capital, then ' if capital else ''}{line(stronghold_gives(box, stronghold))}"
    worst, power = worst_defeat(staging), staging.seats[staging.turn.seat].power
    risk = f"a defeat costs up to {worst} of your hero's {power} Power; " if worst else ""
    return f"{risk}a victory brings {gains}"


def commit_line(move: CommitBattle, state: State, reader: Reader) -> str:
    """What the cards cost and do, and how likely a win is with them."""
    box = box_of(state)
    seat = _committing(move, state, reader)
    odds = [] if seat is None else [_commit_odds(state, seat, move.cards)]
    if not move.cards:
        return ": ".join(["Commit no Battle Card", *odds])
    does = [
        (f"{short(box, card)}: " if len(move.cards) > 1 else "") + line(battle_card_does(box, box.cards[card]))
        for card in move.cards
    ]
    price = "" if seat is None else f" for {commit_price(box, state.seats[seat], move.cards)}"
    return f"Commit {names(box, move.cards)}{price}: {'; '.join([*does, *odds])}"


def commit_price(box: Box, player: Seat, cards: tuple[str, ...]) -> str:
    """What Battle Cards cost this player."""
    capital, power = battle_card_costs(box, player, cards)
    parts = [f"{amount} {what}" for amount, what in ((capital, "Capital"), (power, "Power")) if amount]
    return " and ".join(parts) or "nothing"


def _committing(move: CommitBattle, state: State, reader: Reader) -> int | None:
    """Whose commitment it is: the owner's of the cards, or the reader's."""
    assert state.battle is not None
    for seat in state.battle.sides:
        if seat == reader.you or any(card in state.seats[seat].hand for card in move.cards):
            return seat
    return None


def _commit_odds(state: State, seat: int, cards: tuple[str, ...]) -> str:
    battle = state.battle
    assert battle is not None
    chance = attacker_wins(playing(state, seat, cards))
    if seat != battle.attacker:
        chance = 1 - chance
    unknown = " if the enemy plays no card" if battle.defender >= 0 else ""
    return f"you win {percent(chance)} of the time{unknown}"
