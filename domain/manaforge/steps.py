"""The step between rounds: sheets, standings, and the next round or the end."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.manaforge.changes import GameEnded, RoundScored
from moothall.domain.manaforge.rounds import close_round, open_round
from moothall.domain.manaforge.scoring import ranking, round_sheets
from moothall.domain.manaforge.state import RoundScoring, Turning


def step(turn: Turning) -> None:
    """MF-13: score the round; then the end of the game, or clear the board, pass the marker, open the next round."""
    state = turn.state
    if not isinstance(state.phase, RoundScoring):
        raise IllegalMove("MF-2.1", "no step is due")
    for index, seat in enumerate(state.seats):
        if seat.prestige != sum([line.n for line in seat.ledger]):
            raise ValueError(f"the ledger of seat {index} does not add up to {seat.prestige}")
    standings = ranking(state)
    turn.emit(RoundScored(state.round, round_sheets(state), standings))
    if not state.deck:
        turn.emit(GameEnded(standings))
        return
    close_round(turn)
    open_round(turn)
