"""`moothall serve`: the embedded Redis, the web server, the workers and the dispatcher, kept running together.

A child that dies is started again, sooner the first time than the tenth. Ctrl-C or SIGTERM stops everything in order:
first whoever takes requests, then whoever works, last what keeps the log.
"""

from __future__ import annotations

import fcntl
import glob
import http.client
import os
import random
import shutil
import signal
import socket
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO

from moothall.server.config import Config
from moothall.server.embedded import QUEUE_FSYNC, EmbeddedRedis, make_own, name_for, queue_in, take_over
from moothall.server.keeper import RedisKeeper
from moothall.server.keyring import Keyring
from moothall.server.operations.data_directory import check_ours
from moothall.server.operations.redis_binary import NoRedis
from moothall.server.processes import spawn
from moothall.workers.stop_signal import StopSignal

MEMORY = Path("/dev/shm")
"""A file system in memory, where there is one."""

UNCLAIMED = range(12_000, 32_000)
"""Ports below those that systems give to clients."""
TRIES = 50
"""Of them."""

FIRST_WAIT_S = 0.1
LONGEST_WAIT_S = 10.0
STEADY_S = 30.0
"""A child that lived this long is trusted again."""
ANSWER_S = 5.0
"""How long it may take to answer that it is there."""
STOP_S = 15.0
"""How long a child may take to stop before it is killed."""
KILLED_S = 5.0
"""Seconds to wait for the end of processes that have been killed."""


class AlreadyRunning(Exception):
    """Another supervisor holds the data directory."""


class PortTaken(Exception):
    """Somebody else listens there, or nobody may."""


@dataclass
class Child:
    """A process that shall be running."""

    name: str
    command: list[str]
    environment: dict[str, str]
    inherited: tuple[int, ...] = ()
    """File descriptors that it and its own children keep open."""
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0.0
    wait_s: float = FIRST_WAIT_S
    next_start: float = 0.0

    def start(self) -> None:
        self.process = spawn(self.command, self.environment, inherited=self.inherited)
        self.started_at = time.monotonic()

    def look_after(self, say: Callable[[str], None]) -> None:
        """Start it again if it died, with growing patience."""
        now = time.monotonic()
        if self.process is not None:
            status = self.process.poll()
            if status is None:
                if now - self.started_at > STEADY_S:
                    self.wait_s = FIRST_WAIT_S
                return
            say(f"{self.name} (process {self.process.pid}) ended with status {status}; starting it again")
            self.process = None
            self.next_start = now + self.wait_s
            self.wait_s = min(self.wait_s * 2, LONGEST_WAIT_S)
        if now >= self.next_start:
            self.start()

    def end(self) -> None:
        """Tell it to stop."""
        if self.process is not None:
            self.process.send_signal(signal.SIGTERM)

    def wait(self, until: float) -> None:
        """For its end, until then at most."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@dataclass
class Supervisor:
    """Everything on one machine."""

    config: Config
    say: Callable[[str], None] = print
    children: list[Child] = field(default_factory=list)
    _stop: StopSignal = field(default_factory=StopSignal)
    _servers: list[RedisKeeper] = field(default_factory=list)
    """The embedded ones: the event store's, and the queue's."""
    _counts: Path | None = None
    _children_lock: int = field(init=False)

    def run(self) -> None:
        """Until Ctrl-C or SIGTERM."""
        if not self.config.redis:
            check_ours(self.config.data)
        with lock(self.config.data), children_lock(self.config.data, self.say) as self._children_lock:
            self._stop.install(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
            try:
                check_port(self.config.host, self.config.port)
                config = self._with_redis()
                if self._stop.is_set():
                    return
                Keyring(self.config.data).current()  # made on the first start, so that no process has to
                config = replace(config, port=config.port or free_port(config.host))
                self._counts = counts_for(config.data.resolve())
                config = replace(config, metrics_dir=str(self._counts))
                self._start(config)
                while not self._stop.wait(0.1):
                    self._look_after()
            finally:
                self._stop_all()

    def _with_redis(self) -> Config:
        """Where no Redis is named: one for the log, and one for the queue, whose every write would otherwise wait for
        the disk as a move must. A lost job costs nothing but time, since the log knows what is due."""
        config = self.config
        if config.redis:
            return config
        data = config.data.resolve()
        store = EmbeddedRedis(data, fsync=config.fsync, server=config.redis_server, say=self.say)
        take_over(store, self.say)
        config = replace(config, redis=self._embed(store, "the embedded Redis"))
        if not config.queue:
            queue = EmbeddedRedis(queue_in(data), fsync=QUEUE_FSYNC, server=config.redis_server, say=self.say)
            take_over(queue, self.say, disposable=True)
            config = replace(config, queue=self._embed(queue, "the queue's embedded Redis"))
        while not all(server.ready for server in self._servers) and not self._stop.wait(0.02):
            self._look_after()
        return config

    def _embed(self, redis: EmbeddedRedis, name: str) -> str:
        redis.prepare()
        server = RedisKeeper(redis, self.say, name)
        server.look_after()
        self._servers.append(server)
        return redis.url

    def _start(self, config: Config) -> None:
        """Whoever answers first: the others would take the processor from it while all of them start. What is asked of
        them meanwhile is in the log."""
        web = ["gunicorn", "--config", "python:moothall.server.gunicorn", "moothall.server.app:create_app()"]
        self._launch("web", [sys.executable, "-m", *web], config)
        while not answers(config.host, config.port) and not self._stop.wait(0.02):
            self._look_after()
        if self._stop.is_set():
            return
        self._greet(config)
        own = [sys.executable, "-m", "moothall.server"]
        self._launch("dispatcher", [*own, "dispatcher"], config)
        for number in range(1, config.people_workers + 1):
            self._launch(f"worker for people {number}", [*own, "worker", "--people"], config)
        for number in range(1, config.job_workers + 1):
            self._launch(f"worker {number}", [*own, "worker"], config)
        for number in range(1, config.webhook_workers + 1):
            self._launch(f"webhook worker {number}", [*own, "worker", "--webhooks"], config)

    def _launch(self, name: str, command: list[str], config: Config) -> None:
        child = Child(name, command, config.environment(), (self._children_lock,))
        child.start()
        self.children.append(child)

    def _greet(self, config: Config) -> None:
        store = "embedded Redis" if self._servers else "Redis at " + config.redis.rpartition("@")[2]
        self.say(f"Moothall is ready on http://{config.host}:{config.port}")
        workers = config.job_workers + config.people_workers
        self.say(f"  {config.web_workers} web and {workers} job workers, {store}, data in {config.data}")
        self.say("  API description: /docs and /openapi.yaml   Stop with Ctrl-C")

    def _look_after(self) -> None:
        for server in self._servers:
            server.look_after()
        for child in self.children:
            child.look_after(self.say)

    def _stop_all(self) -> None:
        for child in self.children:
            child.end()
        until = time.monotonic() + STOP_S
        for child in self.children:  # together: what all wait for, a Redis that is away, they wait for once
            child.wait(until)
        for server in self._servers:
            server.redis.stop()
        if self._counts is not None and self._counts.parent == MEMORY:
            shutil.rmtree(self._counts, ignore_errors=True)
        if self.children:
            self.say("Moothall has stopped")


class lock:
    """The data directory belongs to one supervisor at a time; the kernel lets go when the process ends."""

    def __init__(self, data: Path) -> None:
        self._path = data / "lock"
        self._file: IO[str] | None = None

    def __enter__(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._path.open("a+")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.seek(0)
            holder = self._file.read().strip() or "unknown"
            self._file.close()
            raise AlreadyRunning(
                f"Another moothall serve (process {holder}) is running on {self._path.parent}; "
                "stop it first or choose another directory with --data."
            ) from None
        with suppress(OSError):  # on a full disk nobody is told who holds it; it is held all the same
            self._file.truncate(0)
            self._file.write(str(os.getpid()))
            self._file.flush()

    def __exit__(self, *_: object) -> None:
        assert self._file is not None
        with suppress(OSError):
            self._file.close()


@contextmanager
def children_lock(data: Path, say: Callable[[str], None]) -> Iterator[int]:
    """Lock the file `children` and yield its descriptor, which every child inherits.

    The kernel releases the lock when the last process that has inherited the descriptor ends. If the lock is held
    already, children of a killed supervisor are still running, and listen on its port: they are ended first. Raise
    AlreadyRunning if they do not end."""
    path = (data / "children").resolve()
    with path.open("a") as file:
        if not try_lock(file):
            say("Waiting for the processes of a killed moothall serve to end")
            for number, patience_s in ((signal.SIGTERM, STOP_S), (signal.SIGKILL, KILLED_S)):
                for pid in holders(path):
                    with suppress(ProcessLookupError):
                        os.kill(pid, number)
                if try_lock(file, patience_s):
                    break
            else:
                left = ", ".join(map(str, holders(path))) or "not known here"
                raise AlreadyRunning(
                    f"Processes of a killed moothall serve are still running on {data} and do not end "
                    f"(process ids: {left}); stop them first."
                )
        yield file.fileno()


def try_lock(file: IO[str], patience_s: float = 0.0) -> bool:
    """Try to lock the file until that many seconds have passed, and return whether it is locked."""
    until = time.monotonic() + patience_s
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        if time.monotonic() >= until:
            return False
        time.sleep(0.02)


def holders(path: Path) -> list[int]:
    """Return the ids of the other processes that may write to the file; none where the system is not Linux.

    A process that copies the data directory opens the file to read, and is not one of them."""
    found = set()
    for link in glob.iglob("/proc/[0-9]*/fd/*"):
        with suppress(OSError):  # the process has ended
            if os.readlink(link) == str(path) and os.lstat(link).st_mode & stat.S_IWUSR:
                found.add(int(link.split("/")[2]))
    return sorted(found - {os.getpid()})


def counts_for(data: Path) -> Path:
    """Where the processes of a run share their counts: in memory, since a process that counts in a file on a full disk
    is ended by the system (SIGBUS)."""
    folder = MEMORY / name_for(data)
    try:
        make_own(folder)
    except (OSError, NoRedis):
        folder = data / "metrics"
    return empty_folder(folder)


def empty_folder(folder: Path) -> Path:
    """For the counts of a new run: files of processes that are gone would be added up for ever."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.db"):
        old.unlink()
    return folder


def check_port(host: str, port: int) -> None:
    """Raise PortTaken if the web server could not listen there: it would only be started again and again."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise PortTaken(f"Cannot listen on {host}:{port}: {error.strerror}.") from error


def free_port(host: str) -> int:
    """A port that nobody has. It is taken a moment later, so it is none that the system might give to a client in
    between; where all of ours are taken, any will do."""
    for port in random.sample(UNCLAIMED, TRIES):
        with suppress(OSError), socket.socket() as probe:
            probe.bind((host, port))
            return port
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def answers(host: str, port: int) -> bool:
    """Whether somebody answers a request there; gunicorn listens before it has anybody who could."""
    line = http.client.HTTPConnection(host, port, timeout=ANSWER_S)
    try:
        line.request("GET", "/healthz")
        line.getresponse().read()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        line.close()
    return True


def wait_until_listening(host: str, port: int, stop: threading.Event) -> None:
    """Until somebody accepts connections there."""
    while not stop.is_set():
        try:
            with socket.create_connection((host, port), 0.5):
                return
        except OSError:
            time.sleep(0.05)
