"""`moothall doctor` on a Cluster and behind Sentinels."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from moothall.events.redis_client.connection import connect
from moothall.server.config import Config
from moothall.server.doctor import Finding, examine, slots
from moothall.server.doctor.findings import BAD, OK, WARN
from moothall.server.embedded import EmbeddedRedis
from tests.support.live import until
from tests.support.nodes import ClusterNodes, LoneNode, Node, cluster_info, id_of, known_to
from tests.support.watched import Watched


@pytest.fixture
def config(cluster: ClusterNodes, redis_server: EmbeddedRedis, tmp_path: Path) -> Iterator[Config]:
    """The Cluster, which is well again afterwards."""
    yield Config(redis=cluster.url, queue=redis_server.url, data=tmp_path, replicas=1)
    cluster.settle()


def found(config: Config, check: str) -> list[Finding]:
    return [each for each in examine(config, 0) if each.check == check]


def only(config: Config, check: str) -> Finding:
    (finding,) = found(config, check)
    return finding


def primaries(cluster: ClusterNodes) -> list[Node]:
    """The oldest claim first."""
    having = [node for node in cluster.nodes if node.role == "master"]
    return sorted(having, key=lambda node: int(cluster_info(node)["cluster_my_epoch"]))


def a_slot_of(cluster: ClusterNodes, node: Node) -> int:
    return next(slot for slot in range(16_384) if cluster.primary_of_slot(slot) is node)


def set_slot(node: Node, slot: int, *words: str) -> None:
    node.redis.execute_command("CLUSTER", "SETSLOT", slot, *words)


def test_the_doctor_sees_every_primary(cluster: ClusterNodes, redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    config = Config(redis=cluster.url, queue=redis_server.url, data=tmp_path, replicas=1)
    found = examine(config)
    levels = {check: [each.level for each in found if each.check == check] for check in ("redis", "cluster", "clock")}
    assert levels == {"redis": [OK] * 3, "cluster": [OK] * 3, "clock": [OK] * 3}
    assert [each.level for each in found if each.check == "durability"] == [BAD] * 3, "these keep nothing on disk"
    assert [each.level for each in found if each.check == "replication"] == [WARN] * 3, "no min-replicas-to-write"
    too_many = examine(Config(redis=cluster.url, queue=redis_server.url, data=tmp_path, replicas=2))
    assert [each.level for each in too_many if each.check == "replication"] == [BAD] * 3


def test_nodes_that_agree(config: Config) -> None:
    said = only(config, "slots")
    assert (said.level, said.what) == (OK, "all 16384 are somebody's, none is moving; 6 nodes asked")


def test_a_node_of_two_names_is_asked_once(cluster: ClusterNodes) -> None:
    one, other = cluster.nodes[:2]
    with connect(f"redis+cluster://localhost:{one.port},localhost:{other.port}") as client:
        assert len(client.views()) == 6


def test_a_slot_that_is_left_half_way(cluster: ClusterNodes, config: Config) -> None:
    giver, taker, _ = primaries(cluster)
    slot = a_slot_of(cluster, giver)
    try:
        set_slot(giver, slot, "MIGRATING", id_of(taker))
        gives = f"127.0.0.1:{giver.port} gives slot {slot} to 127.0.0.1:{taker.port}"
        said = only(config, "slots")
        assert (said.level, said.what) == (WARN, gives)
        assert "docs/cluster.md" in said.todo
        set_slot(taker, slot, "IMPORTING", id_of(giver))
        takes = f"127.0.0.1:{taker.port} takes slot {slot} from 127.0.0.1:{giver.port}"
        assert sorted(only(config, "slots").what.split("; ")) == sorted([gives, takes])
    finally:
        for node in (giver, taker):
            set_slot(node, slot, "STABLE")
    assert only(config, "slots").level == OK


def test_nodes_that_do_not_agree_on_who_has_a_slot(cluster: ClusterNodes, client: Any) -> None:
    """As it is for the moment that news takes, which newer servers cut short: what one node says is altered here."""
    owner, misled, newer = (f"127.0.0.1:{node.port}" for node in primaries(cluster))
    said = client.views()
    assert [each.level for each in slots.told(said)] == [OK]
    wrong = copy.deepcopy(said)
    first, *last = wrong[misled][owner]["slots"].pop(0)
    slot = int(first)
    wrong[misled][newer]["slots"].append([str(slot)])
    if last and int(last[0]) > slot:
        wrong[misled][owner]["slots"].append([str(slot + 1), last[0]])
    (finding,) = slots.told(wrong)
    among = " or ".join(sorted((owner, newer)))
    assert (finding.level, finding.what) == (BAD, f"the nodes do not agree on who has slot {slot}: {among}")
    assert "SETSLOT" in finding.todo
    assert "docs/cluster.md" in finding.todo


def test_nodes_that_do_not_agree_on_an_epoch(cluster: ClusterNodes, client: Any) -> None:
    """As it is for the moment that news take: what one node says is altered here."""
    said = client.views()
    assert [each.level for each in slots.told(said)] == [OK]
    late = copy.deepcopy(said)
    address = f"127.0.0.1:{primaries(cluster)[0].port}"
    late[address][address]["epoch"] = "1000"
    (finding,) = slots.told(late)
    assert (finding.level, finding.what) == (WARN, f"the nodes do not agree on the epoch of {address}")


def test_a_replica_that_is_lost(cluster: ClusterNodes, config: Config) -> None:
    primary = primaries(cluster)[0]
    replica = cluster.replica_of(primary)
    name = f"127.0.0.1:{replica.port}"
    replica.kill()
    try:
        until(lambda: "fail" in known_to(primary)[name].split(","), "the Cluster's notice")
        silent = [each for each in found(config, "slots") if name in each.what]
        lacking = [each for each in found(config, "replication") if each.level == BAD]
    finally:
        replica.start()
    assert [each.level for each in silent] == [WARN]
    assert [each.what for each in lacking] == [
        f"127.0.0.1:{primary.port}: 0 of 0 replicas follow; MOOTHALL_REPLICAS is 1"
    ]


def test_slots_that_nobody_has(empty: LoneNode, redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    config = Config(redis=empty.url, queue=redis_server.url, data=tmp_path, replicas=1)
    assert only(config, "slots").what == "all 16384 are somebody's, none is moving; 1 node asked"
    assert only(config, "replication").level == BAD
    empty.redis.execute_command("CLUSTER", "DELSLOTS", 5)
    assert (only(config, "slots").level, only(config, "slots").what) == (BAD, "nobody has slot 5")
    empty.redis.execute_command("CLUSTER", "DELSLOTS", *range(10, 20))
    assert only(config, "slots").what == "nobody has slots 5, 10, 11, 12, 13 and 6 more"


def test_the_doctor_sees_who_watches(watched: Watched, redis_server: EmbeddedRedis, tmp_path: Path) -> None:
    found = examine(Config(redis=watched.url, queue=redis_server.url, data=tmp_path))
    assert [each.what for each in found if each.check == "cluster"] == ["3 Sentinels are named"]
    (replication,) = [each for each in found if each.check == "replication"]
    assert (replication.level, replication.todo[:11]) == (WARN, "set it to 1")
