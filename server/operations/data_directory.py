"""The files of an embedded Redis in its data directory: whose they are, and how a newer server takes them over.

`store.json` names the server that writes the log here. Each server reads only its own form of log and silently starts
empty beside another one, so nothing is started before the directory has been checked.

An upgrade copies the log into `before-upgrade/`, starts the new server, compares where every log of a game or
tournament ends with what an independent reader finds in the copy, and only then writes `store.json`. If it is
interrupted, the next one begins again with the copy.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import msgspec

from moothall.server.operations.append_only_file import (
    PARTS,
    SINGLE,
    DamagedLog,
    LogFiles,
    cut,
    is_empty,
    mapped,
    parted_log,
    single_log,
    sync_folder,
    tear_of,
    write_synced,
)
from moothall.server.operations.log_heads import ForeignKey, Heads, written_heads
from moothall.server.operations.rdb_file import MAGIC_LENGTH, RdbReader, UnreadableFile, format_of, is_rdb
from moothall.server.operations.redis_binary import NAMED_SERVER, NoRedis, RedisServer

STORE_FILE = "store.json"
COPY = "before-upgrade"
WRITTEN = (SINGLE, PARTS, STORE_FILE)
"""What a server writes here, and what is known of it."""

UPGRADING = "upgrade.json"
"""Present while an upgrade is under way: the copy is complete, and the log beside it may be half changed."""

GUARD = (
    b"This is not a Redis log. The log of this directory is in appendonlydir/ and is written by the server that\n"
    b"store.json names. This file keeps a server older than Redis 7 from starting an empty second log here.\n"
)
"""Content of `appendonly.aof` beside a newer server's log: an older server stops at it instead of starting empty."""

OURS = {STORE_FILE, UPGRADING, COPY, SINGLE, PARTS, "keys", "lock", "children", "queue", "metrics", "redis.log"}
"""Names that Moothall, or its Redis, gives to what it keeps in a data directory."""

READS = {(6, 2): 9, (7, 0): 10, (7, 2): 11, (7, 4): 12}
"""Newest RDB format that a Redis reads, by its branch; a branch in between reads that of the one before it."""

VALKEY_READS = 11
"""Newest RDB format of Redis that Valkey reads."""

SPARE = 16 << 20
"""Bytes that an upgrade leaves free beside the copy and the rewritten log."""


class Refused(NoRedis):
    """Raised when the files of a data directory are not touched; the message says why and what to do."""


class UpgradeNeeded(Refused):
    """Raised when the log here was written by an older server, and an upgrade was not asked for."""


class StoreFile(msgspec.Struct, frozen=True):
    """Content of `store.json`."""

    server: str
    version: str
    format: str
    """`single` for one append-only file, `parts` for a folder of them."""
    started: bool
    """Whether a log has been written: then one must be there."""

    @property
    def redis_server(self) -> RedisServer:
        return RedisServer(self.server, tuple(map(int, self.version.split("."))))


class DataDirectory:
    """The data directory of one embedded Redis, and the server that is to run on it."""

    def __init__(self, folder: Path, server: RedisServer, say: Callable[[str], None]) -> None:
        """`say` reports in a line what was done to the files."""
        self.folder = folder
        self.server = server
        self._say = say
        self.parts = server >= RedisServer("redis", (7,))
        """Whether this server writes the log in parts."""

    def check(self) -> None:
        """Raise Refused or UpgradeNeeded unless the server may start here. A new directory gets its store.json."""
        with _explained(self.folder):
            if (self.folder / UPGRADING).exists():
                raise UpgradeNeeded(f"{self.folder}: an upgrade was interrupted. {_HOW}")
            store, files = self._store(), self._log()
            if files is None:
                if store is not None and store.started:
                    raise Refused(
                        f"{self.folder}: {STORE_FILE} says that {store.redis_server} wrote a log here; there is none. "
                        "Copy the whole directory again, or restore a backup into a new one."
                    )
                self._write_store(started=False)
            elif store is None or store.redis_server.branch != self.server.branch:
                writer = store.redis_server if store else _writer(files)
                raise UpgradeNeeded(f"{self.folder} was written by {writer}; this server is {self.server}. {_HOW}")
            elif store.redis_server != self.server:
                self._write_store(started=store.started)

    def mark_started(self) -> None:
        """Note that the log of this directory has been written from now on."""
        with _explained(self.folder):
            store = self._store()
            if store is not None and not store.started:
                self._write_store(started=True)

    def needs_upgrade(self) -> bool:
        """Return whether the log here is one that this server has to take over."""
        try:
            self.check()
        except UpgradeNeeded:
            return True
        return False

    def begin_upgrade(self) -> Heads:
        """Copy the log into `before-upgrade/` and return where each log of a game in it ends. Raise Refused, with the
        directory as it was, if the log cannot be upgraded."""
        with _explained(self.folder):
            resumed = (self.folder / UPGRADING).exists()
            if resumed:
                self._check_untouched()
                self._put_copy_back()
            files = self._log()
            if files is None:
                raise Refused(f"{self.folder} has no log to upgrade.")
            self._check_base(files)
            heads = written_heads(files)
            if not resumed:
                self._copy(files)
            self.mend()
            return heads

    def finish_upgrade(self) -> str:
        """Write store.json, and return a line about the upgrade: from here on the log is this server's."""
        with _explained(self.folder):
            upgrade = msgspec.json.decode((self.folder / UPGRADING).read_bytes())
            self._write_store(started=True)
            (self.folder / UPGRADING).unlink()
            sync_folder(self.folder)
            return (
                f"{self.folder}: {self.server} has taken over the log of {upgrade['from']}. The old files are in "
                f"{COPY}/; to go back, see docs/operations.md"
            )

    def abandon_upgrade(self) -> None:
        """Put the copy back: the directory is as it was before the upgrade."""
        with _explained(self.folder):
            self._put_copy_back()
            (self.folder / UPGRADING).unlink()

    def empty(self) -> None:
        """Remove the log and what is known of it. Only for a queue, whose jobs follow from the event store."""
        for name in (STORE_FILE, SINGLE, UPGRADING):
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder / PARTS, ignore_errors=True)

    def mend(self) -> Path | None:
        """Cut an interrupted write off the end of the log; return the file that keeps it, or None if there is none.
        Raise Refused if the log is damaged otherwise."""
        with _explained(self.folder):
            files = self._log()
            if files is None:
                return None
            position = tear_of(files.last)
            if position is None:
                return None
            kept = cut(files.last, position)
            self._say(
                f"{files.last} ended within a write that was never acknowledged; it is cut off and kept in {kept}"
            )
            return kept

    def _log(self) -> LogFiles | None:
        """Return the one log of this directory. An empty one beside another is moved aside; two are refused."""
        single, parted = single_log(self.folder), parted_log(self.folder)
        if single is not None and _is_guard(single.last):
            single = None
        if single is None or parted is None:
            return single or parted
        for one, other, path in ((single, parted, single.last), (parted, single, self.folder / PARTS)):
            if is_empty(one):
                aside = _free(path.with_name(f"{path.name}.empty"))
                path.rename(aside)
                sync_folder(self.folder)
                self._say(f"{path} held nothing, beside another log; it is now {aside.name}")
                return other
        raise Refused(
            f"{self.folder} holds two logs: {SINGLE} of a server older than Redis 7, and {PARTS}/ of a newer one. "
            "Moothall cannot tell which one is yours. Make two copies of the directory, each with one of "
            "the logs, look into them with `moothall serve`, and leave the right one here (docs/operations.md)."
        )

    def _store(self) -> StoreFile | None:
        """Read store.json. Raise Refused if it is not readable or names a server that this one cannot follow."""
        path = self.folder / STORE_FILE
        if not path.exists():
            return None
        try:
            store = msgspec.json.decode(path.read_bytes(), type=StoreFile)
            written_by = store.redis_server
        except (msgspec.MsgspecError, ValueError) as error:
            raise Refused(f"{path} cannot be read: {error}. Restore it from a copy of the directory.") from error
        if written_by > self.server:  # by name first: what Valkey wrote, no Redis takes over
            raise Refused(
                f"{self.folder} was written by {written_by}, which is newer than {self.server}. Start the version of "
                f"Moothall that wrote it, or name that server with {NAMED_SERVER}; to go back to an older server, "
                f"restore `{COPY}/` or a backup (docs/operations.md)."
            )
        return store

    def _write_store(self, *, started: bool) -> None:
        version = ".".join(map(str, self.server.version))
        store = StoreFile(self.server.name, version, "parts" if self.parts else "single", started)
        write_synced(self.folder / STORE_FILE, msgspec.json.format(msgspec.json.encode(store), indent=2) + b"\n")
        if started and self.parts:
            write_synced(self.folder / SINGLE, GUARD)

    def _check_base(self, files: LogFiles) -> None:
        """Raise Refused if this server cannot read the base of a log."""
        path = files.paths[0]
        with path.open("rb") as file:
            start = file.read(MAGIC_LENGTH)
        if not is_rdb(start):
            if start[:1] not in (b"*", b"#", b""):
                raise Refused(f"{path} is not the log of a Redis or Valkey. Name another data directory with --data.")
            return
        name, number = format_of(start)
        if name == b"VALKEY":
            readable = self.server.name == "valkey"
        elif self.server.name == "valkey":
            readable = number <= VALKEY_READS
        else:
            newest = max(READS)
            known = [reads for branch, reads in READS.items() if branch <= self.server.branch]
            readable = number <= known[-1] or self.server.branch > newest
        if not readable:
            raise Refused(
                f"{path} is of {_writer(files)}, in the format {start.decode()}, which {self.server} cannot read. "
                f"Name a server that can with {NAMED_SERVER}, take a `moothall backup` with it, and restore that here."
            )

    def _copy(self, files: LogFiles) -> None:
        """Copy the log into `before-upgrade/`: a real copy, because a server changes its files in place."""
        free = shutil.disk_usage(self.folder).free
        needed = 2 * files.size + SPARE
        if free < needed:
            raise Refused(
                f"{self.folder}: an upgrade needs {needed >> 20} MiB for a copy of the log and the new one, and "
                f"{free >> 20} MiB are free. Make room and start again; nothing was changed."
            )
        copy, partial = self.folder / COPY, self.folder / f"{COPY}.part"
        shutil.rmtree(partial, ignore_errors=True)
        partial.mkdir(mode=0o700)
        for name in WRITTEN:
            _copy_over(self.folder / name, partial / name)
        for path in sorted(partial.rglob("*")):
            if path.is_file():
                _sync(path)
            else:
                sync_folder(path)
        sync_folder(partial)
        if copy.exists():
            copy.rename(_free(copy))
        partial.rename(copy)
        sync_folder(self.folder)
        write_synced(
            self.folder / UPGRADING, msgspec.json.encode({"from": str(_writer(files)), "to": str(self.server)})
        )

    def _check_untouched(self) -> None:
        """Raise Refused if an older version of Moothall has written here since an upgrade was interrupted."""
        single, copied = self.folder / SINGLE, self.folder / COPY / SINGLE
        if not single.exists() or _is_guard(single):
            return
        if single.stat().st_size > (copied.stat().st_size if copied.exists() else 0):
            raise Refused(
                f"{self.folder}: an upgrade was interrupted, and {SINGLE} was written to since, by an older server. If "
                f"there is no {PARTS}/, remove {UPGRADING} to upgrade the log as it is now; otherwise there are two "
                "logs (docs/operations.md)."
            )

    def _put_copy_back(self) -> None:
        """Replace the log here with a copy of the one in `before-upgrade/`."""
        copy = self.folder / COPY
        if not copy.is_dir():
            raise Refused(
                f"{self.folder}: an upgrade was interrupted, and its copy {copy} is not there. Put it back, or restore "
                "a backup into a new directory."
            )
        for name in WRITTEN:
            _copy_over(copy / name, self.folder / name)
        sync_folder(self.folder)


_HOW = "`moothall serve` and `moothall upgrade-data` take it over; the old files are kept."


def check_ours(folder: Path, *, empty: bool = True) -> None:
    """Raise Refused if a data directory is another program's or, unless `empty` is allowed, if nothing is in it."""
    with _explained(folder):
        found = list(folder.iterdir()) if folder.is_dir() else []
    names = {path.name for path in found if path.suffix != ".log" and not path.name.startswith(".")}
    if "dump.rdb" in names and not names & {SINGLE, PARTS}:
        raise Refused(
            f"{folder} holds a dump.rdb and no append-only log: it is the data of another Redis, which would not be "
            "read. Name another directory with --data."
        )
    if names and not names & OURS:
        raise Refused(
            f"{folder} holds files and none of Moothall's: {', '.join(sorted(names)[:3])}. Name an empty or new "
            "directory with --data."
        )
    if not empty and not names & {STORE_FILE, SINGLE, PARTS}:
        raise Refused(f"{folder} holds no games and no accounts. --data or --redis names where they are.")


def _writer(files: LogFiles | None) -> str:
    """Return the name of the server that wrote a log, as far as its base tells."""
    if files is None:
        return "an unknown server"
    with mapped(files.paths[0]) as data:
        if is_rdb(data[:MAGIC_LENGTH]):
            reader = RdbReader(data)
            next(reader.entries(), None)
            for field, name in ((b"valkey-ver", "Valkey"), (b"redis-ver", "Redis")):
                if field in reader.notes:
                    return f"{name} {reader.notes[field].decode()}"
    return "a server older than Redis 7" if files.last.name == SINGLE else "an unknown server"


def _free(path: Path) -> Path:
    """Return a name that does not exist yet: this one with a number."""
    number = 1
    while (found := path.with_name(f"{path.name}.{number}")).exists():
        number += 1
    return found


def _copy_over(source: Path, target: Path) -> None:
    """Make a file or folder the same as another one; remove it if the other one does not exist."""
    if target.is_dir():
        shutil.rmtree(target)
    if source.is_dir():
        shutil.copytree(source, target)
    elif source.exists():
        partial = target.with_name(f"{target.name}.part")
        shutil.copy2(source, partial)
        partial.rename(target)
    else:
        target.unlink(missing_ok=True)


def _is_guard(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(GUARD) + 1) == GUARD


def _sync(path: Path) -> None:
    with path.open("rb") as file:
        os.fsync(file.fileno())


@contextmanager
def _explained(folder: Path) -> Iterator[None]:
    """Turn what can go wrong with files into Refused, with what to do."""
    try:
        yield
    except ForeignKey as error:
        raise Refused(
            f"{folder} holds the key {str(error)!r}, which is not Moothall's. It is the data of another program: name "
            "another directory with --data."
        ) from error
    except DamagedLog as error:
        raise Refused(
            f"{folder}: the log is damaged, and nothing was changed: {error}. An interrupted write would have been cut "
            "off; this is something else, such as a failing disk. Restore a backup, or ask for help with a copy of the "
            "directory (docs/operations.md)."
        ) from error
    except UnreadableFile as error:
        raise Refused(f"{folder}: a file of the log cannot be read: {error}. Nothing was changed.") from error
    except OSError as error:
        raise Refused(f"{error.filename or folder} cannot be used: {error.strerror}.") from error
