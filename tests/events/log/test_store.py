"""Compare-and-append: all of it or nothing."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from moothall.events import keys
from moothall.events.errors import Conflict
from moothall.events.event_store.store import KEEP_ANSWERS_S, Answer, Answered, Append, KeyedAnswer, Store
from moothall.events.event_store.stored_events import GENESIS, Stored, link, seal
from tests.support.house import House, everything, feed
from tests.support.table import started

SHARD = keys.shard_of("g1")


def chain(first: int, *texts: bytes, head: bytes = GENESIS) -> list[Stored]:
    """Events with these bytes."""
    events = []
    for seq, data in enumerate(texts, first):
        head = link(head, data)
        events.append(Stored(seq, data, head))
    return events


def keyed(request: str = "r1", body: bytes = b"answer") -> KeyedAnswer:
    return KeyedAnswer("ann", "k1", Answer(request, 2, body))


@pytest.fixture
def store(redis: Any) -> Store:
    """A store in which g1 has two events, the second leaving work due."""
    store = Store(redis)
    store.append(Append("g1", 0, chain(1, b"one", b"two"), 500, b"meta-2", b"secret", keyed()))
    return store


def test_an_entry_is_named_by_its_seq_and_holds_bytes_and_hash(store: Store) -> None:
    entries = store.redis.xrange(keys.events("g1"))
    first = hashlib.sha256(bytes(32) + b"one").digest()
    second = hashlib.sha256(first + b"two").digest()
    assert entries == [(b"1-0", {b"d": b"one", b"h": first}), (b"2-0", {b"d": b"two", b"h": second})]


def test_an_append_writes_due_feed_meta_and_secret_too(store: Store) -> None:
    redis = store.redis
    assert redis.zrange(keys.due(SHARD), 0, -1, withscores=True) == [(b"g1", 500.0)]
    assert feed(redis) == [("g1", 2)]
    assert redis.get(keys.meta("g1")) == b"meta-2"
    assert redis.get(keys.secret("g1")) == b"secret"
    assert store.answer("g1", "ann", "k1") == Answer("r1", 2, b"answer")


def test_the_next_append_follows_and_leaves_the_secret_alone(store: Store) -> None:
    store.append(Append("g1", 2, chain(3, b"three"), None, b"meta-3"))
    assert [stored.seq for stored in store.tail("g1")] == [1, 2, 3]
    assert store.redis.zcard(keys.due(SHARD)) == 0
    assert feed(store.redis) == [("g1", 2), ("g1", 3)]
    assert store.redis.get(keys.meta("g1")) == b"meta-3"
    assert store.redis.get(keys.secret("g1")) == b"secret"


@pytest.mark.parametrize("expected", [0, 1, 3, 100])
def test_a_conflict_carries_the_seq_and_changes_nothing(store: Store, expected: int) -> None:
    before = everything(store.redis)
    other_key = KeyedAnswer("ann", "k2", Answer("r2", 3, b""))
    with pytest.raises(Conflict) as refused:
        store.append(Append("g1", expected, chain(expected + 1, b"x"), None, b"meta-x", b"other", other_key))
    assert refused.value.seq == 2
    assert everything(store.redis) == before


def test_a_log_that_ends_otherwise_is_a_conflict_and_changes_nothing(store: Store) -> None:
    before = everything(store.redis)
    with pytest.raises(Conflict) as refused:
        store.append(Append("g1", 2, chain(3, b"x"), None, b"meta-x", b"", None, b"\x01" * 32))
    assert refused.value.seq == 2
    assert everything(store.redis) == before
    head = store.tail("g1")[-1].hash
    store.append(Append("g1", 2, chain(3, b"x", head=head), None, b"meta-x", b"", None, head))
    assert store.length("g1") == 3


def test_an_empty_batch_is_a_no_op(store: Store) -> None:
    before = everything(store.redis)
    store.append(Append("g1", 2, [], None, b"meta-x", b"other", KeyedAnswer("ann", "k2", Answer("r2", 2, b""))))
    store.append(Append("g9", 0, [], 1, b"meta-x", b"other"))
    assert everything(store.redis) == before


def test_an_empty_batch_in_the_wrong_place_is_a_conflict(store: Store) -> None:
    with pytest.raises(Conflict):
        store.append(Append("g1", 1, [], None, b""))


def test_a_key_answers_once_and_for_all(store: Store) -> None:
    before = everything(store.redis)
    for expected in (0, 2):
        with pytest.raises(Answered) as told:
            store.append(Append("g1", expected, chain(3, b"three"), None, b"", b"", keyed("r2", b"other")))
        assert told.value.answer == Answer("r1", 2, b"answer")
    assert everything(store.redis) == before


def test_an_answer_is_kept_for_a_day(store: Store) -> None:
    left = store.redis.ttl(keys.idempotency("g1", "ann", "k1"))
    assert 0 < left <= KEEP_ANSWERS_S == 86_400


def test_a_key_belongs_to_its_player(store: Store) -> None:
    assert store.answer("g1", "ben", "k1") is None
    theirs = KeyedAnswer("ben", "k1", Answer("r9", 3, b"for ben"))
    store.append(Append("g1", 2, chain(3, b"three"), None, b"", b"", theirs))
    assert store.answer("g1", "ann", "k1") == Answer("r1", 2, b"answer")
    assert store.answer("g1", "ben", "k1") == Answer("r9", 3, b"for ben")


def test_a_server_that_forgot_its_scripts_is_told_again(store: Store) -> None:
    for seq in (2, 3):
        store.redis.script_flush()
        store.append(Append("g1", seq, chain(seq + 1, b"more"), None, b""))
    assert store.length("g1") == 4


def test_bytes_come_back_as_they_went_in(store: Store) -> None:
    odd = bytes(range(256)) * 4
    store.append(Append("g1", 2, chain(3, odd), None, b""))
    assert store.tail("g1", 2) == chain(3, odd)


def test_a_long_batch_is_appended_whole(store: Store) -> None:
    texts = [str(i).encode() for i in range(3_000)]
    store.append(Append("g1", 2, chain(3, *texts), None, b""))
    assert [stored.data for stored in store.tail("g1", 2)] == texts
    assert feed(store.redis)[-1] == ("g1", 3_002)


def test_the_tail_begins_after_a_seq_and_ends_with_the_limit(store: Store) -> None:
    store.append(Append("g1", 2, chain(3, b"3", b"4", b"5"), None, b""))
    assert [stored.seq for stored in store.tail("g1", 1, 3)] == [2, 3, 4]
    assert store.tail("g1", 5) == []
    assert store.tail("unknown") == []
    assert store.length("unknown") == 0


def test_due_games_are_those_whose_time_has_come(store: Store) -> None:
    store.append(Append("g2", 0, chain(1, b"one"), 900, b"", b"s"))
    assert store.due(499) == []
    assert store.due(500) == [("g1", 500)]
    assert sorted(store.due(10_000)) == [("g1", 500), ("g2", 900)]


def test_work_is_crossed_off_only_for_the_seq_it_was_done_at(store: Store) -> None:
    store.not_due("g1", 1)
    assert store.due(10_000) == [("g1", 500)]
    store.not_due("g1", 2)
    assert store.due(10_000) == []


def test_all_games_are_found(store: Store) -> None:
    ids = {f"game-{i}" for i in range(60)}
    for game_id in ids:
        store.append(Append(game_id, 0, chain(1, b"one"), None, b"", b"s"))
    assert set(store.game_ids()) == ids | {"g1"}


def test_a_sealed_event_follows_the_one_before() -> None:
    event = started().decode(started().events[0])
    stored = seal(event, b"\x01" * 32)
    assert stored.data == started().events[0]
    assert stored.hash == hashlib.sha256(b"\x01" * 32 + stored.data).digest()


def test_the_chain_of_a_played_game_verifies_over_the_stored_bytes(house: House, other: House) -> None:
    house.start()
    for each in (house, other, house):
        each.play_round()
    head = bytes(32)
    for seq, (entry_id, fields) in enumerate(house.redis.xrange(keys.events("g1")), 1):
        head = hashlib.sha256(head + fields[b"d"]).digest()
        assert (entry_id, fields[b"h"]) == (f"{seq}-0".encode(), head)
    assert seq == 20
