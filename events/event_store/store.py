"""Compare-and-append on Redis, reading back, and the ids of new games. The only module that speaks to the streams.

Nobody can guess the id of a game, whatever is known of its creator and of the key it was asked for with. A request that
carries an idempotency key must meet the game that it made the first time, in whatever process and after whatever was
lost. Hence its id follows from the key, by way of a secret that all machines share and nobody is shown.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import zlib
from collections.abc import Callable, Iterable, Sequence
from importlib.resources import files
from typing import Any, NamedTuple

import msgspec
from redis import BlockingConnectionPool
from redis.exceptions import NoScriptError

from moothall.events import keys
from moothall.events.errors import Conflict
from moothall.events.event_store.metadata import Meta, read_meta
from moothall.events.event_store.packed_log import PackedLogs
from moothall.events.event_store.stored_events import Stored
from moothall.events.redis_client.cluster import Words
from moothall.events.redis_client.connection import NO_WAIT, Replicas, call, call_all
from moothall.events.redis_client.group_commit import Line

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

_SCRIPT = files("moothall.events").joinpath("event_store/append.lua").read_text("utf-8")
_SHA = hashlib.sha1(_SCRIPT.encode()).hexdigest()

_PACKED = -1
"""What the script says of a stream that holds nothing: it may be packed."""

ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""Letters and digits that are safe in URLs and easy to read aloud."""

SECRET_BYTES = 32
"""Bytes of the secret that ids follow from."""

# KEYS id secret; ARGV one to keep unless there is one. Written even so: whoever waits for replicas waits for it.
_AGREE = """
local kept = redis.call('GET', KEYS[1]) or ARGV[1]
redis.call('SET', KEYS[1], kept)
return kept
"""


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


class Ids:
    """The ids of one event store."""

    def __init__(self, redis: Any, clock: Callable[[], int], replicas: Replicas = NO_WAIT) -> None:
        """`clock` tells milliseconds; `replicas` must have the secret before anything follows from it."""
        self._redis = redis
        self._clock = clock
        self._replicas = replicas
        self._known: _Secret | None = None

    def fresh(self, player: str, key: str | None) -> str:
        """An id for a new game: 26 letters and digits. With a key it is always the same for that player."""
        if key is None:
            return _spelled(secrets.token_bytes(16))
        secret = self._secret()
        if self._clock() < secret.older_until:
            older = _spelled(hashlib.sha256(f"{player}\n{key}".encode()).digest())
            if self._redis.exists(keys.idempotency(older, player, key)):
                return older
        return _spelled(hmac.digest(secret.value, f"{player}\n{key}".encode(), "sha256"))

    def of_table(self, tournament_id: str, number: int, table: int) -> str:
        """The id of the game at a table of a tournament's round: always the same, and nobody's to guess."""
        about = f"table\n{tournament_id}\n{number}\n{table}".encode()
        return _spelled(hmac.digest(self._secret().value, about, "sha256"))

    def _secret(self) -> _Secret:
        """Made by whoever needs it first. Before there was one, ids followed from player and key alone: such a key is
        good for as long as its answer is kept."""
        if self._known is None:
            made = secrets.token_bytes(SECRET_BYTES) + str(self._clock()).encode()
            name = keys.id_secret()
            kept, safe = self._replicas.run(self._redis, name, ("EVAL", _AGREE, 1, name, made))
            self._replicas.check(safe)
            made_at = int(kept[SECRET_BYTES:])
            self._known = _Secret(kept[:SECRET_BYTES], made_at + KEEP_ANSWERS_S * 1_000)
        return self._known


def _stored(entry_id: bytes, fields: Any) -> Stored:
    """An entry as it was written, d before h; on a Cluster redis-py makes a mapping of it."""
    data, link = (fields[b"d"], fields[b"h"]) if isinstance(fields, dict) else (fields[1], fields[3])
    return Stored(int(entry_id[:-2]), data, link)


class _Secret(NamedTuple):
    """What ids follow from, and until when an older way to them is still looked at."""

    value: bytes
    older_until: int


def _spelled(entropy: bytes) -> str:
    number = int.from_bytes(entropy[:16], "big")
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))
