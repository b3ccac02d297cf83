"""What is promised with MOOTHALL_REPLICAS and without it, when replicas fall behind and primaries are lost."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from moothall.events import keys
from tests.cluster.conftest import Make
from tests.e2e.test_serve import chain_is_whole
from tests.support.api import Answer, Table
from tests.support.live import until
from tests.support.nodes import ClusterNodes, Node

WAVE = {"move": {"type": "wave"}}
WAIT_MS = 600
"""Of those who wait in vain; a replica that is there has answered by then, on a busy machine too."""


def primary_of(cluster: ClusterNodes, table: Table) -> Node:
    return cluster.primary_of(keys.events(table.id))


def wave(table: Table, status: int, key: str | None = None, **headers: str) -> Answer:
    if key is not None:
        headers["Idempotency-Key"] = key
    return table.people[0].post(f"{table.path}/moves", WAVE, status, headers)


def fail_over(cluster: ClusterNodes, primary: Node) -> None:
    """Kill it; its replica takes over with what it has."""
    replica = cluster.replica_of(primary)
    primary.kill()
    cluster.replace(primary, replica)


def test_a_move_that_the_replica_has_is_acknowledged(app: Make, cluster: ClusterNodes) -> None:
    table = app(cluster.url, replicas=1).table()
    first = wave(table, 201, "once")
    again = wave(table, 201, "once")
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json == first.json
    replica = cluster.replica_of(primary_of(cluster, table))
    replica.redis.execute_command("READONLY")
    assert replica.redis.xlen(keys.events(table.id)) == first.json["seq"]


def test_without_waiting_a_cut_link_is_not_noticed(app: Make, cluster: ClusterNodes) -> None:
    table = app(cluster.url).table()
    with primary_of(cluster, table).cut_off():
        wave(table, 201)
    cluster.settle()


def test_a_cut_link_is_told_and_the_same_key_tells_when_it_is_safe(app: Make, cluster: ClusterNodes) -> None:
    api = app(cluster.url, replicas=1, replicas_ms=WAIT_MS)
    table = api.table()
    before = table.seq
    with primary_of(cluster, table).cut_off():
        for _ in range(3):
            refused = wave(table, 503, "cut")
            assert refused.json["type"] == "/problems/not-yet-safe"
            assert int(refused.headers["Retry-After"]) > 0
        assert table.seq == before + 1, "it is in the log, once"
        assert table.see()["seq"] == before + 1, "and others see it"
    cluster.settle()
    answer = wave(table, 201, "cut")
    assert answer.headers["Idempotency-Replayed"] == "true"
    assert answer.json["seq"] == table.seq == before + 1
    assert wave(table, 201).json["seq"] == before + 2


def test_a_game_that_is_not_safe_yet_is_created_once(app: Make, cluster: ClusterNodes) -> None:
    api = app(cluster.url, replicas=1, replicas_ms=WAIT_MS)
    ada = api.player()
    body = {"title": "tally", "seats": [{"kind": "human"}, {"kind": "human"}]}
    key = {"Idempotency-Key": "new"}
    with ExitStack() as cut:
        for node in cluster.nodes:
            if node.role == "master":
                cut.enter_context(node.cut_off())
        assert ada.post("/v1/games", body, 503, key).json["type"] == "/problems/not-yet-safe"
    cluster.settle()
    created = ada.post("/v1/games", body, 201, key)
    assert ada.post("/v1/games", body, 201, key).json == created.json
    assert [game for game in api.parts.store.game_ids() if game == created.json["id"]] == [created.json["id"]]


def test_what_was_not_yet_safe_and_is_lost_is_done_anew_under_the_same_key(app: Make, cluster: ClusterNodes) -> None:
    table = app(cluster.url, replicas=1, replicas_ms=WAIT_MS).table()
    before, primary = table.seq, primary_of(cluster, table)
    with primary.cut_off():
        assert wave(table, 503, "lost").json["type"] == "/problems/not-yet-safe"
        fail_over(cluster, primary)
    until(lambda: waiting_is_over(table, "lost"), "the move, made anew")
    assert table.seq == before + 1
    assert chain_is_whole(table.api.parts.store, table.id) == before + 1


def waiting_is_over(table: Table, key: str) -> bool:
    headers = {"Authorization": f"Bearer {table.people[0].token}", "Idempotency-Key": key}
    answer = table.api.app.test_client().post(f"{table.path}/moves", json=WAVE, headers=headers)
    assert answer.status_code in (201, 503)
    return answer.status_code == 201


def test_without_waiting_the_last_moves_may_be_lost_and_nothing_is_written_on_blindly(
    app: Make, cluster: ClusterNodes
) -> None:
    """The loss is made certain here: the replica has heard nothing of the last moves when its primary is lost."""
    table = app(cluster.url).table()
    stranger = app(cluster.url)  # another process, which knows nothing of the moves that are lost
    before, primary = table.seq, primary_of(cluster, table)
    with primary.cut_off():
        acknowledged = [wave(table, 201).json["seq"] for _ in range(3)]
        assert acknowledged == [before + 1, before + 2, before + 3]
        fail_over(cluster, primary)
    bob = table.people[1]
    until(lambda: stranger.spectator.app.test_client().get(table.path).status_code == 200, "the new primary")
    assert stranger.spectator.get(table.path).json["seq"] == before, "they are gone"
    for _ in range(3):  # others go on where the log ends: as many events as were lost, but not the same
        stranger_post(stranger, table, bob.token)
    # The first process still has the lost moves in memory, at the same seq. It does not write behind them.
    stale = wave(table, 412, **{"If-Match": f'"{before + 2}"'})
    assert stale.json["seq"] == before + 3
    assert wave(table, 201).json["seq"] == before + 4
    assert chain_is_whole(stranger.parts.store, table.id) == before + 4


def stranger_post(api: Any, table: Table, token: str | None) -> None:
    answer = api.app.test_client().post(f"{table.path}/moves", json=WAVE, headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 201, answer.text


def test_with_min_replicas_to_write_nothing_is_written_that_would_not_be_safe(app: Make, cluster: ClusterNodes) -> None:
    table = app(cluster.url, replicas=1, replicas_ms=WAIT_MS).table()
    before, primary = table.seq, primary_of(cluster, table)
    primary.redis.config_set("min-replicas-to-write", 1)
    try:
        wave(table, 201)
        with primary.cut_off():
            refused = wave(table, 503, "refused")
            assert refused.json["type"] == "/problems/unavailable"
            assert table.seq == before + 1
        cluster.settle()
        until(lambda: waiting_is_over(table, "refused"), "the move")
        assert table.seq == before + 2
    finally:
        primary.redis.config_set("min-replicas-to-write", 0)
