"""Where every log of a game or tournament ends: read from the files of a Redis, and told by a running server.

An upgrade compares the two: the files are read without any server, so a server that loads less than was written is
found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from moothall.events.event_store.packed_log import END, End
from moothall.server.operations.append_only_file import Command, DamagedLog, LogFiles, read_log
from moothall.server.operations.rdb_file import Entry, Stream

LOG_KEY = re.compile(rb"mh:\{[st]\d+\}:[gt]:[^:]+:(events|packed)")
"""Keys of the logs of games and tournaments."""

OUR_KEYS = (b"mh:", b"rq:")
"""What the keys of Moothall and of its queue begin with."""

CREATING = {b"SET", b"HSET", b"HMSET", b"XADD", b"ZADD", b"SADD", b"RPUSH", b"LPUSH", b"INCR"}
"""Commands that show by their first argument whose keys a log has."""

Heads = dict[bytes, tuple[int, bytes]]
"""Where each log ends: its key, to its length and the hash of its last event."""


class ForeignKey(Exception):
    """Raised when files hold a key that is not Moothall's."""


def written_heads(files: LogFiles) -> Heads:
    """Return where each log ends, by reading the files. Raise ForeignKey, DamagedLog or UnreadableFile."""
    heads: Heads = {}
    for part in read_log(files):
        key = part.key if isinstance(part, Entry) else part.words[1] if part.name in CREATING else b""
        if key and not key.startswith(OUR_KEYS):
            raise ForeignKey(key[:60].decode(errors="replace"))
        if isinstance(part, Command):
            _follow(heads, part)
        elif LOG_KEY.fullmatch(part.key):
            heads[part.key] = _head(part.value)
    return heads


def differences(before: Heads, after: Heads) -> list[str]:
    """Return the logs that do not end where they did."""
    return [
        f"{key.decode()}: {_shown(before.get(key))} before, {_shown(after.get(key))} after"
        for key in sorted(before.keys() | after.keys())
        if before.get(key) != after.get(key)
    ]


def loaded_heads(redis: Any) -> Heads:
    """Return where each log ends, by asking a running server."""
    heads: Heads = {}
    for key in _log_keys(redis):
        if key.endswith(b":events"):
            last = redis.xrevrange(key, count=1)
            heads[key] = _head(Stream(redis.xlen(key), last[0][1] if last else {}))
        else:
            heads[key] = _head({END: redis.hget(key, END)})
    return heads


def _log_keys(redis: Any) -> Iterator[bytes]:
    for pattern in ("mh:{?*}:?:*:events", "mh:{?*}:?:*:packed"):
        for key in redis.scan_iter(match=pattern, count=1000):
            if LOG_KEY.fullmatch(key):
                yield key


def _follow(heads: Heads, command: Command) -> None:
    """Carry a command of the log on to where the logs end."""
    name, words = command.name, command.words[1:]
    if name in (b"FLUSHALL", b"FLUSHDB"):
        heads.clear()
    elif name in (b"DEL", b"UNLINK"):
        for key in words:
            heads.pop(key, None)
    elif words and LOG_KEY.fullmatch(words[0]):
        key = words[0]
        if name == b"XADD":
            length = heads.get(key, (0, b""))[0]
            heads[key] = _head(Stream(length + 1, _pairs(words[2:])))
        elif name in (b"HSET", b"HMSET") and END in (fields := _pairs(words[1:])):
            heads[key] = _head(fields)
        elif name not in (b"HSET", b"HMSET"):
            raise DamagedLog(f"byte {command.start}: Moothall never sends {name.decode()} for {key.decode()}")


def _pairs(words: Iterable[bytes]) -> dict[bytes, bytes]:
    each = iter(words)
    return dict(zip(each, each, strict=True))


def _head(value: Stream | dict[bytes, bytes] | None) -> tuple[int, bytes]:
    """Return the length and the last hash of a log, from its stream or its packed fields."""
    if isinstance(value, Stream):
        return value.length, value.last.get(b"h", b"")
    if value is None or END not in value:
        raise DamagedLog("a packed log has no end")
    end = msgspec.msgpack.decode(value[END], type=End)
    return end.seq, end.head


def _shown(head: tuple[int, bytes] | None) -> str:
    return f"{head[0]} events, {head[1].hex()[:16] or 'no hash'}" if head else "missing"
