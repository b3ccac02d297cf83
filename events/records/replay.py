"""A record played back: the table at every event, as anybody knew it then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from moothall.domain.core.codec import plain
from moothall.domain.core.data import Json
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import Reader
from moothall.domain.table.ending import sheets
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.evolve import AnyTable
from moothall.domain.table.fold import EMPTY, apply
from moothall.domain.table.views import event_view, game_view, reader_of
from moothall.events.event_store.stored_events import event_reader
from moothall.events.records.format import Read, read
from moothall.events.records.limits import read_event


class Unplayable(Exception):
    """A file that cannot be played back; says why."""


class Changed(NamedTuple):
    """One place in which two points of a game differ; None where there is nothing."""

    path: str
    before: Any
    after: Any


class Replay:
    """A record, folded."""

    def __init__(self, data: bytes | Read, titles: Mapping[str, AnyTitle]) -> None:
        record = read(data) if isinstance(data, bytes) else data
        if record.header is None:
            raise Unplayable(record.fault.why if record.fault else "there is no header")
        if record.header.title not in titles:
            raise Unplayable(f"this Moothall has no title {record.header.title!r}")
        self.game = record.header.game
        self.title = titles[record.header.title]
        self.events: list[AnyEvent] = []
        self._tables: list[AnyTable] = []
        reader, log = event_reader(self.title), EMPTY
        for line in record.events:
            try:
                event = read_event(line.data, reader)
                log = apply(self.title, log, event)
            except Exception as error:  # the file may hold anything
                raise Unplayable(f"event {line.seq} cannot be played back: {error}") from error
            self.events.append(event)
            self._tables.append(log.table)
        if not self.events:
            raise Unplayable(record.fault.why if record.fault else "there are no events")

    @property
    def last(self) -> int:
        return len(self.events)

    def table(self, seq: int) -> AnyTable:
        """The table after that event."""
        if not 1 <= seq <= self.last:
            raise Unplayable(f"the game has no event {seq}; its latest is {self.last}")
        return self._tables[seq - 1]

    def view(self, seq: int, seat: int | None) -> Json:
        """The game as that seat (None: a spectator) got it then."""
        table = self.table(seq)
        if seat is not None and not 0 <= seat < len(table.seats):
            raise Unplayable(f"the game has no seat {seat}")
        with _shown(seq):
            return game_view(self.title, self.game, seq, table, seat)

    def log(self, to: int, seat: int | None, since: int = 0) -> Iterator[Json]:
        """The events up to there: as that seat was told of them, or with None everything that happened."""
        reader = self.reader(seat)
        for event in self.events[since:to]:
            with _shown(event.seq):
                told = event_view(self.title, event, reader, seat is None)
            yield told

    def reader(self, seat: int | None) -> Reader:
        """Who reads its texts."""
        return reader_of(self._tables[-1], seat)

    def state(self, seq: int, seat: int | None) -> Any:
        """What a seat saw of the game, or with None all of it, as plain data."""
        table = self.table(seq)
        if table.game is None:
            return None
        with _shown(seq):
            return plain(table.game if seat is None else self.title.view(table.game, seat))

    def drawn(self, seq: int, view: Any, seat: int | None) -> str:
        """A view of the game at that event, as text."""
        with _shown(seq):
            return self.title.table_text(view, self.reader(seat))

    def scores(self) -> list[Json]:
        """The totals after every event that changed them."""
        found: list[Json] = []
        for seq, table in enumerate(self._tables, 1):
            if table.game is not None:
                with _shown(seq):
                    totals = [sheet.total for sheet in sheets(self.title, table, table.game)]
                    number = self.title.round_of(table.game)
                if not found or found[-1]["scores"] != totals:
                    found.append({"seq": seq, "round": number, "scores": totals})
        return found


@contextmanager
def _shown(seq: int) -> Iterator[None]:
    """Facts that no rule ever made can be folded and yet make no sense to whoever tells of them."""
    try:
        yield
    except Exception as error:
        raise Unplayable(f"event {seq} cannot be shown: {type(error).__name__}: {error}") from error


def differences(before: Any, after: Any, path: str = "") -> Iterator[Changed]:
    """Every place in which two pieces of plain data differ, the deepest that can be named."""
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        for name in [*before, *(name for name in after if name not in before)]:
            below = f"{path}.{name}" if path else str(name)
            yield from differences(before.get(name), after.get(name), below)
    elif isinstance(before, list | tuple) and isinstance(after, list | tuple):
        for index in range(max(len(before), len(after))):
            old = before[index] if index < len(before) else None
            new = after[index] if index < len(after) else None
            yield from differences(old, new, f"{path}[{index}]")
    elif before != after:
        yield Changed(path, before, after)
