"""Inboxes: everybody is told what concerns them, once, whatever the order in which the telling is run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from moothall.domain.table.state import Clock, Reserved, Seat
from moothall.events import keys
from moothall.events.event_store.metadata import listed, read_meta
from moothall.events.event_store.store import Store
from moothall.events.games.live import Hub
from moothall.events.projections import inbox as inboxes
from moothall.events.projections.inbox import Inbox
from tests.support.house import ADD, ANN, BEN, CAT, DONE, RESIGN, SECRET, UNDO, WAVE, House, everything, write
from tests.support.tally import TALLY


@pytest.fixture
def inbox(house: House) -> Inbox:
    return Inbox(house.store)


def notices(inbox: Inbox, player: str, after: int = 0) -> list[Any]:
    return [msgspec.json.decode(notice.data) for notice in inbox.tail(player, after)]


def brief(inbox: Inbox, player: str) -> list[Any]:
    """Kinds, and the decisions of turns."""
    return [
        (each["type"], each["decision"]["id"]) if "decision" in each else each["type"]
        for each in notices(inbox, player)
    ]


def test_a_game_that_starts_is_told_to_all_who_sit_there(house: House, inbox: Inbox) -> None:
    house.create()
    assert inbox.tell(["g1"]) == 0
    house.commands.join("g1", BEN, None, "")
    assert inbox.tell(["g1"]) == 4
    started, turn = notices(inbox, "ben")
    about = {"game": "g1", "title": "tally", "seat": 1, "tournament": None}
    assert started == {"id": 1, "type": "game_started", "at": started["at"], **about}
    assert turn == {
        **started,
        "id": 2,
        "type": "my_turn",
        "decision": {"id": 2, "kind": "write"},
        "deadline": None,
    }
    assert brief(inbox, "ann") == ["game_started", ("my_turn", 2)]
    assert brief(inbox, "cat") == []


def test_a_turn_comes_with_its_deadline_and_after_a_pause_with_the_new_one(house: House, inbox: Inbox) -> None:
    house.start(clock=Clock(per_move_s=60))
    inbox.tell(["g1"])
    for kind in ("ask_pause", "ask_resume"):
        for person in (ANN, BEN):
            house.play(person, {"type": kind})
        inbox.tell(["g1"])
    told = [each["deadline"] for each in notices(inbox, "ann") if each["type"] == "my_turn"]
    table = house.table()
    assert told == [told[0], table.decisions[0].deadline]
    assert told[0] is not None
    assert told[0] < told[1]


def test_every_decision_is_told_once(house: House, inbox: Inbox) -> None:
    house.start()
    for person, move in ((ANN, write(2)), (BEN, WAVE), (BEN, write(3)), (ANN, ADD), (ANN, WAVE), (ANN, DONE)):
        house.play(person, move)
        inbox.tell(["g1", "g1", "unknown"])
        inbox.tell(["g1"])
    assert brief(inbox, "ann") == ["game_started", ("my_turn", 5), ("my_turn", 6)]
    assert brief(inbox, "ben") == ["game_started", ("my_turn", 2), ("my_turn", 8)]


def test_the_end_is_told(house: House, inbox: Inbox) -> None:
    house.start(rounds=1).play_round()
    inbox.tell(["g1"])
    assert brief(inbox, "ann") == ["game_started", "game_finished"]
    before = everything(house.redis)
    assert inbox.tell(["g1"]) == 0
    assert everything(house.redis) == before


def test_a_turn_that_an_undo_gives_back_is_told_again(house: House, inbox: Inbox) -> None:
    """Ann's finished turn is Ben's; Ann takes it back, and then finishes again."""
    house.start()
    house.play(ANN, write(2))
    house.play(BEN, write(3))
    for move in (DONE, UNDO, DONE):
        house.play(ANN, move)
        inbox.tell(["g1"])
    assert brief(inbox, "ben") == ["game_started", ("my_turn", 5), ("my_turn", 7)]
    assert brief(inbox, "ann") == ["game_started", ("my_turn", 6)]


def test_who_tells_late_tells_nothing(house: House, inbox: Inbox) -> None:
    """One has read the game before Ann's move and tells after another has told what came of it."""

    class Late(Store):
        def metas(self, game_ids: Sequence[str]) -> list[bytes | None]:
            read = super().metas(game_ids)
            house.play(ANN, write(2))
            house.play(BEN, write(3))
            inbox.tell(["g1"])
            return read

    house.start()
    assert Inbox(Late(house.redis)).tell(["g1"]) == 0
    assert brief(inbox, "ann") == ["game_started", ("my_turn", 4)]


def test_who_has_left_is_told_no_more(house: House, inbox: Inbox) -> None:
    house.start(seats=3)
    inbox.tell(["g1"])
    house.play(CAT, RESIGN)
    house.play(ANN, write(1))
    inbox.tell(["g1"])
    assert brief(inbox, "cat") == ["game_started", ("my_turn", 3)]


def test_ai_seats_and_aborted_games_are_told_to_nobody(house: House, inbox: Inbox) -> None:
    house.commands.create("g1", ANN, TALLY, [Seat("ai", level="random")] * 2, {}, SECRET)
    house.create("g2")
    house.commands.abort("g2", ANN)
    assert inbox.tell(["g1", "g2"]) == 0


class TestCatchingUp:
    """Given games in every state, when what players were told of them is lost, or was never told."""

    @pytest.fixture
    def games(self, house: House) -> House:
        house.create("open", reserved=[Reserved(1, "ben", "Ben")])
        house.start("active")
        house.start("finished", rounds=1).play_round("finished")
        return house

    def test_everybody_is_told_of_what_goes_on(self, games: House, inbox: Inbox) -> None:
        assert inbox.catch_up() == 5
        assert sorted(map(str, brief(inbox, "ben"))) == ["('my_turn', 2)", "game_started", "seat_reserved"]
        assert brief(inbox, "ann") == ["game_started", ("my_turn", 2)], "what is over needs nobody"

    def test_who_knows_it_is_told_nothing_and_loses_nothing(self, games: House, inbox: Inbox) -> None:
        inbox.tell(["open", "active", "finished"])
        before = everything(games.redis)
        assert (inbox.catch_up(), Inbox(games.store).catch_up()) == (0, 0)
        assert everything(games.redis) == before


def test_an_inbox_is_bounded_and_keeps_the_latest(house: House, inbox: Inbox, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inboxes, "KEPT", 3)
    for number in range(4):
        house.start(f"game{number}")
        inbox.tell([f"game{number}"])
    assert [each["id"] for each in notices(inbox, "ann")] == [6, 7, 8]
    assert inbox.newest("ann") == 8
    assert inbox.newest("cat") == 0


def test_an_inbox_is_followed_like_a_game(house: House, inbox: Inbox) -> None:
    hub = Hub(house.store, inbox)
    house.start()
    tail = hub.tail_of(inbox, "ann", 0, 10)
    inbox.tell(["g1"])
    heard = [notice.seq for notice in next(tail)]
    house.play(BEN, write(1))
    house.play(ANN, write(1))
    inbox.tell(["g1"])
    while len(heard) < 3:
        heard += [notice.seq for notice in next(tail)]
    hub.stop()
    assert heard == [1, 2, 3]
    assert hub.followers == 1


def test_what_a_seat_alone_may_know_is_in_no_listing(house: House) -> None:
    house.start()
    (data,) = house.store.metas(["g1"])
    assert data is not None
    meta = read_meta(data)
    assert [(each.seat, each.id) for each in meta.decisions] == [(0, 2), (1, 2)]
    assert "decisions" not in listed(meta)


def test_all_keys_that_are_written_together_have_one_hash_tag() -> None:
    for player in ("ann", "p_0123", "ä"):
        names = [keys.inbox(player), keys.told(player), keys.bell(keys.shard_of(player))]
        assert {name.split(":")[1] for name in names} == {f"{{p{keys.shard_of(player):02d}}}"}


def test_whom_a_seat_is_kept_for_is_told_once(house: House, inbox: Inbox) -> None:
    house.create(seats=3, reserved=[Reserved(1, "ben", "Ben"), Reserved(0, "ann", "Ann")])
    assert inbox.tell(["g1"]) == 1, "Ann sits there already"
    assert (inbox.tell(["g1"]), Inbox(house.store).tell(["g1"])) == (0, 0)
    (told,) = notices(inbox, "ben")
    about = {"game": "g1", "title": "tally", "seat": 1, "tournament": None}
    assert told == {"id": 1, "type": "seat_reserved", "at": told["at"], **about}
    house.commands.join("g1", BEN, None, "")
    house.commands.leave("g1", BEN)
    assert inbox.tell(["g1"]) == 0
    for person in (BEN, CAT):
        house.commands.join("g1", person, None, "")
    inbox.tell(["g1"])
    assert brief(inbox, "ben") == ["seat_reserved", "game_started", ("my_turn", 5)]


def test_the_telling_of_a_kept_seat_that_comes_too_late_tells_nothing(house: House, inbox: Inbox) -> None:
    house.create(reserved=[Reserved(1, "ben", "Ben")])
    (early,) = house.store.read_metas(["g1"])
    house.commands.join("g1", BEN, None, "")
    inbox.tell(["g1"])
    assert Inbox(house.store).tell_of([early]) == 0
    assert brief(inbox, "ben") == ["game_started", ("my_turn", 2)]
