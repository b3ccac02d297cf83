"""Pausing by agreement."""

from __future__ import annotations

import pytest

from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.words import NOBODY
from moothall.domain.table.changes import GamePaused, GameResumed, PauseAsked, ResumeAsked
from moothall.domain.table.moves import AskPause, AskResume, PauseGame, Resign, ResumeGame, Undo
from moothall.domain.table.views import describe
from tests.domain.table.test_clock import BANK, Timed
from tests.support.scenes import rule
from tests.support.tally import TALLY, Wave, Write


@rule("TB-10.1")
def test_the_game_is_paused_when_the_last_person_agrees() -> None:
    game = Timed(BANK, "hah")
    assert game.at(5_000).play(0, AskPause()).changes == (PauseAsked(0),)
    assert (game.log.table.agreed, game.log.table.paused, game.running()) == ((0,), False, [0, 2])
    event = game.at(10_000).play(2, AskPause())
    assert event.changes == (PauseAsked(2), GamePaused())
    assert (game.log.table.paused, game.log.table.agreed, game.running()) == (True, (), [])
    assert [describe(TALLY, change, NOBODY) for change in event.changes] == [
        "Seat 2 asks for a pause",
        "All agree: the game is paused",
    ]
    with pytest.raises(IllegalMove) as refused:
        game.play(0, Write(1))
    assert refused.value.rule == "TB-7.2"


def refuse_pause(game: Timed, seat: int) -> None:
    with pytest.raises(IllegalMove) as refused:
        game.play(seat, AskPause())
    assert refused.value.rule == "TB-10.1"


@rule("TB-10.1")
def test_asking_twice_changes_nothing_and_asking_in_a_pause_is_refused() -> None:
    game = Timed(None)
    game.play(0, AskPause())
    refuse_pause(game, 0)
    game.play(1, AskPause())
    refuse_pause(game, 0)


@rule("TB-10.1")
def test_an_ai_seat_asks_for_nothing() -> None:
    refuse_pause(Timed(None, "ha"), 1)


@rule("TB-10.1")
@pytest.mark.parametrize("other", [Write(1), Wave()])
def test_whoever_goes_on_playing_no_longer_asks(other: Write | Wave) -> None:
    game = Timed(None)
    game.play(0, AskPause())
    game.play(0, other)
    assert game.log.table.agreed == ()
    game.play(1, AskPause())
    assert not game.log.table.paused


@rule("TB-10.1")
def test_asking_bars_nobodys_undo_and_an_undo_takes_the_asking_back() -> None:
    game = Timed(None)
    game.play(0, Write(1))
    game.play(1, AskPause())
    game.play(0, Undo())
    assert game.log.table.agreed == (1,)


@rule("TB-10.1")
def test_who_is_left_alone_may_ask_again() -> None:
    game = Timed(None)
    game.play(0, AskPause())
    game.play(1, Resign())
    assert game.play(0, AskPause()).changes == (PauseAsked(0), GamePaused())


@rule("TB-10.2")
def test_it_goes_on_when_all_have_asked() -> None:
    game = Timed(BANK)
    for seat in (0, 1):
        game.at(10_000).play(seat, AskPause())
    assert game.at(500_000).play(1, AskResume()).changes == (ResumeAsked(1),)
    event = game.at(600_000).play(0, AskResume())
    assert event.changes == (ResumeAsked(0), GameResumed())
    assert (game.left(0), game.left(1)) == (90_000, 90_000)
    assert describe(TALLY, event.changes[1], NOBODY) == "All agree: the game goes on"
    with pytest.raises(IllegalMove) as refused:
        game.play(0, AskResume())
    assert refused.value.rule == "TB-10.2"


@rule("TB-10.2")
def test_the_organiser_ends_any_pause_and_nobody_else_ends_the_organisers() -> None:
    game = Timed(None, organised=True)
    for seat in (0, 1):
        game.play(seat, AskPause())
    game.rule(ResumeGame("time to go on"))
    assert not game.log.table.paused
    game.rule(PauseGame("a dispute"))
    with pytest.raises(IllegalMove) as refused:
        game.play(0, AskResume())
    assert refused.value.rule == "TB-10.2"
