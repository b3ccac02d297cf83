"""The log: replaying it, loading games from it, appending to it, verifying records, keeping games in memory."""

from __future__ import annotations

import io
import statistics
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from itertools import cycle, islice
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import msgspec

from moothall.domain.core.draw import FastDraw, shuffle
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.fold import EMPTY, apply, fold
from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.event_store.store import Append, Store
from moothall.events.event_store.stored_events import EventReader, Stored
from moothall.events.records.format import read
from moothall.events.redis_client.connection import connect
from moothall.server.bench import NO_PEER, Figure, Kind, Run, at_least, at_most
from moothall.server.bench.hot import Hot, Weighed
from moothall.server.bench.peers import ask
from moothall.server.bench.prepared import Seated, play, prolong, scripts, seat
from moothall.server.bench.stack import durable_redis

SHORT, LONG, SCRUBBED = 50, 1_000, 200
"""Events of a short and a long game, and how many of the long one are looked at in turn."""
BETWEEN, VARIANTS = 11, 4
"""Games of each length, and events from one to the next: how many events follow the newest snapshot is chance."""
HOT_GAMES = 2_000
RECORDS = 100


def replay(run: Run, kind: Kind) -> Iterator[Figure]:
    """Events a second of one core, from stored bytes to the last state."""
    what = f"replay: {kind.title}, {kind.players} players"
    run.tell(f"{what}, preparing games")
    title, logs = (
        TITLES[kind.title],
        [run.parts.store.tail(game.id) for game in _whole_games(run, kind, run.some(8, 2))],
    )
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


def load(run: Run, kind: Kind) -> Iterator[Figure]:
    """Loading a long game against loading a short one; looking back in it."""
    what = f"load: {kind.title}, {kind.players} players"
    run.tell(f"{what}, preparing games")
    short, long = _short_and_long(run, kind)
    loads, queries = run.some(40, 4), run.parts.queries

    def cold(games: list[str]) -> float:
        return 1_000 * statistics.median(_seconds(_load_anew, run, each) for each in islice(cycle(games), loads))

    times = run.alternately(what, lambda: cold(long), lambda: cold(short))
    yield Figure("load", f"cold load, {LONG} events against {SHORT}", "ms", *times, at_most(1.5), kind)

    places = shuffle(FastDraw(1), "at", range(1, LONG))[:loads]

    def look_back(places: Iterable[int]) -> float:
        return 1_000 * statistics.fmean(_seconds(queries.game, long[0], None, at) for at in places)

    times = run.alternately(f"{what}, looking back", lambda: look_back(places), lambda: cold(short))
    yield Figure("load", f"?at= anywhere in {LONG}, against that", "ms", *times, at_most(1.5), kind)

    last = run.some(SCRUBBED, 2 * SHORT)
    times = run.alternately(
        f"{what}, scrubbing", lambda: look_back(range(1, last + 1)), lambda: look_back(range(1, SHORT + 1))
    )
    note = "1 means that a scrub over all events costs O(n)"
    yield Figure("load", f"scrub, per event of {last}, of {SHORT}", "ms", *times, at_most(1.5), kind, note)


def append(run: Run) -> Iterator[Figure]:
    """One event by one connection, synced to disk, against a bare XADD of the same bytes."""
    run.tell("append, preparing a game")
    (game,) = _whole_games(run, run.kinds[0], 1)
    stored, (meta,) = run.parts.store.tail(game.id), run.parts.store.metas([game.id])
    with durable_redis(run.folder / "append") as url:
        redis = connect(url)
        store = Store(redis)
        fresh = iter(range(1_000_000))

        def ours() -> float:
            name, heads = f"bench-{next(fresh)}", [b"", *(each.hash for each in stored)]
            writes = [
                Append(name, each.seq - 1, [each], None, meta or b"", head=head)
                for head, each in zip(heads, stored, strict=False)
            ]
            return 1_000 * statistics.median(_seconds(store.append, write) for write in writes)

        def bare() -> float:
            name = f"bare-{next(fresh)}"
            writes = [(name, {"d": each.data, "h": each.hash}, f"{each.seq}-0") for each in stored]
            return 1_000 * statistics.median(_seconds(redis.xadd, *write) for write in writes)

        times = run.alternately("append", ours, bare)
        redis.close()
    note = f"{round(statistics.fmean(len(each.data) for each in stored))} bytes each"
    yield Figure("append", "append of one event, one connection, p50", "ms", *times, at_most(1.6), None, note)


def verify(run: Run) -> Iterator[Figure]:
    """`moothall verify` against reading and folding the same records once."""
    run.tell("verify, preparing records")
    files = _records(run)
    events = sum(len(read(file.read_bytes()).events) for file in files)
    sample = files[: len(run.kinds)]
    calls = _calls(lambda: _verified(sample), read.__code__, apply.__code__)
    sampled = sum(len(read(file.read_bytes()).events) for file in sample)
    yield Figure("verify", "reads of a record", "", (calls[read.__code__] / len(sample),), (1.0,), at_most(1.0))
    yield Figure("verify", "folds of a record", "", (calls[apply.__code__] / sampled,), (1.0,), at_most(1.0))
    times = run.alternately(
        "verify", lambda: _processor_s(_verified, files), lambda: _processor_s(_read_and_folded, files)
    )
    rate = len(files) / statistics.median(times[0])
    note = f"{len(files)} records of {events // len(files)} events, {rate:.1f} a second"
    yield Figure("verify", "moothall verify, against one read and fold", "s", *times, None, None, note)


def memory(run: Run, kind: Kind) -> Iterator[Figure]:
    """What a game that is kept hot takes of a process."""
    what = f"memory: {kind.title}, {kind.players} players"
    run.tell(f"{what}, preparing games")
    ids = _many_in_mid_play(run, kind, run.some(HOT_GAMES, 50))
    weighed = []
    for number in range(run.some(3, 1)):
        run.tell(f"{what}, round {number + 1}")
        work = msgspec.json.encode(Hot(run.parts.config.redis, ids))
        command = [sys.executable, "-m", "moothall.server.bench.hot"]
        said = subprocess.run(command, input=work, capture_output=True, check=True).stdout
        weighed.append(msgspec.json.decode(said, type=Weighed))
    each = tuple((one.full - one.empty) / len(ids) / 1024 for one in weighed)
    note = f"{len(ids)} games over a process of {weighed[0].empty / 2**20:.0f} MiB"
    yield Figure("memory", "a hot game, over the empty process", "KiB", each, (), at_most(60, bare=True), kind, note)


def _whole_games(run: Run, kind: Kind, games: int) -> list[Seated]:
    """Games played to their end."""
    seated = [seat(run.parts, script) for script in islice(scripts(kind), games)]
    for game in seated:
        play(run.parts, game)
    return seated


def _replayed(title: AnyTitle, logs: list[list[Stored]], seconds: float) -> float:
    """Events for each second of processor time."""
    decode = EventReader(title)
    count, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds:
        for stored in logs:
            fold(title, EMPTY, (decode(entry.data) for entry in stored))
            count += len(stored)
    return count / took


def _short_and_long(run: Run, kind: Kind) -> tuple[list[str], list[str]]:
    """Copies of one game, made when it was short and when it was long. Titles do not last for a thousand events:
    between its moves the players agree to a pause, and to go on."""
    game = seat(run.parts, next(scripts(kind)))
    wanted = [length + BETWEEN * number for length in (SHORT, LONG) for number in range(VARIANTS)]
    made = [_copied(run, game.id, f"{game.id}-{seq}") for seq in prolong(run.parts, game, wanted)]
    return made[:VARIANTS], made[VARIANTS:]


def _copied(run: Run, game_id: str, new: str) -> str:
    """The same game as it is now, under another id."""
    for key in (keys.events, keys.secret, keys.snapshot, keys.past, keys.meta):
        run.parts.store.redis.copy(key(game_id), key(new))
    return new


def _many_in_mid_play(run: Run, kind: Kind, games: int) -> list[str]:
    """Copies of a few games, each at another point of its play."""
    few = [seat(run.parts, script) for script in islice(scripts(kind), run.some(20, 2))]
    for number, game in enumerate(few):
        play(run.parts, game, len(game.script.moves) * (number + 1) // (len(few) + 1))
    return [
        _copied(run, game.id, f"{game.id}-{number}") for number, game in zip(range(games), cycle(few), strict=False)
    ]


def _load_anew(run: Run, game_id: str) -> None:
    run.parts.games.forget(game_id)
    run.parts.games.get(game_id)


def _records(run: Run) -> list[Path]:
    """Files to verify: a few games of every kind, each under several names."""
    folder = run.folder / "records"
    folder.mkdir()
    games = [game for kind in run.kinds for game in _whole_games(run, kind, run.some(2, 1))]
    data = [run.parts.archive.record(game.id, None) for game in games]
    files = []
    for number, content in zip(range(run.some(RECORDS, len(games))), cycle(data), strict=False):
        files.append(folder / f"{number}.ndjson")
        files[-1].write_bytes(content)
    return files


def _verified(files: Sequence[Path], *options: str) -> None:
    """What the command does, in this process unless other options say how many shall do it."""
    from moothall.server.cli.verify import verify as command

    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(io.StringIO()):
        try:
            command.main([*(options or ("--processes", "1")), *map(str, files)], standalone_mode=False)
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"a record is not good: {said.getvalue()}") from ended


def _read_and_folded(files: Sequence[Path]) -> None:
    for file in files:
        record = read(file.read_bytes())
        assert record.header is not None
        title = TITLES[record.header.title]
        decode, log = EventReader(title), EMPTY
        for line in record.events:
            log = apply(title, log, decode(line.data.encode()))


def _calls(function: Callable[[], None], *counted: CodeType) -> Counter[CodeType]:
    """How often these functions are called, by whomever."""
    calls: Counter[CodeType] = Counter()

    def seen(frame: FrameType, event: str, argument: Any) -> None:
        if event == "call" and frame.f_code in counted:
            calls[frame.f_code] += 1

    sys.setprofile(seen)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


def _seconds(function: Callable[..., object], *arguments: Any) -> float:
    began = time.perf_counter()
    function(*arguments)
    return time.perf_counter() - began


def _processor_s(function: Callable[..., object], *arguments: Any) -> float:
    began = time.process_time()
    function(*arguments)
    return time.process_time() - began
