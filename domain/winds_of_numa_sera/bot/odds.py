"""The dice: chances to win and mean damage by the attacker's lead."""

from __future__ import annotations

DIE = (-3, -2, -1, 1, 2, 3)

_ONE = dict.fromkeys(DIE, 1 / 6)
_TWO: dict[int, float] = {}
for _own in DIE:
    for _other in DIE:
        _TWO[_own - _other] = _TWO.get(_own - _other, 0.0) + 1 / 36

_REACH = 20
"""Leads beyond are as good as this."""


def _win(rolls: dict[int, float], lead: int) -> float:
    return sum(chance for roll, chance in rolls.items() if lead + roll >= 0)


def _dealt(rolls: dict[int, float], lead: int) -> float:
    return sum(chance * max(0, lead + roll) for roll, chance in rolls.items())


def _table(rolls: dict[int, float]) -> tuple[dict[int, float], dict[int, float], dict[int, float]]:
    leads = range(-_REACH, _REACH + 1)
    return (
        {lead: _win(rolls, lead) for lead in leads},
        {lead: _dealt(rolls, lead) for lead in leads},
        {lead: _dealt({-roll: chance for roll, chance in rolls.items()}, -lead) for lead in leads},
    )


_TABLES = {False: _table(_ONE), True: _table(_TWO)}


def _near(lead: float) -> int:
    return max(-_REACH, min(_REACH, round(lead)))


def win(lead: float, rolled: bool) -> float:
    """The attacker's chance; `rolled`: the defender rolls too."""
    return _TABLES[rolled][0][_near(lead)]


def dealt(lead: float, rolled: bool) -> float:
    """The damage the attacker deals on average."""
    return _TABLES[rolled][1][_near(lead)]


def taken(lead: float, rolled: bool) -> float:
    """The damage the attacker takes on average."""
    return _TABLES[rolled][2][_near(lead)]
