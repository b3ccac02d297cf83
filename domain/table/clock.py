"""The clock: a fold like everything else. Time comes from the events, never from a clock.

A seat's time runs while a person sits there and owes a decision of an active game that is not paused. What counts is
the moment that the log gives an event: a move is in time as long as that lies before the deadline, and an expiry is
possible from the deadline on, so at any moment exactly one of the two can be written.
"""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import FREE, Binding
from moothall.domain.table.changes import SeatReplaced, TimeAdded
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.state import Clock, Time

LONGEST_S = 30 * 24 * 60 * 60
"""The longest time for a move, and the largest bank: thirty days."""

LONGEST_INCREMENT_S = 24 * 60 * 60


def check_clock(clock: Clock | None) -> None:
    """TB-9.1: a time per move, or a bank with an increment."""
    if clock is None:
        return
    if (clock.per_move_s is None) == (clock.bank_s is None):
        raise IllegalMove("TB-9.1", "a clock has either per_move_s or bank_s")
    if clock.per_move_s is not None and clock.increment_s:
        raise IllegalMove("TB-9.1", "an increment goes with a bank: with per_move_s every move has its full time")
    if not 1_000 <= clock.full_ms <= 1_000 * LONGEST_S or not 0 <= clock.increment_s <= LONGEST_INCREMENT_S:
        raise IllegalMove(
            "TB-9.1",
            f"per_move_s and bank_s are 1 to {LONGEST_S} seconds, increment_s is 0 to {LONGEST_INCREMENT_S}",
        )


def check_in_time(table: AnyTable, seat: int, at: int) -> None:
    """TB-9.3: nothing is done at a seat whose time is up, whether or not that has been written already."""
    decision = table.decision_of(seat)
    if decision is not None and decision.deadline is not None and at >= decision.deadline:
        raise IllegalMove("TB-9.3", f"your time ran out {at - decision.deadline} ms ago")


def expired(table: AnyTable, at: int) -> tuple[int, ...]:
    """The seats whose time is up at that moment."""
    return tuple(d.seat for d in table.decisions if d.deadline is not None and at >= d.deadline)


def read_clocks(before: AnyTable | None, after: AnyTable, event: AnyEvent, binding: Binding) -> AnyTable:
    """The table after an event with every seat's time brought up to that event, and the deadlines of all decisions.

    `before` is the table that really stood before it: an undo folds the game again, but never the time.
    """
    if after.clock is None or after.game is None:
        return after
    times = tuple(_read(after.clock, seat, before, after, event, binding) for seat in range(len(after.seats)))
    decisions = tuple(replace(decision, deadline=times[decision.seat].deadline) for decision in after.decisions)
    return replace(after, times=times, decisions=decisions)


def _read(clock: Clock, seat: int, before: AnyTable | None, after: AnyTable, event: AnyEvent, binding: Binding) -> Time:
    was = before.times[seat] if before is not None and before.times else Time(clock.full_ms)
    spent = 0 if was.since is None else max(0, event.at - was.since)
    left, unpaid = was.left - spent, was.unpaid
    runs = after.seats[seat].kind == "human" and after.decision_of(seat) is not None
    if event.seat == seat and event.undone:
        unpaid += len(event.undone)
    elif event.seat == seat and binding is not FREE:
        if unpaid:
            unpaid -= 1
        elif before is not None and _answered(before, after, seat):
            left = _paid(clock, left, runs)
    if clock.per_move_s is not None and runs and was.since is None and _put_anew(before, event):
        left = clock.full_ms
    for change in event.changes:
        match change:
            case SeatReplaced(replaced) if replaced == seat:
                left, unpaid = clock.full_ms, 0
            case TimeAdded(given, seconds) if given == seat:
                left += 1_000 * seconds
    return Time(left, max(event.at, was.since or 0) if runs else None, unpaid)


def _answered(before: AnyTable, after: AnyTable, seat: int) -> bool:
    """Whether the seat gave a whole answer; one in several secret parts counts once, with its last part."""
    asked, now = before.decision_of(seat), after.decision_of(seat)
    return asked is not None and (now is None or now.since != asked.since)


def _paid(clock: Clock, left: int, runs: bool) -> int:
    """What an answer earns: the increment; or a new time per move, where the same seat owes the next answer too."""
    if clock.per_move_s is None:
        return left + 1_000 * clock.increment_s
    return clock.full_ms if runs else left


def _put_anew(before: AnyTable | None, event: AnyEvent) -> bool:
    """Whether a decision that opens is a new one: not one that an undo or the end of a pause opens again."""
    return not event.undone and not (before is not None and before.paused)
