"""Redis servers on loopback ports, from the binary that the embedded Redis uses, and a Cluster of them: three primaries
with a replica each. They can be killed, paused and cut off."""

from __future__ import annotations

import random
import signal
import socket
import subprocess
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from redis import Redis
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError, RedisError
from redis.retry import Retry

from moothall.server.operations.redis_binary import find_binary
from moothall.server.processes import spawn
from tests.support.live import until

HOST = "127.0.0.1"
NODE_TIMEOUT_MS = 1_000
"""Silence after which a Cluster's nodes, or Sentinels, take a server for dead."""

SETTLED_S = 120.0
"""How long a Cluster may take to agree again on a machine that has much else to do: its nodes have a second to answer
each other, and who comes back is filled anew."""
SLOTS = 16_384
BUS = 10_000
"""How far a node's second port, for the other nodes, is from its first."""


def free_ports(count: int) -> list[int]:
    """Ports of which the one for the bus is free as well, below those that the kernel gives to clients."""
    found: list[int] = []
    while len(found) < count:
        port = random.randrange(12_000, 22_000)
        if port not in found and _is_free(port) and _is_free(port + BUS):
            found.append(port)
    return found


def _is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


class Node:
    """One server process and a client of its own."""

    def __init__(self, folder: Path, port: int, *arguments: str) -> None:
        self.folder = folder
        self.port = port
        self._arguments = arguments
        self._process: subprocess.Popen[bytes] | None = None
        self.redis: Any = Redis(HOST, port, retry=Retry(NoBackoff(), 0), socket_timeout=5)

    def start(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        with (self.folder / "log").open("ab") as log:
            command = [str(find_binary()), *self._command(), *self._arguments]
            self._process = spawn(command, output=log)
        until(self.answers, f"the start of {self.folder}")

    def _command(self) -> list[str]:
        return ["--port", str(self.port), "--bind", HOST, "--dir", str(self.folder), "--save", "", "--appendonly", "no"]

    def answers(self) -> bool:
        try:
            return bool(self.redis.ping())
        except RedisError:
            return False

    def info(self, section: str) -> Any:
        try:
            return self.redis.info(section)
        except RedisConnectionError:  # Sentinels cut all connections of a server whose role they change
            return self.redis.info(section)

    @property
    def role(self) -> str:
        return str(self.info("replication")["role"])

    @property
    def linked(self) -> bool:
        """Whether this replica has all that its primary had when it was linked."""
        about = self.info("replication")
        return bool(about["role"] == "slave" and about["master_link_status"] == "up")

    def send_signal(self, number: signal.Signals) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """kill -9."""
        self.send_signal(signal.SIGKILL)
        assert self._process is not None
        self._process.wait()

    def stop(self) -> None:
        self.redis.close()
        if self._process is not None and self._process.poll() is None:
            self.send_signal(signal.SIGCONT)
            self.kill()

    @contextmanager
    def cut_off(self) -> Iterator[None]:
        """Keep the replicas of this primary from following it; everybody else notices nothing. SYNC stays forbidden:
        a replica that falls back on that old command follows, but never tells how far it is."""
        self.redis.execute_command("ACL", "SETUSER", "default", "-psync", "-sync")
        self.redis.execute_command("CLIENT", "KILL", "TYPE", "replica")
        try:
            yield
        finally:
            with suppress(RedisError):  # it may have been killed meanwhile
                self.redis.execute_command("ACL", "SETUSER", "default", "+psync")


class ClusterNodes:
    """A Cluster: nodes 0 to 2 begin as primaries, 3 to 5 as their replicas."""

    def __init__(self, folder: Path) -> None:
        options = {
            "cluster-enabled": "yes",
            "cluster-node-timeout": str(NODE_TIMEOUT_MS),
            "cluster-migration-barrier": "5",  # a replica stays with its primary
            "repl-diskless-sync": "yes",
            "repl-diskless-sync-delay": "0",
            "repl-ping-replica-period": "1",
        }
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self.nodes = [Node(folder / str(port), port, *words) for port in free_ports(6)]

    @property
    def url(self) -> str:
        return "redis+cluster://" + ",".join(f"{HOST}:{node.port}" for node in self.nodes[:3])

    def start(self) -> None:
        """Start and join them."""
        for node in self.nodes:
            node.start()
        primaries = self.nodes[:3]
        first = primaries[0]
        share = SLOTS // 3 + 1
        for epoch, node in enumerate(self.nodes, 1):
            node.redis.execute_command("CLUSTER", "SET-CONFIG-EPOCH", epoch)
            node.redis.execute_command("CLUSTER", "MEET", HOST, first.port)
        for index, node in enumerate(primaries):
            node.redis.execute_command("CLUSTER", "ADDSLOTS", *range(SLOTS)[index * share : (index + 1) * share])
        until(lambda: all(len(known_to(node)) == len(self.nodes) for node in self.nodes), "the meeting of all nodes")
        for index, node in enumerate(self.nodes[3:]):
            primary = id_of(primaries[index])
            until(lambda node=node, primary=primary: is_replica_of(node, primary), "a replica")
        self.settle()

    def settle(self) -> None:
        """Until everybody agrees that all is well and every replica follows."""
        until(self._well, "the Cluster's health", SETTLED_S)

    def _well(self) -> bool:
        try:
            return (
                all(cluster_info(node)["cluster_state"] == "ok" for node in self.nodes)
                and all(cluster_info(node)["cluster_slots_ok"] == str(SLOTS) for node in self.nodes)
                and all(all(flags_are_well(flags) for flags in known_to(node).values()) for node in self.nodes)
                and self._agree()
                and sum(node.linked for node in self.nodes) == 3
                and all(self._has_heard(node) for node in self.nodes if node.role == "master")
            )
        except RedisError:
            return False

    def _has_heard(self, primary: Node) -> bool:
        """Whether its replica has what is written here."""
        key = next(name for name in map("probe:{}".format, range(1_000)) if self.primary_of(name) is primary)
        pipe = primary.redis.pipeline(transaction=False)
        pipe.set(key, 1).execute_command("WAIT", 1, 100)
        return bool(pipe.execute()[1])

    def stop(self) -> None:
        for node in self.nodes:
            node.stop()

    def primary_of(self, key: str) -> Node:
        """The node that has a key, as the others see it."""
        return self.primary_of_slot(key_slot(key.encode()))

    def primary_of_slot(self, slot: int) -> Node:
        for node in self.nodes:
            for first, last, (_, port, *_), *_ in slots_of(node):
                if first <= slot <= last:
                    return next(each for each in self.nodes if each.port == port)
        raise AssertionError(f"nobody has slot {slot}")

    def replica_of(self, primary: Node) -> Node:
        wanted = id_of(primary)
        return next(node for node in self.nodes if node is not primary and primary_id(node) == wanted)

    def replace(self, primary: Node, replica: Node) -> None:
        """After a primary was killed: until its replica has taken over, then start it again as a replica."""
        until(lambda: replica.role == "master", "the failover")
        primary.start()
        self.settle()

    def move_slots(self, slots: Iterable[int], target: Node, at_once: int = 10, pause_s: float = 0.0) -> None:
        """As `redis-cli --cluster reshard` does it: a few keys at a time, while everything goes on. It is over when
        all nodes know, the replicas too: a replica that still takes a giver for the owner believes neither the taker
        once the giver has been given a slot in its turn, nor does it know what it has to take over."""
        primaries = [node for node in self.nodes if node.role == "master"]
        for slot in slots:
            source = self.primary_of_slot(slot)
            target.redis.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(source))
            source.redis.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(target))
            while keys := source.redis.execute_command("CLUSTER", "GETKEYSINSLOT", slot, at_once):
                source.redis.execute_command("MIGRATE", HOST, target.port, "", 0, 5_000, "KEYS", *keys)
                time.sleep(pause_s)
            for node in (target, source, *primaries):
                node.redis.execute_command("CLUSTER", "SETSLOT", slot, "NODE", id_of(target))
        until(self._agree, "the agreement on who has which slots", SETTLED_S)

    def _agree(self) -> bool:
        """Whether all nodes say the same of every slot, and none is under way."""
        return len({owners(node) for node in self.nodes}) == 1 and not any(map(open_slots, self.nodes))


def id_of(node: Node) -> str:
    return str(node.redis.execute_command("CLUSTER", "MYID").decode())


def known_to(node: Node) -> dict[str, str]:
    """The nodes that a node knows, with what it thinks of them."""
    said: Any = node.redis.execute_command("CLUSTER NODES")
    return {address: about["flags"] for address, about in said.items()}


def flags_are_well(flags: str) -> bool:
    return "fail" not in flags and "handshake" not in flags and "noaddr" not in flags


def cluster_info(node: Node) -> Any:
    return node.redis.execute_command("CLUSTER INFO")


def slots_of(node: Node) -> list[Any]:
    try:
        return list(node.redis.execute_command("CLUSTER", "SLOTS"))
    except RedisError:
        return []


def owners(node: Node) -> frozenset[tuple[str, str, str]]:
    """Which primary has which slots since when, as a node sees it. Without the epoch one that was told of a move, and
    has not heard it from the taker, would yet believe what the giver said before."""
    said: Any = node.redis.execute_command("CLUSTER NODES")
    primaries = [(address, about) for address, about in said.items() if "master" in about["flags"]]
    return frozenset((address, about["epoch"], str(about["slots"])) for address, about in primaries)


def open_slots(node: Node) -> list[Any]:
    """Slots that it is giving or taking."""
    said: Any = node.redis.execute_command("CLUSTER NODES")
    return [each for about in said.values() for each in about["migrations"]]


def primary_id(node: Node) -> str:
    try:
        said: Any = node.redis.execute_command("CLUSTER NODES")
    except RedisError:
        return ""
    return next(str(about["master_id"]) for about in said.values() if "myself" in about["flags"])


def is_replica_of(node: Node, primary: str) -> bool:
    """Make it one; a node that has not heard of the primary yet refuses."""
    with suppress(RedisError):
        node.redis.execute_command("CLUSTER", "REPLICATE", primary)
        return True
    return False


class LoneNode(Node):
    """A Cluster of one node that tells everybody to come to another port: to that of a wire."""

    def __init__(self, folder: Path, port: int, announced: int) -> None:
        super().__init__(folder, port, "--cluster-enabled", "yes", "--cluster-announce-port", str(announced))
        self.announced = announced

    @property
    def url(self) -> str:
        return f"redis+cluster://{HOST}:{self.announced}"

    def start(self) -> None:
        super().start()
        self.redis.execute_command("CLUSTER", "ADDSLOTS", *range(SLOTS))
        until(lambda: cluster_info(self)["cluster_state"] == "ok", "the Cluster of one")
