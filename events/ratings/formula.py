"""How good players are, as their results tell: openskill's Plackett-Luce model, with its numbers fixed here.

Skill is a belief: `mu` is what is thought of a player, `sigma` how unsure that is. Both are rounded after every game:
what is stored is what the next game is counted with, digit for digit. Whoever changes anything here raises FORMULA;
then everything is rated anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from openskill.models import PlackettLuce

from moothall.domain.table.ending import Placed

FORMULA = 1
"""The version of all of this; stored with every rating."""

DIGITS = 6
"""Decimal places that are kept."""

_MODEL = PlackettLuce(mu=25.0, sigma=25 / 3, beta=25 / 6, kappa=0.0001, tau=25 / 300, limit_sigma=False, balance=False)


class Skill(msgspec.Struct, frozen=True):
    """What is believed of a player."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """What the player is worth with near certainty: three sigmas below mu. Leaderboards go by it."""
        return round(self.mu - 3 * self.sigma, DIGITS)

    @property
    def rating(self) -> int:
        """The same as people read it: whoever has not played has 1000."""
        return round(1_000 + 40 * self.ordinal)


NEW = Skill(25.0, round(25 / 3, DIGITS))
"""Who has not played yet."""


def rate(standing: Sequence[Placed], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills of all who took part, after a game that ended like this. Who stands there several times (a level of
    the AIs) gets the mean of what each of the seats would have got."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in (before[each.player] for each in standing)]
    after = _MODEL.rate(teams, ranks=[float(each.place) for each in standing])
    seats: dict[str, list[Skill]] = {}
    for each, (team,) in zip(standing, after, strict=True):
        seats.setdefault(each.player, []).append(Skill(team.mu, team.sigma))
    return {player: _mean(skills) for player, skills in seats.items()}


def _mean(skills: Sequence[Skill]) -> Skill:
    mu, sigma = (sum(each) / len(skills) for each in zip(*((skill.mu, skill.sigma) for skill in skills), strict=True))
    return Skill(round(mu, DIGITS), round(sigma, DIGITS))
