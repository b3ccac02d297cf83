"""`moothall doctor`: every line is made to be good and bad in turn."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rq import Queue, Worker

from moothall.events import keys
from moothall.events.redis_client.connection import EVERY_MS, Pulse
from moothall.server.bootstrap import now_ms
from moothall.server.cli import main
from moothall.server.config import Config
from moothall.server.doctor import CHECKS, Finding, examine, machine, status
from moothall.server.doctor.findings import BAD, OK, WARN, WORDS
from moothall.server.doctor.store import judged
from moothall.server.embedded import EmbeddedRedis
from moothall.server.keyring import Keyring
from moothall.server.operations.redis_binary import RedisServer, find_binary, server_of
from moothall.workers.job_queue import AI_ONLY, PEOPLE
from tests.support.cup import CUP, Cup
from tests.support.house import House


@pytest.fixture
def config(redis_server: EmbeddedRedis, redis: Any, tmp_path: Path) -> Config:
    """A house with a key and a game."""
    Keyring(tmp_path).current()
    House(redis).start()
    return Config(redis=redis_server.url, data=tmp_path)


def found(config: Config, check: str) -> list[Finding]:
    return [finding for finding in examine(config) if finding.check == check]


def only(config: Config, check: str) -> Finding:
    (finding,) = found(config, check)
    return finding


@contextmanager
def set_to(redis: Any, name: str, value: str) -> Iterator[None]:
    before = redis.config_get(name)[name]
    redis.config_set(name, value)
    try:
        yield
    finally:
        redis.config_set(name, before)


def test_every_check_has_its_line_and_whatever_is_not_well_says_what_to_do(config: Config) -> None:
    said = examine(config)
    alone = [check for check in CHECKS if check not in ("cluster", "slots")]
    assert [*dict.fromkeys(finding.check for finding in said)] == alone
    assert all(finding.what for finding in said)
    assert [bool(finding.todo) for finding in said] == [finding.level != OK for finding in said]
    assert status(said) == BAD, "nobody works here"


def test_versions(config: Config) -> None:
    assert only(config, "redis").level == OK
    assert only(config, "redis").what == f"version {server_of(find_binary())}"


@pytest.mark.parametrize(
    ("name", "version", "level", "todo"),
    [
        ("redis", (6, 0, 16), BAD, "upgrade to Redis 6.2"),
        ("redis", (6, 2, 14), WARN, "upgrade to 6.2.20 or newer"),
        ("redis", (6, 2, 20), OK, ""),
        ("redis", (7, 0, 15), WARN, "no more security fixes"),
        ("redis", (8, 2, 1), WARN, "upgrade to 8.2.2"),
        ("redis", (8, 4, 0), OK, ""),
        ("valkey", (8, 1, 4), WARN, "upgrade to 8.1.9"),
        ("valkey", (9, 1, 2), OK, ""),
        ("valkey", (10, 0, 0), OK, ""),
    ],
)
def test_a_version_with_known_holes_is_warned_of(name: str, version: tuple[int, ...], level: int, todo: str) -> None:
    finding = judged(RedisServer(name, version), "the server")
    assert (finding.level, todo in finding.todo, bool(finding.todo)) == (level, True, level != OK)


def test_what_is_kept_through_a_restart(config: Config, redis: Any) -> None:
    for kept, synced, level in (("yes", "always", OK), ("yes", "everysec", WARN), ("no", "always", BAD)):
        with set_to(redis, "appendonly", kept), set_to(redis, "appendfsync", synced):
            assert only(config, "durability").level == level, (kept, synced)


def test_a_redis_that_forgets(config: Config, redis: Any) -> None:
    assert only(config, "memory").level == OK
    with set_to(redis, "maxmemory-policy", "allkeys-lru"):
        assert only(config, "memory").level == WARN
        with set_to(redis, "maxmemory", str(2**30)):
            assert only(config, "memory").level == BAD
    used = redis.info("memory")["used_memory"]
    with set_to(redis, "maxmemory", str(int(used * 1.05))):
        assert only(config, "memory").level == WARN


def test_replicas_that_are_waited_for_and_not_there(config: Config) -> None:
    assert only(config, "replication").level == OK
    assert only(replace(config, replicas=1), "replication").level == BAD


def test_settings_that_make_no_sense(config: Config) -> None:
    assert only(config, "settings").level == OK
    assert only(replace(config, replicas_ms=0), "settings").level == BAD
    assert only(replace(config, queue="redis+cluster://nowhere:1"), "queue").level == BAD


def test_clocks_apart(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    assert only(config, "clock").level == OK
    for apart, level in ((5_000, WARN), (-5_000, WARN), (50_000, BAD)):
        monkeypatch.setattr(machine, "now_ms", lambda apart=apart: now_ms() + apart)
        assert only(config, "clock").level == level


def test_keys_that_others_may_read(config: Config) -> None:
    assert only(config, "signing keys").level == OK
    (file,) = Keyring(config.data).files()
    file.chmod(0o640)
    assert only(config, "signing keys").level == BAD
    file.chmod(0o600)
    file.write_text("no key\n")
    assert only(config, "signing keys").level == BAD
    file.unlink()
    assert only(config, "signing keys").level == WARN


def test_workers_by_what_they_do(config: Config, redis: Any) -> None:
    assert [finding.level for finding in found(config, "workers")] == [BAD, BAD]
    mine = Worker([Queue(PEOPLE[0], connection=redis)], connection=redis, name="mine")
    mine.register_birth()  # type: ignore[no-untyped-call]
    assert [finding.level for finding in found(config, "workers")] == [OK, BAD]
    redis.hset(mine.key, "pid", str(nobodys_pid()))
    assert [finding.level for finding in found(config, "workers")] == [BAD, BAD]
    both = Worker([Queue(name, connection=redis) for name in (PEOPLE[0], AI_ONLY[0])], connection=redis)
    both.register_birth()  # type: ignore[no-untyped-call]
    assert [finding.level for finding in found(config, "workers")] == [WARN, OK]
    redis.hset(mine.key, mapping={"hostname": "elsewhere", "last_heartbeat": "2026-01-01T00:00:00.000000Z"})
    assert [finding.level for finding in found(config, "workers")] == [WARN, OK]


def nobodys_pid() -> int:
    """Of a process that is over."""
    child = os.fork()
    if child == 0:
        os._exit(0)
    os.waitpid(child, 0)
    return child


def test_a_dispatcher_that_is_silent_or_behind(config: Config, redis: Any) -> None:
    pulse = Pulse(redis, "dispatcher")
    said = only(config, "dispatcher")
    assert (said.level, said.what) == (
        BAD,
        "none was ever seen; 2 entries wait in the outboxes",
    )
    pulse.beat(now_ms() - 60_000)
    assert only(config, "dispatcher").level == BAD
    pulse.beat(now_ms())
    assert only(config, "dispatcher").level == OK
    redis.xadd(keys.feed(keys.shard_of("g1") - 1), {"g": "old", "s": 1}, id=f"{now_ms() - 100_000}-0")
    assert only(config, "dispatcher").level == WARN
    for shard in range(keys.SHARDS):
        redis.xgroup_create(keys.feed(shard), "dispatch", id="$", mkstream=True)
    assert only(config, "dispatcher").what == "at work; 0 entries wait in the outboxes"


def test_a_pulse_is_written_every_few_seconds(redis: Any) -> None:
    pulse = Pulse(redis, "dispatcher")
    for now in range(0, 2 * EVERY_MS, EVERY_MS // 4):
        pulse.beat(10_000 + now)
    assert pulse.last() == 10_000 + EVERY_MS


def test_work_that_nobody_does(config: Config, redis: Any) -> None:
    assert only(config, "due work") == Finding(OK, "0 games wait for a worker", "", "due work")
    for late, level in ((10_000, OK), (60_000, WARN), (700_000, BAD)):
        redis.zadd(keys.due(3), {"g1": now_ms() - late})
        assert only(config, "due work").level == level
    redis.zadd(keys.due(3), {"g1": now_ms() + 60_000})
    assert only(config, "due work").level == OK


def test_jobs_that_failed(config: Config, redis: Any) -> None:
    assert only(config, "failed jobs").level == OK
    queue = Queue(PEOPLE[0], connection=redis)
    queue.failed_job_registry.add(queue.enqueue("workers.jobs.run_step", "g1", 1), ttl=60)
    assert only(config, "failed jobs").level == WARN


def test_a_restore_that_was_broken_off(config: Config, redis: Any) -> None:
    assert only(config, "restoring").level == OK
    redis.set(keys.restoring(), "abc")
    assert only(config, "restoring").level == BAD


def test_a_chain_that_is_broken(config: Config, redis: Any) -> None:
    assert only(config, "chains").what == "1 of 1 games verified"
    House(redis).start("g2", rounds=1).play_round("g2")
    redis.xadd(keys.events("g1"), {"d": b"{}", "h": bytes(32)})
    assert only(config, "chains").level == BAD
    assert "g1" in only(config, "chains").what


def test_a_tournament_whose_chain_is_broken(config: Config, redis: Any) -> None:
    cup = Cup(config.redis)
    cup.start(people=2)
    assert [each.what for each in found(config, "chains")] == ["1 of 1 games verified", "1 of 1 tournaments verified"]
    assert "1 tournaments wait" in only(config, "due work").what
    redis.xadd(keys.TOURNAMENTS.events(CUP), {"d": b"{}", "h": bytes(32)}, id="99-0")
    assert [each.level for each in found(config, "chains")] == [OK, BAD]
    cup.close()


def test_room_on_the_disk(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    for free, level in ((machine.ROOM, OK), (machine.ROOM - 1, WARN), (machine.ROOM_BAD - 1, BAD)):
        usage = type("Usage", (), {"free": free})
        monkeypatch.setattr("moothall.server.doctor.machine.shutil.disk_usage", lambda _, usage=usage: usage)
        assert only(config, "disk").level == level
    assert only(replace(config, data=config.data / "nowhere"), "disk").level == WARN


def test_open_files(config: Config, monkeypatch: pytest.MonkeyPatch) -> None:
    for soft, level in ((machine.FILES, OK), (machine.FILES - 1, WARN), (-1, OK)):
        monkeypatch.setattr("moothall.server.doctor.machine.resource.getrlimit", lambda _, soft=soft: (soft, soft))
        assert only(config, "open files").level == level


def test_a_redis_that_is_away_is_said_once_and_the_rest_is_examined(config: Config) -> None:
    said = examine(replace(config, redis="unix:///nowhere"))
    away = [finding.check for finding in said if "out of reach" in finding.what]
    assert away == ["redis", "queue"]
    assert {"signing keys", "disk", "open files", "settings"} <= {finding.check for finding in said}


@pytest.mark.parametrize("as_json", [True, False])
def test_the_command_tells_people_and_machines(config: Config, as_json: bool) -> None:
    arguments = ["doctor", "--redis", config.redis, "--data", str(config.data), *(["--json"] if as_json else [])]
    result = CliRunner().invoke(main, arguments, env={"COLUMNS": "300"})
    assert result.exit_code == BAD
    if as_json:
        report = json.loads(result.output)
        assert report["status"] == "bad"
        assert {each["level"] for each in report["findings"]} <= set(WORDS)
        assert {each["check"] for each in report["findings"]} == set(CHECKS) - {"cluster", "slots"}
    else:
        assert "start moothall serve, or moothall dispatcher" in result.output
        assert "1 of 1 games verified" in result.output
