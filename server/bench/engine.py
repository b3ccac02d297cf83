"""The rules alone: random playouts with every legal move listed, against Catanatron's random games."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec

from moothall.domain.core.draw import FastDraw
from moothall.domain.titles import TITLES
from moothall.server.bench import NO_PEER, Figure, Kind, Run, at_least
from moothall.server.bench.peers import ask
from moothall.server.processes import keep_all_there_is

WHAT = "decisions/s of random playouts, all legal moves listed"


def decide(run: Run, kind: Kind) -> Iterator[Figure]:
    """Decisions a second of one core, in a process that keeps what it has loaded, as that of `moothall simulate`."""
    keep_all_there_is()
    ours = _Playouts(kind)
    what = f"decide: {kind.title}, {kind.players} players"
    if not run.peers:
        run.tell(what)
        alone = tuple(ours.rate(run.seconds) for _ in range(run.times + 1))[1:]
        yield Figure("decide", WHAT, "/s", alone, (), at_least(1.0), kind, NO_PEER)
        return
    rates = run.alternately(
        what,
        lambda: ours.rate(run.seconds),
        lambda: ask(run.peers, "catanatron_games", run.seconds, kind.players)["decisions_per_s"],
    )
    yield Figure("decide", WHAT, "/s", *rates, at_least(1.0), kind, "against Catanatron's random games")


class _Playouts:
    """Game after game, without end."""

    def __init__(self, kind: Kind) -> None:
        self._kind = kind
        self._title = TITLES[kind.title]
        self._seed = 0
        self._draw = FastDraw(0)
        self._state: Any = self._new()

    def rate(self, seconds: float) -> float:
        """Decisions for each second of processor time; setting up and the steps of a game are part of it."""
        began = time.process_time()
        decisions = 0
        while (took := time.process_time() - began) < seconds:
            for _ in range(50):  # so seldom that looking at the clock costs nothing
                self._decide()
            decisions += 50
        return decisions / took

    def _decide(self) -> None:
        title, draw = self._title, self._draw
        awaiting = title.awaiting(self._state)
        while not awaiting.seats:
            self._state = self._new() if awaiting.finished else title.run_step(self._state, draw).state
            awaiting = title.awaiting(self._state)
        seat = awaiting.seats[0].seat
        moves = list(title.legal_moves(self._state, seat))
        self._state = title.play(self._state, seat, moves[draw.below("move", len(moves))], draw).state

    def _new(self) -> Any:
        self._seed += 1
        self._draw = FastDraw(self._seed)
        options = msgspec.convert({}, self._title.options)
        return self._title.new(self._kind.players, options, self._draw).state
