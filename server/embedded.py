"""The embedded Redis: a real server process on a unix socket in the data directory, with every write synced to disk.

server/operations/redis_binary.py chooses the program, and server/operations/data_directory.py checks its files.
"""

from __future__ import annotations

import hashlib
import logging
import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError, RedisError
from redis.retry import Retry

from moothall.server.operations.append_only_file import DamagedLog
from moothall.server.operations.data_directory import DataDirectory, Refused
from moothall.server.operations.log_heads import differences, loaded_heads
from moothall.server.operations.redis_binary import NoRedis, find_binary, server_of
from moothall.server.processes import spawn

log = logging.getLogger(__name__)

LONGEST_SOCKET = 100
"""Bytes; the kernel takes 107."""


QUEUE_FSYNC = "everysec"
"""For the queue's: no job is acknowledged to anybody."""
REWRITTEN_FROM = "256mb"
"""How large its log is before Redis first writes it anew. While it does, for a good second, it shares the disk with
itself, and moves wait for it: with Redis's own 64 MB a busy house has that four times as often. 256 MB are read in a
second."""

LOOK_S = 1.0
"""How long a server may take to tell how it is doing."""


class Look(NamedTuple):
    """What a server reports of itself: whether it answers, and how much of its log it has read."""

    ready: bool
    loaded: float | None = None
    """Share of its log that a starting server has read, in percent; None if it is not reading."""


class EmbeddedRedis:
    """One server process on one data directory."""

    def __init__(
        self, data: Path, *, fsync: str = "always", server: str = "", say: Callable[[str], None] = log.warning
    ) -> None:
        """`fsync` is Redis's appendfsync: `always` makes an acknowledged move survive even a power cut. `server` names
        another program than the wheel's; `say` reports in a line what is done to files."""
        self.data = data.resolve()  # the server changes into it and would read a relative path from there
        self.fsync = fsync
        self._named = server
        self._say = say
        self._process: subprocess.Popen[bytes] | None = None
        self._noted = False
        """Whether the directory knows that its log has been written."""
        self.socket = socket_for(self.data)

    @cached_property
    def binary(self) -> Path:
        """The server program that runs here."""
        return find_binary(self._named)

    @cached_property
    def directory(self) -> DataDirectory:
        """The files of this server."""
        return DataDirectory(self.data, server_of(self.binary), self._say)

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> Path:
        """File that the server writes its messages to."""
        return self.data / "redis.log"

    def start(self, timeout_s: float = 30) -> None:
        """Start the server and wait until it answers, for as long as it reports that it is reading its log."""
        self.launch()
        deadline = time.monotonic() + timeout_s
        while not (found := self.look()).ready:
            if found.loaded is not None:
                deadline = time.monotonic() + timeout_s
            if not self.running() and self.mend():
                self.launch()
            if not self.running() or time.monotonic() > deadline:
                raise NoRedis(f"the embedded Redis did not start; see {self.log}")
            time.sleep(0.02)

    def launch(self) -> None:
        """Start the server and do not wait for it. Raise NoRedis if the files here are not this server's."""
        self.prepare()
        self._end_leftover()
        self.directory.check()
        self._spawn()

    def mend(self) -> bool:
        """After a start that failed, cut an interrupted write off the end of the log, and return whether there was one.
        Raise NoRedis if the log is damaged otherwise."""
        return self.directory.mend() is not None

    def upgrade(self) -> None:
        """Take over the log of an older server and report it. If that fails, raise NoRedis with all as it was."""
        self.prepare()
        self._end_leftover()
        before = self.directory.begin_upgrade()
        try:
            self._spawn()
            self._await_loaded()
            with self.client() as redis:
                if found := differences(before, loaded_heads(redis)):
                    raise Refused(
                        f"{self.data}: {self.directory.server} does not read {len(found)} logs as they were written; "
                        f"nothing was changed. The first: {found[0]}"
                    )
                redis.bgrewriteaof()
            self._await_rewritten()
        except (NoRedis, RedisError, DamagedLog) as error:
            self._terminate()
            self.directory.abandon_upgrade()
            raise Refused(str(error)) from error
        self.stop()
        self._say(f"{self.directory.finish_upgrade()} ({len(before)} logs compared)")

    def _await_loaded(self) -> None:
        """Wait until the server answers, for as long as it runs."""
        while not self.look().ready:
            if not self.running():
                raise NoRedis(f"{self.directory.server} does not start on {self.data}: {self.last_words()}")
            time.sleep(0.02)

    def _await_rewritten(self) -> None:
        """Wait until the server has written its log in its own form."""
        with self.client() as redis:
            while (about := redis.info("persistence"))["aof_rewrite_in_progress"] or about["aof_rewrite_scheduled"]:
                time.sleep(0.02)
        if about["aof_last_bgrewrite_status"] != "ok":
            raise NoRedis(f"{self.directory.server} cannot rewrite the log of {self.data}: {self.last_words()}")

    def _spawn(self) -> None:
        with self.log.open("ab") as output:
            self._process = spawn(self._command(), output=output)

    def prepare(self) -> None:
        """Make the directories that the server needs, readable by their owner alone."""
        try:
            self.data.mkdir(parents=True, exist_ok=True)
            self.data.chmod(0o700)
            if self.socket.parent != self.data:
                make_own(self.socket.parent)
                self._unlink()
                _link(self.data).symlink_to(self.socket)
        except OSError as error:
            raise NoRedis(f"{error.filename or self.data} cannot be used for data: {error.strerror}") from error

    def look(self) -> Look:
        """Ask the server whether it is ready, and note at its first answer that its log has been written."""
        try:
            with self.client(LOOK_S) as redis:
                about: Any = redis.info("persistence")  # answered while it reads its log, as most commands are not
        except RedisError:
            return Look(False)
        if about["loading"]:
            return Look(False, float(about.get("loading_loaded_perc", 0)))
        if not self._noted:
            self.directory.mark_started()
            self._noted = True
        return Look(True)

    def last_words(self) -> str:
        """The last complaint in its log: why it ended, if the disk still took that."""
        try:
            said = self.log.read_bytes()[-4_096:].decode("utf-8", "replace").splitlines()
        except OSError:
            return ""
        complaints = [line.partition(" # ")[2] for line in said if " # " in line]
        return complaints[-1] if complaints else ""

    def running(self) -> bool:
        """Whether the process is alive."""
        return self._process is not None and self._process.poll() is None

    def stop(self) -> None:
        """Stop it in order; everything acknowledged is on disk already."""
        self._terminate()
        if self.socket.parent != self.data:
            shutil.rmtree(self.socket.parent, ignore_errors=True)
            self._unlink()

    def _unlink(self) -> None:
        """Nobody is led to where it listened."""
        if _link(self.data).is_symlink():
            _link(self.data).unlink()

    def _terminate(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "aof-load-truncated": "no",
            "auto-aof-rewrite-min-size": REWRITTEN_FROM,
            "save": "",
            "daemonize": "no",
            "loglevel": "notice",
        }
        return [str(self.binary), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def answers(self) -> bool:
        """Whether somebody's server answers on the socket."""
        try:
            with self.client() as redis:
                return bool(redis.ping())
        except RedisError:
            return False

    def _end_leftover(self) -> None:
        """A server left behind by a killed supervisor would write to the same files: it goes first."""
        try:
            with self.client() as redis:
                redis.shutdown(save=False, nosave=True)
        except RedisConnectionError:
            pass  # there is none
        except RedisError as error:
            raise NoRedis(f"a server that is already there, on {self.socket}, does not end: {error}") from error
        if self._process is not None:
            self._process.wait(10)

    def client(self, timeout_s: float = 10) -> Redis:
        """For a moment; a call is sent once."""
        return Redis(unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0), socket_timeout=timeout_s)


def take_over(redis: EmbeddedRedis, say: Callable[[str], None], *, disposable: bool = False) -> bool:
    """Upgrade the files of an older server, and return whether that was needed. The files of a queue are `disposable`:
    where they cannot be taken over they are removed, since the event store knows what work is due."""
    try:
        redis.prepare()
        if not redis.directory.needs_upgrade():
            return False
        redis.upgrade()
    except Refused as error:
        if not disposable:
            raise
        redis.directory.empty()
        say(f"The queue begins empty, and due work is enqueued again: {error}")
    return True


def socket_for(data: Path) -> Path:
    """Where the server of a data directory listens: in it; where that path is too long for a socket, in a directory
    that follows from it, so that whoever comes after a killed supervisor finds the server it left."""
    socket = _link(data)
    if len(os.fsencode(socket)) <= LONGEST_SOCKET:
        return socket
    return Path(tempfile.gettempdir()) / name_for(data) / "redis.sock"


def socket_of(data: Path) -> Path:
    """Where it listens now: whoever started it may be another user, or have other temporary files."""
    expected = socket_for(data)
    return expected if expected.is_socket() or not _link(data).is_symlink() else _link(data).readlink()


def _link(data: Path) -> Path:
    """The socket, or what leads to it."""
    return data / "redis.sock"


def queue_in(data: Path) -> Path:
    """Where the queue's server has its files."""
    return data / "queue"


def name_for(data: Path) -> str:
    """What a directory elsewhere is called that belongs to a data directory."""
    return f"moothall-{os.getuid()}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}"


def make_own(folder: Path) -> None:
    """A directory among those of other users, for nobody but us."""
    folder.mkdir(mode=0o700, exist_ok=True)
    about = folder.lstat()
    if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.getuid():
        raise NoRedis(f"{folder} is not ours")
    folder.chmod(0o700)
