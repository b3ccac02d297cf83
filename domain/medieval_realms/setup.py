"""Setting the game up."""

from __future__ import annotations

from moothall.domain.core.draw import shuffle
from moothall.domain.medieval_realms.changes import DeckShuffled, RealmFounded, TurnOrderDrawn
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.rounds import deal
from moothall.domain.medieval_realms.state import Turning


def setup(turn: Turning) -> None:
    """MR-1.1 to MR-1.9."""
    box, seats = box_of(turn.state), turn.state.seats
    cards = shuffle(turn.draw, "shuffle/deck", box.deck)
    turn.emit(DeckShuffled(cards, len(cards), len(box.prices), box.future_squares))
    deal(turn, "current")
    deal(turn, "future")
    start = box.starting[seats]
    for seat in range(seats):
        leaders = start.mayors, start.buffers, start.generals, start.admirals
        turn.emit(RealmFounded(seat, box.colours[seat], box.capital, *leaders))
    turn.emit(TurnOrderDrawn(shuffle(turn.draw, "shuffle/turn-order", range(seats))))
