"""The draft: secret picks, and what is kept."""

from __future__ import annotations

from moothall.domain.manaforge.changes import (
    LastTalentsTaken,
    PacketsPassed,
    TalentPicked,
    TalentsKept,
    TalentsRevealed,
)
from moothall.domain.manaforge.moves import DraftTalent, KeepTalents
from moothall.domain.manaforge.rules.turns import check_draft, check_keep
from moothall.domain.manaforge.setup import after_draft
from moothall.domain.manaforge.state import Draft, Keep, Turning


def draft_talent(turn: Turning, move: DraftTalent) -> None:
    """MF-1.5: the last pick passes the packets; a single card is taken without asking."""
    check_draft(turn.state, turn.seat, move)
    turn.emit(TalentPicked(turn.seat, move.talent))
    phase = turn.state.phase
    assert isinstance(phase, Draft)
    if None in phase.answers:
        return
    seats = range(len(turn.state.seats))
    turn.emit(PacketsPassed(tuple(turn.state.next_seat(seat) for seat in seats)))
    if len(turn.state.seats[0].packet) == 1:
        turn.emit(LastTalentsTaken())


def keep_talents(turn: Turning, move: KeepTalents) -> None:
    """MF-1.6: the last answer turns all kept talents up and sets the table."""
    check_keep(turn.state, turn.seat, move)
    turn.emit(TalentsKept(turn.seat, (move.first, move.second)))
    phase = turn.state.phase
    assert isinstance(phase, Keep)
    if () not in phase.answers:
        turn.emit(TalentsRevealed(phase.answers))
        after_draft(turn)
