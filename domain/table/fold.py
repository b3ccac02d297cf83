"""The fold of a game's events, undo included.

An undo takes its seat's events out and keeps those of others that stand apart (secret answers, free moves): the
state is folded again from the last point nobody can go behind (`base`), without what was undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any, NamedTuple

from msgspec.structs import replace

from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import ACT, COMMIT, FINAL, FREE, AnyTitle, Awaiting, Binding
from moothall.domain.table.clock import read_clocks
from moothall.domain.table.event import AnyEvent, binding_of
from moothall.domain.table.evolve import AnyTable, advance, newly_open, open_after
from moothall.domain.table.state import Decision


class Entry(NamedTuple):
    """An event that may still be undone, or stands among such."""

    event: Any
    binding: Binding


class Log(Data, frozen=True):
    """A game at one seq."""

    seq: int
    table: Any
    base_seq: int
    base: Any
    tail: tuple[Entry, ...] = ()


EMPTY = Log(0, None, 0, None)


def apply(title: AnyTitle, log: Log, event: AnyEvent, game: Any | None = None) -> Log:
    """The log one event further; `game` is the title's state after it, if that is known already."""
    if event.seq != log.seq + 1:
        raise ValueError(f"event {event.seq} does not follow {log.seq}")
    if event.undone:
        return _undo(title, log, event)
    binding = binding_of(title, event)
    seq, before, tail = event.seq, log.table, log.tail
    table = advance(title, before, event, binding, game)
    if table.clock is not None:
        table = read_clocks(before, table, event, binding)
    if binding is FINAL:
        return Log(seq, table, seq, table)
    entry = Entry(event, binding)
    if tail and binding is ACT and _bars(tail, event.seat):
        return Log(seq, table, log.seq, before, (entry,))
    return Log(seq, table, log.base_seq, log.base, (*tail, entry))


def fold(title: AnyTitle, log: Log, events: Iterable[AnyEvent]) -> Log:
    """The log all these events further: the same as `apply` of one after the other, for who needs no table in between.
    A run of the title's own events then makes its table once, at its end, instead of after each of them."""
    ahead = iter(events)
    for event in ahead:
        other: AnyEvent | None = event
        if _may_run(log):
            run = _Run(title, log)
            other = run.go_on(chain((event,), ahead))
            log = run.log()
        if other is not None:
            log = apply(title, log, other)
    return log


def undoable(log: Log, seat: int) -> tuple[int, ...]:
    """The seqs this seat could take back now, latest first."""
    steps = []
    for entry in log.tail[::-1]:
        if entry.event.seat == seat:
            if entry.binding is not FREE:
                steps.append(entry.event.seq)
        elif entry.binding is ACT:
            break
    return tuple(steps)


def undo_floor(log: Log, seat: int) -> int:
    """The seq of the event that this seat cannot go behind."""
    for entry in log.tail[::-1]:
        if entry.event.seat != seat and entry.binding is ACT:
            return int(entry.event.seq)
    return log.base_seq


def to_undo(title: AnyTitle, log: Log, seat: int, to: int | None, every: bool) -> tuple[int, ...]:
    """The seqs that this undo takes back: the latest, all after `to`, or all. Raises IllegalMove."""
    steps = undoable(log, seat)
    floor = undo_floor(log, seat)
    if to is not None and to < floor:
        raise IllegalMove(title.undo_rule, f"event {floor} stands in the way: nothing before it can be undone")
    chosen = steps if every else steps[:1] if to is None else tuple(seq for seq in steps if seq > to)
    if not chosen:
        since = floor if to is None else max(floor, to)
        raise IllegalMove(title.undo_rule, f"there is nothing of yours to undo since event {since}")
    return tuple(sorted(chosen))


def without(title: AnyTitle, log: Log, undone: tuple[int, ...]) -> tuple[AnyTable, tuple[Entry, ...]]:
    """The table as if those events had not been, and what is left of the tail."""
    kept = tuple(entry for entry in log.tail if entry.event.seq not in undone)
    if len(kept) + len(undone) != len(log.tail):
        raise ValueError(f"events {undone} cannot be undone at {log.seq}")
    table = log.base
    for entry in kept:
        table = advance(title, table, entry.event, entry.binding)
    return table, kept


def _may_run(log: Log) -> bool:
    """Whether the title's own events change nothing of the table but its game and what that waits for."""
    table = log.table
    return table is not None and table.status == "active" and table.clock is None and not (table.paused or table.agreed)


_Point = tuple[int, Any, Any]
"""A seq and the game after that event. Which decisions are open then need not be found out before it is asked for: they
follow from the game where the event closed those before it, else from the point before, the event and how firmly it
binds, which are the third."""


class _Run:
    """Events of the title's own, one after the other."""

    __slots__ = ("_base", "_from", "_now", "_tail", "_title")

    def __init__(self, title: AnyTitle, log: Log) -> None:
        self._title = title
        self._from = log
        self._now: _Point = log.seq, log.table.game, None
        self._base: _Point | None = None
        self._tail: list[tuple[AnyEvent, Binding]] = [*log.tail]

    def go_on(self, events: Iterable[AnyEvent]) -> AnyEvent | None:
        """As far as they are the title's own; returns the first that is not: an undo, one that changes the table, one
        that does not follow."""
        cases, judge, tail = self._title.evolve.cases, self._title.binding, self._tail
        for event in events:
            seq, game, _ = before = self._now
            if event.seq != seq + 1 or event.undone:
                return event
            binding = FREE if event.step is None else FINAL
            for change in event.changes:
                try:
                    case = cases[type(change)]
                except KeyError:  # the table's own
                    return event
                game = case(game, change)
                if binding is not FINAL:
                    firm = judge(change)
                    if firm is not binding and firm > binding:
                        binding = firm
            if binding is FINAL:
                self._now = self._base = event.seq, game, None
                self._tail = tail = []
                continue
            if binding is ACT and tail and _bars(tail, event.seat):
                self._base, self._tail = before, []
                tail = self._tail
            self._now = event.seq, game, None if binding is ACT else (before, event, binding)
            tail.append((event, binding))
        return None

    def log(self) -> Log:
        """Where it has come to."""
        log, now, base = self._from, self._now, self._base
        seq = now[0]
        if seq == log.seq:
            return log
        table, tail = self._table(now), tuple(map(Entry._make, self._tail))
        if base is None:
            return Log(seq, table, log.base_seq, log.base, tail)
        return Log(seq, table, base[0], table if base is now else self._table(base), tail)

    def _table(self, point: _Point) -> AnyTable:
        seq, game, _ = point
        table: AnyTable = self._from.table
        if seq == self._from.seq:
            return table
        step = self._title.awaiting(game).step
        return replace(table, game=game, decisions=self._decisions(point), step=step)

    def _decisions(self, point: _Point) -> tuple[Decision, ...]:
        """Those that are open at that point."""
        awaiting, apart = self._title.awaiting, list[tuple[Awaiting, AnyEvent, Binding]]()
        while point[2] is not None:
            before, event, binding = point[2]
            apart.append((awaiting(point[1]), event, binding))
            point = before
        seq, game, _ = point
        open_then = self._from.table.decisions if seq == self._from.seq else newly_open(awaiting(game), seq)
        for asked, event, binding in reversed(apart):
            open_then = open_after(open_then, asked, event, binding)
        return open_then


def _undo(title: AnyTitle, log: Log, event: AnyEvent) -> Log:
    table, kept = without(title, log, event.undone)
    table = read_clocks(log.table, advance(title, table, event, FREE), event, FREE)
    # The undo itself stays in the tail: it opened a decision, which another seat's undo must not close. An earlier one
    # of the same seat has nothing more to say, unless it carried something over; so no tail grows by undoing alone.
    kept = tuple(entry for entry in kept if not _outlived(entry, event.seat))
    return Log(event.seq, table, log.base_seq, log.base, (*kept, Entry(event, FREE)))


def _outlived(entry: Entry, seat: int | None) -> bool:
    return bool(entry.event.undone) and entry.event.seat == seat and not entry.event.changes


def _bars(tail: Sequence[tuple[AnyEvent, Binding]], seat: int | None) -> bool:
    """Whether an act of this seat puts all of the tail out of reach: another seat acted, this one could undo nothing
    since, and no secret answer of others waits."""
    acted = False
    for event, binding in reversed(tail):
        if binding is FREE:
            continue
        if event.seat == seat:
            if not acted:
                return False
        elif binding is COMMIT:
            return False
        acted = True
    return acted
