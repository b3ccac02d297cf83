"""What is kept of ratings: the results of games in their order, and what each has made of its players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import msgspec

from moothall.domain.core.codec import to_json
from moothall.domain.table.ending import Placed
from moothall.events.ratings.formula import FORMULA, NEW, Skill, rate


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


def read_entry(line: bytes) -> Entry:
    """A line as it was written."""
    member, _, rating = line.partition(b" ")
    return Entry(member.decode(), _read_rating(rating))


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
