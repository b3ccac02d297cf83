"""What goes wrong, and when: one seed, one schedule. How the clients' requests fall in between is up to the moment."""

from __future__ import annotations

import itertools
import random
import signal
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import psutil
from redis.crc import key_slot
from redis.exceptions import RedisError

from moothall.events import keys
from tests.e2e.conftest import Hall
from tests.support.live import until
from tests.support.nodes import HOST, ClusterNodes, Node
from tests.support.servers import SERVER
from tests.support.watched import SERVICE, Watched
from tests.support.wires import Wire, every

SHORTEST_S, LONGEST_S = 0.2, 1.8
"""How long something is paused, cut off or full. Longer than the nodes' patience at times: then they fail over."""

AT_A_TIME = 40
"""Slots that move one after the other; those of a shard of games are among them."""

ROOM = 4_096
"""Bytes that a full disk still has."""


class Planned(NamedTuple):
    """A fault of a schedule."""

    wait_s: float
    """After the one before it is over."""
    fault: str
    pick: int
    """Which of several victims."""
    lasts_s: float


Fault = Callable[[Planned], None]


def schedule(seed: int, kinds: Sequence[str], shortest_s: float, longest_s: float) -> Iterator[Planned]:
    """Without end, and the same for the same seed. Every kind comes once before any comes again."""
    luck = random.Random(seed)
    while True:
        for kind in luck.sample(kinds, len(kinds)):
            wait_s, lasts_s = luck.uniform(shortest_s, longest_s), luck.uniform(SHORTEST_S, LONGEST_S)
            yield Planned(round(wait_s, 3), kind, luck.randrange(1_000), round(lasts_s, 3))


def for_a_while(plan: Iterable[Planned], lasts_s: float) -> Iterator[Planned]:
    """As much of a schedule as fits into so many seconds from now."""
    end = time.monotonic() + lasts_s
    return itertools.takewhile(lambda planned: time.monotonic() + planned.wait_s < end, plan)


def run(plan: Iterable[Planned], faults: Mapping[str, Fault]) -> Counter[str]:
    """Let it all happen, one after the other; how often each fault did."""
    done: Counter[str] = Counter()
    for planned in plan:
        time.sleep(planned.wait_s)
        faults[planned.fault](planned)
        done[planned.fault] += 1
    return done


def of_processes(hall: Hall) -> dict[str, Fault]:
    """Every kind of process of a hall, killed and paused."""
    words = {"web": "gunicorn", "worker": "worker", "dispatcher": "dispatcher"}
    faults: dict[str, Fault] = {}
    for name, word in words.items():
        faults[f"{name} killed"] = lambda planned, word=word: kill(victim(hall, word, planned))  # type: ignore[misc]
        faults[f"{name} paused"] = lambda planned, word=word: pause(victim(hall, word, planned), planned)  # type: ignore[misc]
    return faults


def of_embedded(hall: Hall) -> dict[str, Fault]:
    """What can happen to the embedded Redis, which its supervisor looks after."""
    return {
        "Redis killed": lambda planned: kill(victim(hall, SERVER, planned)),
        "Redis paused": lambda planned: pause(victim(hall, SERVER, planned), planned),
        "disk full": lambda planned: fill_disk(hall, planned),
    }


def of_wire(line: Wire) -> dict[str, Fault]:
    """Answers that are lost after the command was carried out."""

    def lose(planned: Planned) -> None:
        line.loses = every(2 + planned.pick % 4, b"EVALSHA")
        time.sleep(planned.lasts_s)
        line.loses = lambda request: False

    return {"answers lost": lose}


def of_watched(nodes: Watched) -> dict[str, Fault]:
    """What can happen to a primary and its replica; afterwards, as before, there are two again."""

    def with_both(fault: Fault) -> Fault:
        def happen(planned: Planned) -> None:
            until(lambda: are_well(nodes), "a primary with a replica")
            fault(planned)
            until(lambda: are_well(nodes), "a primary with a replica")

        return happen

    def pause_primary(planned: Planned) -> None:
        before, other = nodes.primary, nodes.replica
        pause_node(before, planned)
        if other.role == "master":
            before.redis.replicaof(HOST, other.port)  # a Sentinel would do so too, after ten seconds

    return {
        "primary killed": with_both(lambda planned: nodes.fail_over()),
        "primary paused": with_both(pause_primary),
        "replica cut off": with_both(lambda planned: cut_off(nodes.primary, planned)),
        "connections cut": lambda planned: cut_connections(nodes.servers, planned),
    }


def are_well(nodes: Watched) -> bool:
    """Whether the Sentinels agree and nobody is being replaced."""
    try:
        named = {node.redis.sentinel_get_master_addr_by_name(SERVICE)[1] for node in nodes.sentinels}
        agreed = all(node.knows_all for node in nodes.sentinels) and named == {nodes.primary.port}
        return agreed and nodes.replica.linked
    except (RedisError, StopIteration):
        return False


def of_cluster(nodes: ClusterNodes) -> dict[str, Fault]:
    """The same for one of three primaries, and slots that move."""

    def primary(planned: Planned) -> Node:
        primaries = [node for node in nodes.nodes if node.role == "master"]
        return primaries[planned.pick % len(primaries)]

    def kill_one(planned: Planned) -> None:
        victim = primary(planned)
        replica = nodes.replica_of(victim)
        victim.kill()
        nodes.replace(victim, replica)

    def pause_one(planned: Planned) -> None:
        pause_node(primary(planned), planned)
        nodes.settle()

    def move_slots(planned: Planned) -> None:
        games = key_slot(keys.due(planned.pick % keys.SHARDS).encode())
        first = games - planned.pick // keys.SHARDS % AT_A_TIME
        homes: dict[int, list[int]] = defaultdict(list)
        for slot in range(first, first + AT_A_TIME):
            homes[nodes.primary_of_slot(slot).port].append(slot)
        for home, slots in homes.items():
            target = next(node for node in nodes.nodes if node.role == "master" and node.port != home)
            nodes.move_slots(slots, target)

    def cut_one(planned: Planned) -> None:
        cut_off(primary(planned), planned)
        nodes.settle()

    return {
        "primary killed": kill_one,
        "primary paused": pause_one,
        "replica cut off": cut_one,
        "slots moved": move_slots,
        "connections cut": lambda planned: cut_connections(nodes.nodes, planned),
    }


def victim(hall: Hall, word: str, planned: Planned) -> psutil.Process:
    """One of the processes with that word, as soon as there is any."""
    found: list[psutil.Process] = []

    def any_is_there() -> bool:
        found[:] = sorted(hall.children(word), key=lambda process: process.pid)
        return bool(found)

    until(any_is_there, f"the start of a {word}")
    return found[planned.pick % len(found)]


def kill(process: psutil.Process) -> None:
    """kill -9."""
    with suppress(psutil.NoSuchProcess):
        process.kill()


def pause(process: psutil.Process, planned: Planned) -> None:
    """It stands still, and all its connections stay open."""
    with suppress(psutil.NoSuchProcess):
        process.suspend()
        try:
            time.sleep(planned.lasts_s)
        finally:
            process.resume()


@contextmanager
def paused(node: Node) -> Iterator[None]:
    """The same for a Redis of our own."""
    node.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        node.send_signal(signal.SIGCONT)


def pause_node(node: Node, planned: Planned) -> None:
    """Long enough, and there is another one in its place afterwards."""
    with paused(node):
        time.sleep(planned.lasts_s)


def cut_off(primary: Node, planned: Planned) -> None:
    """No replica follows for a while."""
    with primary.cut_off():
        time.sleep(planned.lasts_s)


def cut_connections(nodes: Sequence[Node], planned: Planned) -> None:
    """All clients of all nodes are hung up on, again and again; some of them wait for an answer."""
    end = time.monotonic() + planned.lasts_s
    while time.monotonic() < end:
        for node in nodes:
            node.redis.execute_command("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
        time.sleep(0.05)


def fill_disk(hall: Hall, planned: Planned) -> None:
    """As far as it can be had without a disk of our own: no file of theirs may grow beyond what the log has now and a
    little. Redis dies in the middle of a write, and its successors do too for as long as this lasts."""
    size = sum(file.stat().st_size for file in hall.data.glob("*.aof"))
    unlimited = psutil.RLIM_INFINITY
    supervisor = psutil.Process(hall.pid)
    try:
        for process in (supervisor, *hall.children(SERVER)):
            limit(process, size + ROOM)
        time.sleep(planned.lasts_s)
    finally:
        for process in (supervisor, *supervisor.children(recursive=True)):
            limit(process, unlimited)


def limit(process: psutil.Process, size: int) -> None:
    with suppress(psutil.NoSuchProcess):
        process.rlimit(psutil.RLIMIT_FSIZE, (size, psutil.RLIM_INFINITY))
