"""The outboxes of games and inboxes as the dispatcher reads them: in order, each entry at least once.

How far they were read is kept with them (as the last delivered id of a consumer group), and written a few times a
second: a dispatcher that dies has its successor do the last moment again, which changes nothing, and an entry costs no
write of its own.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from redis.exceptions import NoScriptError, ResponseError

from moothall.events.redis_client.cluster import Cluster
from moothall.events.redis_client.connection import call, call_all

GROUP = "dispatch"
CONSUMER = "dispatcher"

BATCH = 100
"""Entries of one outbox that are read together."""

_SCRIPT = files("moothall.workers").joinpath("read_outbox.lua").read_text("utf-8")
_SHA = hashlib.sha1(_SCRIPT.encode()).hexdigest()


class Entry(NamedTuple):
    """What an outbox says, and where it stands."""

    outbox: str
    id: str
    fields: Mapping[str, str]


class Outboxes:
    """All of them, read by one process. A second one reads everything, too."""

    def __init__(self, redis: Any, names: Sequence[str]) -> None:
        self._redis = redis
        self._names = tuple(names)
        self._read_to: dict[str, str] = {}
        self._settled: dict[str, str] = {}
        """What Redis knows of it."""

    def open(self) -> None:
        """Make the groups where there are none, and go on where the last reader was."""
        for name in self._names:
            try:
                self._redis.xgroup_create(name, GROUP, id="0", mkstream=True)
            except ResponseError as error:
                if "BUSYGROUP" not in str(error):
                    raise
        self._settled = {name: self.place(name) for name in self._names}
        self._read_to = dict(self._settled)

    def place(self, name: str) -> str:
        """How far an outbox was read by whoever last said so."""
        said: str = self._redis.xinfo_groups(name)[0]["last-delivered-id"].decode()
        return said

    def news(self, block_ms: int | None = None) -> list[Entry]:
        """What follows what was read; waits so long if that is nothing. On a Cluster, where no command may span slots,
        each outbox is asked for itself and nobody can wait for all of them: there it is looked once per pause."""
        if isinstance(self._redis, Cluster):
            time.sleep((block_ms or 0) / 1_000)
            pipe = self._redis.pipeline()
            for name in self._names:
                pipe.xread({name: self._read_to[name]}, count=BATCH)
            return list(_entries(each for answer in pipe.execute() for each in answer or ()))
        if block_ms is not None:
            places = (*self._names, *self._read_to.values())
            return list(
                _entries(call(self._redis, "XREAD", "COUNT", BATCH, "BLOCK", block_ms, "STREAMS", *places) or ())
            )
        packed = self._run((len(self._names), *self._names, BATCH, *self._read_to.values()))
        return list(_entries(msgspec.msgpack.decode(packed))) if packed else []

    def done(self, entries: Sequence[Entry]) -> None:
        """These are dealt with."""
        self._read_to.update({entry.outbox: entry.id for entry in entries})

    def settle(self) -> None:
        """Write down how far it is."""
        moved = {name: place for name, place in self._read_to.items() if self._settled[name] != place}
        call_all(self._redis, [("XGROUP", "SETID", name, GROUP, place) for name, place in moved.items()])
        self._settled.update(moved)

    def unfinished(self) -> list[Entry]:
        """What a reader of an earlier version had taken for itself, and has not dealt with."""
        found: list[Entry] = []
        for name in self._names:
            found += _entries(self._redis.xreadgroup(GROUP, CONSUMER, {name: "0"}, count=BATCH))
        return found

    def finish(self, entries: Sequence[Entry]) -> None:
        """It is now."""
        call_all(self._redis, [("XACK", entry.outbox, GROUP, entry.id) for entry in entries])

    def _run(self, words: Sequence[Any]) -> bytes:
        try:
            packed: bytes = call(self._redis, "EVALSHA", _SHA, *words)
        except NoScriptError:  # a server that has not seen the script yet, or has been restarted
            packed = call(self._redis, "EVAL", _SCRIPT, *words)
        return packed


def _entries(answer: Any) -> Iterator[Entry]:
    """The entries in an answer, whichever way it came."""
    for outbox, entries in answer.items() if isinstance(answer, dict) else answer:
        name = _text(outbox)
        for entry_id, fields in entries:
            row = [part for pair in fields.items() for part in pair] if isinstance(fields, dict) else fields
            yield Entry(name, _text(entry_id), dict(zip(map(_text, row[::2]), map(_text, row[1::2]), strict=True)))


def _text(value: bytes | str) -> str:
    return value.decode() if isinstance(value, bytes) else value
