"""The dice: chances to win and mean damage by the attacker's lead."""

from __future__ import annotations

from collections.abc import Callable

from domain.winds_of_numa_sera.content import BOX

DIE = BOX.die

_ONE = dict.fromkeys(DIE, 1 / len(DIE))
_TWO: dict[int, float] = {}
for _own in DIE:
    for _other in DIE:
        _TWO[_own - _other] = _TWO.get(_own - _other, 0.0) + 1 / len(DIE) ** 2

_REACH = 20
"""Leads beyond are as good as this."""


def _win(rolls: dict[int, float], lead: int) -> float:
    return sum(chance for roll, chance in rolls.items() if lead + roll >= 0)


def _dealt(rolls: dict[int, float], lead: int) -> float:
    return sum(chance * max(0, lead + roll) for roll, chance in rolls.items())


ROLLS = {False: _ONE, True: _TWO}
"""What the attacker's roll exceeds the defender's by, and how often; by whether the defender rolls too."""


def _halves(chances: Callable[[dict[int, float], int], float], rolls: dict[int, float]) -> list[float]:
    """By the lead in halves, from the lowest on: a half is the mean of its neighbours."""
    whole = [chances(rolls, lead) for lead in range(-_REACH, _REACH + 1)]
    return [each for pair in zip(whole, [*whole[1:], 0.0], strict=True) for each in (pair[0], sum(pair) / 2)][:-1]


_WIN = {rolled: _halves(_win, rolls) for rolled, rolls in ROLLS.items()}
_DEALT = {rolled: _halves(_dealt, rolls) for rolled, rolls in ROLLS.items()}


def _at(table: list[float], lead: float) -> float:
    """Leads are whole numbers on the table, but not in a reckoning of what cards may add: to the nearest half."""
    index = int(2 * lead + 2 * _REACH + 0.5)
    return table[index] if 0 <= index <= 4 * _REACH else table[0 if index < 0 else -1]


def win(lead: float, rolled: bool) -> float:
    """The attacker's chance; `rolled`: the defender rolls too."""
    return _at(_WIN[rolled], lead)


def dealt(lead: float, rolled: bool) -> float:
    """The damage the attacker deals on average."""
    return _at(_DEALT[rolled], lead)
