"""TB-2: when a seat may move, and which question its move answers."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.table import decide
from moothall.domain.table.event import Event
from moothall.domain.table.fold import apply
from moothall.domain.table.moves import Resign, Undo
from tests.support.scenes import rule
from tests.support.table import decisions, finished, revealed, started
from tests.support.tally import TALLY, Add, Added, Done, Wave, Write


@rule("TB-2.1")
def test_a_seat_that_is_not_asked_does_not_move() -> None:
    game = revealed()
    with pytest.raises(NotYourTurn):
        game.play(1, Add())


@rule("TB-2.1")
def test_a_free_move_needs_no_decision() -> None:
    game = revealed()
    assert 1 not in decisions(game)
    assert game.play(1, Wave()).seat == 1


@rule("TB-2.1")
@pytest.mark.parametrize("move", [Write(1), Wave(), Undo(), Resign()])
def test_no_one_moves_when_the_game_is_over(move: Any) -> None:
    game = finished()
    with pytest.raises(IllegalMove, match="the game is finished") as refused:
        decide.play(TALLY, game.log, 0, move, game.secret)
    assert refused.value.rule == "TB-2.1"


@rule("TB-2.2")
def test_all_asked_seats_have_a_decision_named_by_the_event_that_asked() -> None:
    game = started(3)
    assert decisions(game) == {0: 3, 1: 3, 2: 3}
    assert {decision.kind for decision in game.log.table.decisions} == {"write"}


@rule("TB-2.2")
def test_a_decision_stays_open_while_others_answer_and_closes_with_its_own_answer() -> None:
    game = started(3)
    game.play(1, Write(2))
    assert decisions(game) == {0: 3, 2: 3}
    game.play(0, Write(4))
    assert decisions(game) == {2: 3}


@rule("TB-2.2")
def test_a_wave_leaves_every_decision_open_even_that_of_who_waves() -> None:
    game = started(3)
    game.play(0, Wave())
    assert decisions(game) == {0: 3, 1: 3, 2: 3}


@rule("TB-2.2")
def test_an_act_closes_the_decision_and_opens_the_next() -> None:
    game = revealed()
    assert decisions(game) == {0: 4}
    game.play(0, Add())
    assert decisions(game) == {0: 5}
    game.play(0, Done())
    assert decisions(game) == {1: 6}


@rule("TB-2.2")
def test_an_act_moves_the_table_on_for_everyone_who_is_still_asked() -> None:
    """In Tally nobody acts while several are asked; in other titles one may."""
    log = started(3).log
    log = apply(TALLY, log, Event(v=1, seq=4, at=0, changes=(Added(1),), seat=1))
    assert [(decision.seat, decision.id) for decision in log.table.decisions] == [(0, 4), (1, 4), (2, 4)]


@rule("TB-2.2")
def test_an_answer_taken_back_is_asked_for_anew() -> None:
    game = started(3)
    game.play(0, Write(4))
    game.play(1, Write(2))
    game.play(0, Undo())
    assert decisions(game) == {0: 6, 2: 3}


@rule("TB-2.2")
def test_a_step_leaves_no_decision_of_before_open() -> None:
    game = revealed(rounds=2)
    game.play(0, Done())
    game.play(1, Done())
    assert decisions(game) == {}
    assert game.log.table.step == "score_round"
    game.step()
    assert decisions(game) == {0: 7, 1: 7}


@rule("TB-2.2")
def test_a_finished_game_asks_nothing() -> None:
    table = finished().log.table
    assert (table.decisions, table.step, table.due) == ((), None, False)
