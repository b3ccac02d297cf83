"""The Redis and Valkey programs of this machine, and the files that they write."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from moothall.server.operations.append_only_file import parted_log, single_log
from moothall.server.operations.redis_binary import NoRedis, RedisServer, find_binary, server_of

TEST_SERVERS = "MOOTHALL_TEST_SERVERS"
"""Environment variable: more server programs to test with, separated by colons."""

SERVER = find_binary().name
"""The name that the embedded server's processes have."""


def installed() -> dict[RedisServer, Path]:
    """Return the embedded server, the ones on PATH and the named ones: each version once, the embedded one first."""
    on_path = [shutil.which(name) or "" for name in ("redis-server", "valkey-server")]
    named = os.environ.get(TEST_SERVERS, "").split(":")
    found: dict[RedisServer, Path] = {}
    for path in filter(None, (str(find_binary()), *on_path, *named)):
        try:
            found.setdefault(server_of(Path(path)), Path(path))
        except NoRedis:  # too old
            continue
    return found


def log_of(data: Path) -> Path:
    """Return the file that the server of a data directory appends to now."""
    files = parted_log(data) or single_log(data)
    assert files is not None
    return files.last
