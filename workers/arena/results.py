"""What is kept of an arena, its settings and every game, and the folder that keeps it: what was played stays played.

    arena.json              the settings
    results.ndjson          one line per game, in order
    times.ndjson            how long the bots thought
    records/<game>.ndjson   the records

A game counts when its line in results.ndjson is complete; everything else of it is written before. Whatever a process
that was killed has left half-done is cut off, and played again.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, Literal, NamedTuple, TypeVar

import msgspec

from moothall.workers.bots.guard import BotFailed
from moothall.workers.simulate import Played

SETTINGS, RESULTS, TIMES, RECORDS = "arena.json", "results.ndjson", "times.ndjson", "records"

Seatings = Literal["every", "rotated"]
"""Every seating of a table's bots, or those in which all move on by one seat."""


class Entrant(msgspec.Struct, frozen=True):
    """A bot of an arena."""

    name: str
    sha256: str | None
    """Of the file it is written in; None for Moothall's own, which come with its version."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All that the games hang on. Whoever goes on with an arena has to have the same."""

    moothall: str
    """The version."""
    title: str
    edition: int
    content_hash: str
    players: int
    bots: tuple[Entrant, ...]
    options: dict[str, Any]
    seed: int
    seatings: Seatings
    patience_s: float

    @property
    def names(self) -> list[str]:
        return [bot.name for bot in self.bots]


class Failure(msgspec.Struct, frozen=True):
    """A bot that did not do what a bot has to."""

    bot: str
    seat: int
    decision: int
    what: str
    trace: str = ""

    def told(self, settings: Settings, number: int) -> BotFailed:
        """The same as an error, to be told by name."""
        seed = (settings.seed << 32) + number
        return BotFailed(self.bot, settings.title, seed, self.seat, self.decision, self.what, self.trace)


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """How a game ended. Nothing in it hangs on the machine, as long as no bot looks at the clock."""

    game: int
    deal: int
    bots: tuple[str, ...]
    """By seat."""
    ranking: tuple[tuple[int, ...], ...]
    scores: tuple[int, ...]
    rounds: int
    decisions: int
    factions: tuple[tuple[str, ...], ...]
    endings: tuple[str, ...]
    broken: tuple[str, ...]
    failed: Failure | None
    record: str
    """SHA-256 of the record, in hex."""

    @property
    def played(self) -> Played:
        """The same as a simulation has it."""
        return Played(
            self.bots,
            self.ranking,
            list(self.scores),
            self.rounds,
            self.decisions,
            self.factions,
            self.endings,
            list(self.broken),
        )


class Times(msgspec.Struct, frozen=True):
    """How long the bots of a game thought, by seat, in seconds of processor time, and about how many turns. Kept apart
    from the results, because it hangs on the machine."""

    game: int
    seconds: tuple[float, ...]
    turns: tuple[int, ...]


class Done(NamedTuple):
    """A game that was played."""

    result: Result
    times: Times
    record: bytes


T = TypeVar("T", Result, Times)


class OtherArena(ValueError):
    """The folder holds something else; says what."""


class Folder:
    """An open folder: nobody else plays in it."""

    def __init__(self, path: Path, results: list[Result], times: list[Times], lines: BinaryIO, clock: BinaryIO) -> None:
        self.path = path
        self.results = results
        self.times = times
        self._lines = lines
        self._clock = clock

    def record(self, number: int) -> Path:
        """Where the record of a game is."""
        return self.path / RECORDS / f"{number:06}.ndjson"

    def keep(self, done: Done) -> None:
        """Keep a game: the next one in order."""
        if done.result.game != len(self.results):
            raise ValueError(f"game {done.result.game} does not follow on game {len(self.results) - 1}")
        _write(self.record(done.result.game), done.record)
        _append(self._clock, done.times)
        _append(self._lines, done.result)
        self.results.append(done.result)
        self.times.append(done.times)


@contextmanager
def opened(path: Path, settings: Settings) -> Iterator[Folder]:
    """The folder of an arena with these settings, made if there is none. Raises OtherArena if it has others, or if
    somebody plays there."""
    (path / RECORDS).mkdir(parents=True, exist_ok=True)
    with (path / RESULTS).open("a+b") as lines, (path / TIMES).open("a+b") as clock:
        try:
            fcntl.flock(lines, fcntl.LOCK_EX | fcntl.LOCK_NB)  # the kernel lets go when the process ends
        except OSError:
            raise OtherArena(f"another arena is being played in {path}") from None
        _check(path, settings)
        results = _read(lines, Result)
        for number, result in enumerate(results):
            if result.game != number:
                raise OtherArena(f"{path / RESULTS}: line {number + 1} is of game {result.game}, not of game {number}")
        times = {each.game: each for each in _read(clock, Times)}  # of a game played twice the last one
        yield Folder(path, results, [each for each in times.values() if each.game < len(results)], lines, clock)


def _check(path: Path, settings: Settings) -> None:
    place = path / SETTINGS
    if not place.exists():
        if (path / RESULTS).stat().st_size:
            raise OtherArena(f"{path} has results but no {SETTINGS}: choose another folder")
        _write(place, msgspec.json.format(msgspec.json.encode(settings), indent=2) + b"\n")
        return
    try:
        kept = msgspec.json.decode(place.read_bytes(), type=Settings)
    except msgspec.MsgspecError as error:
        raise OtherArena(f"{place} cannot be read: {error}") from error
    before, now = msgspec.to_builtins(kept), msgspec.to_builtins(settings)
    for name in Settings.__struct_fields__:
        if before[name] != now[name]:
            raise OtherArena(f"{path} holds an arena with other settings: {_difference(kept, settings, name)}")


def _difference(kept: Settings, now: Settings, name: str) -> str:
    if name == "bots" and kept.names == now.names:
        changed = [one.name for one, other in zip(kept.bots, now.bots, strict=True) if one != other]
        return f"{' and '.join(changed)} changed since; choose another folder"
    before, after = (each.names if name == "bots" else getattr(each, name) for each in (kept, now))
    return f"{name} {_text(before)} there, {_text(after)} here; choose another folder"


def _text(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _read(file: BinaryIO, kind: type[T]) -> list[T]:
    """All lines that are complete; what comes after them is cut off."""
    file.seek(0)
    data = file.read()
    whole = data[: data.rfind(b"\n") + 1]
    if len(whole) < len(data):
        file.truncate(len(whole))
    decoder = msgspec.json.Decoder(kind)
    try:
        return [decoder.decode(line) for line in whole.splitlines()]
    except msgspec.MsgspecError as error:
        raise OtherArena(f"{file.name} cannot be read: {error}") from error


def _append(file: BinaryIO, line: msgspec.Struct) -> None:
    file.write(msgspec.json.encode(line) + b"\n")
    file.flush()


def _write(path: Path, data: bytes) -> None:
    """All of it or nothing."""
    half = path.with_name(f"{path.name}.half")
    half.write_bytes(data)
    os.replace(half, path)
