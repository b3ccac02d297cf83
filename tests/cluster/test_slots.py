"""Slots that have moved stay where they are, whoever is lost next."""

from __future__ import annotations

from typing import Any

import pytest
from redis.crc import key_slot

from tests.support.nodes import ClusterNodes, owners

KEY = "{moved}"
IN_TURNS = 40
"""Moves each way. Of thirty that did not wait for all nodes to know, a slot was lost in one run of three."""


@pytest.mark.parametrize("lost", ["giver", "taker"])
def test_a_moved_slot_outlives_both_who_gave_it_and_who_took_it(cluster: ClusterNodes, client: Any, lost: str) -> None:
    giver = cluster.primary_of(KEY)
    taker = next(node for node in cluster.nodes if node.role == "master" and node is not giver)
    client.set(KEY, lost)
    cluster.move_slots([key_slot(KEY.encode())], taker)
    cluster.settle()
    victim = {"giver": giver, "taker": taker}[lost]
    replica = cluster.replica_of(victim)
    victim.kill()
    cluster.replace(victim, replica)
    assert client.get(KEY) == lost.encode()
    assert cluster.primary_of(KEY) is (replica if victim is taker else taker)
    assert len({owners(node) for node in cluster.nodes}) == 1


def test_slots_that_two_primaries_give_each_other_in_turns_are_somebodys(cluster: ClusterNodes, client: Any) -> None:
    one, other = [node for node in cluster.nodes if node.role == "master"][:2]
    names = [f"{{in turns {number}}}" for number in range(200)]
    there = [name for name in names if cluster.primary_of(name) is one][:IN_TURNS]
    back = [name for name in names if cluster.primary_of(name) is other][:IN_TURNS]
    for name in (*there, *back):
        client.set(name, name)
    for given, taken in zip(there, back, strict=True):
        cluster.move_slots([key_slot(given.encode())], other)
        cluster.move_slots([key_slot(taken.encode())], one)
    assert [client.get(name) for name in (*there, *back)] == [name.encode() for name in (*there, *back)]
    assert {cluster.primary_of(name).port for name in there} == {other.port}
    assert {cluster.primary_of(name).port for name in back} == {one.port}
    cluster.settle()
