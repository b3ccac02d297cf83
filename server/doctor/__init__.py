"""What is well with a house and what is not, and what to do about it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from redis.exceptions import RedisError

from moothall.server.config import Config
from moothall.server.doctor import machine, slots, store, work
from moothall.server.doctor.findings import BAD, Finding, Patient, bad

__all__ = ["Finding", "examine", "status"]

Check = Callable[[Patient], Iterator[Finding]]

CHECKS: dict[str, Check] = {
    "settings": machine.settings,
    "redis": store.version,
    "durability": store.durability,
    "memory": store.memory,
    "replication": store.replication,
    "cluster": store.cluster,
    "slots": slots.slots,
    "clock": machine.clock,
    "signing keys": machine.signing_keys,
    "queue": work.queue,
    "workers": work.workers,
    "webhooks": work.webhooks,
    "dispatcher": work.dispatcher,
    "due work": work.due,
    "failed jobs": work.failed,
    "restoring": work.restoring,
    "chains": work.chains,
    "disk": machine.disk,
    "open files": machine.open_files,
}
"""By the name that a finding has; in the order in which they are told."""


NEEDS = {
    "redis": (
        "durability",
        "memory",
        "replication",
        "cluster",
        "clock",
        "dispatcher",
        "webhooks",
        "due work",
        "restoring",
        "chains",
    ),
    "queue": ("workers", "failed jobs"),
}
"""What cannot be asked either where this cannot: it is said, and waited for, once."""


def examine(config: Config, sample: int = 20) -> list[Finding]:
    """All findings on a house; a check that cannot be made is a finding too. Chains of `sample` games are verified."""
    patient = Patient.of(config, sample)
    found: list[Finding] = []
    skipped: set[str] = set()
    for name, check in CHECKS.items():
        if name in skipped:
            continue
        try:
            found += [finding.of(name) for finding in check(patient)]
        except RedisError as error:
            skipped.update(NEEDS.get(name, ()))
            found.append(bad(f"out of reach: {error}", "start it, or correct its URL").of(name))
    return found


def status(found: list[Finding]) -> int:
    """0: all is well, 1: something to look at, 2: something is bad."""
    return max((finding.level for finding in found), default=BAD)
