"""TB-6: how it ended."""

from __future__ import annotations

from moothall.domain.core.title import Sheet
from tests.support.scenes import rule
from tests.support.table import finished, revealed, started
from tests.support.tally import Done, Write


@rule("TB-6.1")
def test_the_result_ranks_all_seats_and_gives_their_sheets() -> None:
    game = finished(3)
    table = game.log.table
    points = table.game.points
    assert table.status == "finished"
    assert table.result.ranking == ((2,), (1,), (0,))
    assert table.result.scores == points
    assert table.result.sheets == tuple(Sheet(i, p, {"points": p}) for i, p in enumerate(points))


@rule("TB-6.1")
def test_ties_stand_together() -> None:
    game = started(3)
    for seat, number in enumerate((2, 5, 2)):
        game.play(seat, Write(number))
    for seat in range(3):
        game.play(seat, Done())
    game.step()
    assert game.log.table.result.ranking == ((1,), (0, 2))


@rule("TB-6.1")
def test_a_game_that_goes_on_has_no_result() -> None:
    assert revealed().log.table.result is None
