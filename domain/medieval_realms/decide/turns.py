"""Whose turn it is in the action step."""

from __future__ import annotations

from domain.core.title import Turn
from domain.medieval_realms.changes import ActionsEnded, AnyChange, SeatPassed, TurnBegan
from domain.medieval_realms.content import TABLES
from domain.medieval_realms.legal import can_act
from domain.medieval_realms.state import State

Game = Turn[State, AnyChange]


def next_turn(turn: Game) -> None:
    """MR-6.2, MR-6.4: the next seat on the track that can act; those that cannot pass when they are reached."""
    order = turn.state.order
    on_turn = turn.state.on_turn
    first = 0 if on_turn is None else order.index(on_turn) + 1
    for step in range(len(order)):
        seat = order[(first + step) % len(order)]
        if turn.state.realms[seat].passed:
            continue
        if can_act(turn.state, seat):
            turn.emit(TurnBegan(seat))
            return
        turn.emit(SeatPassed(seat, forced=True))
    turn.emit(ActionsEnded(turn.state.round, turn.state.round == TABLES.rounds))
