"""TB-4: what may be taken back, and how far."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import Binding, Turn
from moothall.domain.table.decide import draw_for
from moothall.domain.table.event import Event, binding_of
from moothall.domain.table.fold import Log, apply, undo_floor, undoable
from moothall.domain.table.moves import Resign, Undo, UndoAll
from tests.laws.walk import Game
from tests.support.scenes import rule
from tests.support.table import decisions, revealed, started
from tests.support.tally import TALLY, Add, Added, Done, Wave, Waved, Write, Written


def refused(game: Game, seat: int, move: Any) -> str:
    """Why the undo is not allowed."""
    before = game.log
    with pytest.raises(IllegalMove) as refusal:
        game.play(seat, move)
    assert refusal.value.rule == "TB-4.1"
    assert game.log is before
    return refusal.value.text


@rule("TB-4.1")
def test_the_latest_act_is_taken_back() -> None:
    game = revealed()
    before = game.log.table.game
    game.play(0, Add())
    event = game.play(0, Undo())
    assert event.undone == (5,)
    assert game.log.table.game == before


@rule("TB-4.1")
def test_acts_are_taken_back_one_by_one_down_to_what_became_known() -> None:
    game = revealed()
    game.play(0, Add())
    game.play(0, Add())
    assert game.play(0, Undo()).undone == (6,)
    assert game.play(0, Undo()).undone == (5,)
    assert refused(game, 0, Undo()) == "there is nothing of yours to undo since event 4"


@rule("TB-4.1")
def test_several_acts_are_taken_back_at_once() -> None:
    game = revealed()
    for move in (Add(), Add(), Done()):
        game.play(0, move)
    assert game.play(0, Undo(to=5)).undone == (6, 7)
    assert game.log.table.game.added == (1, 0)
    game.play(0, Add())
    assert game.play(0, UndoAll()).undone == (5, 9)
    assert game.log.table.game.added == (0, 0)


@rule("TB-4.1")
def test_the_act_of_another_seat_stands_in_the_way() -> None:
    game = revealed()
    game.play(0, Add())
    game.play(0, Done())
    game.play(1, Add())
    assert undoable(game.log, 0) == ()
    assert refused(game, 0, Undo()) == "there is nothing of yours to undo since event 7"
    assert refused(game, 0, Undo(to=5)) == "event 7 stands in the way: nothing before it can be undone"
    assert undoable(game.log, 1) == (7,)


@rule("TB-4.1")
def test_a_seat_undoes_its_own_acts_down_to_the_other_seats() -> None:
    game = revealed()
    game.play(0, Done())
    game.play(1, Add())
    game.play(1, Add())
    assert undo_floor(game.log, 1) == 5
    assert "event 5 stands in the way" in refused(game, 1, Undo(to=4))
    assert game.play(1, Undo(to=5)).undone == (6, 7)


@rule("TB-4.1")
def test_what_became_known_is_final() -> None:
    game = revealed()
    for seat in (0, 1):
        assert undoable(game.log, seat) == ()
        assert refused(game, seat, Undo(to=2)) == "event 4 stands in the way: nothing before it can be undone"
        assert refused(game, seat, UndoAll()) == "there is nothing of yours to undo since event 4"


@rule("TB-4.1")
def test_a_step_is_final() -> None:
    game = revealed(rounds=2)
    for seat in (0, 1):
        game.play(seat, Done())
    game.step()
    assert game.log.base_seq == game.log.seq == 7
    assert "event 7" in refused(game, 1, Undo(to=5))


@rule("TB-4.1")
def test_undoing_to_the_present_takes_nothing_back() -> None:
    game = revealed()
    game.play(0, Add())
    assert refused(game, 0, Undo(to=5)) == "there is nothing of yours to undo since event 5"


@rule("TB-4.1")
def test_free_moves_bar_nothing_and_are_not_undone() -> None:
    game = revealed()
    game.play(0, Add())
    game.play(1, Wave())
    game.play(0, Wave())
    assert undoable(game.log, 0) == (5,)
    assert undoable(game.log, 1) == ()
    game.play(0, UndoAll())
    assert (game.log.table.game.added, game.log.table.game.waves) == ((0, 0), 2)
    assert "nothing of yours" in refused(game, 1, Undo())


@rule("TB-4.1")
def test_an_undone_act_bars_nobody() -> None:
    game = revealed()
    game.play(0, Done())
    game.play(1, Add())
    game.play(1, Undo())
    assert decisions(game) == {1: 7}
    game.play(1, Done())
    assert undoable(game.log, 1) == (8,)


@rule("TB-4.1")
def test_own_answers_and_acts_after_a_foreign_act_stay_in_reach_together() -> None:
    """Tally never mixes them; other titles may: seat 1 acts, then seat 0 writes in secret and acts."""
    log = revealed(rounds=2).log
    for seat, change in ((1, Added(1)), (0, Written(0, 5)), (0, Added(0))):
        log = apply(TALLY, log, Event(v=1, seq=log.seq + 1, at=0, changes=(change,), seat=seat))
    assert undoable(log, 0) == (7, 6)
    assert undo_floor(log, 0) == 5
    log = apply(TALLY, log, Event(v=1, seq=8, at=0, changes=(), seat=0, undone=(6, 7)))
    assert log.table.game.added == (0, 1)
    assert log.table.game.written == (1, 2)


@rule("TB-4.2")
def test_a_secret_answer_is_taken_back_although_others_answered_later() -> None:
    game = started(3)
    game.play(0, Write(4))
    game.play(1, Write(2))
    game.play(0, Undo())
    assert game.log.table.game.written == (None, 2, None)
    game.play(0, Write(5))
    game.play(2, Write(1))
    assert game.log.table.game.written == (5, 2, 1)
    assert game.log.table.game.face is not None


@rule("TB-4.2")
def test_everyone_may_take_back_the_own_answer_in_any_order() -> None:
    game = started(3)
    game.play(0, Write(4))
    game.play(1, Write(2))
    game.play(0, Undo())
    game.play(1, Undo())
    assert game.log.table.game.written == (None, None, None)
    assert decisions(game) == {0: 6, 1: 7, 2: 3}


@rule("TB-4.2", "TB-5.1")
def test_a_resigning_seat_takes_no_answer_out_of_reach() -> None:
    game = started(3)
    game.play(0, Write(4))
    game.play(1, Resign())
    game.play(0, Undo())
    assert game.log.table.game.written == (None, None, None)
    assert game.log.table.seats[1].kind == "ai"


@rule("TB-4.2")
def test_once_revealed_it_stays() -> None:
    game = started()
    game.play(0, Write(4))
    game.play(1, Write(2))
    assert "event 4 stands in the way" in refused(game, 0, Undo(to=2))


@rule("TB-4.3")
def test_an_undo_is_an_event_and_what_was_undone_stays_in_the_log() -> None:
    game = revealed()
    game.play(0, Add())
    game.play(0, Undo())
    events = [game.decode(data) for data in game.events]
    assert [event.seq for event in events] == [1, 2, 3, 4, 5, 6]
    assert events[4].move == Add()
    assert events[4].changes == (Added(0),)
    assert (events[5].move, events[5].undone, events[5].changes) == (Undo(), (5,), ())


@rule("TB-4.3")
def test_the_same_act_made_again_has_the_same_luck() -> None:
    game, other = started(), started()
    game.play(0, Write(3))
    game.play(0, Undo())
    for each in (game, other):
        each.play(0, Write(3))
        each.play(1, Write(1))
    assert game.log.table.game == other.log.table.game


class TestCarryingOver:
    """A title may say what an undo must not wipe out: here, each undo is seen as a wave."""

    def game(self, seen: list[tuple[Any, int]]) -> Game:
        def wave(turn: Turn[Any, Any], before: Any) -> None:
            seen.append((before, turn.draw.below("roll/round-1", 1_000_000)))
            turn.emit(Waved(turn.seat))

        game = Game(dataclasses.replace(TALLY, on_undo=wave), 2, {"rounds": 1})
        for seat in (0, 1):
            game.play(seat, Write(1))
        return game

    def test_it_is_told_what_was_and_has_the_games_own_luck(self) -> None:
        seen: list[tuple[Any, int]] = []
        game = self.game(seen)
        game.play(0, Add())
        before = game.log.table.game
        event = game.play(0, Undo())
        assert event.changes == (Waved(0),)
        assert seen == [(before, draw_for(game.log.table, game.secret).below("roll/round-1", 1_000_000))]

    def test_a_later_undo_does_not_wipe_it_out(self) -> None:
        game = self.game([])
        for move in (Add(), Add(), Undo(), Undo()):
            game.play(0, move)
        assert (game.log.table.game.added, game.log.table.game.waves) == ((0, 0), 2)
        assert decisions(game) == {0: 8}


def test_an_undo_that_the_log_does_not_allow_is_never_folded() -> None:
    log: Log = revealed().log
    with pytest.raises(ValueError, match="cannot be undone"):
        apply(TALLY, log, Event(v=1, seq=5, at=0, changes=(), seat=0, undone=(4,)))


def test_events_fold_in_their_order_only() -> None:
    with pytest.raises(ValueError, match="event 7 does not follow 4"):
        apply(TALLY, revealed().log, Event(v=1, seq=7, at=0, changes=(), seat=0))


def test_an_event_binds_as_its_firmest_change() -> None:
    game = started()
    bindings = [binding_of(TALLY, game.decode(data)) for data in game.events]
    assert bindings == [Binding.FINAL, Binding.FINAL]
    assert binding_of(TALLY, game.play(0, Wave())) is Binding.FREE
    assert binding_of(TALLY, game.play(0, Write(1))) is Binding.COMMIT
    assert binding_of(TALLY, game.play(1, Write(1))) is Binding.FINAL
    assert binding_of(TALLY, game.play(0, Add())) is Binding.ACT
    assert binding_of(TALLY, game.play(0, Undo())) is Binding.FREE
