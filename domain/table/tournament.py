"""What is different at the table of a tournament: who may be waited for in vain, and a deal that others play too."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.errors import IllegalMove
from moothall.domain.table.changes import GameCreated
from moothall.domain.table.evolve import AnyTable


def check_tournament(created: GameCreated) -> None:
    """TB-11.1, TB-11.2: such a table has an organiser, and only such a table is sealed."""
    if created.tournament is not None and created.organiser is None:
        raise IllegalMove("TB-11.1", "a table of a tournament has an organiser")
    if created.sealed and created.tournament is None:
        raise IllegalMove("TB-11.2", "only a table of a tournament is sealed")


def check_entropy(table: AnyTable, entropy: str) -> None:
    """TB-11.2: what one seat mixed in would make another deal of it."""
    if table.sealed and entropy:
        raise IllegalMove("TB-11.2", "every table of this round plays the same deal: no seat adds entropy")


def check_missed(table: AnyTable, seats: Sequence[int]) -> None:
    """TB-11.4: free seats of a tournament's table, and somebody is there."""
    if table.tournament is None:
        raise IllegalMove("TB-11.4", "only a table of a tournament starts without its players")
    free = {index for index, seat in enumerate(table.seats) if not seat.taken}
    if not seats or len(set(seats)) < len(seats) or not free.issuperset(seats):
        raise IllegalMove("TB-11.4", f"somebody can be missed at the free seats only: {sorted(free)}")
    if len(table.missed) + len(seats) == len(table.seats):
        raise IllegalMove("TB-11.4", "nobody came at all: the table is aborted")


def check_untold(table: AnyTable) -> None:
    """TB-11.3: there is something to be told, and it is time."""
    if not table.sealed or table.told:
        raise IllegalMove("TB-11.3", "its secret is not kept back" if not table.sealed else "its secret has been told")
    if table.status not in ("finished", "annulled"):
        raise IllegalMove("TB-11.3", f"the game is {table.status}: its secret is told when it is over")
