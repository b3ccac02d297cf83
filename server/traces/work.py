"""Jobs that are traced."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from moothall.domain.core.title import AnyTitle
from moothall.server.traces.spans import Spans
from moothall.workers.bots.guard import Choice, choose
from moothall.workers.job_queue import Ask, Jobs
from moothall.workers.jobs import Run


class TracedJobs(Jobs):
    """What a job asks for comes from it."""

    def __init__(self, spans: Spans, url: str) -> None:
        super().__init__(url)
        self._spans = spans

    def ask(self, asks: Sequence[Ask], again: bool = False) -> int:
        for each in asks:
            self._spans.caused(each.game_id, each.seq)
        return super().ask(asks, again)


def traced_runs(spans: Spans, runs: Mapping[str, Run]) -> dict[str, Run]:
    """The jobs' functions by their names, each within a span."""
    return {function: _traced(spans, function.rpartition(".")[2], run) for function, run in runs.items()}


def _traced(spans: Spans, name: str, run: Run) -> Run:
    def traced(log_id: str, seq: int) -> None:
        with spans.job(name, log_id, seq):
            run(log_id, seq)

    return traced


def traced_thinking(spans: Spans) -> Callable[..., Choice]:
    """A bot's choice, within a span."""

    def think(title: AnyTitle, state: Any, seat: int, level: str, *arguments: Any) -> Choice:
        with spans.part("think", level=level):
            return choose(title, state, seat, level, *arguments)

    return think
