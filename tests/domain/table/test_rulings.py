"""TB-7: what the organiser of a game may decide, and what becomes of it."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove, NotYourTurn
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import NOBODY, Reader
from moothall.domain.table import decide
from moothall.domain.table.changes import GameAnnulled, GamePaused, GameRestored, GameResumed, SeatReplaced
from moothall.domain.table.decide import Person
from moothall.domain.table.fold import undoable
from moothall.domain.table.moves import AnnulGame, PauseGame, ReplaceSeat, RestoreGame, ResumeGame, Ruling, Undo
from moothall.domain.table.state import Seat
from moothall.domain.table.views import describe, event_view, game_view
from moothall.domain.titles import TITLES
from tests.laws.walk import SECRET, Game
from tests.support.records import ORGANISER, back_to
from tests.support.scenes import rule
from tests.support.table import ANN, CAT, decisions, revealed
from tests.support.tally import TALLY, Add, Done, Write


def organised(seats: int = 2, rounds: int = 2) -> Game:
    """Everyone is to write; Olga watches."""
    return Game(TALLY, seats, {"rounds": rounds}, organiser=ORGANISER)


def on_the_table(rounds: int = 2) -> Game:
    """The numbers are out; seat 0 is to add. The last event is number 5."""
    game = organised(rounds=rounds)
    game.play(0, Write(2))
    game.play(1, Write(3))
    return game


def finished() -> Game:
    game = on_the_table(rounds=1)
    for seat in (0, 1):
        game.play(seat, Done())
    game.step()
    return game


def refused(game: Game, ruling: Ruling, rule_id: str, by: Person = ORGANISER, named: Person | None = None) -> str:
    before = game.log
    with pytest.raises(IllegalMove) as refusal:
        game.rule(ruling, named, by)
    assert refusal.value.rule == rule_id
    assert game.log is before
    return refusal.value.text


@rule("TB-7.1")
def test_the_organiser_takes_no_seat() -> None:
    game = organised()
    table = game.log.table
    assert table.organiser == table.creator == "org"
    assert table.seat_of("org") is None
    assert table.status == "active"
    waiting = decide.create(TALLY, ORGANISER, [Seat("human")] * 2, {}, SECRET, 0, organise=True)
    assert len(waiting.changes) == 1


@rule("TB-7.1")
def test_the_organiser_cannot_join_later() -> None:
    table = back_to(organised(), 1).log.table
    with pytest.raises(IllegalMove, match=r"TB-7\.1: you organise this game"):
        decide.join(TALLY, table, ORGANISER, None, "", SECRET)


@rule("TB-7.1")
def test_when_all_have_left_the_organiser_still_waits() -> None:
    one_waits = back_to(organised(), 2).log.table
    assert len(decide.leave(one_waits, Person("p0", "")).changes) == 1


@rule("TB-7.1")
@pytest.mark.parametrize("by", [ANN, Person("p0", "Player 0")])
def test_nobody_else_rules(by: Person) -> None:
    with pytest.raises(NotYourTurn, match=r"TB-7\.1"):
        on_the_table().rule(PauseGame("I say so"), by=by)


@rule("TB-7.1")
def test_a_game_without_an_organiser_is_ruled_by_nobody() -> None:
    assert "only the organiser" in refused(revealed(), PauseGame("I say so"), "TB-7.1", by=ANN)


@rule("TB-7.1")
@pytest.mark.parametrize("reason", ["", "   ", "x" * 501])
def test_a_ruling_has_a_reason(reason: str) -> None:
    assert "reason" in refused(on_the_table(), PauseGame(reason), "TB-7.1")


@rule("TB-7.1")
def test_rulings_say_who_and_why_in_the_log() -> None:
    game = on_the_table()
    event = game.rule(PauseGame("fire alarm"))
    assert (event.seat, event.move, event.changes) == (
        None,
        PauseGame("fire alarm"),
        (GamePaused("org", "fire alarm"),),
    )
    assert event_view(TALLY, event, Reader(you=0), False)["text"] == ["The organiser pauses the game: fire alarm"]
    texts = [
        describe(TALLY, change, NOBODY)
        for change in (
            GameResumed("org", "all clear"),
            SeatReplaced(1, "org", "no show", level="random"),
            SeatReplaced(1, "org", "no show", player="cat", name="Cat"),
            GameAnnulled("org", "collusion", "00"),
            GameRestored(5, "org", "misclick"),
        )
    ]
    assert texts == [
        "The organiser resumes the game: all clear",
        "The organiser gives seat 1 to an AI (random): no show",
        "The organiser gives seat 1 to Cat: no show",
        "The organiser annuls the game: collusion",
        "The organiser restores the game to event 5: misclick",
    ]


@rule("TB-7.2")
def test_nobody_moves_in_a_paused_game() -> None:
    game = on_the_table()
    game.rule(PauseGame("dinner"))
    table = game.log.table
    assert (table.paused, table.decisions, table.step, table.due) == (True, (), None, False)
    for move in (Add(), Undo()):
        with pytest.raises(IllegalMove, match=r"TB-7\.2: the game is paused"):
            game.play(0, move)
    assert game_view(TALLY, "g1", game.log.seq, table, 0)["paused"] is True
    assert "already" in refused(game, PauseGame("again"), "TB-7.2")


@rule("TB-7.2")
def test_a_step_waits_for_the_end_of_the_pause() -> None:
    game = on_the_table()
    for seat in (0, 1):
        game.play(seat, Done())
    assert game.log.table.due
    game.rule(PauseGame("dinner"))
    assert not game.log.table.due
    game.rule(ResumeGame("fed"))
    assert game.log.table.step == "score_round"


@rule("TB-7.2")
def test_decisions_are_put_anew_and_undo_reaches_back_over_the_pause() -> None:
    game = on_the_table()
    game.play(0, Add())
    game.rule(PauseGame("dinner"))
    game.rule(ResumeGame("fed"))
    assert decisions(game) == {0: 8}
    assert undoable(game.log, 0) == (6,)
    game.play(0, Undo())
    assert game.log.table.game.added == (0, 0)
    assert not game.log.table.paused
    assert "not paused" in refused(game, ResumeGame("again"), "TB-7.2")


@rule("TB-7.2", "TB-4.2")
def test_a_secret_answer_may_be_taken_back_after_a_pause() -> None:
    game = organised()
    game.play(0, Write(4))
    game.rule(PauseGame("dinner"))
    game.rule(ResumeGame("fed"))
    game.play(0, Undo())
    assert game.log.table.game.written == (None, None)


@rule("TB-7.3")
def test_an_ai_takes_a_seat() -> None:
    game = on_the_table()
    game.rule(ReplaceSeat(0, "asleep", level="random"))
    seat = game.log.table.seats[0]
    assert (seat.kind, seat.player, seat.level, seat.resigned) == ("ai", None, "random", "p0")
    assert game.log.table.awaited_ai == 0
    assert seat.entropy == game.table_at(3).seats[0].entropy, "the luck of the game must not change"


@rule("TB-7.3")
def test_a_named_player_takes_a_seat() -> None:
    game = on_the_table()
    game.rule(ReplaceSeat(0, "gone home", player="cat"), CAT)
    seat = game.log.table.seats[0]
    assert (seat.kind, seat.player, seat.name, seat.resigned) == ("human", "cat", "Cat", "p0")
    assert game.log.table.seat_of("p0") is None
    game.rule(ReplaceSeat(0, "gone too", level="random"))
    game.rule(ReplaceSeat(0, "back", player="p0"), Person("p0", "Player 0"))
    assert game.log.table.seats[0].player == "p0"


@rule("TB-7.3")
@pytest.mark.parametrize(
    ("ruling", "named", "text"),
    [
        (ReplaceSeat(2, "x", level="random"), None, "no seat 2"),
        (ReplaceSeat(-1, "x", level="random"), None, "no seat -1"),
        (ReplaceSeat(0, "x"), None, "either"),
        (ReplaceSeat(0, "x", level="random", player="cat"), CAT, "either"),
        (ReplaceSeat(0, "x", level="divine"), None, "levels"),
        (ReplaceSeat(0, "x", player="cat"), None, "no player cat"),
        (ReplaceSeat(0, "x", player="p1"), Person("p1", "Player 1"), "already"),
        (ReplaceSeat(0, "x", player="org"), ORGANISER, "already"),
    ],
)
def test_a_seat_is_given_only_to_somebody_without_a_part(ruling: Any, named: Any, text: str) -> None:
    assert text in refused(on_the_table(), ruling, "TB-7.3", named=named)


@rule("TB-7.4")
def test_an_annulled_game_is_over_and_its_secret_told() -> None:
    game = on_the_table()
    game.rule(AnnulGame("collusion"))
    table = game.log.table
    assert (table.status, table.over, table.revealed, table.decisions) == ("annulled", True, True, ())
    assert game.decode(game.events[-1]).changes == (GameAnnulled("org", "collusion", SECRET.hex()),)
    with pytest.raises(IllegalMove, match=r"TB-2\.1: the game is annulled"):
        game.play(0, Add())
    assert "annulled" in refused(game, AnnulGame("twice"), "TB-7.4")


@rule("TB-7.4")
def test_a_finished_game_can_be_annulled_and_nothing_else() -> None:
    game = finished()
    for ruling in (PauseGame("x"), ReplaceSeat(0, "x", level="random"), RestoreGame(5, "x")):
        assert "finished" in refused(game, ruling, "TB-7.1")
    game.rule(AnnulGame("collusion"))
    assert game.log.table.status == "annulled"
    assert game.log.table.result is not None


@rule("TB-7.4")
def test_a_game_that_has_not_begun_is_aborted_not_annulled() -> None:
    game = back_to(organised(), 1)
    assert "open" in refused(game, AnnulGame("x"), "TB-7.4")


@rule("TB-7.5")
def test_a_game_is_restored_to_an_earlier_event_even_past_what_became_known() -> None:
    game = on_the_table()
    game.rule(RestoreGame(4, "seat 1 was misled"))
    assert game.log.table.game.written == (2, None)
    assert decisions(game) == {1: 6}
    game.play(1, Write(3))
    assert game.log.table.game.face == game.table_at(5).game.face, "luck stays as it was"


@rule("TB-7.5")
def test_seats_stay_as_they_are_now() -> None:
    game = on_the_table()
    game.rule(ReplaceSeat(0, "gone home", player="cat"), CAT)
    game.rule(RestoreGame(4, "start over"))
    assert game.log.table.seats[0].player == "cat"


@rule("TB-7.5")
def test_nothing_behind_the_restoration_can_be_undone() -> None:
    game = on_the_table()
    game.play(0, Add())
    game.rule(RestoreGame(5, "misclick"))
    assert undoable(game.log, 0) == ()


@rule("TB-7.5")
@pytest.mark.parametrize(("to", "text"), [(0, "before 5"), (5, "before 5"), (99, "before 5"), (2, "not started")])
def test_only_events_of_the_play_can_be_gone_back_to(to: int, text: str) -> None:
    assert text in refused(on_the_table(), RestoreGame(to, "x"), "TB-7.5")


@rule("TB-7.5")
def test_nobody_is_shown_the_state_that_a_restoration_carries() -> None:
    game = organised()
    game.play(0, Write(4))
    event = game.rule(RestoreGame(3, "misclick"))
    for viewer in (None, 0, 1):
        assert event_view(TALLY, event, Reader(you=viewer), False)["changes"] == [
            {"type": "game_restored", "to": 3, "by": "org", "reason": "misclick"}
        ]
    assert event_view(TALLY, event, NOBODY, True)["changes"][0]["state"]


@rule("TB-7.5")
@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_every_title_plays_on_after_a_restoration(title: AnyTitle) -> None:
    game = Game(title, title.players[0], organiser=ORGANISER)
    luck = FastDraw(4)
    game.run(luck, most=40)
    game.rule(RestoreGame(20, "a power cut"))
    assert game.log.table.game == game.table_at(20).game
    game.run(luck, most=60)
    game.rule(PauseGame("dinner"))
    game.rule(ResumeGame("fed"))
    game.run(luck, most=70)
    assert not title.check(game.log.table.game)
