"""What workers run: claims at the end of a round, the rest of it, the end of the game."""

from __future__ import annotations

from typing import assert_never

from moothall.domain.gates_of_mara.changes import GameEnded, PointsGained
from moothall.domain.gates_of_mara.content import box_of
from moothall.domain.gates_of_mara.rounds import close_round, score_claims
from moothall.domain.gates_of_mara.scoring import end_award, points_of, standing
from moothall.domain.gates_of_mara.state import StepDue, Turning


def step(turn: Turning) -> None:
    """Run the step that is due."""
    phase = turn.state.phase
    assert isinstance(phase, StepDue), "no step is due"
    match phase.step:
        case "score_claims":
            score_claims(turn)
        case "score_round":
            close_round(turn)
        case "score_game":
            _score_game(turn)
        case _:
            assert_never(phase.step)


def _score_game(turn: Turning) -> None:
    """GM-13.2 to 13.5."""
    worth = box_of(turn.state).scoring
    seats = dict(enumerate(turn.state.seats))
    for index, realm in enumerate(turn.state.ring):
        _award(turn, f"claims_{realm}", {seat: own.claims[index] for seat, own in seats.items()}, realm)
    _award(turn, "keys", {seat: own.keys for seat, own in seats.items()})
    for seat, own in seats.items():
        gems = sum(own.gems)
        if points := gems // worth.gems_per_point:
            turn.emit(PointsGained(seat, "gems", points, count=gems))
        if own.onyx:
            turn.emit(PointsGained(seat, "onyx", own.onyx * worth.points_per_onyx, count=own.onyx))
    turn.emit(GameEnded(points_of(turn.state)))


def _award(turn: Turning, category: str, counts: dict[int, int], realm: str = "") -> None:
    box = box_of(turn.state)
    for seat, rank in standing(counts).ranks().items():
        turn.emit(PointsGained(seat, category, end_award(box, rank), realm, rank, counts[seat]))
