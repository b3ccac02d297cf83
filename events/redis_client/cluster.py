"""A client for a Redis Cluster that behaves like one for a single Redis.

redis-py finds the nodes and follows what a node says about a key that it does not have (MOVED, ASK, TRYAGAIN: nothing
was carried out). Three things are done here instead, because its own way would be wrong for a log:

- Nothing is sent twice. Its pipelines send every command again whose answer was lost, however few retries they are
  allowed; a batch of ours is a plain pipeline per node, in which scripts may stand too.
- A cluster that cannot be reached is an error like any other (RedisError), and is asked for its nodes when it is first
  needed, not when the client is made.
- Where a command goes is read off the command. redis-py asks a node for the keys of some, always the same node, and
  does not turn to another one when that node is gone.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import PRIMARY, ClusterNode, RedisCluster
from redis.commands import CoreCommands
from redis.exceptions import (
    AskError,
    ConnectionError as RedisConnectionError,
    MovedError,
    RedisClusterException,
    RedisError,
    TimeoutError as RedisTimeoutError,
    TryAgainError,
)
from redis.retry import Retry

REDIRECTS = 16
"""How often a command is sent on before the cluster counts as away."""

TRY_AGAIN_S = 0.05
"""How long to wait while the keys of a slot are on their way to another node."""

Words = tuple[Any, ...]
"""A command, its arguments included."""

Call = tuple[Words, dict[str, Any]]
"""A command and what redis-py wants to know to read its answer."""

_node: Any = ClusterNode  # redis-py leaves it untyped


class Cluster(CoreCommands):
    """All nodes together. Commands on keys of several slots at once are still refused, as by the Cluster itself."""

    _event_dispatcher: Any = None  # that it is there is asked by redis-py's types alone

    def __init__(self, nodes: Sequence[tuple[str, int]], **settings: Any) -> None:
        """`nodes` are where to ask for the others; opens no connection yet."""
        self._nodes = nodes
        self._settings = settings
        self._made: Any = None
        self._lock = threading.Lock()

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def execute_command(self, *words: Any, **options: Any) -> Any:
        """Run a command on the node that has its key, or on those that redis-py names for a command without one."""
        with _one_kind_of_error():
            client = self._client()
            key = _key_of(client, words)
            if key is None:
                return client.execute_command(*words, **options)
            node = client.get_node_from_key(key)
            return client.execute_command(*words, target_nodes=node, **options)

    def pipeline(self, transaction: bool = False) -> Any:
        """A Batch: commands on keys of any slots, sent together."""
        if transaction:
            raise ValueError("a transaction cannot span the nodes of a Cluster")
        return Batch(self)

    def on_one_connection(self, key: str, commands: Sequence[Words]) -> list[Any]:
        """Run commands on the node that has the key, over one connection; the answers, errors among them.

        The first one decides where: if it is sent on, none of them counts as asked yet.
        """
        calls: list[Call] = [(words, {}) for words in commands]
        with _one_kind_of_error():
            client = self._client()
            node, ask_first = client.get_node_from_key(key), 0
            for _ in range(REDIRECTS):
                answers = self._send(node, [(("ASKING",), {})] * ask_first + calls)[ask_first:]
                match answers[0]:
                    case MovedError() as moved:
                        client.nodes_manager.move_slot(moved)
                        node, ask_first = client.get_node_from_key(key), 0
                    case AskError() as ask:
                        node, ask_first = client.get_node(node_name=f"{ask.host}:{ask.port}"), 1
                    case TryAgainError():
                        time.sleep(TRY_AGAIN_S)
                    case _:
                        return answers
        raise TryAgainError("the slot is moving")

    def send(self, calls: Sequence[Call]) -> list[Any]:
        """Run commands of any slots, those for one node together; the answers, errors among them."""
        answers: list[Any] = [None] * len(calls)
        with _one_kind_of_error():
            client = self._client()
            places: dict[Any, list[int]] = {}
            for place, (words, _) in enumerate(calls):
                places.setdefault(client.get_node_from_key(_key_of(client, words)), []).append(place)
            for node, here in places.items():
                for place, answer in zip(here, self._send(node, [calls[place] for place in here]), strict=True):
                    answers[place] = answer
        for place, answer in enumerate(answers):
            if isinstance(answer, AskError | TryAgainError):  # nothing was carried out
                words, options = calls[place]
                answers[place] = self.execute_command(*words, **options)
        return answers

    def scan_iter(self, match: Any = None, count: int | None = None, _type: str | None = None, **_: Any) -> Any:
        """The keys of all nodes; one whose slot is moved meanwhile may come twice or not at all."""
        with _one_kind_of_error():
            client = self._client()
            for node in client.get_primaries():
                yield from client.get_redis_connection(node).scan_iter(match, count, _type)

    def primaries(self) -> list[tuple[str, Any]]:
        """A client for each primary, by its address."""
        with _one_kind_of_error():
            client = self._client()
            return [(node.name, client.get_redis_connection(node)) for node in client.get_primaries()]

    def views(self) -> dict[str, Any]:
        """What each node says of all of them (CLUSTER NODES), by its address, replicas and those without slots too; the
        error of one that gives no answer. They are asked one by one, from the start nodes on: redis-py needs somebody
        for every slot before it asks anybody."""
        found: dict[str, Any] = {}
        met: set[str] = set()
        waiting = [(f"{host}:{port}", "") for host, port in self._nodes]
        while waiting:
            name, node_id = waiting.pop(0)
            host, _, port = name.rpartition(":")
            if not host or name in found or node_id in met:
                continue
            answer = found[name] = self._view(host, int(port))
            if not isinstance(answer, RedisError):
                met |= {about["node_id"] for about in answer.values() if "myself" in about["flags"]}
                waiting += [(_reached_at(address, about), about["node_id"]) for address, about in answer.items()]
        return found

    def _view(self, host: str, port: int) -> Any:
        with Redis(host, port, retry=Retry(NoBackoff(), 0), **self._settings) as redis:
            try:
                return redis.execute_command("CLUSTER NODES")
            except RedisError as error:
                return error

    def ping(self, **_: Any) -> Any:
        """Whether every primary answers; replicas may be away."""
        with _one_kind_of_error():
            return self._client().execute_command("PING", target_nodes=RedisCluster.PRIMARIES)

    def close(self) -> None:
        """Close all connections."""
        with self._lock:
            if self._made is not None:
                self._made.close()
                self._made = None

    def _client(self) -> Any:
        with self._lock:
            if self._made is None:
                nodes = [_node(host, port) for host, port in self._nodes]
                self._made = _Client(startup_nodes=nodes, retry=Retry(NoBackoff(), 0), **self._settings)
            return self._made

    def _send(self, node: Any, calls: Sequence[Call]) -> list[Any]:
        """One pipeline to one node. If answers are lost, who has the slots is asked anew, for whoever comes next."""
        client = self._client()
        pipe = client.get_redis_connection(node).pipeline(transaction=False)
        for words, options in calls:
            pipe.execute_command(*words, **options)
        try:
            return list(pipe.execute(raise_on_error=False))
        except (RedisConnectionError, RedisTimeoutError):
            client.nodes_manager.initialize(last_failed_node_name=node.name)
            raise


class Batch(CoreCommands):
    """A pipeline over all nodes. In the order of the commands on each node, and in no order between nodes."""

    _event_dispatcher: Any = None  # as above

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._calls: list[Call] = []

    def execute_command(self, *words: Any, **options: Any) -> Any:
        """Remember it until `execute`."""
        self._calls.append((words, options))
        return self

    def execute(self, raise_on_error: bool = True) -> list[Any]:
        """Run what was remembered; the answers in that order. The first error is raised, when all have been tried."""
        calls, self._calls = self._calls, []
        answers = self._cluster.send(calls)
        if raise_on_error:
            for answer in answers:
                if isinstance(answer, Exception):
                    raise answer
        return answers


class _Client(RedisCluster):
    """redis-py's client, which also follows to a node that it has not heard of yet: one that gets its first slot."""

    def get_node(self, host: Any = None, port: Any = None, node_name: Any = None) -> Any:
        known = super().get_node(host, port, node_name)  # type: ignore[no-untyped-call]
        if known is not None or node_name is None:
            return known
        host, _, port = node_name.rpartition(":")
        return self.nodes_manager.nodes_cache.setdefault(node_name, _node(host, int(port), PRIMARY))


def _reached_at(address: str, about: dict[str, Any]) -> str:
    """Where a node is to be asked: by the name that it announces, if it does."""
    _, _, port = address.rpartition(":")
    return f"{about['hostname']}:{port}" if about["hostname"] else address


@contextmanager
def _one_kind_of_error() -> Iterator[None]:
    """What redis-py raises for a cluster out of reach is no RedisError; here it is."""
    try:
        yield
    except RedisClusterException as error:
        raise RedisConnectionError(str(error)) from error


def _key_of(client: Any, words: Words) -> Any:
    """The key that decides where a command goes; None if it has none."""
    name = words[0]
    if name in client.command_flags:
        return None
    if name in ("EVAL", "EVALSHA"):
        return words[3]
    if name in ("XREAD", "XREADGROUP"):
        return words[words.index(b"STREAMS") + 1]
    return words[2] if name == "XGROUP" else words[1]
