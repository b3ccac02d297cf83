"""What the organiser of a game decides, judged: each ruling becomes an event with its reason and whoever made it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import changes as c, moves as m
from moothall.domain.table.clock import LONGEST_S
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.ending import finished, told_at_the_end
from moothall.domain.table.evolve import AnyTable, evolve, write_state
from moothall.domain.table.fold import Log
from moothall.domain.table.state import LEVELS, Levels, knows

LONGEST_REASON = 500

MOST_POINTS = 1_000_000
"""What one penalty can take or give; no game is about as much."""

TableAt = Callable[[int], AnyTable]
"""The table as it stood after an earlier event."""


def check_organiser(table: AnyTable, person: Person) -> None:
    """TB-7.1: only the organiser rules."""
    if table.organiser is None or table.organiser != person.id:
        raise NotYourTurn("TB-7.1", "only the organiser of a game rules over it")


def rule(
    title: AnyTitle,
    log: Log,
    person: Person,
    ruling: m.Ruling,
    secret: bytes,
    table_at: TableAt,
    named: Person | None = None,
    levels: Levels = LEVELS,
) -> Outcome:
    """A ruling. `table_at` looks back in the log; `named` is the player that a seat is given to, `levels` those that an
    AI can have."""
    table: AnyTable = log.table
    check_organiser(table, person)
    if not 1 <= len(ruling.reason.strip()) <= LONGEST_REASON:
        raise IllegalMove("TB-7.1", f"a ruling has a reason of 1 to {LONGEST_REASON} characters")
    if table.status != "active" and not (isinstance(ruling, m.AnnulGame) and table.status == "finished"):
        raise IllegalMove("TB-7.4" if isinstance(ruling, m.AnnulGame) else "TB-7.1", f"the game is {table.status}")
    change: Any
    match ruling:
        case m.PauseGame(reason):
            _check_paused(table, False)
            change = c.GamePaused(person.id, reason)
        case m.ResumeGame(reason):
            _check_paused(table, True)
            change = c.GameResumed(person.id, reason)
        case m.AnnulGame(reason):
            change = c.GameAnnulled(person.id, reason, told_at_the_end(table, secret))
        case m.ReplaceSeat():
            change = _replace(table, person, ruling, named, levels)
        case m.AddTime():
            change = _add_time(table, person, ruling)
        case m.RestoreGame():
            change = _restore(log, person, ruling, table_at)
        case m.Penalty():
            change = _penalty(table, person, ruling)
        case m.Adjudicate():
            change = _adjudicate(table, person, ruling)
            table = evolve(title, table, change)
            return Outcome((change, finished(title, table, table.game, secret)), move=ruling)
    return Outcome((change,), move=ruling)


def _check_paused(table: AnyTable, wanted: bool) -> None:
    """TB-7.2."""
    if table.paused != wanted:
        raise IllegalMove("TB-7.2", "the game is not paused" if wanted else "the game is paused already")


def _replace(
    table: AnyTable, person: Person, ruling: m.ReplaceSeat, named: Person | None, levels: Levels
) -> c.SeatReplaced:
    """TB-7.3."""
    if not 0 <= ruling.seat < len(table.seats):
        raise IllegalMove("TB-7.3", f"there is no seat {ruling.seat}")
    if (ruling.level is None) == (ruling.player is None):
        raise IllegalMove("TB-7.3", "name either the level of an AI or a player")
    if ruling.level is not None:
        if not knows(levels, ruling.level):
            raise IllegalMove("TB-7.3", f"an AI has one of the levels {', '.join(levels or LEVELS)}")
        return c.SeatReplaced(ruling.seat, person.id, ruling.reason, level=ruling.level)
    if named is None or named.id != ruling.player:
        raise IllegalMove("TB-7.3", f"there is no player {ruling.player}")
    if named.id == table.organiser or table.seat_of(named.id) is not None:
        raise IllegalMove("TB-7.3", f"{named.name} already has a part in this game")
    return c.SeatReplaced(ruling.seat, person.id, ruling.reason, player=named.id, name=named.name)


def _add_time(table: AnyTable, person: Person, ruling: m.AddTime) -> c.TimeAdded:
    """TB-9.7."""
    if table.clock is None:
        raise IllegalMove("TB-9.7", "the game has no clock")
    if not 0 <= ruling.seat < len(table.seats):
        raise IllegalMove("TB-9.7", f"there is no seat {ruling.seat}")
    if not 1 <= ruling.seconds <= LONGEST_S:
        raise IllegalMove("TB-9.7", f"1 to {LONGEST_S} seconds can be added at a time")
    return c.TimeAdded(ruling.seat, ruling.seconds, person.id, ruling.reason)


def _restore(log: Log, person: Person, ruling: m.RestoreGame, table_at: TableAt) -> c.GameRestored:
    """TB-7.5."""
    if not 1 <= ruling.to < log.seq:
        raise IllegalMove("TB-7.5", f"the game can be restored to an event before {log.seq}, not to {ruling.to}")
    then = table_at(ruling.to)
    if then.game is None:
        raise IllegalMove("TB-7.5", f"the game had not started at event {ruling.to}")
    return c.GameRestored(ruling.to, person.id, ruling.reason, write_state(then.game))


def _penalty(table: AnyTable, person: Person, ruling: m.Penalty) -> c.PenaltyGiven:
    """TB-7.6."""
    if not 0 <= ruling.seat < len(table.seats):
        raise IllegalMove("TB-7.6", f"there is no seat {ruling.seat}")
    if not 1 <= abs(ruling.points) <= MOST_POINTS:
        raise IllegalMove("TB-7.6", f"a penalty takes or gives 1 to {MOST_POINTS} points")
    return c.PenaltyGiven(ruling.seat, ruling.points, person.id, ruling.reason)


def _adjudicate(table: AnyTable, person: Person, ruling: m.Adjudicate) -> c.GameAdjudicated:
    """TB-7.7."""
    ranked = sorted(seat for group in ruling.ranking for seat in group)
    if ranked != list(range(len(table.seats))) or not all(ruling.ranking):
        raise IllegalMove("TB-7.7", f"the ranking holds each of the seats 0 to {len(table.seats) - 1} once")
    return c.GameAdjudicated(tuple(tuple(sorted(group)) for group in ruling.ranking), person.id, ruling.reason)
