"""Connections to Redis: from a URL to a client, waiting for replicas, signs of life of processes.

| URL                                                            | leads to                                        |
| `redis://host:port/db`, `rediss://...` (TLS), `unix://path`    | one Redis                                       |
| `redis+sentinel://host:port,host:port/service/db`              | the primary that these Sentinels name           |
| `redis+cluster://host:port,host:port`                          | the Cluster that these nodes belong to          |
| `rediss+sentinel://...`, `rediss+cluster://...`                | the same over TLS                               |

`user:password@` stands before the first host; what else redis-py takes in a URL (`?ssl_ca_certs=...`) may follow in
all of them, and `sentinel_username` and `sentinel_password` where the Sentinels have their own.

A call is never repeated behind our back, on none of them: whether an append that lost its answer took place is for the
idempotency key to tell, not for a blind second try.

Redis answers before its replicas have heard. If it is lost in that moment, so is the move, and a replica goes on
without it. With `Replicas` an answer means that a move outlives the server that wrote it: `WAIT` tells how many
replicas have received everything that its own connection has written; hence it is sent over the same connection, right
behind the write.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import SplitResult, urlsplit

from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.connection import parse_url
from redis.exceptions import ConnectionError as RedisConnectionError, RedisError, ResponseError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool, SentinelManagedConnection, SentinelManagedSSLConnection

from moothall.events import keys
from moothall.events.redis_client.cluster import Cluster, Words
from moothall.events.redis_client.group_commit import packed, read_answer

MOST_LINES = 64
"""Connections that one process keeps to a single Redis; a follower needs one only while it asks."""

LINE_S = 5
"""How long a request waits for one of them before Redis counts as away."""

ANSWER_S = 5
"""How long a Redis may take to answer before it counts as away. No script of ours takes a hundredth of that, but a disk
that syncs may stall; whoever is told 503 because of it asks again with his key. Nobody waits much longer than this for
an answer of one kind or the other."""

SENTINEL_S = 1
"""How long a Sentinel may take before the next one is asked."""

CLUSTER = ("redis+cluster", "rediss+cluster")
SENTINEL = ("redis+sentinel", "rediss+sentinel")

SERVICE = "mymaster"
"""What Sentinels call the primary unless told otherwise."""

LONGEST_MS = 4_000
"""The longest wait for replicas: a node that is silent for much longer counts as away (ANSWER_S)."""

EVERY_MS = 2_000
"""Between two signs of life of a process."""

KEPT_MS = 24 * 60 * 60 * 1_000
"""How long it can be seen that there was one."""


class NotYetSafe(RedisError):
    """It is in the log, but too few replicas have it. No StoreError: nothing is to be decided again."""

    def __init__(self, wanted: int, ms: int) -> None:
        super().__init__(f"fewer than {wanted} replicas had it within {ms} ms")


@dataclass(frozen=True)
class Replicas:
    """How many replicas must have a move before its player is told, and how long they may take."""

    count: int = 0
    ms: int = 1_000

    def __post_init__(self) -> None:
        if self.count < 0:
            raise ValueError(f"there cannot be {self.count} replicas")
        if not 1 <= self.ms <= LONGEST_MS:
            raise ValueError(f"replicas may take 1 to {LONGEST_MS} ms, not {self.ms}")

    def run(self, redis: Any, key: str, command: Words) -> tuple[Any, bool]:
        """Run a command on the node that has the key; its answer, and whether enough replicas have what it wrote."""
        if not self.count:
            return call(redis, *command), True
        answer, acknowledged = on_one_connection(redis, key, command, ("WAIT", self.count, self.ms))
        if isinstance(answer, Exception):
            raise answer
        return answer, isinstance(acknowledged, int) and acknowledged >= self.count

    def check(self, safe: bool) -> None:
        """Raise NotYetSafe unless it is."""
        if not safe:
            raise NotYetSafe(self.count, self.ms)


NO_WAIT = Replicas()
"""An append counts as done when the server that has the game has it."""


class Pulse:
    """A sign of life of one kind of process, for those that nobody asks anything: `moothall doctor` looks for it."""

    def __init__(self, redis: Any, name: str) -> None:
        self._redis = redis
        self._key = keys.pulse(name)
        self._next_at = 0

    def beat(self, now: int) -> None:
        """To be called all the time; writes every few seconds."""
        if now >= self._next_at:
            self._next_at = now + EVERY_MS
            self._redis.set(self._key, now, px=KEPT_MS)

    def last(self) -> int | None:
        """When it was last felt (ms)."""
        found = self._redis.get(self._key)
        return int(found) if found is not None else None


def connect(url: str, answer_s: float = ANSWER_S) -> Any:
    """A client for a URL of the table above. Opens no connection before it is needed."""
    parts = urlsplit(url)
    if parts.scheme in CLUSTER:
        return _cluster(parts, answer_s)
    if parts.scheme in SENTINEL:
        return _watched(parts, answer_s)
    # Hundreds of followers may ask in the same moment: they queue here for a line, instead of overrunning Redis, which
    # refuses whoever does not fit into the queue of its own door.
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=MOST_LINES,
        timeout=min(LINE_S, answer_s),
        retry=_once(),
        socket_timeout=answer_s,
        health_check_interval=0,
    )
    return Redis.from_pool(pool)


def is_cluster(url: str) -> bool:
    """Whether a URL names a Cluster."""
    return urlsplit(url).scheme in CLUSTER


def nodes(redis: Any) -> list[tuple[str, Any]]:
    """The servers that a client writes to, by name: a Cluster's primaries, else the one there is, without a name."""
    return redis.primaries() if isinstance(redis, Cluster) else [("", redis)]


def hosts(url: str) -> Sequence[tuple[str, int]]:
    """The addresses that a URL names."""
    return _hosts(urlsplit(url), 0)


def call(redis: Any, *words: Any) -> Any:
    """Run a command that every request needs, and get the bare answer. On a single Redis straight over a connection of
    its pool: what the client does around each call, counting and retrying, takes longer than most calls."""
    return redis.execute_command(*words) if isinstance(redis, Cluster) else call_all(redis, [words])[0]


def call_all(redis: Any, commands: Sequence[Words]) -> list[Any]:
    """The same for several at once, of any slots: their bare answers. The first error is raised once all are
    in."""
    if not commands:
        return []
    answers = redis.send([(words, {}) for words in commands]) if isinstance(redis, Cluster) else _asked(redis, commands)
    for answer in answers:
        if isinstance(answer, Exception):
            raise answer
    return answers


def _asked(redis: Any, commands: Sequence[Words]) -> list[Any]:
    pool = redis.connection_pool
    connection = pool.get_connection()
    try:
        connection.send_packed_command(packed(commands))
        return [read_answer(connection) for _ in commands]
    except BaseException:  # whoever gives up waiting must not leave the answer to the next
        connection.disconnect()
        raise
    finally:
        pool.release(connection)


def check_primary(redis: Any) -> None:
    """Raise ConnectionError if the server that is asked is no primary any more. Behind Sentinels a client may be left
    on one that has just become a replica, and is empty while it is being filled: what it does not know says nothing."""
    pool = getattr(redis, "connection_pool", None)
    if isinstance(pool, SentinelConnectionPool) and call(redis, "ROLE")[0] != b"master":
        pool.disconnect()
        raise RedisConnectionError("the primary is a replica now")


def on_one_connection(redis: Any, key: str, *commands: Words) -> list[Any]:
    """Run commands in order over one connection, to the node that has the key; the answers, errors among them."""
    if isinstance(redis, Cluster):
        return redis.on_one_connection(key, commands)
    pipe = redis.pipeline(transaction=False)
    for words in commands:
        pipe.execute_command(*words)
    return list(pipe.execute(raise_on_error=False))


def _cluster(parts: SplitResult, answer_s: float) -> Cluster:
    settings = _settings(parts)
    if parts.path.strip("/") or settings.pop("db", 0):
        raise ValueError("a Cluster has but one database: leave its number out of the URL")
    return Cluster(_hosts(parts, 6379), **{"socket_timeout": answer_s, **settings})


def _watched(parts: SplitResult, answer_s: float) -> Any:
    service, _, database = parts.path.strip("/").partition("/")
    settings = {"socket_timeout": answer_s, "db": int(database or 0), **_settings(parts)}
    own = {name: settings.pop(f"sentinel_{name}", None) for name in ("username", "password")}
    tls = {name: value for name, value in settings.items() if name.startswith("ssl")}
    asking = {**own, **tls, "retry": _once(), "socket_timeout": SENTINEL_S}
    make: Any = Sentinel  # redis-py leaves it untyped
    kind = _WatchedTLS if settings.pop("ssl", False) else _Watched
    return make(_hosts(parts, 26379), sentinel_kwargs=asking).master_for(
        service or SERVICE, retry=_once(), connection_class=kind, **settings
    )


class _Watched(SentinelManagedConnection):
    """Closed when reading is broken off, as by a signal: redis-py does so with every other kind of connection; from
    this kind the next reader would get an answer that was not meant for him. Closed too when it leads to a primary that
    is one no longer, also if a script says so (then it is no ReadOnlyError): the next one leads to the new primary."""

    def read_response(self, *arguments: Any, disconnect_on_error: bool | None = True, **options: Any) -> Any:
        read: Any = super().read_response
        try:
            return read(*arguments, disconnect_on_error=disconnect_on_error, **options)
        except ResponseError as error:
            if "READONLY" not in str(error):
                raise
            self.disconnect()  # type: ignore[no-untyped-call]
            raise RedisConnectionError("the primary is a replica now") from error


class _WatchedTLS(_Watched, SentinelManagedSSLConnection):
    """The same over TLS."""


def _once() -> Retry:
    return Retry(NoBackoff(), 0)


def _hosts(parts: SplitResult, port: int) -> Sequence[tuple[str, int]]:
    """The addresses in a URL, separated by commas; `port` where one names none."""
    named = [urlsplit(f"//{each}") for each in parts.netloc.rpartition("@")[2].split(",")]
    return [(each.hostname or "localhost", each.port or port) for each in named]


def _settings(parts: SplitResult) -> dict[str, Any]:
    """Everything else that a URL says, as redis-py reads it."""
    user, at, _ = parts.netloc.rpartition("@")
    parse: Any = parse_url  # redis-py leaves it untyped
    read: dict[str, Any] = parse(f"redis://{user}{at}?{parts.query}")
    return {**read, "ssl": True} if parts.scheme.startswith("rediss") else read
