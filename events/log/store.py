"""Compare-and-append on Redis, and reading back. The only module that speaks to the streams."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from redis import BlockingConnectionPool
from redis.exceptions import NoScriptError

from moothall.events import keys
from moothall.events.errors import Conflict
from moothall.events.log.envelope import Stored
from moothall.events.log.meta import Meta, read_meta
from moothall.events.log.packed import PackedLogs
from moothall.events.reach.cluster import Words
from moothall.events.reach.connect import call, call_all
from moothall.events.reach.line import Line
from moothall.events.reach.replicas import NO_WAIT, Replicas

KEEP_ANSWERS_S = 24 * 60 * 60
"""How long an idempotency key is remembered."""

OPENING = 8
"""Events that are read with the rest of what is known of a game: all of them, if it has only just begun."""

# KEYS events, due; ARGV seq, game id, when instead ('' for never)
_NOT_DUE = """
if redis.call('XLEN', KEYS[1]) ~= tonumber(ARGV[1]) then return end
if ARGV[3] == '' then redis.call('ZREM', KEYS[2], ARGV[2]) else redis.call('ZADD', KEYS[2], ARGV[3], ARGV[2]) end
"""

# KEYS idem, waited. Writes something, so that whoever waits for replicas waits for all that was written before.
_CONFIRM = """
redis.call('SET', KEYS[2], 1)
return redis.call('GET', KEYS[1])
"""

_SCRIPT = files("moothall.events").joinpath("log/append.lua").read_text("utf-8")
_SHA = hashlib.sha1(_SCRIPT.encode()).hexdigest()

_PACKED = -1
"""What the script says of a stream that holds nothing: it may be packed."""


class Answer(msgspec.Struct, frozen=True):
    """What was answered to a request that carried an idempotency key."""

    request: str
    """A digest of the request, to tell a repetition from another request under the same key."""
    seq: int
    body: bytes


class Answered(Exception):
    """The key was answered before; nothing was written."""

    def __init__(self, answer: Answer) -> None:
        super().__init__("answered before")
        self.answer = answer


class KeyedAnswer(NamedTuple):
    """An answer to keep under a player's idempotency key."""

    player: str
    key: str
    answer: Answer


class Append(NamedTuple):
    """One atomic write."""

    game_id: str
    expected: int
    events: Sequence[Stored]
    due: int | None
    meta: bytes
    secret: bytes = b""
    keyed: KeyedAnswer | None = None
    head: bytes = b""
    """The chain hash that the events follow; empty: not checked."""
    work: str = ""
    """What the outbox shall ask the workers for (`step`, `ai`); empty where that is nothing, or the writer's affair."""


class Store:
    """The streams of all games, or of all logs of another family."""

    def __init__(
        self, redis: Any, replicas: Replicas = NO_WAIT, *, shared: bool = False, family: keys.Family = keys.GAMES
    ) -> None:
        """`replicas` must have an append before it counts as done. With `shared` what many requests ask in the same
        moment goes over one connection, on a single Redis."""
        self.redis = redis
        self.keys = family
        self.packed = PackedLogs(redis, family)
        self._replicas = replicas
        pool = getattr(redis, "connection_pool", None)  # behind Sentinels another server may be the one at any moment
        self._line = Line(pool) if shared and isinstance(pool, BlockingConnectionPool) else None

    def append(self, write: Append) -> None:
        """All events or none. Raises Conflict if the log is elsewhere, Answered if the key was used; NotYetSafe if it
        was written, but too few replicas have it."""
        game_id, keyed = write.game_id, write.keyed
        shard = keys.shard_of(game_id)
        names = [
            self.keys.events(game_id),
            self.keys.due(shard),
            self.keys.feed(shard),
            self.keys.meta(game_id),
            self.keys.secret(game_id),
            self.keys.idempotency(game_id, keyed.player if keyed else "", keyed.key if keyed else ""),
        ]
        arguments: list[Any] = [
            write.expected,
            game_id,
            "" if write.due is None else write.due,
            write.meta,
            write.secret,
            msgspec.msgpack.encode(keyed.answer) if keyed else b"",
            KEEP_ANSWERS_S,
            write.head,
            write.work,
        ]
        for event in write.events:
            arguments += (event.data, event.hash)
        said, safe = self._run(names, arguments)
        if said == _PACKED and self.packed.bring_back(game_id):
            said, safe = self._run(names, arguments)
        if isinstance(said, bytes):
            if self._replicas.count:
                self._replicas.check(self._confirmed(game_id, names[-1]) == said)
            raise Answered(msgspec.msgpack.decode(said, type=Answer))
        if said < 0:
            raise Conflict(-1 - said)
        self._replicas.check(safe)

    def answer(self, game_id: str, player: str, key: str) -> Answer | None:
        """What was answered to this key. Raises NotYetSafe if too few replicas have it."""
        name = self.keys.idempotency(game_id, player, key)
        data = self.redis.get(name)
        if data is not None and self._replicas.count:
            data = self._confirmed(game_id, name)
        return msgspec.msgpack.decode(data, type=Answer) if data is not None else None

    def tail(self, game_id: str, after: int = 0, limit: int | None = None) -> list[Stored]:
        """The events after that seq, in order."""
        few = () if limit is None else ("COUNT", limit)
        entries = self._call("XRANGE", self.keys.events(game_id), f"{after + 1}-0", "+", *few)
        if not entries:
            return self.packed.tail(game_id, after, limit)
        return [_stored(entry_id, fields) for entry_id, fields in entries]

    def length(self, game_id: str) -> int:
        """The seq of the latest event; 0 if there is no such game."""
        return int(self.redis.xlen(self.keys.events(game_id))) or self.packed.length(game_id)

    def opening(self, game_id: str) -> tuple[bytes | None, bytes | None, list[Stored]]:
        """The game's secret and newest snapshot, as far as they are there, and the first OPENING events, in one round
        trip. The events of a packed game are elsewhere."""
        asked: list[Words] = [
            ("GET", self.keys.secret(game_id)),
            ("GET", self.keys.snapshot(game_id)),
            ("XRANGE", self.keys.events(game_id), "-", "+", "COUNT", OPENING),
        ]
        secret, snapshot, entries = call_all(self.redis, asked)
        return secret, snapshot, [_stored(entry_id, fields) for entry_id, fields in entries]

    def keep_snapshot(self, game_id: str, seq: int, data: bytes) -> None:
        """Remember a snapshot, as the newest and for looks back; losing it costs nothing but time."""
        past = ("HSET", self.keys.past(game_id), str(seq), zlib.compress(data, 1))
        call_all(self.redis, [("SET", self.keys.snapshot(game_id), data), past])

    def snapshots_of(self, game_id: str) -> list[int]:
        """Where the game's snapshots stand, in order."""
        return sorted(map(int, self._call("HKEYS", self.keys.past(game_id))))

    def since(self, game_id: str, seq: int, to: int) -> tuple[bytes | None, list[Stored]]:
        """The snapshot at that seq, if it is there, and the events after it up to another one, in one round trip."""
        asked: list[Words] = [
            ("HGET", self.keys.past(game_id), str(seq)),
            ("XRANGE", self.keys.events(game_id), f"{seq + 1}-0", f"{to}-0"),
        ]
        data, entries = call_all(self.redis, asked)
        if not entries and to > seq:
            return None, self.packed.tail(game_id, seq, to - seq)
        try:
            snapshot = zlib.decompress(data) if data is not None else None
        except zlib.error:  # there is always the log itself
            snapshot = None
        return snapshot, [_stored(entry_id, fields) for entry_id, fields in entries]

    def metas(self, game_ids: Sequence[str]) -> list[bytes | None]:
        """What listings show of these games."""
        return call_all(self.redis, [("GET", self.keys.meta(game_id)) for game_id in game_ids])

    def read_metas(self, game_ids: Sequence[str]) -> list[Meta]:
        """The same, read; games that are not there are left out."""
        return [read_meta(data) for data in self.metas(game_ids) if data is not None]

    def keep_meta(self, game_id: str, meta: bytes) -> None:
        """Write a listing entry anew (a rebuild does)."""
        self.redis.set(self.keys.meta(game_id), meta)

    def count(self, what: str) -> None:
        """Add one to a counter of the whole house."""
        self.redis.hincrby(keys.stats(), what, 1)

    def stats(self) -> dict[str, int]:
        """All counters."""
        return {what.decode(): int(n) for what, n in self.redis.hgetall(keys.stats()).items()}

    def due(self, now: int, limit: int = 100) -> list[tuple[str, int]]:
        """Games with work due, and since when or from when on they are to be looked at; of each shard that many."""
        pipe = self.redis.pipeline(transaction=False)
        for shard in range(keys.SHARDS):
            pipe.zrangebyscore(self.keys.due(shard), "-inf", now, start=0, num=limit, withscores=True)
        return [(game_id.decode(), int(since)) for entries in pipe.execute() for game_id, since in entries]

    def not_due(self, game_id: str, seq: int, until: int | None = None) -> None:
        """Take a game out of the due set, or put it off until then, unless it has moved past that seq: then its own
        append knows better."""
        self.none_due([(game_id, seq, until)])

    def none_due(self, games: Iterable[tuple[str, int, int | None]]) -> None:
        """The same for several games, their seqs and until when, at once."""
        pipe = self.redis.pipeline(transaction=False)
        for game_id, seq, until in games:
            names = [self.keys.events(game_id), self.keys.due(keys.shard_of(game_id))]
            pipe.eval(_NOT_DUE, len(names), *names, seq, game_id, "" if until is None else until)
        pipe.execute()

    def game_ids(self) -> Iterable[str]:
        """Every game there is."""
        for key in self.redis.scan_iter(match=self.keys.all_secrets(), count=1000):
            yield keys.game_of(key.decode())

    def _confirmed(self, game_id: str, name: str) -> bytes | None:
        """What is kept under an idempotency key, once enough replicas have it. Raises NotYetSafe until they do."""
        names = (name, self.keys.waited(game_id))
        answer, safe = self._replicas.run(self.redis, name, ("EVAL", _CONFIRM, len(names), *names))
        self._replicas.check(safe)
        kept: bytes | None = answer
        return kept

    def _run(self, names: list[str], arguments: list[Any]) -> tuple[Any, bool]:
        """The script's answer, and whether enough replicas have what it wrote."""
        try:
            return self._write(names[0], ("EVALSHA", _SHA, len(names), *names, *arguments))
        except NoScriptError:  # a server that has not seen the script yet, or has been restarted
            return self._write(names[0], ("EVAL", _SCRIPT, len(names), *names, *arguments))

    def _write(self, key: str, command: Words) -> tuple[Any, bool]:
        return self._replicas.run(self.redis, key, command) if self._replicas.count else (self._call(*command), True)

    def _call(self, *words: Any) -> Any:
        return self._line.call(words) if self._line is not None else call(self.redis, *words)


def _stored(entry_id: bytes, fields: Any) -> Stored:
    """An entry as it was written, d before h; on a Cluster redis-py makes a mapping of it."""
    data, link = (fields[b"d"], fields[b"h"]) if isinstance(fields, dict) else (fields[1], fields[3])
    return Stored(int(entry_id[:-2]), data, link)
