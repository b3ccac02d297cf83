"""Who is let in: which seat a player may take, which games can be rated, and what a table of a tournament may be."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table.changes import GameCreated
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Reserved, Seat

MOST_TAGS = 8
LONGEST_TAG = 32

FEWEST_RATED = 2
"""Players that a rated game has at least."""


def check_reserved(seats: Sequence[Seat], reserved: Sequence[Reserved], organiser: str | None) -> None:
    """TB-1.6: seats for persons, each kept for somebody else."""
    for each in reserved:
        if not 0 <= each.seat < len(seats) or seats[each.seat].kind == "ai":
            raise IllegalMove("TB-1.6", f"seat {each.seat}: only a seat for a person is kept for a player")
        if each.player == organiser:
            raise IllegalMove("TB-7.1", "you organise this game and take no seat in it")
    if len({each.seat for each in reserved}) < len(reserved) or len({each.player for each in reserved}) < len(reserved):
        raise IllegalMove("TB-1.6", "one seat is kept for one player, and a player has but one")


def check_tags(tags: Sequence[str]) -> None:
    """TB-1.7."""
    if len(tags) > MOST_TAGS or len(set(tags)) < len(tags) or not all(1 <= len(tag) <= LONGEST_TAG for tag in tags):
        raise IllegalMove("TB-1.7", f"a game has up to {MOST_TAGS} different tags of 1 to {LONGEST_TAG} characters")


def open_to(seats: Sequence[Seat], reserved: Sequence[Reserved], player: str) -> list[int]:
    """The seats that this player can take: the one that is kept for them and no other, or any that is kept for
    nobody."""
    free = [index for index, seat in enumerate(seats) if not seat.taken]
    own = next((each.seat for each in reserved if each.player == player), None)
    if own is not None:
        return [own] if own in free else []
    kept = {each.seat for each in reserved}
    return [index for index in free if index not in kept]


def has_room_for(table: AnyTable, player: str) -> bool:
    """Whether this player could sit down at the table as it stands."""
    return table.status == "open" and bool(open_to(table.seats, table.reserved, player))


def seat_for(seats: Sequence[Seat], reserved: Sequence[Reserved], player: str, wanted: int | None) -> int:
    """TB-1.2, TB-1.3, TB-1.6: the seat that this player gets: the wanted one, or the first. Raises IllegalMove."""
    mine = open_to(seats, reserved, player)
    if not mine:
        raise NotYourTurn("TB-1.6", "every free seat is kept for another player")
    if wanted is None:
        return mine[0]
    if wanted not in mine:
        listed = ", ".join(map(str, mine))
        kept = 0 <= wanted < len(seats) and not seats[wanted].taken
        if kept and any(each.seat == wanted for each in reserved):
            raise NotYourTurn("TB-1.6", f"seat {wanted} is kept for another player; you can take: {listed}")
        if kept:
            raise IllegalMove("TB-1.6", f"seat {listed} is kept for you: take that one")
        raise IllegalMove("TB-1.3", f"seat {wanted} is not free; free: {listed}")
    return wanted


def check_rated(seats: Sequence[Seat], *, private: bool, fork: bool, organised: bool) -> None:
    """TB-12.1: whether a game with these seats can be rated."""
    if fork:
        raise IllegalMove("TB-12.1", "a fork is not rated")
    if private:
        raise IllegalMove("TB-12.1", "a private game is not rated: ratings are public, and tell of their games")
    if not organised and _persons(seats) < FEWEST_RATED:
        raise IllegalMove("TB-12.1", "a rated game has seats for at least two persons")
    if not of_different_players(seats):
        raise IllegalMove("TB-12.1", "a rated game has at least two different players")


def of_different_players(seats: Sequence[Seat]) -> bool:
    """TB-12.1: whether an organiser can have a game of these seats rated; each level of the AIs is one player."""
    return _persons(seats) + len({seat.level for seat in seats if seat.kind == "ai"}) >= FEWEST_RATED


def rated_by_default(seats: Sequence[Seat], *, private: bool) -> bool:
    """TB-12.1: whether a new game is rated where its creator does not say."""
    return not private and _persons(seats) >= FEWEST_RATED


def _persons(seats: Sequence[Seat]) -> int:
    return sum(seat.kind == "human" for seat in seats)


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
