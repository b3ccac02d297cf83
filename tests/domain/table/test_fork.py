"""TB-8: going on from another game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.core.words import NOBODY, Reader
from moothall.domain.table.decide import parent
from moothall.domain.table.views import event_view, game_view
from moothall.domain.titles import TITLES
from tests.laws.walk import Game
from tests.support.scenes import rule
from tests.support.table import finished, started
from tests.support.tally import TALLY, Write

HEAD = bytes(32)
NEW_SECRET = bytes(reversed(range(32)))


@rule("TB-8.1")
@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_every_title_goes_on_exactly_from_where_its_parent_stood(title: AnyTitle) -> None:
    seats = title.players[-1]
    game = Game(title, seats)
    game.run(FastDraw(2), most=50)
    there = game.table_at(45)
    fork = Game(title, seats, secret=NEW_SECRET, parent=parent(title, "g1", 45, there, HEAD, None, NEW_SECRET))
    assert fork.log.table.game == there.game
    assert [(d.seat, d.kind) for d in fork.log.table.decisions] == [(d.seat, d.kind) for d in there.decisions]
    fork.run(FastDraw(3))
    assert fork.log.table.status == "finished"
    view = game_view(title, "g2", fork.log.seq, fork.log.table, None)
    assert view["parent"] == {"game": "g1", "seq": 45, "head": HEAD.hex(), "exact": True}


@rule("TB-8.2")
@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_a_sandbox_looks_the_same_to_the_seat_that_made_it(title: AnyTitle) -> None:
    game = Game(title, title.players[0])
    game.run(FastDraw(2), most=30)
    for seat in range(title.players[0]):
        made = parent(title, "g1", 30, game.log.table, HEAD, seat, NEW_SECRET)
        assert made.exact is False
        fork = Game(title, title.players[0], secret=NEW_SECRET, parent=made)
        assert title.view(fork.log.table.game, seat) == title.view(game.log.table.game, seat)
        assert not title.check(fork.log.table.game)


@rule("TB-8.2")
def test_what_others_wrote_is_dealt_anew() -> None:
    written = set()
    game = started(2)
    game.play(1, Write(4))
    for number in range(40):
        secret = number.to_bytes(32, "big")
        fork = Game(TALLY, 2, {"rounds": 1}, secret, parent=parent(TALLY, "g1", 3, game.log.table, HEAD, 0, secret))
        written.add(fork.log.table.game.written)
    assert written == {(None, number) for number in range(1, 6)}


@rule("TB-8.1")
def test_a_fork_has_luck_of_its_own() -> None:
    game = started(2)
    faces = set()
    for number in range(40):
        secret = number.to_bytes(32, "big")
        fork = Game(TALLY, 2, {"rounds": 1}, secret, parent=parent(TALLY, "g1", 2, game.log.table, HEAD, None, secret))
        fork.play(0, Write(1))
        fork.play(1, Write(1))
        faces.add(fork.log.table.game.face)
    assert len(faces) == 6


@rule("TB-8.1")
@pytest.mark.parametrize("seq", [1, 8])
def test_there_is_no_going_on_before_the_start_or_after_the_end(seq: int) -> None:
    game = finished()
    table = game.table_at(seq) if seq < 8 else game.log.table
    with pytest.raises(IllegalMove, match=r"TB-8\.1: there is nothing to go on from"):
        parent(TALLY, "g1", seq, table, HEAD, None, NEW_SECRET)


@rule("TB-8.2")
def test_nobody_is_shown_the_state_that_a_fork_brought_along() -> None:
    game = started(2)
    game.play(1, Write(4))
    made = parent(TALLY, "g1", 3, game.log.table, HEAD, None, NEW_SECRET)
    fork = Game(TALLY, 2, {"rounds": 1}, NEW_SECRET, parent=made)
    event = fork.decode(fork.events[0])
    for viewer in (None, 0, 1):
        shown = event_view(TALLY, event, Reader(you=viewer), False)
        assert shown["changes"][0]["parent"] == {"game": "g1", "seq": 3, "head": HEAD.hex(), "exact": True, "state": ""}
        assert shown["text"][0] == "A game of Tally is forked from game g1 at event 3"
        assert "state" not in str(game_view(TALLY, "g2", 1, fork.table_at(1), viewer)["parent"])
    assert event_view(TALLY, event, NOBODY, True)["changes"][0]["parent"]["state"] == replace(made).state
