"""How far every title lets its seats go back: to the last reveal or foreign act, and no further."""

from __future__ import annotations

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.title import AnyTitle
from moothall.domain.table.fold import undo_floor, undoable
from moothall.domain.table.moves import Undo
from moothall.domain.titles import TITLES
from moothall.events.audit.game import audit
from tests.laws.walk import Game
from tests.support.records import events_of, record


@pytest.mark.parametrize("title", TITLES.values(), ids=list(TITLES))
def test_undo_is_free_down_to_the_floor_and_refused_past_it_by_number(title: AnyTitle) -> None:
    seats = title.players[0]
    game, luck = Game(title, seats), FastDraw(21)
    undone: list[int] = []

    def each(game: Game) -> None:
        if game.log.table.status != "active" or len(undone) == 12:
            return
        for seat in range(seats):
            floor = undo_floor(game.log, seat)
            with pytest.raises(IllegalMove, match=f"event {floor} stands in the way") as refusal:
                game.play(seat, Undo(to=floor - 1))
            assert refusal.value.rule == title.undo_rule
            if undoable(game.log, seat) and luck.below("undo", 3) == 0:
                event = game.play(seat, Undo(to=floor))
                assert min(event.undone) > floor
                assert undoable(game.log, seat) == ()
                undone.append(event.seq)

    game.run(luck, each)
    assert len(undone) > 3
    data = record(game)
    assert audit(data, TITLES).ok
    kept = {event["seq"] for event in events_of(data)}
    assert kept == set(range(1, len(game.events) + 1)), "what was undone stays in the log and in its export"
