"""The write path: what is accepted is stored once, what is refused leaves nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from moothall.domain.core.errors import BadOptions, IllegalMove, NotYourTurn
from moothall.domain.table.state import Seat
from moothall.events import keys
from moothall.events.errors import BadMove, Conflict, DecisionClosed, KeyReused, NotSeated, StaleMatch, UnknownGame
from moothall.events.event_store.stored_events import GENESIS, link
from moothall.events.games.commands import parse_move
from moothall.events.games.queries import Queries
from moothall.events.games.repository import Games, Hot
from moothall.events.games.writer import Done
from tests.support.house import (
    ADD,
    ANN,
    BEN,
    CAT,
    DONE,
    RESIGN,
    SECRET,
    UNDO,
    WAVE,
    House,
    body,
    everything,
    key,
    turn_back,
    write,
)
from tests.support.scenes import rule
from tests.support.tally import TALLY


def check_chain(house: House) -> None:
    """Every event of g1 follows the one before."""
    head = GENESIS
    for stored in house.store.tail("g1"):
        head = link(head, stored.data)
        assert stored.hash == head


def test_a_new_game_is_answered_whole(house: House) -> None:
    answer = body(house.create())
    assert (answer["id"], answer["status"], answer["seq"], answer["you"]) == ("g1", "open", 1, {"seat": 0})
    assert house.redis.get(keys.secret("g1")) == SECRET


def test_the_last_to_join_starts_the_game(house: House) -> None:
    house.create()
    answer = body(house.commands.join("g1", BEN, None, "mine"))
    assert (answer["status"], answer["seq"], answer["you"]) == ("active", 2, {"seat": 1})
    assert house.table().seats[1].entropy == "mine"


def test_a_game_id_is_not_used_twice(house: House, other: House) -> None:
    house.create()
    before = everything(house.redis)
    for each in (house, other):
        with pytest.raises(Conflict):
            each.create()
    assert everything(house.redis) == before


def test_a_game_that_cannot_be_created_leaves_nothing(house: House) -> None:
    with pytest.raises(IllegalMove):
        house.create(seats=9)
    with pytest.raises(BadOptions):
        house.create(rounds=0)
    assert everything(house.redis) == {}


def test_leaving_and_aborting_are_stored(house: House) -> None:
    house.create(seats=3)
    house.commands.join("g1", BEN, None, "")
    assert body(house.commands.leave("g1", BEN))["you"] is None
    assert body(house.commands.abort("g1", ANN))["status"] == "aborted"
    assert house.length() == 4


def test_a_move_is_answered_with_its_events_and_who_is_awaited(house: House) -> None:
    answer = body(house.start().play(ANN, write(4)))
    assert answer["seq"] == 3
    assert [event["changes"] for event in answer["events"]] == [[{"type": "written", "seat": 0, "number": 4}]]
    assert [decision["seat"] for decision in answer["awaiting"]["decisions"]] == [1]


def test_an_unknown_game_is_said_to_be_unknown(house: House) -> None:
    attempts: list[Callable[[], Done]] = [
        lambda: house.play(ANN, WAVE, game_id="g9"),
        lambda: house.commands.join("g9", ANN, None, ""),
        lambda: house.commands.step("g9", 1),
    ]
    for attempt in attempts:
        with pytest.raises(UnknownGame):
            attempt()
    assert everything(house.redis) == {}


def test_who_has_no_seat_does_not_move(house: House) -> None:
    with pytest.raises(NotSeated):
        house.start().play(CAT, WAVE)


def test_a_private_game_is_not_there_for_strangers_who_write_to_it(house: House) -> None:
    house.start(private=True)
    attempts: list[Callable[[], Done]] = [
        lambda: house.play(CAT, WAVE),
        lambda: house.commands.join("g1", CAT, None, ""),
        lambda: house.commands.leave("g1", CAT),
        lambda: house.commands.abort("g1", CAT),
    ]
    for attempt in attempts:
        with pytest.raises(UnknownGame):
            attempt()


def test_who_knows_the_id_of_a_private_game_may_join_it(house: House) -> None:
    house.create(private=True)
    assert body(house.commands.join("g1", BEN, None, ""))["status"] == "active"


@rule("TB-2.3")
def test_several_moves_are_stored_as_one_append(house: House) -> None:
    house.start().play(ANN, write(4))
    house.play(BEN, write(1))
    appends = house.redis.xlen(keys.feed(keys.shard_of("g1")))
    answer = body(house.play(ANN, ADD, UNDO, ADD, ADD, DONE))
    assert [event["seq"] for event in answer["events"]] == [5, 6, 7, 8, 9]
    assert house.redis.xlen(keys.feed(keys.shard_of("g1"))) == appends + 1
    assert house.table().game.added == (2, 0)


@rule("TB-2.3")
@pytest.mark.parametrize("bad", [DONE, {"type": "write", "number": 9}, {"type": "jump"}])
def test_if_one_of_several_is_refused_none_is_made(house: House, bad: dict[str, Any]) -> None:
    house.start()
    before = everything(house.redis)
    with pytest.raises((NotYourTurn, IllegalMove, BadMove)):
        house.play(ANN, WAVE, bad, key=key())
    assert everything(house.redis) == before
    assert house.table().game.waves == 0


def test_no_moves_at_all_store_nothing(house: House) -> None:
    house.start()
    before = everything(house.redis)
    assert body(house.play(ANN))["events"] == []
    assert everything(house.redis) == before


@pytest.mark.parametrize(
    ("move", "path"),
    [
        ({"type": "write", "number": "four"}, "moves[1].number"),
        ({"type": "write", "number": 4, "loud": True}, "moves[1].loud"),
        ({"type": "write"}, "moves[1].number"),
        ({"type": "jump"}, "moves[1].type"),
        ({}, "moves[1].type"),
        ({"type": "undo", "to": "start"}, "moves[1].to"),
    ],
)
def test_a_malformed_move_names_the_path_of_what_is_wrong(house: House, move: dict[str, Any], path: str) -> None:
    house.start()
    with pytest.raises(BadMove) as refused:
        house.play(ANN, WAVE, move)
    assert refused.value.path == path
    assert house.length() == 2


def test_a_well_formed_move_is_parsed() -> None:
    assert parse_move(TALLY, {"type": "undo", "to": 3}).to == 3


def test_a_dry_run_tells_what_would_happen_and_stores_nothing(house: House) -> None:
    house.start()
    before = everything(house.redis)
    dry = house.play(BEN, WAVE, write(1), dry_run=True, key=key())
    assert everything(house.redis) == before
    assert dry.seq == 4
    real = house.play(BEN, WAVE, write(1), key=key())
    assert not real.repeated
    for told in (dry, real):
        assert [event["seq"] for event in body(told)["events"]] == [3, 4]
    for position in (0, 1):
        assert body(dry)["events"][position]["changes"] == body(real)["events"][position]["changes"]


def test_a_dry_run_has_nothing_to_do_with_keys(house: House) -> None:
    house.start().play(ANN, WAVE, key=key())
    dry = house.play(ANN, WAVE, dry_run=True, key=key())
    assert (dry.seq, dry.repeated) == (4, False)


def test_a_dry_run_refuses_what_the_rules_refuse(house: House) -> None:
    with pytest.raises(IllegalMove):
        house.start().play(ANN, write(9), dry_run=True)


def test_a_dry_run_looks_at_the_game_as_it_is_now(house: House, other: House) -> None:
    house.start().play(ANN, write(4))
    other.play(BEN, write(1))
    assert house.play(ANN, ADD, dry_run=True).seq == 5
    other.play(ANN, ADD)
    with pytest.raises(StaleMatch):
        house.play(ANN, ADD, dry_run=True, if_match=4)


def test_a_move_is_made_only_on_the_seq_it_was_meant_for(house: House) -> None:
    house.start()
    with pytest.raises(StaleMatch) as refused:
        house.play(ANN, WAVE, if_match=1)
    assert refused.value.seq == 2
    assert house.play(ANN, WAVE, if_match=2).seq == 3


def test_a_move_answers_the_decision_it_names_whatever_others_did(house: House, other: House) -> None:
    house.start(seats=3).play(BEN, write(1))
    other.play(CAT, WAVE)
    assert house.play(ANN, write(4), decision=3).seq == 6


def test_a_move_for_a_closed_decision_is_refused(house: House) -> None:
    house.start().play(ANN, write(4), decision=2)
    for decision in (2, 3, 99):
        with pytest.raises(DecisionClosed) as refused:
            house.play(ANN, WAVE, decision=decision)
        assert refused.value.seq == 3
    house.play(ANN, UNDO)
    with pytest.raises(DecisionClosed):
        house.play(ANN, write(5), decision=2)
    house.play(ANN, write(5), decision=4)


class TestIdempotency:
    """A key stands for one request, whatever happens in between."""

    def test_the_same_key_gets_the_first_answer_and_writes_nothing(self, house: House, other: House) -> None:
        first = house.start().play(ANN, WAVE, key=key())
        house.play(BEN, WAVE)
        before = everything(house.redis)
        for each in (house, other):
            again = each.play(ANN, WAVE, key=key())
            assert (again.seq, again.body, again.repeated) == (first.seq, first.body, True)
        assert everything(house.redis) == before

    def test_a_key_that_stands_for_another_request_is_refused(self, house: House) -> None:
        house.start().play(ANN, WAVE, key=key())
        before = everything(house.redis)
        with pytest.raises(KeyReused):
            house.play(ANN, write(2), key=key(request="r2"))
        assert everything(house.redis) == before

    def test_a_key_counts_for_one_game(self, house: House) -> None:
        games = [f"game-{number}" for number in range(2 * keys.SHARDS)]  # so that some share a shard
        for game_id in games:
            house.start(game_id)
            assert not house.play(ANN, WAVE, game_id=game_id, key=key(request=game_id)).repeated

    def test_a_refused_move_does_not_use_up_its_key(self, house: House) -> None:
        house.start()
        with pytest.raises(IllegalMove):
            house.play(ANN, write(9), key=key())
        assert not house.play(ANN, write(3), key=key(request="r2")).repeated

    def test_a_repeated_move_need_not_match_any_more(self, house: House) -> None:
        first = house.start().play(ANN, write(3), key=key(), if_match=2, decision=2)
        assert house.play(ANN, write(3), key=key(), if_match=2, decision=2) == Done(first.seq, first.body, True)

    def test_create_join_leave_and_abort_take_keys_too(self, house: House) -> None:
        attempts: list[Callable[[], Done]] = [
            lambda: house.create(seats=3, key=key("create")),
            lambda: house.commands.join("g1", BEN, None, "", key("join")),
            lambda: house.commands.leave("g1", BEN, key("leave")),
            lambda: house.commands.abort("g1", ANN, key("abort")),
        ]
        answers = [attempt() for attempt in attempts]
        before = everything(house.redis)
        assert [attempt() for attempt in attempts] == [Done(a.seq, a.body, True) for a in answers]
        assert everything(house.redis) == before

    def test_a_repetition_overtaken_by_the_request_itself_gets_its_answer(self, house: House, other: House) -> None:
        """Both look for an answer and find none; then one writes, and the other reads the game."""
        house.start()

        class Overtaken(Games):
            def get(self, game_id: str) -> Hot:
                other.play(ANN, write(3), key=key())
                return super().get(game_id)

        house.commands.writer.games = Overtaken(house.store, house.games.titles)
        again = house.play(ANN, write(3), key=key())
        assert (again.seq, again.repeated) == (3, True)
        assert house.length() == 3

    def test_answers_expire(self, house: House) -> None:
        house.start().play(ANN, WAVE, key=key())
        assert 0 < house.redis.ttl(keys.idempotency("g1", "ann", "k1")) <= 86_400


class TestWork:
    """What is left for the workers is in the due set, and they are told."""

    def test_an_ai_seat_to_move_is_work(self, house: House) -> None:
        seats = [Seat("human"), Seat("ai", level="random")]
        house.commands.create("g1", ANN, TALLY, seats, {}, SECRET)
        assert house.due == [("g1", 1)]
        assert house.store.due(10_000) == [("g1", 1_000)]

    def test_a_step_is_work_until_it_is_done(self, house: House) -> None:
        house.start()
        for person, move in ((ANN, write(1)), (BEN, write(1)), (ANN, DONE), (BEN, DONE)):
            assert house.due == []
            seq = house.play(person, move).seq
        assert house.due == [("g1", seq)]
        house.commands.step("g1", seq)
        assert house.store.due(10_000) == []

    def test_a_step_is_done_once(self, house: House, other: House) -> None:
        house.start().play_round()
        for expected in (7, 8):
            with pytest.raises(Conflict):
                other.commands.step("g1", expected)
        assert house.length() == 8

    def test_a_seat_given_up_is_work(self, house: House) -> None:
        house.start().play(BEN, RESIGN)
        assert house.due == [("g1", 3)]
        with pytest.raises(NotSeated):
            house.play(BEN, WAVE)

    def test_a_bot_moves_for_an_ai_seat_on_the_seq_it_thought_about(self, house: House, other: House) -> None:
        house.start().play(BEN, RESIGN)
        move = parse_move(TALLY, write(3))
        for seat, expected, error in ((1, 2, Conflict), (0, 3, NotSeated)):
            with pytest.raises(error):
                house.commands.play_ai("g1", seat, move, "random", expected)
        assert other.commands.play_ai("g1", 1, move, "random", 3).seq == 4
        event = body(Queries(house.games).events("g1", "ann", 3))["events"][0]
        assert (event["seat"], event["level"], event["move"]) == (1, "random", None)


class TestStale:
    """A process whose game is old decides on what is true, and writes on nothing else."""

    def test_a_move_that_is_legal_by_now_is_not_refused_on_an_old_state(self, house: House, other: House) -> None:
        house.start()
        house.play(ANN, write(4))
        other.play(BEN, write(1))
        assert house.games.get("g1").log.seq == 3
        assert house.play(ANN, ADD).seq == 5

    def test_a_move_that_is_illegal_by_now_is_not_written_on_an_old_state(self, house: House, other: House) -> None:
        house.start()
        other.play(ANN, write(4))
        assert house.games.get("g1").log.seq == 2
        with pytest.raises(NotYourTurn):
            house.play(ANN, write(5))
        assert house.length() == 3

    def test_a_secret_move_revealed_by_the_newer_state_is_decided_there(self, house: House, other: House) -> None:
        house.start()
        other.play(ANN, write(4))
        answer = body(house.play(BEN, write(2)))
        assert [change["type"] for change in answer["events"][0]["changes"]] == ["written", "revealed"]
        assert house.table().game.written == (4, 2)

    def test_if_match_and_decisions_are_held_against_the_newest_state(self, house: House, other: House) -> None:
        house.start()
        other.play(BEN, WAVE)
        assert house.play(ANN, WAVE, if_match=3).seq == 4
        other.play(ANN, write(1))
        other.play(ANN, UNDO)
        assert house.play(ANN, write(2), decision=6).seq == 7

    def test_a_seat_taken_meanwhile_is_not_taken_again(self, house: House, other: House) -> None:
        house.create(seats=3)
        other.commands.join("g1", BEN, None, "")
        assert body(house.commands.join("g1", CAT, None, ""))["you"] == {"seat": 2}

    def test_processes_taking_turns_agree_with_one_that_played_alone(self, house: House, other: House) -> None:
        house.start()
        for each in itertools.islice(itertools.cycle((house, other)), 6):
            each.play_round()
        alone = House(house.redis).start("g2")
        for _ in range(6):
            alone.play_round("g2")
        assert house.table().game == alone.table("g2").game
        assert house.length() == alone.length("g2") == 38


class TestLostLog:
    """The log went back behind what this process has seen: what it holds is what happened."""

    def test_moves_go_on_from_what_the_log_still_holds(self, house: House) -> None:
        house.start().play(ANN, WAVE)
        before = everything(house.redis)
        house.play(ANN, write(3))
        house.play(ANN, WAVE)
        turn_back(house.redis, before)
        assert house.play(ANN, write(5)).seq == 4
        check_chain(house)

    def test_a_log_of_the_same_length_is_not_taken_for_the_same_log(self, house: House, other: House) -> None:
        before = everything(house.start().redis)
        house.play(ANN, WAVE)
        turn_back(house.redis, before)
        other.play(ANN, write(4))
        assert house.play(BEN, write(2)).seq == 4
        assert house.table().game.written == (4, 2)
        check_chain(house)

    def test_who_asks_is_shown_what_the_log_holds(self, house: House) -> None:
        before = everything(house.start().redis)
        house.play(ANN, WAVE)
        turn_back(house.redis, before)
        assert house.queries.game("g1", "ann").seq == 2
        house.redis.flushdb()
        with pytest.raises(UnknownGame):
            house.queries.game("g1", "ann")
