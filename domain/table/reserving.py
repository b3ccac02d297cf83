"""Who may take which seat: free ones are for everybody, reserved ones for the player they are kept for."""

from __future__ import annotations

from collections.abc import Sequence

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Reserved, Seat

MOST_TAGS = 8
LONGEST_TAG = 32


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
