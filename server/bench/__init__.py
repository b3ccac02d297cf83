"""`moothall bench`: how fast it is, every figure beside a floor or a peer that is measured in the same minutes.

A machine is faster today than tomorrow and shared with whoever else is on it, so a bare figure says little. What is
measured and what it is compared with therefore take turns (ours, floor, ours, floor, ...) after a round that does not
count, and what is judged is the ratio of each pair. This module says what a figure is; it is imported by the clients'
processes too and hence imports next to nothing.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from moothall.server.bench.stack import Floor, House
    from moothall.server.bootstrap import Services

NAMES = (
    "move",
    "move-p99",
    "move-1",
    "read",
    "decide",
    "replay",
    "load",
    "append",
    "ai",
    "follow",
    "verify",
    "memory",
    "start",
)
"""Every benchmark, in the order in which they run."""

PLAYERS = (2, 4)
"""Numbers of seats that a title is measured with."""

ROUNDS, ROUND_S = 5, 1.6
"""How often each side is measured, and for how long at a time."""

NO_PEER = "peer not installed: make bench"


class Bar(NamedTuple):
    """What a figure is to reach."""

    limit: float
    least: bool
    """Whether the limit is the least that will do, or the most."""
    bare: bool = False
    """Whether ours is judged by itself, not by its ratio to the floor."""

    def met_by(self, value: float) -> bool:
        return value >= self.limit if self.least else value <= self.limit

    def __str__(self) -> str:
        return f"{'>=' if self.least else '<='} {self.limit:g}"


def at_least(limit: float) -> Bar:
    return Bar(limit, True)


def at_most(limit: float, *, bare: bool = False) -> Bar:
    return Bar(limit, False, bare)


class Kind(NamedTuple):
    """A title and how many play it."""

    title: str
    players: int


@dataclass(frozen=True)
class Figure:
    """What was measured: ours and the floor's (or a peer's) in pairs, in the order in which they took turns."""

    name: str
    what: str
    unit: str
    ours: tuple[float, ...]
    floor: tuple[float, ...] = ()
    bar: Bar | None = None
    kind: Kind | None = None
    note: str = ""

    @property
    def ratios(self) -> tuple[float, ...]:
        """Ours to the floor's, pair by pair."""
        return tuple(ours / floor for ours, floor in zip(self.ours, self.floor, strict=True)) if self.floor else ()

    @property
    def judged(self) -> tuple[float, ...]:
        """The values that the bar is about."""
        return self.ours if self.bar is not None and self.bar.bare else self.ratios

    @property
    def met(self) -> bool | None:
        """Whether the median reaches the bar; None where there is no bar, or nothing to judge."""
        if self.bar is None or not self.judged:
            return None
        return self.bar.met_by(statistics.median(self.judged))

    def as_json(self) -> dict[str, Any]:
        """All of it, as plain data."""
        return {
            "name": self.name,
            "what": self.what,
            "title": self.kind.title if self.kind else None,
            "players": self.kind.players if self.kind else None,
            "unit": self.unit,
            "ours": spread(self.ours),
            "floor": spread(self.floor),
            "ratio": spread(self.ratios),
            "bar": str(self.bar) if self.bar else None,
            "met": self.met,
            "note": self.note,
        }


def spread(values: Sequence[float]) -> dict[str, float] | None:
    """Median, least and most."""
    if not values:
        return None
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of all values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@dataclass
class Run:
    """What was asked for, and what the benchmarks share."""

    kinds: Sequence[Kind]
    quick: bool = False
    peers: Path | None = None
    """The Python that has the peers installed."""
    rounds: int = ROUNDS
    """Repetitions that count, unless it shall be quick."""
    round_s: float = ROUND_S
    """How long one of them takes, where that can be chosen; the same."""
    tell: Callable[[str], None] = lambda what: None
    """Called with what is being done, whenever that changes."""
    rates: dict[Kind, float] = field(default_factory=dict)
    """Posts a second that were measured, for whoever wants half of that."""
    prepared: dict[tuple[Kind, int], Any] = field(default_factory=dict)
    """Games that were set up for so many clients, and have not been played to their end."""
    _open: ExitStack = field(default_factory=ExitStack)

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    @property
    def times(self) -> int:
        """Repetitions that count."""
        return 1 if self.quick else self.rounds

    @property
    def seconds(self) -> float:
        """How long one of them takes, where that can be chosen."""
        return 0.3 if self.quick else self.round_s

    @property
    def clients(self) -> int:
        """Connections that ask at the same time."""
        return self.some(32, 4)

    def some(self, many: int, few: int) -> int:
        """How many of something: few of it when it shall be quick."""
        return few if self.quick else many

    def alternately(
        self, what: str, ours: Callable[[], float], floor: Callable[[], float]
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Both in turns: one round that does not count, then as many as this run repeats."""
        pairs = []
        for number in range(self.times + 1):
            self.tell(f"{what}, {f'round {number} of {self.times}' if number else 'warm-up'}")
            pairs.append((ours(), floor()))
        return tuple(a for a, _ in pairs[1:]), tuple(b for _, b in pairs[1:])

    @cached_property
    def folder(self) -> Path:
        """For everything that is written; gone at the end."""
        return Path(self._open.enter_context(TemporaryDirectory(prefix="moothall-bench-")))

    @cached_property
    def parts(self) -> Services:
        """The parts of one process on a Redis of its own, for what needs no server."""
        from moothall.server.bench.stack import parts

        return self._open.enter_context(parts(self.folder / "parts"))

    @cached_property
    def house(self) -> House:
        """Moothall as `moothall serve` runs it; started when it is first needed, as the others are."""
        from moothall.server.bench.stack import house  # here: the clients need neither Flask nor Redis

        self.tell("starting Moothall")
        return self._open.enter_context(house(self.folder / "house"))

    @cached_property
    def floor(self) -> Floor:
        """The bare server that it is compared with."""
        from moothall.server.bench.stack import floor

        self.tell("starting the floor")
        return self._open.enter_context(floor(self.folder / "floor"))


def failed(name: str, error: Exception) -> Figure:
    """What stands in a report for a part that could not be measured."""
    return Figure(name, "not measured", "", (), note=f"{type(error).__name__}: {error}"[:500])


class Benchmark(NamedTuple):
    """One of the names: what it measures, for every kind of game or once."""

    measure: Callable[[Run, Kind], Iterator[Figure]] | None = None
    once: Callable[[Run], Iterator[Figure]] | None = None

    def parts(self, run: Run) -> int:
        """How many parts it has."""
        return (self.once is not None) + len(run.kinds) * (self.measure is not None)

    def each(self, run: Run) -> Iterator[Iterator[Figure]]:
        """Its parts, and their figures as they are measured."""
        if self.once is not None:
            yield self.once(run)
        if self.measure is not None:
            for kind in run.kinds:
                yield self.measure(run, kind)
