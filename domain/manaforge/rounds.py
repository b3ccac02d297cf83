"""The course of a round: opened, dice rolled, turn after turn, closed."""

from __future__ import annotations

from moothall.domain.core.draw import roll
from moothall.domain.core.seats import clockwise
from moothall.domain.manaforge.changes import (
    BoardCleared,
    CardsRecharged,
    DiceRolled,
    HoldAsked,
    ItemsDealt,
    MarkerPassed,
    RoundClosed,
    TurnStarted,
)
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.state import Turning


def open_round(turn: Turning) -> None:
    """MF-2.2 to MF-2.4: deal, recharge, and ask about a held die or roll."""
    state = turn.state
    turn.emit(ItemsDealt(state.round + 1, state.deck[: box_of(state).play.cards_per_round]))
    turn.emit(CardsRecharged())
    for seat in clockwise(len(state.seats), state.first):
        held = state.seats[seat].held
        if held is not None:
            turn.emit(HoldAsked(seat, held))
            return
    roll_dice(turn)


def roll_dice(turn: Turning) -> None:
    """MF-2.5, MF-2.6: all dice but a held one, then the first turn."""
    state = turn.state
    for seat in clockwise(len(state.seats), state.first):
        me = state.seats[seat]
        label = f"roll/round-{state.round}/seat-{seat}"
        faces = [die.face if die.id == me.held else roll(turn.draw, f"{label}/{die.id}") for die in me.dice]
        turn.emit(DiceRolled(seat, tuple(faces), tuple([die.id for die in me.dice])))
    turn.emit(TurnStarted(state.first, box_of(state).play.expenditures))


def next_turn(turn: Turning) -> None:
    """MF-2.6, MF-3.4: the next seat clockwise; after the last one the round is to be scored."""
    state = turn.state
    following = state.next_seat(turn.seat)
    if following == state.first:
        turn.emit(RoundClosed(state.round))
    else:
        turn.emit(TurnStarted(following, box_of(state).play.expenditures))


def close_round(turn: Turning) -> None:
    """MF-13.2, MF-13.3: clear the board, pass the marker."""
    state = turn.state
    turn.emit(BoardCleared(tuple(card for card in state.board if card is not None)))
    turn.emit(MarkerPassed(state.next_seat(state.first)))
