"""How good a position is, in points of Renown: what is held, what it will earn, how near the conditions are."""

from __future__ import annotations

from domain.winds_of_numa_sera.content import BOX, kind_of
from domain.winds_of_numa_sera.rules.standing import residual, standing
from domain.winds_of_numa_sera.scoring import progress, renown
from domain.winds_of_numa_sera.state import Finished, GameEnd, Seat, State

WON = 100.0
"""What a won game is worth."""

_CAPITAL = 0.4
"""Points per Capital: far above its share of Renown, because it buys what scores."""

_TARGETS = {name: condition.conditions[0].value for name, condition in BOX.conditions.items()}


def evaluate(state: State, seat: int) -> float:
    """The seat's own worth, less the greatest danger among the others."""
    if isinstance(state.phase, GameEnd | Finished) and state.phase.winner >= 0:
        return WON if state.phase.winner == seat else -WON
    if not state.dealt:
        return 0.0
    left = BOX.settings[state.setting].round_limit - state.round + 1
    needed = BOX.settings[state.setting].conditions_needed
    worth = [_worth(player, left, needed) for player in state.seats]
    danger = max(each for index, each in enumerate(worth) if index != seat)
    return worth[seat] - 0.5 * danger


def _worth(seat: Seat, left: int, needed: int) -> float:
    if not seat.alive:
        return -WON
    return renown(seat) + _CAPITAL * _assets(seat, left) + _closeness(seat, needed)


def _assets(seat: Seat, left: int) -> float:
    """Everything in Capital, by the values of the strategy notes."""
    found, hero = standing(seat.mat), BOX.heroes[seat.hero]
    sums = found.sums
    attack = hero.attack + sums.get("attack", 0) + sum(0.5 * m.amount for m in found.special if m.stat == "attack")
    defense = hero.defense + sums.get("defense", 0)
    money = seat.treasury + 0.8 * (sum(seat.purse.values()) + seat.skill_credit + seat.item_credit)
    power = 1.3 * seat.power + 1.3 * min(seat.power, 5) + found.max_power
    hand = sum(2.5 if kind_of(card) == "battle" else 3.0 for card in seat.hand)
    savings = -sum(sums.get(stat, 0) for stat in ("skill_cost", "item_cost", "battle_cost"))
    return (
        money
        + 5 * attack
        + 2.5 * defense
        + 1.5 * len(seat.mat.strongholds) * sums.get("stronghold_defense", 0)
        + power
        + hand
        + 2 * len(found.uses)
        + savings
        + 0.5 * min(left, 12) * residual(seat)
    )


def _closeness(seat: Seat, needed: int) -> float:
    """Open conditions count the more the nearer they are; the last one needed counts double."""
    reached = progress(seat)
    shares = sorted(
        (min(reached[name] / target, 1.0) ** 2 for name, target in _TARGETS.items() if name not in seat.conditions),
        reverse=True,
    )
    missing = max(needed - len(seat.conditions), 1)
    return 15.0 * sum(shares[:missing]) + 5.0 * sum(shares[missing:])
