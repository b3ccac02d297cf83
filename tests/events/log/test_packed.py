"""Logs of games that are over, packed: less room, and nobody notices."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from moothall.domain.table.moves import AnnulGame
from moothall.domain.table.state import Seat
from moothall.domain.titles import TITLES
from moothall.events import keys
from moothall.events.errors import Conflict, Damaged
from moothall.events.event_store.packed_log import BLOCK, END, pack, unpack
from moothall.events.event_store.packing import PAUSE_MS, Packing, note_ended
from moothall.events.event_store.store import Append, Store
from moothall.events.event_store.stored_events import GENESIS, Stored
from moothall.events.games.live import Hub
from tests.events.log.test_store import chain
from tests.support.house import ANN, BEN, SECRET, House, body, everything
from tests.support.laid import GOLDEN, lay_down
from tests.support.records import ORGANISER, chained

RECORDS = sorted(GOLDEN.glob("*.ndjson"))


def answers(house: House, game_id: str, events: list[Stored]) -> dict[str, Any]:
    """What a game answers to everything that can be asked of it, by somebody who has never seen it."""
    house.games.forget(game_id)
    queries, last = house.queries, len(events)
    some = sorted({1, 2, 39, 40, 41, BLOCK, BLOCK + 1, 2 * BLOCK, last // 2, last - 1, last} & set(range(1, last + 1)))
    return {
        "game": queries.game(game_id, None),
        "at": [queries.game(game_id, None, at) for at in some],
        "as": [queries.game(game_id, None, at, eyes) for at in some for eyes in (0, 1)],
        "all": queries.game(game_id, None, None, "all"),
        "pages": [queries.events(game_id, None, at, limit) for at in (0, *some) for limit in (1, 3, BLOCK, 500)],
        "lines": list(queries.all_events(game_id, None)),
        "scores": queries.scores(game_id, None),
        "audit": house.archive.audit(game_id, None),
        "record": house.archive.record(game_id, None),
        "tail": house.store.tail(game_id),
        "length": house.store.length(game_id),
        "listed": house.store.metas([game_id]),
        "known": set(house.store.game_ids()),
    }


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_packed_game_answers_everything_as_before(redis: Any, record: Path) -> None:
    house = House(redis, titles=TITLES)
    events = lay_down(house.store, record, "g1")
    before = answers(house, "g1", events)
    assert house.store.packed.put_away("g1", len(events))
    assert not redis.exists(keys.events("g1"), keys.snapshot("g1"), keys.past("g1"))
    assert answers(House(redis, titles=TITLES), "g1", events) == before
    assert before["tail"] == events
    assert body(before["audit"])["ok"] is True


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_a_packed_game_is_forked_as_before(redis: Any, slug: str) -> None:
    house = House(redis, titles=TITLES)
    events = lay_down(house.store, next(each for each in RECORDS if each.stem.startswith(f"{slug}-2p-")), "g1")

    def parent(new_id: str) -> Any:
        fresh = House(redis, titles=TITLES)
        fresh.forks.fork("g1", ANN, len(events) // 2, new_id, bytes(32), level="random")
        return fresh.table(new_id).parent

    before = parent("f1")
    assert before is not None
    assert house.store.packed.put_away("g1", len(events))
    assert parent("f2") == before


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_it_takes_a_fourth_of_the_room_at_most(redis: Any, slug: str) -> None:
    house = House(redis, titles=TITLES)
    sizes = []
    for record in (each for each in RECORDS if each.stem.startswith(slug) and "table" not in each.stem):
        game_id = record.stem
        length = len(lay_down(house.store, record, game_id))
        before = room(redis, game_id)
        assert house.store.packed.put_away(game_id, length)
        sizes.append((before, room(redis, game_id)))
    assert 4 * sum(after for _, after in sizes) < sum(before for before, _ in sizes)


def room(redis: Any, game_id: str) -> int:
    """Bytes that Redis needs for a game."""
    names = [each(game_id) for each in (keys.events, keys.packed, keys.snapshot, keys.past, keys.secret, keys.meta)]
    return sum(redis.memory_usage(name, samples=0) or 0 for name in names)


def test_odd_bytes_come_back_too(redis: Any) -> None:
    """Events without a salt, with another game's, with anything behind it, and none at all."""
    salted = b'{"a":1,"salt":"' + b"0" * 64 + b'"}'
    texts = [b"one", b"", salted, salted + b" ", bytes(range(256))] * 100
    events = chained(texts)
    for secret in (b"", SECRET):
        assert unpack("g1", pack("g1", events, secret), secret) == events
    assert pack("g1", [], SECRET).keys() == {END}


@pytest.mark.parametrize("length", [1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK])
def test_pages_of_any_size_from_any_seq(redis: Any, length: int) -> None:
    store = Store(redis)
    events = chain(1, *(b"%d" % number for number in range(length)))
    store.append(Append("g1", 0, events, None, b"", SECRET))
    edges = {0, 1, BLOCK - 1, BLOCK, BLOCK + 1, length - 1, length, length + 1, length + BLOCK}
    limits = (None, 0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 10_000)
    asked = [(after, limit) for after in edges for limit in limits]
    before = [store.tail("g1", after, limit) for after, limit in asked]
    assert store.packed.put_away("g1", length)
    assert [store.tail("g1", after, limit) for after, limit in asked] == before


def test_a_page_is_read_without_the_rest(redis: Any) -> None:
    store = Store(redis)
    events = chain(1, *(b"%d" % number for number in range(3 * BLOCK)))
    store.append(Append("g1", 0, events, None, b"", SECRET))
    store.packed.put_away("g1", 3 * BLOCK)
    redis.hdel(keys.packed("g1"), "0", "2")
    assert store.tail("g1", BLOCK, BLOCK) == events[BLOCK : 2 * BLOCK]
    with pytest.raises(Damaged):
        store.tail("g1", BLOCK - 1, 2)


def test_a_log_that_does_not_hold_together_is_left_as_it_is(house: House, caplog: pytest.LogCaptureFixture) -> None:
    house.start(rounds=1).play_round()
    entries = house.redis.xrange(keys.events("g1"))
    house.redis.delete(keys.events("g1"))
    for entry_id, fields in entries:
        house.redis.xadd(keys.events("g1"), {b"d": fields[b"d"], b"h": bytes(32)}, id=entry_id)
    note_ended(house.redis, house.store.read_metas(["g1"]))
    before = house.store.tail("g1")
    assert not Packing(house.store, 1).pack_next(10**9)
    assert "hash does not follow" in caplog.text
    assert house.store.tail("g1") == before
    assert Packing(house.store, 1).pack_all(10**9) == (0, 1)


@pytest.mark.parametrize("spoil", ["text", "end", "block"])
def test_a_packed_log_that_was_changed_is_never_answered_with_a_guess(house: House, spoil: str) -> None:
    house.start(rounds=1).play_round()
    length = house.length()
    assert house.store.packed.put_away("g1", length)
    other = pack("g2", chain(1, *[b"x"] * length), SECRET)
    match spoil:
        case "text":
            house.redis.hset(keys.packed("g1"), "0", b"garbage")
        case "block":
            house.redis.hdel(keys.packed("g1"), "0")
        case "end":
            house.redis.set(keys.secret("g1"), bytes(32))  # the salts follow from it
    assert other[END] != house.redis.hget(keys.packed("g1"), END)
    with pytest.raises(Damaged):
        house.store.tail("g1")


def test_a_log_that_moved_on_is_not_packed(house: House) -> None:
    house.start(rounds=1).play_round()
    before = everything(house.redis)
    assert not house.store.packed.put_away("g1", house.length() - 1)
    assert not house.store.packed.put_away("nosuchgame", 1)
    assert everything(house.redis) == before


class TestWriting:
    @pytest.fixture
    def packed(self, house: House) -> House:
        """A game of Ann's and Ben's that the organiser may still rule on."""
        house.commands.create(
            "g1", ORGANISER, house.games.titles["tally"], [Seat("human")] * 2, {"rounds": 1}, SECRET, organise=True
        )
        for person in (ANN, BEN):
            house.commands.join("g1", person, None, "")
        house.play_round()
        assert house.store.packed.put_away("g1", house.length())
        return house

    def test_a_ruling_brings_it_back_first(self, packed: House, other: House) -> None:
        before = packed.store.tail("g1")
        other.arbiter.rule("g1", ORGANISER, AnnulGame("a mistake"))
        assert packed.table().status == "annulled"
        assert packed.store.tail("g1")[:-1] == before
        assert packed.redis.xlen(keys.events("g1")) == len(before) + 1
        assert not packed.redis.exists(keys.packed("g1"))

    def test_a_hot_game_is_written_on_as_well(self, packed: House) -> None:
        packed.arbiter.rule("g1", ORGANISER, AnnulGame("a mistake"))
        assert packed.table().status == "annulled"

    def test_of_many_rulings_at_once_one_is_written(self, packed: House) -> None:
        length, refused = packed.length(), []
        houses = [House(packed.redis) for _ in range(8)]

        def rule(house: House) -> None:
            try:
                house.arbiter.rule("g1", ORGANISER, AnnulGame("a mistake"))
            except Exception as error:
                refused.append(error)

        threads = [threading.Thread(target=rule, args=(each,)) for each in houses]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(refused) == 7
        assert packed.length() == length + 1

    def test_what_is_refused_leaves_the_log_as_it_was(self, packed: House) -> None:
        before = packed.store.tail("g1")
        with pytest.raises(Conflict) as refused:
            packed.store.append(Append("g1", 3, chain(4, b"x"), None, b""))
        assert refused.value.seq == len(before)
        assert packed.store.tail("g1") == before

    def test_its_id_is_taken(self, packed: House) -> None:
        before = packed.store.tail("g1")
        with pytest.raises(Conflict):
            packed.store.append(Append("g1", 0, chain(1, b"x"), None, b"", bytes(32)))
        assert packed.store.tail("g1") == before
        assert packed.redis.get(keys.secret("g1")) == SECRET


def test_readers_and_writers_meet_a_game_that_is_packed_and_unpacked_all_the_time(house: House) -> None:
    house.start(rounds=3)
    for _ in range(3):
        house.play_round()
    events, stop = house.store.tail("g1"), threading.Event()
    seen: list[list[Stored]] = []

    def read() -> None:
        store = Store(house.redis)
        while not stop.is_set():
            seen.append(store.tail("g1", 0, 500))
            assert store.length("g1") == len(events)

    readers = [threading.Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    for _ in range(150):
        house.store.packed.put_away("g1", len(events))
        house.store.packed.bring_back("g1")
    stop.set()
    for reader in readers:
        reader.join()
    assert seen
    assert all(each == events for each in seen)


def test_a_packed_game_is_followed_from_its_first_event(house: House) -> None:
    house.start(rounds=1).play_round()
    events = house.store.tail("g1")
    house.store.packed.put_away("g1", len(events))
    hub = Hub(house.store)
    with closing(hub.follow("g1", 0, 5)) as batches:  # type: ignore[type-var]
        assert next(batches) == events
    hub.stop()


class TestWhen:
    DAY_S = 86_400

    @pytest.fixture
    def ended(self, house: House) -> House:
        """Three games that are over, and one that is not."""
        for game_id in ("g1", "g2", "g3"):
            house.start(game_id, rounds=1).play_round(game_id)
        house.start("g4")
        note_ended(house.redis, house.store.read_metas(["g1", "g2", "g3", "g4"]))
        return house

    def packed(self, house: House) -> int:
        return sum(bool(house.redis.exists(keys.packed(f"g{number}"))) for number in (1, 2, 3, 4))

    def test_one_at_a_time_with_a_pause_when_a_day_has_gone(self, ended: House) -> None:
        packing = Packing(ended.store, self.DAY_S)
        assert not packing.pack_next(self.DAY_S * 1_000)
        now = self.DAY_S * 1_000 + 10_000
        counts = []
        for ms in range(0, 6 * PAUSE_MS, PAUSE_MS // 2):
            packing.pack_next(now + ms)
            counts.append(self.packed(ended))
        assert counts == [1, 1, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3]
        assert not any(ended.redis.exists(keys.over(shard)) for shard in range(keys.SHARDS))

    def test_never_if_so_said(self, ended: House) -> None:
        assert not Packing(ended.store, 0).pack_next(10**15)

    def test_a_game_that_goes_on_is_not_packed(self, ended: House) -> None:
        ended.redis.delete(*(keys.over(shard) for shard in range(keys.SHARDS)))
        ended.redis.zadd(keys.over(keys.shard_of("g4")), {"g4": 0})
        assert not Packing(ended.store, 1).pack_next(10**9)
        assert ended.redis.zcard(keys.over(keys.shard_of("g4"))) == 0

    def test_all_at_once(self, ended: House) -> None:
        assert Packing(ended.store, self.DAY_S).pack_all(now=2_000) == (0, 4)
        assert Packing(ended.store, 0).pack_all(now=10**9) == (3, 4)
        assert Packing(ended.store, 0).pack_all(now=10**9) == (0, 4)
        assert self.packed(ended) == 3

    def test_a_rebuild_notes_what_was_not_and_lists_packed_games(self, ended: House) -> None:
        ended.redis.delete(*(keys.over(shard) for shard in range(keys.SHARDS)))
        ended.store.packed.put_away("g1", ended.length("g1"))
        before = ended.store.metas(["g1", "g2", "g3", "g4"])
        assert ended.projections.rebuild(ended.games, 9_999) == 4
        assert ended.store.metas(["g1", "g2", "g3", "g4"]) == before
        noted = [each for shard in range(keys.SHARDS) for each in ended.redis.zrange(keys.over(shard), 0, -1)]
        assert sorted(noted) == [b"g2", b"g3"]


def test_genesis_is_what_the_first_block_follows() -> None:
    spoilt = [Stored(1, b"one", GENESIS)]
    with pytest.raises(Damaged):
        pack("g1", spoilt, b"")
