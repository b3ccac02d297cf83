"""Ids of new games: unguessable, and with a key the same in every process."""

from __future__ import annotations

import hashlib
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

from moothall.events import keys
from moothall.events.event_store.store import ALPHABET, Ids
from moothall.server.embedded import EmbeddedRedis
from tests.events.service import racing

DAY_MS = 24 * 60 * 60 * 1_000


def ids(redis: Any, now: int = 1_000) -> Ids:
    return Ids(redis, lambda: now)


def without_secret(player: str, key: str) -> str:
    """What anybody can compute: the id as it followed from player and key alone."""
    number = int.from_bytes(hashlib.sha256(f"{player}\n{key}".encode()).digest()[:16], "big")
    return "".join(ALPHABET[(number >> shift) & 31] for shift in range(125, -1, -5))


def test_an_id_does_not_follow_from_player_and_key(redis: Any) -> None:
    first = ids(redis).fresh("ann", "once")
    assert first != without_secret("ann", "once")
    redis.flushall()
    assert ids(redis).fresh("ann", "once") != first, "another store has another secret"


def test_the_same_key_gives_the_same_id_in_every_process_and_for_ever(redis: Any) -> None:
    first = ids(redis).fresh("ann", "once")
    assert {ids(redis, now).fresh("ann", "once") for now in (0, 1_000, 400 * DAY_MS)} == {first}
    assert ids(redis).fresh("ben", "once") != first
    assert ids(redis).fresh("ann", "twice") != first


def test_without_a_key_every_id_is_another(redis: Any) -> None:
    made = {ids(redis).fresh("ann", None) for _ in range(100)}
    assert len(made) == 100
    assert {len(each) for each in made} == {26}
    assert redis.keys("*") == []


def test_processes_that_start_together_agree_on_the_secret(redis: Any, redis_server: EmbeddedRedis) -> None:
    wanted = [f"key-{number}" for number in range(20)]
    with ProcessPoolExecutor(3, mp_context=get_context("spawn")) as pool:
        for _ in range(5):
            redis.flushall()
            races = [pool.submit(racing.fresh_ids, redis_server.url, wanted) for _ in range(3)]
            made = [race.result() for race in races]
            assert made[0] == made[1] == made[2]


def test_a_key_that_was_answered_before_there_was_a_secret_is_good_for_its_day(redis: Any) -> None:
    older = without_secret("ann", "once")
    redis.set(keys.idempotency(older, "ann", "once"), b"an answer", ex=60)
    upgraded = ids(redis, 1_000)
    assert upgraded.fresh("ann", "once") == older
    assert upgraded.fresh("ben", "once") != without_secret("ben", "once")
    assert ids(redis, 1_000 + DAY_MS).fresh("ann", "once") != older, "by then no such answer is kept"
