"""Clients by URL: several start nodes, several Sentinels, passwords, TLS; and what a Cluster's client does with keys of
many slots."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import Any

import pytest
from redis.crc import key_slot
from redis.exceptions import ConnectionError as RedisConnectionError, RedisError

from moothall.events.event_store.store import Ids
from moothall.events.redis_client.connection import NotYetSafe, Replicas, connect, on_one_connection
from tests.support.live import until
from tests.support.nodes import (
    HOST,
    ClusterNodes,
    LoneNode,
    Node,
    cluster_info,
    free_ports,
    id_of,
    known_to,
)
from tests.support.watched import SERVICE, Watched
from tests.support.wires import certificate, wire


def test_any_start_node_will_do(cluster: ClusterNodes) -> None:
    (nobody,) = free_ports(1)
    replica = cluster.nodes[4]
    with connect(f"redis+cluster://{HOST}:{nobody},{HOST}:{replica.port}") as client:
        assert client.set("{any}", 1)
        assert client.get("{any}") == b"1"


def test_a_cluster_out_of_reach_is_a_redis_error_and_is_found_when_it_is_there(tmp_path: Path) -> None:
    (port,) = free_ports(1)
    node = LoneNode(tmp_path, port, port)
    with connect(node.url) as client:
        for ask in (lambda: client.get("a"), client.ping, lambda: list(client.scan_iter())):
            with pytest.raises(RedisError):
                ask()
        with pytest.raises(RedisError):
            client.pipeline().get("a").execute()
        try:
            node.start()
            assert client.get("a") is None
        finally:
            node.stop()


def test_ids_of_games_follow_from_a_secret_that_the_replicas_have(cluster: ClusterNodes) -> None:
    made = []
    for _ in range(2):
        with connect(cluster.url) as client:
            made.append(Ids(client, lambda: 1_000, Replicas(1, 4_000)).fresh("ann", "once"))
    assert made[0] == made[1]
    with connect(cluster.url) as client, pytest.raises(NotYetSafe):
        Ids(client, lambda: 1_000, Replicas(9, 1)).fresh("ann", "once")


def test_any_sentinel_will_do(watched: Watched) -> None:
    (nobody,) = free_ports(1)
    sentinel = watched.sentinels[2]
    with connect(f"redis+sentinel://{HOST}:{nobody},{HOST}:{sentinel.port}/{SERVICE}/3") as client:
        assert client.set("three", 3)
        assert client.connection_pool.connection_kwargs["db"] == 3
    with connect(watched.url) as client:
        assert client.get("three") is None
        client.flushall()


@pytest.mark.parametrize("kind", ["cluster", "sentinel"])
def test_a_user_with_a_password(kind: str, lone: LoneNode, watched: Watched) -> None:
    node = lone if kind == "cluster" else watched.primary
    node.redis.execute_command("ACL", "SETUSER", "hall", "on", ">p@ss,word", "~*", "+@all")
    url = lone.url if kind == "cluster" else watched.url
    with wire(lone.announced, lone.port):
        with connect(url.replace("://", "://hall:p%40ss%2Cword@")) as client:
            assert client.execute_command("ACL", "WHOAMI") if kind == "sentinel" else client.set("a", 1)
        with connect(url.replace("://", "://hall:wrong@")) as client, pytest.raises(RedisError):
            client.get("a")


def test_tls(lone: LoneNode, tmp_path: Path) -> None:
    context, trusted = certificate(tmp_path)
    url = lone.url.replace("redis+", "rediss+")
    with wire(lone.announced, lone.port, context):
        with connect(f"{url}?ssl_ca_certs={trusted}") as client:
            assert client.set("secret", 1)
            assert [len(said) for said in client.views().values()] == [1]
        with connect(url) as client, pytest.raises(RedisError, match="certificate"):
            client.get("secret")
        with connect(lone.url) as client, pytest.raises(RedisError):
            client.get("secret")


def test_tls_to_sentinels_and_to_what_they_name(watched: Watched, tmp_path: Path) -> None:
    """The wire to the Sentinel speaks TLS; what it names does not, which is noticed."""
    context, trusted = certificate(tmp_path)
    (port,) = free_ports(1)
    with wire(port, watched.sentinels[0].port, context):
        url = f"rediss+sentinel://{HOST}:{port}/{SERVICE}?ssl_ca_certs={trusted}&socket_timeout=0.5"
        with connect(url) as client:
            assert client.connection_pool.get_master_address() == (HOST, watched.primary.port)
            with pytest.raises(RedisError):
                client.get("a")


def test_a_cluster_has_one_database() -> None:
    for url in ("redis+cluster://localhost:7000/3", "redis+cluster://localhost:7000?db=3"):
        with pytest.raises(ValueError, match="one database"):
            connect(url)


def test_a_batch_goes_to_all_nodes_and_may_hold_scripts(client: Any) -> None:
    pipe = client.pipeline(transaction=False)
    for number in range(50):
        pipe.eval("return redis.call('SET', KEYS[1], ARGV[1])", 1, f"batch:{number}", number)
        pipe.get(f"batch:{number}")
    assert pipe.execute() == [each for number in range(50) for each in (b"OK", str(number).encode())]
    assert {*client.scan_iter(match="batch:*")} == {f"batch:{number}".encode() for number in range(50)}
    assert pipe.execute() == []


def test_an_error_in_a_batch_is_raised_when_all_have_been_tried(client: Any) -> None:
    client.set("batch:word", "word")
    pipe = client.pipeline()
    pipe.incr("batch:word").set("batch:after", 1).set("batch:elsewhere", 1)
    with pytest.raises(RedisError, match="not an integer"):
        pipe.execute()
    assert client.get("batch:after") == client.get("batch:elsewhere") == b"1"


def test_a_node_that_gets_its_first_slot_is_followed_to(tmp_path: Path) -> None:
    """Nobody lists a node without slots, and half of a slot's keys are there already."""
    first, second = free_ports(2)
    old, new = LoneNode(tmp_path / "old", first, first), Node(tmp_path / "new", second, "--cluster-enabled", "yes")
    try:
        old.start()
        new.start()
        new.redis.execute_command("CLUSTER", "MEET", HOST, first)
        until(lambda: len(known_to(old)) == len(known_to(new)) == 2, "the meeting")
        until(lambda: cluster_info(new)["cluster_state"] == "ok", "its readiness")
        with connect(old.url) as client:
            client.set("{moved}:a", 1)
            slot = key_slot(b"{moved}:a")
            new.redis.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", id_of(old))
            old.redis.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", id_of(new))
            old.redis.execute_command("MIGRATE", HOST, second, "{moved}:a", 0, 5_000)
            assert client.get("{moved}:a") == b"1"
            assert client.pipeline().incr("{moved}:a").get("elsewhere").execute() == [2, None]
            assert on_one_connection(client, "{moved}:a", ("INCR", "{moved}:a"), ("WAIT", 0, 1)) == [3, 0]
            assert client.set("{moved}:b", 1), "what is new goes there too"
        assert old.redis.execute_command("CLUSTER", "GETKEYSINSLOT", slot, 9) == []
    finally:
        new.stop()
        old.stop()


def test_a_primary_that_is_one_no_longer_is_left_also_when_a_script_finds_out(watched: Watched) -> None:
    primary, write = watched.primary, "return redis.call('SET', KEYS[1], 1)"
    with connect(watched.url) as client:
        assert client.eval(write, 1, "demoted") == b"OK"
        primary.redis.replicaof(HOST, free_ports(1)[0])
        try:
            for _ in range(3):
                with pytest.raises(RedisConnectionError):
                    client.eval(write, 1, "demoted")
                with pytest.raises(RedisConnectionError):
                    client.pipeline(transaction=False).eval(write, 1, "demoted").execute()
        finally:
            primary.redis.replicaof("NO", "ONE")
        until(lambda: written(client, write), "the primary")
    watched.settle()


def written(client: Any, script: str) -> bool:
    try:
        return bool(client.eval(script, 1, "demoted") == b"OK")
    except RedisConnectionError:
        return False


def test_a_transaction_is_refused(client: Any) -> None:
    with pytest.raises(ValueError, match="transaction"):
        client.pipeline(transaction=True)


@pytest.mark.parametrize("kind", ["plain", "cluster", "sentinel"])
def test_an_answer_that_nobody_waited_for_is_given_to_nobody_else(
    kind: str, cluster: ClusterNodes, watched: Watched
) -> None:
    """A signal breaks off the waiting, as when a worker is told to stop."""
    plain = f"redis://{HOST}:{watched.primary.port}"
    url = {"plain": plain, "cluster": cluster.url, "sentinel": watched.url}[kind]

    def broken_off(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, broken_off)
    try:
        with connect(url) as client:
            client.set("{own}:word", "mine")
            signal.setitimer(signal.ITIMER_REAL, 0.2)
            with pytest.raises(KeyboardInterrupt):
                client.blpop("{own}:nothing", timeout=1)
            assert client.get("{own}:word") == b"mine"
    finally:
        signal.signal(signal.SIGALRM, before)
