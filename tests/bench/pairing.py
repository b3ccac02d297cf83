"""How long a pairing takes: `python -m tests.bench.pairing` pairs Swiss rounds with a history and prints the times.

Measured, never asserted: a busy machine is no error.
"""

from __future__ import annotations

import argparse
import random
import sys
import time

from moothall.domain.core.draw import SeededDraw
from moothall.domain.core.ranking import rank
from moothall.domain.tournament.changes import EntrantEntered, Pairing, RoundPaired, TableEnded, TournamentCreated
from moothall.domain.tournament.evolve import after
from moothall.domain.tournament.pairing import pair
from moothall.domain.tournament.settings import Settings, default_points
from moothall.domain.tournament.state import Tournament

PLAYERS = range(2, 6)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--fields", default="16x4,40x4,200x4,200x2,1000x4,1000x2,1000x5")
    options = parser.parse_args()
    for each in options.fields.split(","):
        entrants, size = map(int, each.split("x"))
        times, repeats = played(entrants, size, options.rounds)
        slowest, last = max(times), times[-1]
        sys.stdout.write(
            f"{entrants:5} entrants at tables of {size}: round {len(times)} in {last:.3f} s, slowest {slowest:.3f} s; "
            f"{repeats} meetings repeated\n"
        )
        sys.stdout.flush()


def played(entrants: int, size: int, rounds: int) -> tuple[list[float], int]:
    """The seconds of every round's pairing, and how many pairs met more than once."""
    luck, draw, times = random.Random(1), SeededDraw(bytes(32)), []
    tournament = begun(entrants, size, rounds)
    met: set[frozenset[str]] = set()
    repeats = 0
    for number in range(1, rounds + 1):
        start = time.perf_counter()
        paired = pair(tournament, draw, PLAYERS)
        times.append(time.perf_counter() - start)
        tables = tuple(Pairing(table, f"g{number}-{table}", seats) for table, seats in enumerate(paired.tables, 1))
        changes: list[RoundPaired | TableEnded] = [RoundPaired(number, tables, paired.byes, (), 0)]
        for table in tables:
            scores = tuple(luck.randrange(30) for _ in table.seats)
            changes.append(TableEnded(number, table.table, rank(scores), scores, 1, ""))
            pairs = [frozenset((a, b)) for a in table.seats for b in table.seats if a < b]
            repeats += sum(1 for pair_ in pairs if pair_ in met)
            met.update(pairs)
        tournament = after(tournament, changes)
    return times, repeats


def begun(entrants: int, size: int, rounds: int) -> Tournament:
    """A Swiss with its entrants."""
    points = {str(seats): default_points(seats) for seats in range(2, size + 1)}
    settings = Settings("Cup", "any", 1, "", "swiss", size, rounds=rounds, points=points)
    entered = [
        EntrantEntered(f"e{number}", f"Entrant {number}", "ai", level="random", lot=number)
        for number in range(1, entrants + 1)
    ]
    return after(None, (TournamentCreated(settings, "org", "Organiser", 0, ""), *entered))


if __name__ == "__main__":
    main()
