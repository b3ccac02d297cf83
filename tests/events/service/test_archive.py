"""Records of games in the log; rulings and forks through it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table.decide import Person
from moothall.domain.table.moves import AnnulGame, PauseGame, ReplaceSeat, RestoreGame, ResumeGame
from moothall.domain.table.state import Seat
from moothall.events.audit.game import audit
from moothall.events.errors import NotOver, NotSeated, StaleMatch, UnknownGame, UnknownSeat, UnknownSeq
from moothall.events.records.format import read
from tests.support.house import ADD, ANN, BEN, CAT, DONE, House, body, key, write
from tests.support.records import KEY, TRUSTED
from tests.support.tally import TALLY

TITLES = {"tally": TALLY}
NEW = bytes(32)


def over(house: House, **more: Any) -> House:
    house.start(rounds=1, **more).play_round()
    return house


def test_a_record_stands_alone(house: House) -> None:
    data = over(house).archive.record("g1", None)
    record = read(data)
    header = record.header
    assert header is not None
    assert (header.game, header.title, header.edition, header.key) == ("g1", "tally", 1, KEY.id)
    assert header.content == msgspec.json.decode(msgspec.json.encode(TALLY.content.tables))
    assert header.options == {"rounds": 1}
    assert [seat.name for seat in header.seats] == ["Ann", "Ben"]
    assert header.commitment == house.table().commitment
    stored = house.store.tail("g1")
    assert [line.data.encode() for line in record.events] == [entry.data for entry in stored]
    assert [line.hash for line in record.events] == [entry.hash.hex() for entry in stored]
    assert record.end is not None
    assert record.end.head == stored[-1].hash.hex()
    assert audit(data, TITLES, trusted=TRUSTED).ok


def test_the_same_game_has_the_same_record(house: House, other: House) -> None:
    assert over(house).archive.record("g1", None) == other.archive.record("g1", ANN.id)


def test_the_audit_of_the_log_is_that_of_the_record(house: House) -> None:
    report = body(over(house).archive.audit("g1", None))
    assert report == audit(house.archive.record("g1", None), TITLES, trusted=TRUSTED).as_json()
    assert report["ok"] is True
    assert body(house.archive.audit("g1", None)) == report


def test_a_log_that_was_changed_in_redis_is_found(house: House, other: House) -> None:
    over(house)
    name = next(name for name in house.redis.keys("*:g1:events"))
    entries = house.redis.xrange(name)
    house.redis.delete(name)
    for entry_id, fields in entries:
        if entry_id == b"3-0":
            assert b'"number":2' in fields[b"d"]
            fields[b"d"] = fields[b"d"].replace(b'"number":2', b'"number":5')
        house.redis.xadd(name, fields, id=entry_id)
    report = body(other.archive.audit("g1", None))
    assert report["ok"] is False
    assert (report["verdicts"]["chain"]["ok"], report["verdicts"]["chain"]["seq"]) == (False, 3)


@pytest.mark.parametrize("status", ["open", "active", "aborted"])
def test_there_is_no_record_of_a_game_that_was_not_played(house: House, status: str) -> None:
    house.create() if status != "active" else house.start()
    if status == "aborted":
        house.commands.abort("g1", ANN)
    for ask in (house.archive.record, house.archive.audit):
        with pytest.raises(NotOver, match=f"the game is {status}"):
            ask("g1", ANN.id)


def test_strangers_get_no_record_of_a_private_game(house: House) -> None:
    over(house, private=True)
    with pytest.raises(UnknownGame):
        house.archive.record("g1", CAT.id)
    with pytest.raises(UnknownGame):
        house.archive.audit("g1", None)
    assert house.archive.record("g1", BEN.id)


def organised(house: House, **more: Any) -> House:
    house.create(organise=True, **more)
    for person in (BEN, CAT):
        house.commands.join("g1", person, None, "")
    return house


def test_rulings_are_events_and_listed(house: House) -> None:
    organised(house)
    answer = body(house.arbiter.rule("g1", ANN, PauseGame("dinner")))
    assert (answer["seq"], answer["paused"], answer["awaiting"]["decisions"]) == (4, True, [])
    assert body(house.arbiter.rule("g1", ANN, ResumeGame("fed")))["paused"] is False
    assert body(house.arbiter.rule("g1", ANN, AnnulGame("late")))["status"] == "annulled"
    assert [meta.id for meta in house.projections.games(status="annulled").games] == ["g1"]
    assert house.projections.games(status="active").games == []
    assert audit(house.archive.record("g1", None), TITLES, trusted=TRUSTED).ok


def test_a_repeated_ruling_is_one_ruling(house: House) -> None:
    organised(house)
    first = house.arbiter.rule("g1", ANN, PauseGame("dinner"), key=key())
    again = house.arbiter.rule("g1", ANN, PauseGame("dinner"), key=key())
    assert (again.repeated, again.body, house.length()) == (True, first.body, 4)


def test_only_the_organiser_rules_and_strangers_know_nothing(house: House) -> None:
    organised(house, private=True)
    with pytest.raises(NotYourTurn):
        house.arbiter.rule("g1", BEN, PauseGame("dinner"))
    with pytest.raises(UnknownGame):
        house.arbiter.rule("g1", Person("eve", "Eve"), PauseGame("dinner"))
    assert house.length() == 3


def test_a_restored_game_is_the_same_for_every_process(house: House, other: House) -> None:
    organised(house)
    house.play(BEN, write(2))
    house.play(CAT, write(3))
    other.play(BEN, ADD)
    other.arbiter.rule("g1", ANN, RestoreGame(4, "a power cut"))
    assert house.table() == other.table()
    assert house.table().game.written == (2, None)
    house.games.forget("g1")
    assert house.table() == other.table()
    house.play(CAT, write(5))
    assert house.table().game.written == (2, 5)


def test_a_seat_given_to_an_ai_is_work_for_the_workers(house: House) -> None:
    organised(house)
    assert house.due == []
    house.arbiter.rule("g1", ANN, ReplaceSeat(0, "asleep", level="random"))
    assert house.due == [("g1", 4)]
    house.arbiter.rule("g1", ANN, PauseGame("dinner"))
    assert len(house.due) == 1
    house.arbiter.rule("g1", ANN, ResumeGame("fed"))
    assert house.due[1:] == [("g1", 6)]
    with pytest.raises(StaleMatch):
        house.commands.play_ai("g1", 0, TALLY.moves.__args__[0](3), "random", 5)


def test_anyone_goes_on_from_a_finished_game(house: House) -> None:
    over(house)
    forked = body(house.forks.fork("g1", CAT, 4, "g2", NEW, level="random"))
    assert forked["parent"]["game"] == "g1"
    assert forked["parent"]["head"] == house.store.tail("g1", 3, 1)[0].hash.hex()
    assert (forked["parent"]["exact"], forked["private"]) == (True, False)
    assert [(seat["kind"], seat["name"]) for seat in forked["seats"]] == [("human", "Cat"), ("ai", None)]
    assert house.table("g2").game == house.games.fold_to("g1", 4).table.game
    house.play(CAT, ADD, game_id="g2")
    assert house.length() == 8


def test_a_fork_takes_the_seats_it_is_given(house: House) -> None:
    over(house)
    people = [Seat("human"), Seat("human")]
    waiting = body(house.forks.fork("g1", CAT, 4, "g2", NEW, level="random", seat=1, seats=people))
    assert (waiting["status"], waiting["you"]) == ("open", {"seat": 1})
    house.commands.join("g2", BEN, None, "")
    assert house.table("g2").game == house.games.fold_to("g1", 4).table.game
    bots = [Seat("ai", level="random")] * 2
    assert body(house.forks.fork("g1", CAT, 4, "g3", NEW, level="random", seats=bots))["you"] is None


def test_a_fork_can_be_played_to_its_end_and_audited(house: House) -> None:
    over(house)
    people = [Seat("human"), Seat("human")]
    house.forks.fork("g1", ANN, 4, "g2", NEW, level="random", seats=people)
    house.commands.join("g2", BEN, None, "")
    house.play(ANN, DONE, game_id="g2")
    house.commands.step("g2", house.play(BEN, DONE, game_id="g2").seq)
    assert body(house.archive.audit("g2", None))["ok"] is True


def test_a_seat_of_a_running_game_gets_a_sandbox(house: House) -> None:
    house.start(rounds=1)
    house.play(BEN, write(4))
    sandbox = body(house.forks.fork("g1", ANN, 3, "g2", NEW, level="random", seat=1, seats=[Seat("human")] * 2))
    assert (sandbox["private"], sandbox["parent"]["exact"], sandbox["you"]) == (True, False, {"seat": 0})
    assert sandbox["seats"][1]["kind"] == "ai"
    assert sandbox["state"]["written"] == [None, True]
    with pytest.raises(UnknownGame):
        house.queries.game("g2", BEN.id)
    guesses = set()
    for number in range(30):
        house.forks.fork("g1", ANN, 3, f"s{number}", number.to_bytes(32, "big"), level="random")
        guesses.add(house.table(f"s{number}").game.written[1])
    assert guesses == {1, 2, 3, 4, 5}


def test_who_may_not_fork(house: House) -> None:
    house.start(private=True)
    with pytest.raises(UnknownGame):
        house.forks.fork("g1", CAT, 2, "g2", NEW, level="random")
    house.start("g3")
    with pytest.raises(NotSeated):
        house.forks.fork("g3", CAT, 2, "g2", NEW, level="random")
    assert house.length("g2") == 0


def test_where_a_fork_cannot_begin(house: House) -> None:
    over(house)
    for at, error in ((9, UnknownSeq), (1, IllegalMove), (8, IllegalMove)):
        with pytest.raises(error):
            house.forks.fork("g1", ANN, at, "g2", NEW, level="random")
    with pytest.raises(UnknownSeat):
        house.forks.fork("g1", ANN, 4, "g2", NEW, level="random", seat=2)
    with pytest.raises(IllegalMove, match="as many seats as its parent"):
        house.forks.fork("g1", ANN, 4, "g2", NEW, level="random", seats=[Seat("human")] * 3)
    assert house.length("g2") == 0


def test_a_repeated_fork_is_one_game(house: House) -> None:
    over(house)
    first = house.forks.fork("g1", ANN, 4, "g2", NEW, level="random", key=key())
    again = house.forks.fork("g1", ANN, 4, "g2", bytes(range(32)), level="random", key=key())
    assert (again.repeated, again.body) == (True, first.body)
