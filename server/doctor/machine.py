"""This machine: its settings, clock, keys, disk and limits."""

from __future__ import annotations

import resource
import shutil
import stat
from collections.abc import Iterator

from moothall.server.bootstrap import now_ms
from moothall.server.checks import check
from moothall.server.doctor.findings import Finding, Patient, bad, ok, warn
from moothall.server.keyring import Keyring

CLOCK_MS, CLOCK_BAD_MS = 1_000, 10_000
ROOM, ROOM_BAD = 2 * 2**30, 200 * 2**20
"""Bytes of disk that should be free, and that must be."""
FILES = 4_096
"""Open files that a web process should be allowed: one per connection."""


def settings(patient: Patient) -> Iterator[Finding]:
    """Whether they make sense together."""
    try:
        check(patient.config)
    except ValueError as error:
        yield bad(str(error), "correct the settings (docs/settings.md)")
    else:
        yield ok("make sense together")


def clock(patient: Patient) -> Iterator[Finding]:
    """Whether this machine and Redis agree on the time: deadlines are written by one and looked for by another."""
    for name, redis in patient.primaries():
        before = now_ms()
        seconds, micros = redis.time()
        after = now_ms()
        there = seconds * 1_000 + micros // 1_000
        apart = max(before - there, there - after, 0)
        said = f"{apart} ms apart from {name or 'Redis'}"
        if apart > CLOCK_BAD_MS:
            yield bad(said, "set the clocks (NTP): clocks of games run out too early or too late")
        elif apart > CLOCK_MS:
            yield warn(said, "set the clocks (NTP)")
        else:
            yield ok(said)


def signing_keys(patient: Patient) -> Iterator[Finding]:
    """Whether there are any, and for nobody else to read."""
    ring = Keyring(patient.config.data)
    files = ring.files()
    if not files:
        yield warn(f"none in {ring.folder}", "the first record makes one; --data names the directory that has them")
        return
    loose = [path.name for path in (ring.folder, *files) if stat.S_IMODE(path.stat().st_mode) & 0o077]
    if loose:
        yield bad(f"others may read {', '.join(loose)}", f"chmod -R go= {ring.folder}, then moothall keys --rotate")
        return
    try:
        yield ok(f"{len(files)} in {ring.folder}, {ring.current().id} signs")
    except (OSError, ValueError) as error:
        yield bad(f"unreadable: {error}", "restore the keys from a backup, or take the damaged file away")


def disk(patient: Patient) -> Iterator[Finding]:
    """Whether there is room where the data is."""
    data = patient.config.data
    if not data.exists():
        yield warn(f"{data} is not there", "--data names the data directory")
        return
    left = shutil.disk_usage(data).free
    said = f"{left / 2**30:.1f} GiB left in {data}"
    if left < ROOM_BAD:
        yield bad(said, "make room: when there is none, moves are refused")
    elif left < ROOM:
        yield warn(said, "make room before there is none; a rewrite of the log needs as much as the log itself")
    else:
        yield ok(said)


def open_files(patient: Patient) -> Iterator[Finding]:
    """How many connections a process may have."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    said = f"{soft} per process"
    if soft != resource.RLIM_INFINITY and soft < FILES:
        yield warn(said, f"ulimit -n {FILES} or more where Moothall is started: every connection is one")
    else:
        yield ok(said)
