"""A reader of Redis's append-only log: which files it has, what its commands are, and whether its end is torn.

The check tools of the servers are never asked: with `--fix` they drop everything behind one wrong byte and report
success, and Valkey's misreads base files. A log is cut here only where a write was interrupted: where its last file
ends within one command or one MULTI ... EXEC block, nothing of which was acknowledged.
"""

from __future__ import annotations

import mmap
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from moothall.server.operations.rdb_file import MAGIC_LENGTH, Entry, RdbReader, is_rdb

SINGLE = "appendonly.aof"
"""The log of a server older than Redis 7: one file."""

PARTS = "appendonlydir"
"""The log of a newer server: a folder with a manifest that names a base and what was added since."""

MANIFEST = f"{SINGLE}.manifest"

_HEADER = re.compile(rb"\*\d+\r\n\$\d+\r\n")
"""How every command begins."""


class DamagedLog(Exception):
    """Raised when a log is damaged otherwise than by an interrupted write; the message says where."""


class Command(NamedTuple):
    """One command of a log, and the offsets where it begins and ends."""

    start: int
    end: int
    words: list[bytes]

    @property
    def name(self) -> bytes:
        return self.words[0].upper()


class LogFiles(NamedTuple):
    """The files of a log, in the order in which they are read."""

    paths: list[Path]
    """Base first; what was added last comes last."""

    @property
    def last(self) -> Path:
        return self.paths[-1]

    @property
    def size(self) -> int:
        return sum(path.stat().st_size for path in self.paths)


def single_log(data: Path) -> LogFiles | None:
    """Return the log of a server older than Redis 7, if one is in this data directory."""
    path = data / SINGLE
    return LogFiles([path]) if path.exists() else None


def parted_log(data: Path) -> LogFiles | None:
    """Return the log of a server since Redis 7, if one is in this data directory. Raise DamagedLog if files that its
    manifest names are missing."""
    folder = data / PARTS
    manifest = folder / MANIFEST
    if not manifest.exists():
        if folder.is_dir() and any(folder.iterdir()):
            raise DamagedLog(f"{folder} has files but no {MANIFEST}, which names them: it was not copied whole")
        return None
    paths = []
    for line in manifest.read_text("utf-8").splitlines():
        words = dict(zip(line.split()[::2], line.split()[1::2], strict=False))
        if words.get("type") in ("b", "i"):
            paths.append(folder / words["file"])
    missing = [path.name for path in paths if not path.exists()]
    if missing or not paths:
        raise DamagedLog(f"{folder}: {', '.join(missing) or 'every file'} is missing: it was not copied whole")
    return LogFiles(paths)


def read_log(files: LogFiles) -> Iterator[Entry | Command]:
    """Read a whole log: the entries of its base, then the commands since. Raise DamagedLog or UnreadableFile."""
    for path in files.paths:
        end = tear_of(path) if path == files.last else None
        with mapped(path) as data:
            position = 0
            if is_rdb(data[:MAGIC_LENGTH]):
                reader = RdbReader(data)
                yield from reader.entries()
                position = reader.position
            yield from commands(data, position, len(data) if end is None else end)


def tear_of(path: Path) -> int | None:
    """Return where the complete part of a log's last file ends, or None if the whole file is complete. Raise DamagedLog
    if its end is anything else than an interrupted write."""
    with mapped(path) as data:
        position = 0
        if is_rdb(data[:MAGIC_LENGTH]):
            reader = RdbReader(data)
            for _ in reader.entries():
                pass
            position = reader.position
        try:
            return find_tear(data, position)
        except DamagedLog as error:
            raise DamagedLog(f"{path.name}: {error}") from error


def is_empty(files: LogFiles) -> bool:
    """Return whether a log holds nothing: no key and no command but the choice of a database."""
    return all(isinstance(part, Command) and part.name in (b"SELECT", b"MULTI", b"EXEC") for part in read_log(files))


@contextmanager
def mapped(path: Path) -> Iterator[Any]:
    """Map a file into memory for reading; an empty file is empty bytes."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            yield b""
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield data


def commands(data: Any, start: int, end: int) -> Iterator[Command]:
    """Read the commands between two offsets. Raise DamagedLog at the first byte that does not fit."""
    position = start
    while position < end:
        command = _command(data, position)
        if command is None:
            raise DamagedLog(f"it ends within the command at byte {position}")
        yield command
        position = command.end


def find_tear(data: Any, start: int = 0) -> int | None:
    """Return where the complete part of a file ends, or None if the whole file is complete.

    Raise DamagedLog if what follows is anything else than the beginning of one command or of one MULTI ... EXEC block.
    A wrong digit in a length can make complete commands look like one argument that is cut short: another command's
    beginning within the rest is therefore damage, not a tear.
    """
    position = complete = start
    starts: list[int] = []
    while position < len(data):
        if not starts:
            complete = position
        starts.append(position)
        command = _command(data, position)
        if command is None:
            break
        position = command.end
        if command.name == b"MULTI" and len(starts) > 1:
            raise DamagedLog(f"a second MULTI begins at byte {command.start}, before the EXEC of the first")
        if (starts[0] == command.start and command.name != b"MULTI") or command.name == b"EXEC":
            starts.clear()
    if not starts:
        return None
    rest = data[complete:]
    found = [complete + match.start() for match in _HEADER.finditer(rest)]
    if not set(found) <= set(starts):
        hidden = next(offset for offset in found if offset not in starts)
        raise DamagedLog(
            f"the command at byte {starts[-1]} has a wrong length: another command begins at byte {hidden}"
        )
    if rest.endswith(b"EXEC\r\n"):
        raise DamagedLog(f"the block at byte {complete} ends with EXEC and is not well formed")
    return complete


def cut(path: Path, position: int) -> Path:
    """Cut a file at this offset. What is cut off is stored beside the data directory's log first; return where."""
    kept = path.with_name(f"{path.name}.cut-at-{position}")
    with path.open("r+b") as file:
        file.seek(position)
        write_synced(kept, file.read())
        file.truncate(position)
        os.fsync(file.fileno())
    return kept


def write_synced(path: Path, content: bytes) -> None:
    """Write a file so that a power cut leaves the old content or the new one: a temporary file, then a rename."""
    temporary = path.with_name(path.name + ".part")
    with temporary.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.rename(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Write the names in a folder to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _command(data: Any, start: int) -> Command | None:
    """Read the command at this offset; return None if the data ends within it."""
    position = start
    while data[position : position + 1] == b"#":  # a note of the time, where the server is set to write them
        line = data.find(b"\r\n", position)
        if line < 0:
            return None
        position = line + 2
    count = _number(data, position, b"*")
    if count is None:
        return None
    words, position = [], count[1]
    for _ in range(count[0]):
        length = _number(data, position, b"$")
        if length is None:
            return None
        first, last = length[1], length[1] + length[0]
        after = data[last : last + 2]
        if after != b"\r\n"[: len(after)]:
            raise DamagedLog(f"the argument at byte {position} is not as long as it declares")
        if len(after) < 2:
            if first < len(data) < last and data[-2:] == b"\r\n":
                raise DamagedLog(f"the argument at byte {position} declares more bytes than its line has")
            return None
        words.append(bytes(data[first:last]))
        position = last + 2
    if not words:
        raise DamagedLog(f"the command at byte {start} has no words")
    return Command(start, position, words)


def _number(data: Any, position: int, sign: bytes) -> tuple[int, int] | None:
    """Read a line of a sign and a number; return the number and the offset behind the line, or None at the end."""
    part = bytes(data[position : position + 16])
    match = re.match(rb"\%b(\d{1,12})\r\n" % sign, part)
    if match is not None:
        return int(match[1]), position + match.end()
    if len(part) < 16 and re.fullmatch(rb"(\%b(\d{1,12}\r?)?)?" % sign, part):
        return None
    raise DamagedLog(f"byte {position} should begin a line of {sign.decode()} and a number")
