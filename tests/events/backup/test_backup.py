"""Backups: taken from a house in use, put back whole or not at all."""

from __future__ import annotations

import hashlib
import stat
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from moothall.domain.table.state import Reserved
from moothall.events import keys
from moothall.events.accounts.players import Player, Players
from moothall.events.backup import take
from moothall.events.backup.file import BadBackup, Game, Header, Kept, KeyFile, fingerprint, parts, written
from moothall.events.backup.restore import Refused, Restored, Restoring
from moothall.events.errors import KeyReused
from moothall.events.event_store.store import Store
from moothall.events.projections.inbox import Inbox
from moothall.events.projections.lobby import Profiles, Projections
from moothall.events.projections.webhooks import Webhook, Webhooks
from tests.support.house import ADD, ANN, BEN, DONE, WAVE, House, asked_for, body, everything, key, write

KEY_FILE = KeyFile("0001.key", "ab" * 32, 5)
NOW = 10_000_000


class Kit:
    """A house, ways to back it up and to put it back, and the keys that came back."""

    def __init__(self, house: House, folder: Path) -> None:
        self.house = house
        self.folder = folder
        self.keys: list[KeyFile] = []
        self.left_out: list[tuple[str, str]] = []
        self.now = NOW

    def take(self, *game_ids: str, name: str = "house.backup") -> Path:
        path = self.folder / name
        with written(path) as put:
            for part in self.parts(*game_ids):
                put(part)
        return path

    def parts(self, *game_ids: str) -> Iterator[Any]:
        def leave_out(game_id: str, why: str) -> None:
            self.left_out.append((game_id, why))

        if game_ids:
            return take.single(self.house.store, game_ids, self.now, leave_out)
        return take.whole(self.house.store, [KEY_FILE], self.now, leave_out)

    def restore(self, path: Path, *game_ids: str, store: Store | None = None) -> Restored:
        store = store or self.house.store
        fresh = House(self.house.redis)
        return Restoring(store, fresh.games, lambda: self.now).run(path, self.keys.append, game_ids)


@pytest.fixture
def kit(house: House, tmp_path: Path) -> Kit:
    """A finished game, one in mid-play with a step due, an open one; an account with a token, a webhook and notices."""
    house.start("over", rounds=1).play_round("over")
    house.start("due", rounds=2)
    for person in (ANN, BEN):
        house.play(person, write(2), game_id="due")
    for person in (ANN, BEN):
        house.play(person, DONE, game_id="due", key=key("k1"))
    house.create("open", seats=3, tags=["cup"], reserved=[Reserved(1, "ben", "Ben")])
    house.projections.project(["over", "due"])
    players, hooks = Players(house.redis), Webhooks(house.redis)
    players.register(Player("ann", "Ann", "human", 1), "token")
    hooks.add(Webhook("w1", "ann", "https://example.com", ["my_turn"], "s", 1))
    inbox = Inbox(house.store)
    inbox.tell(["over", "due", "open"])
    for notice in inbox.tail("ann"):
        hooks.send("ann", notice, 5)
    return Kit(house, tmp_path)


def lasting(redis: Any) -> dict[bytes, Any]:
    """What a backup shall bring back, snapshots and outboxes aside."""
    gone = (b":feed", b":bell", b":over", b":snapshot", b":past", b":events", b":packed", b"games")
    return {name: data for name, data in everything(redis).items() if not name.endswith(gone)}


def test_everything_comes_back(kit: Kit) -> None:
    redis, store = kit.house.redis, kit.house.store
    answer, left_ms = keys.idempotency("due", "ann", "k1"), 1_000_000
    redis.pexpire(answer, left_ms)  # much less than an answer is kept for when it is new
    path = kit.take()
    before = {game_id: store.tail(game_id) for game_id in ("over", "due", "open")}
    kept, due = lasting(redis), store.due(10**15)
    redis.flushall()
    restored = kit.restore(path)
    assert (sorted(restored.games), restored.there) == (["due", "open", "over"], [])
    assert {game_id: store.tail(game_id) for game_id in before} == before
    assert [game_id for game_id, _ in store.due(10**15)] == [game_id for game_id, _ in due] == ["due"]
    assert lasting(redis).keys() == kept.keys()
    since = keys.due(keys.shard_of("due")).encode()  # work is due from the restoring on
    assert {**lasting(redis), since: b""} == {**kept, since: b""}
    assert kit.keys == [KEY_FILE]
    assert 0 < redis.pttl(answer) < 2 * left_ms
    assert kit.left_out == []
    bearer = Players(redis).bearer("token")
    assert bearer is not None
    assert bearer.player.name == "Ann"
    assert [meta.id for meta in Projections(store).games(tag="cup").games] == ["open"]
    assert sum(Profiles(redis).of("ann", ["tally"])["tally"].values()) == 1
    assert Inbox(store).tell(["open"]) == 0, "Ben was told of the seat"


def test_what_is_played_on_is_judged_good(kit: Kit) -> None:
    path = kit.take()
    kit.house.redis.flushall()
    kit.restore(path)
    house = House(kit.house.redis)
    house.commands.step("due", house.length("due"))
    house.play_round("due")
    assert house.table("due").status == "finished"
    for game_id in ("over", "due"):
        verdicts = body(house.archive.audit(game_id, None))
        assert [verdict["ok"] for verdict in verdicts["verdicts"].values()] == [True] * 4
    assert [meta.id for meta in house.projections.games().games] == ["open", "due", "over"]


def test_an_answer_that_was_given_is_given_again(kit: Kit) -> None:
    path = kit.take()
    first = kit.house.play(ANN, DONE, game_id="due", key=key("k1"))
    kit.house.redis.flushall()
    kit.restore(path)
    house = House(kit.house.redis)
    length = house.length("due")
    assert house.play(ANN, DONE, game_id="due", key=key("k1")).body == first.body
    assert house.length("due") == length
    with pytest.raises(KeyReused):
        house.play(ANN, ADD, game_id="due", key=key("k1", "another"))


def test_a_backup_of_a_game_in_play_is_one_moment_of_it(kit: Kit) -> None:
    """Somebody moves, under a key, and is told of it, between the reading of the game and that of the rest."""
    house, path = kit.house, kit.folder / "moving"
    house.start("busy")
    length, moved = house.length("busy"), False
    with written(path) as put:
        for part in kit.parts():
            put(part)
            if isinstance(part, Game) and not moved:  # in the order of ids, so "busy" has been read
                moved = True
                house.play(ANN, WAVE, game_id="busy", key=key("late"))
                Inbox(house.store).tell(["busy"])
    house.redis.flushall()
    kit.restore(path)
    again = House(house.redis)
    assert again.length("busy") == length
    assert again.store.answer("busy", "ann", "late") is None
    again.play(ANN, WAVE, game_id="busy", key=key("late"))
    assert again.length("busy") == length + 1
    assert Inbox(again.store).tell(["busy"]) > 0, "told anew, since what was told did not happen"


class TestFile:
    def test_it_is_for_its_owner_alone_and_never_overwritten(self, kit: Kit) -> None:
        path = kit.take()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        before = path.read_bytes()
        with pytest.raises(BadBackup, match="there already"):
            kit.take()
        assert path.read_bytes() == before
        assert list(kit.folder.iterdir()) == [path]

    def test_one_that_is_broken_off_leaves_nothing(self, kit: Kit) -> None:
        half = written(kit.folder / "half")
        half.__enter__()(Header(1, True))
        assert not half.__exit__(RuntimeError, RuntimeError("it ends here"), None)
        assert list(kit.folder.iterdir()) == []

    def test_any_damage_is_found_before_anything_is_written(self, kit: Kit) -> None:
        path = kit.take()
        data = path.read_bytes()
        kit.house.redis.flushall()
        spoilt = kit.folder / "spoilt"
        for at in range(0, len(data), max(1, len(data) // 60)):
            spoilt.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
            with pytest.raises(BadBackup):
                kit.restore(spoilt)
            spoilt.write_bytes(data[:at])
            with pytest.raises(BadBackup):
                kit.restore(spoilt)
        assert everything(kit.house.redis) == {}

    def test_a_later_form_is_refused(self, kit: Kit) -> None:
        path = kit.take()
        later = kit.folder / "later"
        resealed(later, path.read_bytes()[:-32].replace(b"backup 1\n", b"backup 2\n", 1))
        with pytest.raises(BadBackup, match="form '2'"):
            kit.restore(later)

    @pytest.mark.parametrize(
        "part", [b"", b"\x93", zlib.compress(b"\x93"), zlib.compress(msgspec.msgpack.encode({"part": "nothing"}))]
    )
    def test_parts_that_are_none_are_refused(self, kit: Kit, part: bytes) -> None:
        odd = kit.folder / "odd"
        resealed(odd, b"moothall-backup 1\n" + struct.pack(">I", len(part)) + part + bytes(4))
        with pytest.raises(BadBackup):
            kit.restore(odd)

    def test_a_part_that_swells_is_refused(self, kit: Kit, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("moothall.events.backup.file.LARGEST", 1_000_000)
        part = zlib.compress(bytes(2_000_000))
        odd = kit.folder / "odd"
        resealed(odd, b"moothall-backup 1\n" + struct.pack(">I", len(part)) + part + bytes(4))
        with pytest.raises(BadBackup, match="more than"):
            kit.restore(odd)

    def test_its_hash_tells_files_apart(self, kit: Kit) -> None:
        first = kit.take()
        kit.house.play(ANN, ADD, game_id="due") if kit.house.table("due").decisions else kit.house.create("more")
        assert fingerprint(first) != fingerprint(kit.take(name="second"))


def resealed(path: Path, data: bytes) -> None:
    """A file with a hash that is right."""
    path.write_bytes(data + hashlib.sha256(data).digest())


class TestWhole:
    def test_a_house_that_is_not_empty_is_left_alone(self, kit: Kit) -> None:
        path = kit.take()
        before = everything(kit.house.redis)
        with pytest.raises(Refused, match="empty house only"):
            kit.restore(path)
        assert everything(kit.house.redis) == before

    def test_accounts_alone_are_something_too(self, kit: Kit) -> None:
        path = kit.take()
        kit.house.redis.flushall()
        Players(kit.house.redis).register(Player("zoe", "Zoe", "human", 1), "zoes")
        with pytest.raises(Refused):
            kit.restore(path)

    @pytest.mark.parametrize("writes", range(0, 12, 2))
    def test_one_that_is_broken_off_is_finished_by_running_it_again(self, kit: Kit, writes: int) -> None:
        path = kit.take()
        before = {game_id: kit.house.store.tail(game_id) for game_id in ("over", "due", "open")}
        kept = lasting(kit.house.redis)
        kit.house.redis.flushall()

        class Failing(Restoring):
            """Whose process ends after so many writes."""

            left = writes

            def _keep(self, kept: Kept) -> bool:
                self.tick()
                return super()._keep(kept)

            def _put(self, *arguments: Any) -> bool:
                self.tick()
                return super()._put(*arguments)

            def tick(self) -> None:
                if not self.left:
                    raise KeyboardInterrupt
                self.left -= 1

        with pytest.raises(KeyboardInterrupt):
            Failing(kit.house.store, House(kit.house.redis).games, lambda: NOW).run(path, kit.keys.append)
        other = kit.folder / "other"
        with written(other) as put:
            put(Header(1, True))
        with pytest.raises(Refused, match="half restored"):
            kit.restore(other)
        kit.restore(path)
        assert {game_id: kit.house.store.tail(game_id) for game_id in before} == before
        assert lasting(kit.house.redis).keys() == kept.keys()
        assert not kit.house.redis.exists(keys.restoring())

    def test_a_log_that_does_not_hold_together_is_left_out_and_named(self, kit: Kit) -> None:
        redis = kit.house.redis
        redis.xadd(keys.events("odd"), {"d": b"{}", "h": bytes(32)}, id="1-0")
        redis.set(keys.secret("odd"), bytes(32))
        path = kit.take()
        assert [game_id for game_id, _ in kit.left_out] == ["odd"]
        assert {part.id for part in parts(path) if isinstance(part, Game)} == {"over", "due", "open"}

    def test_a_packed_game_comes_back_packed_and_others_when_they_are_over(self, kit: Kit) -> None:
        store = kit.house.store
        before = store.tail("over")
        store.packed.put_away("over", len(before))
        path = kit.take()
        kit.house.redis.flushall()
        kit.restore(path)
        assert kit.house.redis.exists(keys.packed("over"))
        assert kit.house.redis.exists(keys.events("due"))
        assert store.tail("over") == before


class TestSingle:
    def test_a_lost_game_comes_back_into_a_house_in_use(self, kit: Kit) -> None:
        house = kit.house
        path = kit.take()
        before = house.store.tail("due")
        others = {name: data for name, data in everything(house.redis).items() if b"due" not in name}
        for each in (keys.events, keys.secret, keys.meta, keys.snapshot, keys.past):
            house.redis.delete(each("due"))
        house.redis.zrem(keys.due(keys.shard_of("due")), "due")
        assert kit.restore(path, "due") == Restored(["due"], [], 2)
        assert House(house.redis).store.tail("due") == before
        assert house.store.due(10**15)[0][0] == "due"
        feeds = {name for name in others if name.endswith(b":feed")}
        after = everything(house.redis)
        assert {name: after[name] for name in others.keys() - feeds} == {
            name: others[name] for name in others.keys() - feeds
        }

    def test_a_file_of_single_games_holds_nothing_else(self, kit: Kit) -> None:
        path = kit.take("due", "nosuchgame")
        held = list(parts(path))
        assert {type(part) for part in held} == {Header, Game, Kept}
        assert [part.id for part in held if isinstance(part, Game)] == ["due"]
        assert {part.game for part in held if isinstance(part, Kept)} == {"due"}
        assert [game_id for game_id, _ in kit.left_out] == ["nosuchgame"]

    def test_a_game_that_is_a_beginning_of_it_is_gone_on_with(self, kit: Kit) -> None:
        house = kit.house
        house.commands.step("due", house.length("due"))
        path, events = kit.take("due"), house.store.tail("due")
        house.redis.xtrim(keys.events("due"), minid="3-0", approximate=False)
        house.redis.delete(keys.events("due"))
        for stored in events[:4]:
            house.redis.xadd(keys.events("due"), {"d": stored.data, "h": stored.hash}, id=f"{stored.seq}-0")
        assert kit.restore(path).games == ["due"]
        assert house.store.tail("due") == events

    def test_a_game_that_is_further_is_left_as_it_is(self, kit: Kit) -> None:
        house = kit.house
        path = kit.take("due", "over")
        house.store.packed.put_away("over", house.length("over"))
        house.commands.step("due", house.length("due"))
        before = house.store.tail("due")
        assert kit.restore(path) == Restored([], ["due", "over"], 2)
        assert house.store.tail("due") == before
        assert house.redis.exists(keys.packed("over"))

    def test_a_game_that_went_on_otherwise_is_not_overwritten_and_no_other_is_restored(self, kit: Kit) -> None:
        house = kit.house
        path = kit.take("open", "due")
        for each in (keys.events, keys.secret, keys.meta):
            house.redis.delete(each("due"), each("open"))
        house.start("due", rounds=5)
        house.play(BEN, WAVE, game_id="due")
        before = everything(house.redis)
        with pytest.raises(Refused, match="went on otherwise here, from event 1 on"):
            kit.restore(path)
        assert everything(house.redis) == before

    def test_a_game_that_is_not_in_it_is_missed(self, kit: Kit) -> None:
        path = kit.take()
        with pytest.raises(Refused, match="no game nosuchgame"):
            kit.restore(path, "due", "nosuchgame")

    def test_a_game_that_goes_on_meanwhile_loses_nothing(self, kit: Kit) -> None:
        house = kit.house
        house.start("busy")
        path = kit.take("busy")
        events = house.store.tail("busy")
        house.redis.delete(keys.events("busy"))
        house.redis.xadd(keys.events("busy"), {"d": events[0].data, "h": events[0].hash}, id="1-0")

        class Busy(Store):
            """In which somebody else restores the game, and plays on, just before we do."""

            done = False

            @property
            def packed(self) -> Any:
                if not self.done:
                    self.done = True
                    kit.restore(path)
                    House(house.redis).play(ANN, WAVE, game_id="busy")
                return house.store.packed

            @packed.setter
            def packed(self, _: Any) -> None: ...

        busy = Busy(house.redis)
        assert kit.restore(path, store=busy).there == ["busy"]
        assert house.length("busy") == len(events) + 1

    def test_followers_of_it_are_told(self, kit: Kit) -> None:
        path = kit.take("due")
        for each in (keys.events, keys.secret, keys.meta):
            kit.house.redis.delete(each("due"))
        before = len(asked_for(kit.house.redis))
        kit.restore(path)
        entries = kit.house.redis.xrange(keys.feed(keys.shard_of("due")))
        assert entries[-1][1] == {b"g": b"due", b"s": b"%d" % kit.house.length("due")}
        assert len(asked_for(kit.house.redis)) == before
