"""Clocks in random games of every title: time is neither made nor lost, and every event can be decided again."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.codec import to_json
from moothall.domain.core.draw import FastDraw
from moothall.domain.core.title import AnyTitle
from moothall.domain.table import decide
from moothall.domain.table.decide import Outcome, Person
from moothall.domain.table.event import AnyEvent
from moothall.domain.table.fold import apply, undoable
from moothall.domain.table.moves import AskPause, AskResume, Undo
from moothall.domain.table.next_event import next_event
from moothall.domain.table.redecide import again
from moothall.domain.table.state import Clock, Seat
from moothall.domain.titles import TITLES
from tests.laws.walk import Game
from tests.support.seeds import explore
from tests.support.tally import TALLY

ALL = {**TITLES, "tally": TALLY}
BANK_S = 90
MOST_EVENTS = 160


class Watched(Game):
    """A game with a bank and no increment, and beside it a plain sum of the time each seat has owed a decision."""

    def __init__(self, title: AnyTitle, seats: int, luck: FastDraw, on_timeout: Any) -> None:
        self.now = self.read_at = 1_000
        self.spent, self.luck = [0] * seats, luck
        self.clock = Clock(on_timeout, bank_s=BANK_S)
        self.seats = seats
        super().__init__(title, seats)

    def append(self, outcome: Outcome) -> AnyEvent:
        if not self.events:  # the first event: the same with a clock
            people = [Seat("human")] * self.seats
            outcome = decide.create(
                self.title, Person("p0", "Player 0"), people, {}, self.secret, 0, entropy="a", clock=self.clock
            )
        before = self.log.table
        event, log = next_event(self.title, self.log, outcome, self.now, self.secret)
        assert apply(self.title, self.log, self.decode(to_json(event))).table == log.table
        for decision in before.decisions if before is not None else ():
            if before.seats[decision.seat].kind == "human":
                self.spent[decision.seat] += self.now - self.read_at
        self.read_at = self.now
        decided = again(self.title, self.log, event, self.secret, self.table_at)
        assert to_json(decided.changes) == to_json(event.changes)
        self.log = log
        self.events.append(to_json(event))
        return event

    def go_on(self) -> None:
        """Time passes, and then something happens."""
        table, luck = self.log.table, self.luck
        self.now += luck.below("ms", 4_000)
        if table.deadline is not None and self.now >= table.deadline:
            self.append(decide.expire(self.title, table, self.now, self.secret))
        elif table.step is not None:
            self.step()
        elif table.paused or luck.below("pause", 25) == 0:
            people = [seat for seat, place in enumerate(table.seats) if place.kind == "human"]
            for seat in people:
                self.play(seat, AskResume() if table.paused else AskPause())
            if not people:
                self.move()
        else:
            self.move()

    def move(self) -> None:
        table, luck = self.log.table, self.luck
        able = [seat for seat in range(self.seats) if undoable(self.log, seat) and table.seats[seat].kind == "human"]
        if able and luck.below("undo", 6) == 0:
            self.play(able[0], Undo())
            return
        seat = table.decisions[luck.below("seat", len(table.decisions))].seat
        move = self.title.sample_move(self.title, table.game, seat, luck)
        self.append(decide.play(self.title, self.log, seat, move, self.secret, table.seats[seat].level))


@pytest.mark.parametrize("slug", ALL)
@pytest.mark.parametrize("on_timeout", ["ai", "forfeit"])
def test_time_is_spent_exactly_while_a_person_owes_a_decision(slug: str, on_timeout: str) -> None:
    title = ALL[slug]
    expired: list[bool] = []

    def play(seed: int) -> None:
        seats = title.players[seed % len(title.players)]
        table = watched(Watched(title, seats, FastDraw(seed), on_timeout))
        expired.extend(seat.resigned is not None for seat in table.seats)
        if table.over:
            assert not table.forfeited or table.result.ranking[-1] == table.forfeited

    explore(f"clocks {slug} {on_timeout}", play, new=10)
    assert any(expired) or slug == "tally", "no clock ever ran out"


def watched(game: Watched) -> Any:
    """The table after a while, or at the end; all the time what is left is what has not been spent."""
    while not game.log.table.over and game.log.seq < MOST_EVENTS:
        game.go_on()
        times = game.log.table.times
        assert [time.left for time in times] == [1_000 * BANK_S - spent for spent in game.spent]
        for decision in game.log.table.decisions:
            runs = game.log.table.seats[decision.seat].kind == "human"
            assert decision.deadline == (game.read_at + times[decision.seat].left if runs else None)
    return game.log.table
