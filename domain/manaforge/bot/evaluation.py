"""How good a position is, in points of prestige."""

from __future__ import annotations

from moothall.domain.manaforge.bot.scales import LEFT_OVER, PLAIN, TRIFLE, Scale
from moothall.domain.manaforge.bot.turn import rest_of_turn
from moothall.domain.manaforge.bot.worth import Worth, worth_by
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.state import Draft, Finished, Keep, Offers, PreRoll, Seat, State

STEP = 0.01
"""What a move less to a promised gain is worth: a promise is worth less than what is done."""


def evaluate(state: State, seat: int, scale: Scale = PLAIN) -> float:
    """What the seat has and what its cards and dice will give, the rest of its turn included."""
    me = state.seats[seat]
    if isinstance(state.phase, Finished):
        return me.prestige + LEFT_OVER * sum(me.gems) + (LEFT_OVER + TRIFLE) * me.prisms
    turn = state.turn
    later = later_turns(state, seat)
    worth = worth_by(scale, box_of(state))
    value = worth.belongings(me, later)
    if turn is not None and turn.seat == seat:
        promise = rest_of_turn(worth, state, turn, me, later)
        return value + promise.gain - STEP * len(promise.moves)
    if isinstance(state.phase, Offers):
        return value + _gift(worth, state.phase, seat, later)
    return value + (_talents(worth, state, me, seat) if not state.round else 0.0)


def later_turns(state: State, seat: int) -> int:
    """Turns of the seat still to come, the running one not counted."""
    later = box_of(state).play.rounds - state.round
    turn = state.turn
    if turn is None:
        return later + isinstance(state.phase, PreRoll)
    n = len(state.seats)
    return later + ((seat - state.first) % n > (turn.seat - state.first) % n)


def _gift(worth: Worth, phase: Offers, seat: int, later: int) -> float:
    """A secret answer that waits for the others' to be applied."""
    match phase.answers[seat]:
        case "gem":
            return phase.n - (worth.scale.gem if later else LEFT_OVER)
        case "prism":
            return phase.n - (worth.scale.prism if later else LEFT_OVER)
        case _:
            return 0.0


def _talents(worth: Worth, state: State, me: Seat, seat: int) -> float:
    """Talents picked or kept in the draft."""
    match state.phase:
        case Draft(answers=picks):
            held = (*me.picked, (picks[seat] if picks else None) or "")
        case Keep(answers=kept):
            held = kept[seat] or me.picked[:2]
        case _:
            held = me.talents
    return sum(worth.scale.talents.get(talent, 0.0) for talent in held)
