"""The log: replaying it, loading games from it, appending to it, verifying records, keeping games in memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import islice

from domain.core.title import AnyTitle
from domain.table.log import EMPTY, apply
from domain.titles import TITLES
from events.envelope import Stored
from events.upcast import EventReader
from server.bench import NO_PEER, Figure, Kind, Run, at_least
from server.bench.peers import ask
from server.bench.prepared import play, scripts, seat


def replay(run: Run, kind: Kind) -> Iterator[Figure]:
    """Events a second of one core, from stored bytes to the last state."""
    what = f"replay: {kind.title}, {kind.players} players"
    run.tell(f"{what}, preparing games")
    title, logs = TITLES[kind.title], list(_played(run, kind, run.some(8, 2)))
    events = sum(map(len, logs)) // len(logs)
    changes = sum(len(EventReader(title)(each.data).changes) for log in logs for each in log) / sum(map(len, logs))
    note = f"games of {events} events, {changes:.1f} changes each"
    if not run.peers:
        run.tell(what)
        alone = tuple(_replayed(title, logs, run.seconds) for _ in range(run.times + 1))[1:]
        yield Figure("replay", "events/s, decoded and folded", "/s", alone, (), at_least(3.0), kind, NO_PEER)
        return
    rates = run.alternately(
        what,
        lambda: _replayed(title, logs, run.seconds),
        lambda: ask(run.peers, "eventsourcing_rebuild", run.seconds, events)["events_per_s"],
    )
    yield Figure("replay", "events/s, decoded and folded", "/s", *rates, at_least(3.0), kind, note)


def _played(run: Run, kind: Kind, games: int) -> Iterator[list[Stored]]:
    """The logs of whole games, as they are stored."""
    for script in islice(scripts(kind), games):
        game = seat(run.parts, script)
        play(run.parts, game)
        yield run.parts.store.tail(game.id)


def _replayed(title: AnyTitle, logs: list[list[Stored]], seconds: float) -> float:
    """Events for each second of processor time."""
    read = EventReader(title)
    count, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        for stored in logs:
            log = EMPTY
            for entry in stored:
                log = apply(title, log, read(entry.data))
            count += len(stored)
    return count / took
