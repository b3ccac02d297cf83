"""Setting up: kingdoms and lines of succession (NS-1)."""

from __future__ import annotations

from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera import moves as m
from moothall.domain.winds_of_numa_sera import state as s
from moothall.domain.winds_of_numa_sera.agenda import Agenda
from moothall.domain.winds_of_numa_sera.content import box_of
from moothall.domain.winds_of_numa_sera.decide.work import run
from moothall.domain.winds_of_numa_sera.rounds import begin_round, deal
from moothall.domain.winds_of_numa_sera.rules import turn as main
from moothall.domain.winds_of_numa_sera.state import Turning


def choose_kingdom(turn: Turning, move: m.ChooseKingdom) -> None:
    box = box_of(turn.state)
    main.check_kingdom(turn.state, turn.seat, move.kingdom)
    _take_kingdom(turn, turn.seat, move.kingdom)
    if isinstance(turn.state.phase, s.Drafting):
        taken = {seat.mat.kingdom for seat in turn.state.seats}
        left = [kingdom for kingdom in box.kingdoms if kingdom not in taken]
        if len(left) == 1:
            _take_kingdom(turn, turn.state.phase.seat, left[0])


def _take_kingdom(turn: Turning, seat: int, kingdom: str) -> None:
    """NS-1.3: the draft runs against the turn order and ends with the first player."""
    box = box_of(turn.state)
    drafter = -1 if seat == turn.state.first else (seat - 1) % len(turn.state.seats)
    turn.emit(c.KingdomChosen(seat, kingdom, box.kingdoms[kingdom].pre_ticked, drafter))


def set_succession(turn: Turning, move: m.SetSuccession) -> None:
    main.check_succession(turn.state, turn.seat, move.order)
    turn.emit(c.SuccessionSet(turn.seat, move.order))
    if all(seat.answer is not None for seat in turn.state.seats):
        deal(turn)
        agenda: Agenda = []
        begin_round(turn, agenda, 1)
        run(turn, agenda)
