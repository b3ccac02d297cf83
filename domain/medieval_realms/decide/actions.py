"""The three actions of a turn, but for auctions."""

from __future__ import annotations

from moothall.domain.medieval_realms.changes import CardDiscarded, CardPlayed, CardTaken, SeatPassed, TokensPaid
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.decide.effects import resolve
from moothall.domain.medieval_realms.moves import ActivateCard, Pass, PlayCard
from moothall.domain.medieval_realms.rounds import next_turn
from moothall.domain.medieval_realms.rules.cards import check_activate, check_play, fits, receiver
from moothall.domain.medieval_realms.rules.turns import check_asked
from moothall.domain.medieval_realms.state import RESOURCES, Acting, Turning


def activate_card(turn: Turning, move: ActivateCard) -> None:
    """MR-7.1 for a realm card, MR-8.2 to MR-8.9 for a majority card."""
    check_asked(turn.state, turn.seat, Acting)
    card = check_activate(turn.state, turn.seat, move.square)
    box = box_of(turn.state)
    turn.emit(TokensPaid(turn.seat, "production", box.prices[move.square - 1], card, "price"))
    if box.faces[card].type == "realm":
        turn.emit(CardTaken(turn.seat, move.square, card, "price"))
    else:
        _award(turn, move.square, card)
    next_turn(turn)


def _award(turn: Turning, square: int, card: str) -> None:
    """MR-8.3 to MR-8.9."""
    state, box = turn.state, box_of(turn.state)
    face = box.faces[card]
    seat = receiver(state, turn.seat, face)
    if seat is None:
        turn.emit(CardDiscarded(square, card, "majority"))
        return
    held = tuple(realm.manor[face.majority] for realm in state.realms)
    barred = tuple(other for other, realm in enumerate(state.realms) if not fits(box, realm, face))
    turn.emit(CardTaken(seat, square, card, "majority", RESOURCES[face.majority], held, barred))


def play_card(turn: Turning, move: PlayCard) -> None:
    """MR-10.1 to MR-10.3."""
    check_asked(turn.state, turn.seat, Acting)
    face = check_play(turn.state, turn.seat, move.card)
    if face.amounts:
        turn.emit(TokensPaid(turn.seat, RESOURCES[face.pays], face.amounts[turn.state.seats], move.card, "cost"))
    turn.emit(CardPlayed(turn.seat, move.card))
    resolve(turn, turn.seat, move.card)


def pass_(turn: Turning, move: Pass) -> None:
    """MR-6.5."""
    check_asked(turn.state, turn.seat, Acting)
    turn.emit(SeatPassed(turn.seat))
    next_turn(turn)
