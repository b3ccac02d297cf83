"""Who sits where in which game, and what is dealt: all of it follows from the settings and the game's number.

A deal is played with every seating of the same bots, so that nobody wins by a hand of cards, a seat or a neighbour. The
games of one deal are played one after the other; then comes the next deal.
"""

from __future__ import annotations

import hashlib
import hmac
import math
from collections.abc import Sequence
from itertools import combinations, permutations
from typing import Literal, NamedTuple

Seatings = Literal["every", "rotated"]
"""Every seating of a table's bots, or those in which all move on by one seat."""

MOST_SEATINGS = math.factorial(6)
"""Of more different bots at one table, every seating is too many."""


class Place(NamedTuple):
    """One game: its number, its deal, and the bots by seat, counted as they were named."""

    number: int
    deal: int
    bots: tuple[int, ...]


class Schedule:
    """The games of so many bots at tables of so many seats."""

    def __init__(self, bots: int, players: int, seatings: Seatings = "every") -> None:
        if bots < 2:
            raise ValueError("an arena needs two bots at least")
        if seatings == "every" and math.factorial(players) > MOST_SEATINGS:
            raise ValueError(f"there are too many seatings of {players} bots to play every one: rotate them")
        self.deal = tuple(seats for lineup in lineups(bots, players) for seats in seated(lineup, seatings))
        """The seatings of one deal, in the order in which they are played."""

    def place(self, number: int) -> Place:
        """The game of that number, counted from 0."""
        deal, place = divmod(number, len(self.deal))
        return Place(number, deal, self.deal[place])


def lineups(bots: int, players: int) -> list[tuple[int, ...]]:
    """Who meets at one table: all bots equally often as far as the seats allow, and every choice of those that have one
    seat more. Where there are more bots than seats, that is every choice of so many of them."""
    each, more = divmod(players, bots)
    return [tuple(sorted([*range(bots)] * each + [*chosen])) for chosen in combinations(range(bots), more)]


def seated(lineup: Sequence[int], seatings: Seatings) -> list[tuple[int, ...]]:
    """The seatings of these bots that differ. Each bot has each seat equally often."""
    if seatings == "every":
        return sorted(set(permutations(lineup)))
    turned = [(*lineup[first:], *lineup[:first]) for first in range(len(lineup))]
    return list(dict.fromkeys(turned))


def secret_of(seed: int, deal: int) -> bytes:
    """The secret of all games of a deal. Whoever knows the seed knows it: an arena hides nothing but from its bots."""
    return hashlib.sha256(f"moothall arena/{seed}/deal-{deal}".encode()).digest()


def bots_luck(secret: bytes, number: int) -> int:
    """The seed of what the bots of a game draw; other than the deal, it is each game's own."""
    return int.from_bytes(hmac.digest(secret, f"bots/{number}".encode(), "sha256")[:8], "big")
