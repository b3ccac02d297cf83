"""The event: one accepted move or one step of the game's own, with the changes it made."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import msgspec
from msgspec.structs import replace

from moothall.domain.core.data import Hidden
from moothall.domain.core.title import FINAL, FREE, AnyTitle, Binding
from moothall.domain.table.changes import APART, TABLE_CHANGES, TableChange
from moothall.domain.table.moves import Ruling, TableMove
from moothall.domain.table.state import Table

M = TypeVar("M")
C = TypeVar("C")

SCHEMA = 2
"""The version of the stored shape; events/event_store/stored_events.py turns older ones into this one."""


class Event(msgspec.Struct, Generic[M, C], frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """As stored. `at` is milliseconds since 1970, `seat` None for the game's own steps and for what players do
    before they sit, `undone` the seqs an undo takes back, `digest` that of the game's facts afterwards
    (core/facts.py), `salt` what keeps both it and the chain hash from being tried out before the end."""

    v: int
    seq: int
    at: int
    changes: tuple[C, ...]
    seat: int | None = None
    move: M | None = None
    step: str | None = None
    level: str | None = None
    """The AI level, where a bot made the move."""
    undone: tuple[int, ...] = ()
    digest: str = ""
    salt: str = ""


AnyEvent = Event[Any, Any]


def event_type(title: AnyTitle) -> Any:
    """The exact type of this title's events, for decoding."""
    return Event[title.moves | TableMove | Ruling, title.changes | TableChange]  # type: ignore[name-defined]


def table_type(title: AnyTitle) -> Any:
    """The exact type of this title's tables, for decoding."""
    return Table[title.state]  # type: ignore[name-defined]


def before_reveal(title: AnyTitle, event: AnyEvent) -> AnyEvent:
    """The event as far as it can be told without doing it: from the first revealing change on, one hidden change; and
    no digest, which would tell as much as what it is made from."""
    if not reveals(title, event):
        return event
    told: list[Any] = []
    for change in event.changes:
        if type(change) in TABLE_CHANGES or title.tells(change):
            break
        told.append(change)
    return replace(event, changes=(*told, Hidden()), digest="")


def reveals(title: AnyTitle, event: AnyEvent) -> bool:
    """Whether the event makes something known that only the deed may tell."""
    if binding_of(title, event) is FINAL:
        return True
    return any(type(change) not in TABLE_CHANGES and title.reveals(change) for change in event.changes)


def binding_of(title: AnyTitle, event: AnyEvent) -> Binding:
    """How firmly an event binds: as its firmest change; the table's own changes and steps are final, but for those
    that stand apart from the turns (a resignation, a pause): they bar nobody's undo."""
    if event.undone:
        return FREE
    if event.step is not None:
        return FINAL
    firmest, judge = FREE, title.binding
    for change in event.changes:
        kind = type(change)
        if kind not in TABLE_CHANGES:
            binding = judge(change)
            if binding is FINAL:
                return FINAL
            if binding > firmest:
                firmest = binding
        elif kind not in APART:
            return FINAL
    return firmest
