"""The table's reducer."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from domain.core.title import AnyTitle, Asked, Binding
from domain.table.changes import (
    GameAborted,
    GameCreated,
    GameFinished,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.table.event import AnyEvent
from domain.table.state import Decision, Result, Seat, Table

AnyTable = Table[Any]


def evolve(title: AnyTitle, table: AnyTable | None, change: Any) -> AnyTable:
    """One change; the title's own ones go to the title's reducer."""
    match change:
        case GameCreated():
            return Table(
                title=change.title,
                rules_version=change.rules_version,
                content_hash=change.content_hash,
                commitment=change.commitment,
                creator=change.creator,
                created_at=change.created_at,
                seats=change.seats,
                options=change.options,
                private=change.private,
                substitute=change.substitute,
            )
    assert table is not None, "the first change of a game creates it"
    match change:
        case SeatTaken(seat, player, name, entropy):
            return _with_seat(table, seat, player=player, name=name, entropy=entropy)
        case SeatLeft(seat):
            return _with_seat(table, seat, player=None, name=None, entropy="")
        case GameStarted():
            options = msgspec.convert(table.options, title.options)
            return replace(table, status="active", game=title.initial(len(table.seats), options))
        case SeatResigned(seat, level):
            was = table.seats[seat].player
            return _with_seat(table, seat, kind="ai", player=None, name=None, level=level, resigned=was)
        case GameAborted():
            return replace(table, status="aborted")
        case GameFinished(ranking, scores, sheets, secret):
            return replace(table, status="finished", result=Result(ranking, scores, sheets, secret))
        case _:
            return replace(table, game=title.evolve(table.game, change))


def advance(title: AnyTitle, table: AnyTable | None, event: AnyEvent, binding: Binding) -> AnyTable:
    """All changes of an event, then the decisions that are open after it."""
    before = table.decisions if table is not None else ()
    for change in event.changes:
        table = evolve(title, table, change)
    assert table is not None
    if table.status != "active":
        return replace(table, decisions=(), step=None)
    awaiting = title.awaiting(table.game)
    still = {decision.seat: decision for decision in before} if binding <= Binding.COMMIT else {}
    decisions = tuple(_opened(still.get(asked.seat), asked, event, binding) for asked in awaiting.seats)
    return replace(table, decisions=decisions, step=awaiting.step)


def _opened(old: Decision | None, asked: Asked, event: AnyEvent, binding: Binding) -> Decision:
    """The seat's decision after the event: the one it had, unless it has answered that or is asked another thing."""
    if old is None or old.kind != asked.kind:
        return Decision(asked.seat, event.seq, asked.kind, event.seq)
    if asked.seat == event.seat and (binding is not Binding.FREE or event.undone):
        return Decision(asked.seat, event.seq, asked.kind, old.since)
    return old


def _with_seat(table: AnyTable, index: int, **fields: Any) -> AnyTable:
    seats: tuple[Seat, ...] = table.seats
    return replace(table, seats=(*seats[:index], replace(seats[index], **fields), *seats[index + 1 :]))
