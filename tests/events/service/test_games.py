"""Games in memory: loaded from snapshot and tail or from the beginning, which is the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from moothall.domain.core.codec import to_msgpack
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.fold import undoable
from moothall.events import keys
from moothall.events.errors import Damaged, Newer, UnknownGame
from moothall.events.event_store import snapshots
from moothall.events.event_store.snapshots import Snapshot, Snapshots
from moothall.events.event_store.store import OPENING, Append, Store
from moothall.events.event_store.stored_events import GENESIS, Stored
from moothall.events.games.repository import Games
from moothall.events.redis_client.connection import connect
from moothall.server.embedded import EmbeddedRedis
from tests.support.house import ADD, ANN, BEN, DONE, UNDO, WAVE, House, everything, write
from tests.support.tally import TALLY

ROUND = 6
"""Events of a round of two."""


def played(house: House, rounds: int = 8) -> House:
    """A game long enough for a snapshot."""
    house.start()
    for _ in range(rounds):
        house.play_round()
    return house


def snapshot(house: House) -> Snapshot[Any, Any]:
    """The game's snapshot as it is kept."""
    found = Snapshots(TALLY).read(house.redis.get(keys.snapshot("g1")))
    assert found is not None
    return found


def loaded(house: House) -> tuple[Any, ...]:
    """What a fresh process knows, snapshot bookkeeping apart."""
    hot = House(house.redis).games.get("g1")
    tail = [(replace(entry.event, digest="", salt=""), entry.binding) for entry in hot.log.tail]
    return hot.log.seq, hot.table, hot.log.base_seq, hot.log.base, tail, hot.head, hot.secret


class TestTails:
    def test_events_that_were_read_elsewhere_are_not_read_again(
        self, house: House, other: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played(house, 1)
        behind = other.games.get("g1").log.seq
        house.play_round()
        tail = house.store.tail("g1", behind - 2)
        with monkeypatch.context() as patch:
            patch.setattr(other.store, "tail", None)
            assert other.games.with_tail("g1", tail).table == house.table()
            assert other.games.with_tail("g1", tail[:1]).log.seq == house.length(), "it never goes back"

    def test_events_that_do_not_follow_make_it_read_the_log(self, house: House, other: House) -> None:
        played(house, 1)
        other.games.get("g1")
        house.play_round()
        gap = house.store.tail("g1", house.length() - 1)
        assert other.games.with_tail("g1", gap).table == house.table()
        forged = [Stored(house.length() + 1, b"{}", bytes(32))]
        assert other.games.with_tail("g1", forged).table == house.table()


class TestLoading:
    def test_a_game_that_has_only_just_begun_is_there_at_once(
        self, house: House, other: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        played(house, 0)
        with monkeypatch.context() as patch:
            patch.setattr(other.store, "tail", None)
            assert other.games.load("g1").table == house.table()

    def test_it_is_the_same_however_many_events_there_are(self, house: House) -> None:
        house.start()
        while house.length() < OPENING + 2:
            house.play(ANN, WAVE)
            assert loaded(house)[:2] == (house.length(), house.table())


class TestSnapshots:
    def test_none_is_taken_of_a_short_game(self, house: House) -> None:
        played(house, (snapshots.EVERY - 2) // ROUND)
        assert not house.redis.exists(keys.snapshot("g1"))

    def test_they_are_taken_every_so_many_events(self, house: House) -> None:
        played(house)
        kept = snapshot(house)
        assert kept.seq == snapshots.EVERY
        assert kept.hash == house.store.tail("g1", kept.seq - 1, 1)[0].hash
        assert kept.table == House(house.redis).games.fold_to("g1", kept.seq).table

    def test_processes_that_take_turns_in_a_game_take_each_but_once(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(snapshots, "EVERY", 2 * ROUND)
        played(house, 1)
        one, other = House(house.redis), house
        for _ in range(6):
            one.play_round()
            one, other = other, one
        taken = sorted(map(int, house.redis.hkeys(keys.past("g1"))))
        assert [seq // snapshots.EVERY for seq in taken] == [1, 2, 3]

    def test_one_may_be_taken_when_the_move_is_answered(self, house: House) -> None:
        left: list[Callable[[], None]] = []
        house.commands.writer.later = left.append
        played(house)
        assert not house.redis.exists(keys.snapshot("g1"))
        (take,) = left
        take()
        assert snapshot(house).seq == snapshots.EVERY
        assert snapshot(house).table == House(house.redis).games.fold_to("g1", snapshots.EVERY).table

    def test_loading_from_one_equals_loading_from_the_beginning(self, house: House) -> None:
        played(house).play(ANN, write(4))
        with_snapshot = loaded(house)
        house.redis.delete(keys.snapshot("g1"))
        assert loaded(house) == with_snapshot
        assert with_snapshot[0] == house.length() == 51

    def test_a_process_that_loaded_from_one_goes_on_like_one_that_did_not(self, house: House) -> None:
        played(house, 7)
        fresh = House(house.redis)
        assert fresh.games.get("g1").snapshot_seq > 0
        fresh.play_round()
        assert fresh.table() == house.table()

    def test_looking_back_from_one_equals_looking_back_from_the_beginning(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(snapshots, "EVERY", 2 * ROUND)
        played(house)
        assert len(house.redis.hkeys(keys.past("g1"))) >= 3
        back = [House(house.redis).games.fold_to("g1", seq) for seq in range(1, house.length() + 1)]
        house.redis.delete(keys.past("g1"))
        assert [log.table for log in back] == [
            House(house.redis).games.fold_to("g1", seq).table for seq in range(1, house.length() + 1)
        ]

    def test_a_process_that_looked_back_before_hears_of_new_ones(
        self, house: House, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It folds the right thing while the game goes on elsewhere, and not from further back than it must."""
        monkeypatch.setattr(snapshots, "EVERY", ROUND)

        class Counting(Games):
            folded = 0

            def read(self, title: AnyTitle, stored: Stored) -> Any:
                self.folded += 1
                return super().read(title, stored)

        looking = Counting(house.store, {"tally": TALLY})
        house.start()
        for _ in range(8):
            house.play_round()
            for to in (1, house.length() // 2, house.length()):
                looking.folded = 0
                assert looking.fold_to("g1", to).table == House(house.redis).games.fold_to("g1", to).table
                assert not snapshots.overdue(looking.folded)

    def test_one_that_is_gone_costs_nothing_but_time(self, house: House) -> None:
        played(house)
        looking = House(house.redis).games
        right = looking.fold_to("g1", 49).table
        house.redis.delete(keys.past("g1"))
        assert looking.fold_to("g1", 49).table == right

    def test_one_that_cannot_be_read_costs_nothing_but_time(self, house: House) -> None:
        played(house)
        right = House(house.redis).games.fold_to("g1", 49).table
        (seq,) = house.redis.hkeys(keys.past("g1"))
        house.redis.hset(keys.past("g1"), seq, b"garbage")
        assert House(house.redis).games.fold_to("g1", 49).table == right

    def test_deleting_all_of_them_changes_nothing_that_anyone_sees(self, house: House) -> None:
        played(house)
        before = House(house.redis).queries.game("g1", "ann")
        house.redis.delete(keys.snapshot("g1"))
        assert House(house.redis).queries.game("g1", "ann") == before

    @pytest.mark.parametrize("damage", ["other types", "garbage", "empty", "other state", "cut off"])
    def test_one_that_cannot_be_trusted_is_passed_over(self, house: House, damage: str) -> None:
        played(house)
        right, kept = loaded(house), snapshot(house)
        wrong, mark = replace(kept, seq=3), Snapshots(TALLY).fingerprint
        data = {
            "other types": bytes(32) + to_msgpack(wrong),
            "garbage": b"\xff\x00 no msgpack",
            "empty": b"",
            "other state": mark + to_msgpack({**msgspec.to_builtins(wrong), "table": {"title": "tally"}}),
            "cut off": mark + to_msgpack(kept)[:-5],
        }[damage]
        house.redis.set(keys.snapshot("g1"), data)
        assert loaded(house) == right

    def test_undo_right_after_one_works_in_a_process_that_has_just_started(self, house: House) -> None:
        played(house, 6).play(ANN, write(2))
        house.play(BEN, write(3))
        assert snapshot(house).seq == house.length() == 40
        house.play(ANN, ADD)
        House(house.redis).play(ANN, UNDO)
        assert House(house.redis).table().game.added == (0, 0)
        with pytest.raises(IllegalMove, match="event 40 stands in the way"):
            House(house.redis).play(ANN, {**UNDO, "to": 39})

    def test_an_undo_can_go_behind_one(self, house: House) -> None:
        house.start().play(ANN, write(2))
        for _ in range(2 * snapshots.EVERY):
            house.play(BEN, WAVE)
        kept = snapshot(house)
        assert kept.seq == 2 * snapshots.EVERY
        assert kept.base_seq == 2, "the answer before the waves can be taken back"
        House(house.redis).play(ANN, UNDO)
        assert House(house.redis).table().game.written == (None, None)
        assert house.table().game.waves == 2 * snapshots.EVERY

    def test_none_is_taken_of_a_tail_without_end(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(snapshots, "EVERY", 5)
        monkeypatch.setattr(snapshots, "LONGEST_TAIL", 20)
        house.start().play(ANN, write(2))
        for _ in range(40):
            house.play(BEN, WAVE)
        assert len(snapshot(house).tail) <= 20
        with_snapshot = loaded(house)
        house.redis.delete(keys.snapshot("g1"))
        assert loaded(house) == with_snapshot
        house.play(BEN, write(3))
        assert snapshot(house).seq == house.length(), "the answers are revealed, and the tail is at an end"

    @pytest.mark.parametrize("waves", range(4))
    def test_one_taken_in_the_middle_of_acts_keeps_them_undoable(self, house: House, waves: int) -> None:
        """Seat 1's act moves the base behind seat 0's, wherever the snapshot stands."""
        house.start().play(ANN, write(2))
        house.play(BEN, write(3))
        for _ in range(snapshots.EVERY - house.length() - waves):
            house.play(BEN, WAVE)
        for person, move in ((ANN, ADD), (ANN, DONE), (BEN, ADD)):
            house.play(person, move)
        assert snapshot(house).seq == snapshots.EVERY
        assert snapshot(house).hash == house.store.tail("g1", snapshots.EVERY - 1, 1)[0].hash
        with_snapshot = loaded(house)
        kept = house.redis.getdel(keys.snapshot("g1"))
        assert loaded(house) == with_snapshot
        house.redis.set(keys.snapshot("g1"), kept)
        fresh = House(house.redis)
        assert undoable(fresh.games.get("g1").log, 1) == (house.length(),)
        fresh.play(BEN, UNDO)
        assert fresh.table().game.added == (1, 0)
        assert loaded(house)[1] == fresh.table()

    def test_one_that_cannot_be_written_fails_no_move(self, redis_server: EmbeddedRedis, redis: Any) -> None:
        allowed = [f"~*:{part}" for part in ("events", "due", "feed", "meta", "secret", "idem:*", "list:*", "mine:*")]
        redis.execute_command("ACL", "SETUSER", "limited", "on", ">word", "+@all", *allowed)
        client = connect(redis_server.url.replace("unix://", "unix://limited:word@"))
        limited = played(House(client))
        client.close()
        redis.execute_command("ACL", "DELUSER", "limited")
        assert not redis.exists(keys.snapshot("g1"))
        assert limited.games.get("g1").log.seq == House(redis).length() == 50


class TestMemory:
    def test_the_games_not_used_longest_are_forgotten(self, redis: Any) -> None:
        house = House(redis, most=3)
        for game_id in ("g1", "g2", "g3"):
            house.start(game_id)
        house.games.get("g1")
        house.start("g4")
        assert set(house.games._hot) == {"g1", "g3", "g4"}, "g2 is not used for longest"
        assert house.play(ANN, WAVE, game_id="g2").seq == 3
        assert len(house.games._hot) == 3

    def test_a_forgotten_game_is_loaded_again(self, house: House) -> None:
        house.start().play(ANN, write(3))
        before = house.games.get("g1")
        house.games.forget("g1")
        again = house.games.get("g1")
        assert again is not before
        assert (again.table, again.head) == (before.table, before.head)

    def test_an_older_state_never_replaces_a_newer_one(self, house: House) -> None:
        house.start()
        old = house.games.get("g1")
        house.play(ANN, WAVE)
        house.games.keep(old)
        assert house.games.get("g1").log.seq == 3

    def test_fresh_sees_what_another_process_wrote(self, house: House, other: House) -> None:
        house.start()
        other.play(ANN, WAVE)
        assert house.games.get("g1").log.seq == 2
        assert house.games.fresh("g1").log.seq == 3
        assert house.games.get("g1").log.seq == 3

    def test_reading_writes_nothing(self, house: House) -> None:
        played(house)
        before = everything(house.redis)
        House(house.redis).games.fresh("g1")
        assert everything(house.redis) == before


class TestDamage:
    def test_an_unknown_game_is_unknown(self, house: House) -> None:
        for find in (house.games.get, house.games.fresh, house.games.load, house.games.title_of):
            with pytest.raises(UnknownGame):
                find("g9")

    def test_a_game_of_a_title_that_is_not_hosted_is_not_guessed_at(self, house: House) -> None:
        house.start()
        data = house.store.tail("g1")[0].data.replace(b'"title":"tally"', b'"title":"chess"')
        Store(house.redis).append(Append("g2", 0, [Stored(1, data, GENESIS)], None, b"", b"s"))
        with pytest.raises(Newer, match="chess"):
            house.games.get("g2")

    def test_a_log_that_does_not_begin_with_a_creation_is_not_guessed_at(self, house: House) -> None:
        house.start()
        event = msgspec.json.decode(house.store.tail("g1")[0].data)
        event["changes"] = [{"type": "game_aborted", "reason": "x"}, *event["changes"]]
        stored = Stored(1, msgspec.json.encode(event), GENESIS)
        house.store.append(Append("g2", 0, [stored], None, b"", b"s"))
        with pytest.raises(Damaged, match="does not create"):
            house.games.get("g2")
