"""Starting pairs and secret placements."""

from __future__ import annotations

from moothall.domain.medieval_realms.changes import (
    AdmiralsPlaced,
    BuffersPlaced,
    GeneralsPlaced,
    MayorsPlaced,
    PairPicked,
    PlacementsRevealed,
)
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.moves import (
    PickStartingPair,
    PlaceAdmirals,
    PlaceBuffers,
    PlaceGenerals,
    PlaceMayors,
)
from moothall.domain.medieval_realms.rounds import income, next_turn, open_round
from moothall.domain.medieval_realms.rules.placing import (
    check_admirals,
    check_buffers,
    check_generals,
    check_mayors,
    check_pair,
    placed_mayors,
)
from moothall.domain.medieval_realms.rules.turns import check_asked
from moothall.domain.medieval_realms.state import Picking, Placement, Placing, Turning, committed


def pick_starting_pair(turn: Turning, move: PickStartingPair) -> None:
    """MR-1.10, MR-1.11; after the last pair the first round begins."""
    phase = check_asked(turn.state, turn.seat, Picking)
    check_pair(box_of(turn.state), phase, move.resources)
    turn.emit(PairPicked(turn.seat, move.resources))
    if len(phase.taken) + 1 == turn.state.seats:
        open_round(turn, turn.state.round)


def place_mayors(turn: Turning, move: PlaceMayors) -> None:
    part = _part(turn)
    mayors = placed_mayors(move)
    check_mayors(turn.state.realms[turn.seat], part, mayors)
    turn.emit(MayorsPlaced(turn.seat, mayors))


def place_generals(turn: Turning, move: PlaceGenerals) -> None:
    part = _part(turn)
    check_generals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(GeneralsPlaced(turn.seat, move.areas))


def place_admirals(turn: Turning, move: PlaceAdmirals) -> None:
    part = _part(turn)
    check_admirals(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(AdmiralsPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def place_buffers(turn: Turning, move: PlaceBuffers) -> None:
    part = _part(turn)
    check_buffers(turn.state, turn.state.realms[turn.seat], part, move.areas)
    turn.emit(BuffersPlaced(turn.seat, move.areas))
    _reveal_if_all_committed(turn)


def _part(turn: Turning) -> Placement:
    return check_asked(turn.state, turn.seat, Placing).parts[turn.seat]


def _reveal_if_all_committed(turn: Turning) -> None:
    """MR-3.11: the last commitment shows everything and runs on to the first action."""
    phase = turn.state.phase
    assert isinstance(phase, Placing)
    if not all(map(committed, turn.state.realms, phase.parts)):
        return
    turn.emit(PlacementsRevealed(phase.parts))
    income(turn, phase.parts)
    next_turn(turn)
