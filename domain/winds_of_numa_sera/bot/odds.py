"""The dice: chances to win and mean damage by the attacker's lead."""

from __future__ import annotations

import math

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

_LEADS = range(-_REACH, _REACH + 1)
_WIN = {rolled: {lead: _win(rolls, lead) for lead in _LEADS} for rolled, rolls in ROLLS.items()}
_DEALT = {rolled: {lead: _dealt(rolls, lead) for lead in _LEADS} for rolled, rolls in ROLLS.items()}


def _between(table: dict[int, float], lead: float) -> float:
    """Leads are whole numbers on the table, but not in a reckoning of what cards may add."""
    lead = max(-_REACH, min(_REACH - 1, lead))
    below = math.floor(lead)
    part = lead - below
    return (1 - part) * table[below] + part * table[below + 1]


def win(lead: float, rolled: bool) -> float:
    """The attacker's chance; `rolled`: the defender rolls too."""
    return _between(_WIN[rolled], lead)


def dealt(lead: float, rolled: bool) -> float:
    """The damage the attacker deals on average."""
    return _between(_DEALT[rolled], lead)
