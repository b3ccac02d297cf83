"""How good players are, as their results tell: openskill's Plackett-Luce model, with its numbers fixed here; and the
form in which ratings and results are kept.

Skill is a belief: `mu` is what is thought of a player, `sigma` how unsure that is. Both are rounded after every game:
what is stored is what the next game is counted with, digit for digit. Whoever changes anything here raises FORMULA;
then everything is rated anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec
from openskill.models import PlackettLuce

from moothall.domain.core.codec import to_json
from moothall.domain.table.ending import Placed

FORMULA = 1
"""The version of the formula; stored with every rating."""

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


class Rating(msgspec.Struct, frozen=True, array_like=True):
    """What a game has made of a player."""

    mu: float
    sigma: float
    games: int
    """How many rated games that were, this one included."""
    place: int
    of: int
    """How many seats were rated for the game."""
    formula: int

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class Entry(NamedTuple):
    """A line of a player's history."""

    member: str
    """When the game ended, and which it was: `<ended ms>:<game id>`, as in the list of games."""
    rating: Rating

    @property
    def at(self) -> int:
        return int(self.member.partition(":")[0])

    @property
    def game(self) -> str:
        return self.member.partition(":")[2]

    def written(self) -> str:
        """As it is kept: no character of an id comes before the space, so lines stand in the order of the games."""
        return f"{self.member} {to_json(self.rating).decode()}"


class Result(msgspec.Struct, frozen=True, array_like=True):
    """What is known of a game that is over; nobody is rated for one that was annulled."""

    seq: int
    at: int
    standing: tuple[Placed, ...]

    def member(self, game_id: str) -> str:
        """Its place in the order: what ended earlier comes first, of those that ended together the smaller id."""
        return f"{self.at:015d}:{game_id}"


read_result = msgspec.json.Decoder(Result).decode
_read_rating = msgspec.json.Decoder(Rating).decode


def rate(standing: Sequence[Placed], before: Mapping[str, Skill]) -> dict[str, Skill]:
    """The skills of all who took part, after a game that ended like this. Who stands there several times (a level of
    the AIs) gets the mean of what each of the seats would have got."""
    teams = [[_MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in (before[each.player] for each in standing)]
    after = _MODEL.rate(teams, ranks=[float(each.place) for each in standing])
    seats: dict[str, list[Skill]] = {}
    for each, (team,) in zip(standing, after, strict=True):
        seats.setdefault(each.player, []).append(Skill(team.mu, team.sigma))
    return {player: _mean(skills) for player, skills in seats.items()}


def after(standing: Sequence[Placed], before: Mapping[str, Rating]) -> dict[str, Rating]:
    """The ratings of all who took part in a game, after it."""
    skills = {each.player: before[each.player].skill if each.player in before else NEW for each in standing}
    places = {each.player: each.place for each in sorted(standing, key=lambda each: -each.place)}
    return {
        player: Rating(
            skill.mu,
            skill.sigma,
            before[player].games + 1 if player in before else 1,
            places[player],
            len(standing),
            FORMULA,
        )
        for player, skill in rate(standing, skills).items()
    }


def read_entry(line: bytes) -> Entry:
    """A line as it was written."""
    member, _, rating = line.partition(b" ")
    return Entry(member.decode(), _read_rating(rating))


def _mean(skills: Sequence[Skill]) -> Skill:
    mu, sigma = (sum(each) / len(skills) for each in zip(*((skill.mu, skill.sigma) for skill in skills), strict=True))
    return Skill(round(mu, DIGITS), round(sigma, DIGITS))
