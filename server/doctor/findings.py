"""Findings, and whom they are about."""

from __future__ import annotations

from typing import Any, NamedTuple

from moothall.events.event_store.store import Store
from moothall.events.redis_client.connection import connect, nodes
from moothall.server.config import Config
from moothall.workers.job_queue import Jobs, NoQueue

OK, WARN, BAD = 0, 1, 2
WORDS = ("ok", "warn", "bad")


class Finding(NamedTuple):
    """One line of the report."""

    level: int
    what: str
    todo: str = ""
    check: str = ""

    def of(self, check: str) -> Finding:
        return self._replace(check=check)

    def as_json(self) -> dict[str, str]:
        return {"check": self.check, "level": WORDS[self.level], "what": self.what, "todo": self.todo}


def ok(what: str) -> Finding:
    return Finding(OK, what)


def warn(what: str, todo: str) -> Finding:
    return Finding(WARN, what, todo)


def bad(what: str, todo: str) -> Finding:
    return Finding(BAD, what, todo)


class Patient(NamedTuple):
    """A house to be examined."""

    config: Config
    store: Store
    jobs: Jobs | None
    """None where the queue's URL can be none."""
    sample: int

    @classmethod
    def of(cls, config: Config, sample: int) -> Patient:
        try:
            jobs = Jobs(config.queue_url)
        except NoQueue:
            jobs = None
        return cls(config, Store(connect(config.redis)), jobs, sample)

    @property
    def redis(self) -> Any:
        return self.store.redis

    def primaries(self) -> list[tuple[str, Any]]:
        """Every server that is written to: its name, empty if it is the only one, and a client."""
        return nodes(self.redis)


def at(name: str, text: str) -> str:
    """The text, with the node that it is about."""
    return f"{name}: {text}" if name else text
