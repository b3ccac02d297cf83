"""An answer given in several secret parts looks to others like no answer, until it is complete."""

from __future__ import annotations

from moothall.domain.table.moves import Undo
from moothall.domain.table.views import awaiting_view
from moothall.domain.titles import TITLES
from tests.laws.walk import Game
from tests.support.scenes import rule


@rule("TB-2.2")
def test_a_part_opens_a_new_decision_for_its_own_seat_only() -> None:
    game = Game(TITLES["medieval-realms"], 3)
    while len(game.log.table.decisions) < 3:
        seat = game.log.table.decisions[0].seat
        game.play(seat, next(iter(game.title.legal_moves(game.log.table.game, seat))))
    before = [awaiting_view(game.log.table, viewer) for viewer in (0, 1, None)]
    part = game.play(0, next(iter(game.title.legal_moves(game.log.table.game, 0))))

    own, other, spectator = (awaiting_view(game.log.table, viewer) for viewer in (0, 1, None))
    assert own["decisions"][0]["id"] == part.seq
    assert [other, spectator] == before[1:]

    taken_back = game.play(0, Undo())
    assert awaiting_view(game.log.table, 0)["decisions"][0]["id"] == taken_back.seq
    assert awaiting_view(game.log.table, 1) == before[1]
