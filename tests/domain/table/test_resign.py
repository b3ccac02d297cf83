"""TB-5: leaving for good."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import IllegalMove
from moothall.domain.table import decide
from moothall.domain.table.changes import SeatResigned
from moothall.domain.table.decide import Person
from moothall.domain.table.moves import Resign
from moothall.domain.table.state import Seat
from tests.support.scenes import rule
from tests.support.table import decisions, revealed, started
from tests.support.tally import TALLY, Add


@rule("TB-5.1")
def test_an_ai_of_the_level_the_game_names_takes_the_seat() -> None:
    game = started()
    event = game.play(1, Resign())
    assert event.changes == (SeatResigned(1, "greedy"),)
    seat = game.log.table.seats[1]
    assert (seat.kind, seat.level, seat.player, seat.resigned) == ("ai", "greedy", None, "p1")
    assert game.log.table.awaited_ai == 1
    assert game.log.table.due


@rule("TB-5.1")
def test_a_seat_may_resign_out_of_turn() -> None:
    game = revealed()
    game.play(1, Resign())
    assert not game.log.table.due
    game.play(0, Add())
    assert game.log.table.seats[1].kind == "ai"


@rule("TB-5.1")
def test_the_player_may_not_come_back() -> None:
    game = started()
    game.play(1, Resign())
    assert game.log.table.seat_of("p1") is None
    with pytest.raises(IllegalMove) as refused:
        decide.join(TALLY, game.log.table, Person("p1", "Player 1"), 1, "", game.secret)
    assert refused.value.rule == "TB-1.5"


@rule("TB-5.1")
def test_an_ai_does_not_resign() -> None:
    game = started()
    game.play(1, Resign())
    with pytest.raises(IllegalMove) as refused:
        game.play(1, Resign())
    assert refused.value.rule == "TB-5.1"


@rule("TB-5.1", "TB-2.2")
def test_the_decisions_of_all_seats_stay_open() -> None:
    game = started(3)
    before = decisions(game)
    game.play(1, Resign())
    assert decisions(game) == before


@rule("TB-5.1", "TB-3.1")
def test_the_luck_of_the_game_does_not_change() -> None:
    game = started()
    face = decide.draw_for(game.log.table, game.secret).below("roll/round-1", 1_000_000)
    game.play(1, Resign())
    assert decide.draw_for(game.log.table, game.secret).below("roll/round-1", 1_000_000) == face


@rule("TB-5.1")
def test_a_game_names_its_substitute_when_it_is_created() -> None:
    ann, seats = Person("ann", "Ann"), [Seat("human"), Seat("human")]
    (created, *_) = decide.create(TALLY, ann, seats, {}, b"secret", 0, substitute="mcts").changes
    assert created.substitute == "mcts"
    with pytest.raises(IllegalMove, match="substitute: there is no level 'genius'") as refused:
        decide.create(TALLY, ann, seats, {}, b"secret", 0, substitute="genius")
    assert refused.value.rule == "TB-5.1"
