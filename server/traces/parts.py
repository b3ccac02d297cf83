"""The parts of a process that tell what they do of the work at hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moothall.domain.table.decide import Outcome
from moothall.events.event_store.store import Append
from moothall.events.games.repository import Games, Hot
from moothall.events.games.writer import Done, Writer
from moothall.server.traces.spans import Spans
from moothall.workers.metrics import CountedStore


class TracedStore(CountedStore):
    """The event log; what its events lead to is linked to them."""

    def __init__(self, spans: Spans, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._spans = spans

    def append(self, write: Append) -> None:
        seq = write.expected + len(write.events)
        with self._spans.part("append", game=write.game_id, seq=seq, events=len(write.events)) as span:
            super().append(write)
            if write.work:
                self._spans.caused(write.game_id, seq, span)


class TracedGames(Games):
    """Games as this process knows them: `read` from memory, unless `load` or `tail` is part of it."""

    def __init__(self, spans: Spans, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._spans = spans

    def get(self, game_id: str) -> Hot:
        with self._spans.part("read"):
            return self._told(super().get(game_id))

    def fresh(self, game_id: str) -> Hot:
        with self._spans.part("read"):
            return self._told(super().fresh(game_id))

    def load(self, game_id: str) -> Hot:
        with self._spans.part("load"):
            return super().load(game_id)

    def refresh(self, hot: Hot) -> Hot:
        with self._spans.part("tail"):
            return super().refresh(hot)

    def _told(self, hot: Hot) -> Hot:
        self._spans.about(hot)
        return hot


class TracedWriter(Writer):
    """The write path: `decide` is the rules' part, `record` makes the events and the answer's body and appends."""

    def __init__(self, spans: Spans, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._spans = spans

    def write(self, game_id: str, player: str | None, decide: Callable[[Hot], list[Outcome]], **named: Any) -> Done:
        def traced(hot: Hot) -> list[Outcome]:
            with self._spans.part("decide"):
                return decide(hot)

        done = super().write(game_id, player, traced, **named)
        self._spans.reached(done.seq)
        return done

    def append(self, hot: Hot, *arguments: Any, **named: Any) -> Done:
        self._spans.about(hot)
        with self._spans.part("record"):
            done = super().append(hot, *arguments, **named)
        self._spans.reached(done.seq)
        return done
