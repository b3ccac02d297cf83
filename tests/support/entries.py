"""Given / when / then for what is folded from a game's log and shown elsewhere: changes in, the entry of the lobby, the
players' own lists and the ratings out. No Redis, no clock."""

from __future__ import annotations

from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.domain.table.event import SCHEMA, Event
from moothall.domain.table.fold import EMPTY, Log, apply
from moothall.events.event_store.metadata import Meta, meta_of, read_meta

GAME = "g1"


class Listed:
    """A game as its log has it so far, and its entry before the last event."""

    def __init__(self, title: AnyTitle, log: Log = EMPTY, before: Meta | None = None) -> None:
        self._title = title
        self._log = log
        self._before = before

    @property
    def entry(self) -> Meta:
        """What the log comes to. The event at seq 3 was at 3,000 ms."""
        log = self._log
        return read_meta(meta_of(self._title, GAME, log.seq, log.table, log.seq * 1_000))

    def when(self, *changes: Any, seat: int | None = None, step: str | None = None) -> Listed:
        """One event with these changes, of a seat, a step or nobody."""
        before, seq = self.entry if self._log.seq else None, self._log.seq + 1
        event: Any = Event(v=SCHEMA, seq=seq, at=seq * 1_000, changes=changes, seat=seat, step=step)
        return Listed(self._title, apply(self._title, self._log, event), before)

    def then(self, **fields: Any) -> Listed:
        """The entry says that now."""
        said = {name: getattr(self.entry, name) for name in fields}
        assert said == fields
        return self

    def only(self, **fields: Any) -> Listed:
        """That, and nothing else that it did not say before but the seq and the time."""
        assert self._before is not None, "nothing stood there before"
        names = set(Meta.__struct_fields__) - {"seq", "updated_at"}
        changed = {name for name in names if getattr(self.entry, name) != getattr(self._before, name)}
        assert changed == set(fields)
        return self.then(**fields)


def given(title: AnyTitle, *changes: Any) -> Listed:
    """A game that has been through these changes, one event each."""
    listed = Listed(title)
    for change in changes:
        listed = listed.when(change)
    return listed
