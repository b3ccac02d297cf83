"""What `moothall verify` looks at: records, bundles and tournaments, one record at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from moothall.events.audit.game import Examined, examine, parent_of, with_fault, wrong_parent
from moothall.events.audit.report import Judgement, Report, Verdict, check_bundle
from moothall.events.records.bundle import MANIFEST, is_bundle, look_into, read_bundle, read_log, read_member
from moothall.events.records.format import Read, read
from moothall.events.records.limits import LARGEST, LONGEST_LINE
from moothall.server.cli.bounded import TooLong, content_of, time_limit
from moothall.server.cli.titles import known_titles

T = TypeVar("T")


class Checked(NamedTuple):
    """One file's report."""

    file: str
    report: Judgement


class Ways(NamedTuple):
    """How records are judged: by whose keys, by which rules, within how many seconds each."""

    trusted: dict[str, str] | None
    current: bool
    seconds: float


class _File(NamedTuple):
    """A record to check, where it is, and what is wrong with it there. `member` is its name in a bundle."""

    path: Path
    member: str
    data: bytes
    fault: str | None

    @property
    def name(self) -> str:
        return f"{self.path}:{self.member}" if self.member else str(self.path)


class Index:
    """How many things there are to check, and where each game's record is, for those that are forks of others; not what
    is in them. That is found out when the first fork asks: all other records are read once."""

    def __init__(self, paths: tuple[Path, ...]) -> None:
        self._paths = paths

    @cached_property
    def number(self) -> int:
        """Records and bundles."""
        return sum(map(_things_in, self._paths))

    def find(self, game: str) -> _File | None:
        """That game's record, if it is here; the last, if there are several."""
        for file in reversed(self._games.get(game, ())):
            data = _again(file) or b""
            header = read(data[: data.find(b"\n") + 1]).header
            if header is not None and header.game == game:
                return file
        return None

    @cached_property
    def _games(self) -> dict[str, list[_File]]:
        """By a glance at the first line of each."""
        games = dict[str, list[_File]]()
        for file in (file for path in self._paths for file in _files(path)):
            end = file.data.find(b"\n")
            with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
                if 0 < end <= LONGEST_LINE:
                    games.setdefault(_named(file.data[:end]).game, []).append(file._replace(data=b""))
        return games


class _Named(msgspec.Struct):
    """As much of a header as tells whose it is, if it is one."""

    game: str = ""


_named = msgspec.json.Decoder(_Named).decode


def _things_in(path: Path) -> int:
    """A record, or a bundle with those that its manifest lists."""
    if not _holds_more(path):
        return 1
    manifest = look_into(path).manifest
    return 1 + (len(manifest.records) if manifest is not None else 0)


def check(paths: tuple[Path, ...], index: Index, ways: Ways) -> Iterator[Checked]:
    """Every record, and after those of a bundle the bundle itself."""
    for path in paths:
        if _holds_more(path):
            yield from _check_bundle(path, index, ways)
        else:
            for file in _files(path):
                yield Checked(file.name, _examined(file, index, ways).report)


def _check_bundle(path: Path, index: Index, ways: Ways) -> Iterator[Checked]:
    whole = look_into(path)
    listed = whole.manifest.tournament if whole.manifest is not None else None
    tournament = None
    if whole.manifest is not None and listed is not None:
        # With all that tournaments are: few files hold one.
        from moothall.events.audit.tournament import TournamentAudit

        tournament = TournamentAudit(whole.manifest, read_log(path, listed), known_titles(), ways.trusted)
        _within(ways.seconds, tournament.begin, tournament.give_up)
    for file in _files(path):
        examined = _examined(file, index, ways)
        if tournament is not None:
            tournament.take(file.member, examined)
        yield Checked(file.name, examined.report)
    if tournament is not None:
        _within(ways.seconds, tournament.end, tournament.give_up)
        yield Checked(str(path), tournament.report)
    else:
        yield Checked(str(path), check_bundle(whole, ways.trusted))


def _holds_more(path: Path) -> bool:
    try:
        return is_bundle(path)
    except (OSError, MemoryError):
        return False


def _files(path: Path) -> Iterator[_File]:
    """All records, one at a time: no more than one is in memory."""
    try:
        if is_bundle(path):
            for member in read_bundle(path):
                if member.file != MANIFEST:  # that is said of the bundle
                    yield _File(path, member.file, member.data, member.fault)
        else:
            yield _File(path, "", content_of(path, LARGEST), None)
    except (OSError, MemoryError) as error:
        yield _File(path, "", b"", str(error) or "it takes too much memory")


def _examined(file: _File, index: Index, ways: Ways) -> Examined:
    examined = _within(ways.seconds, lambda: _judged(file, ways), lambda why: Examined(_unchecked(why)))
    record = examined.record
    parent = parent_of(record, known_titles()) if record is not None and examined.report.rules.ok else None
    # To find a parent all other files are looked at: that is not this record's time.
    found = index.find(parent.game) if parent is not None else None
    if record is not None and found is not None:
        rules = _within(ways.seconds, lambda: _from_parent(record, found), lambda why: Verdict(None, 1, why))
        examined = examined._replace(report=replace(examined.report, rules=rules or examined.report.rules))
    return with_fault(examined, file.fault)


def _within(seconds: float, do: Callable[[], T], instead: Callable[[str], T]) -> T:
    """What comes of it, or why nothing does; whatever it is, the next file may be a good one."""
    try:
        with time_limit(seconds):
            return do()
    except TooLong:
        return instead(f"it takes longer than {seconds:g} s (see --time-limit)")
    except MemoryError:
        return instead("it takes too much memory")
    except Exception as error:
        return instead(f"{type(error).__name__}: {error}")


def _judged(file: _File, ways: Ways) -> Examined:
    return examine(read(file.data), known_titles(), ways.trusted, ways.current)


def _from_parent(fork: Read, file: _File) -> Verdict | None:
    """That the fork did not come from the game in that file; None if it did, or if that cannot be read."""
    data = _again(file)
    why = wrong_parent(fork, read(data), known_titles()) if data is not None else None
    return Verdict(False, 1, why) if why else None


def _again(file: _File) -> bytes | None:
    """What is in that file, if it can still be read."""
    try:
        return read_member(file.path, file.member) if file.member else content_of(file.path, LARGEST)
    except OSError:
        return None


def _unchecked(why: str) -> Report:
    verdict = Verdict(None, None, f"not checked: {why}")
    return Report(
        game=None,
        title=None,
        seq=0,
        key=None,
        trusted=None,
        chain=verdict,
        replay=verdict,
        rules=verdict,
        draws=verdict,
    )
