"""Games of Tally in memory, brought to where a test wants them."""

from __future__ import annotations

from typing import Any

from moothall.domain.table.decide import Person
from tests.laws.walk import Game
from tests.support.tally import TALLY, Add, Done, Write

ANN = Person("ann", "Ann")
BEN = Person("ben", "Ben")
CAT = Person("cat", "Cat")


def started(seats: int = 2, rounds: int = 1, secret: bytes = bytes(range(32))) -> Game:
    """A game whose seats are all taken; everyone is to write."""
    return Game(TALLY, seats, {"rounds": rounds}, secret)


def revealed(seats: int = 2, rounds: int = 1) -> Game:
    """The numbers are on the table; seat 0 is to add."""
    game = started(seats, rounds)
    for seat in range(seats):
        game.play(seat, Write(seat + 1))
    return game


def finished(seats: int = 2) -> Game:
    """A game that is over."""
    game = revealed(seats)
    game.play(0, Add())
    for seat in range(seats):
        game.play(seat, Done())
    game.step()
    return game


def decisions(game: Game) -> dict[int, int]:
    """Seat to the id of its open decision."""
    table: Any = game.log.table
    return {decision.seat: decision.id for decision in table.decisions}
