"""How good a position is, and how good an ended turn is, in points of prestige."""

from __future__ import annotations

from moothall.domain.manaforge.bot.turn import rest_of_turn
from moothall.domain.manaforge.bot.worth import LEFT_OVER, PLAIN, TRIFLE, Scale, Worth, worth_by
from moothall.domain.manaforge.content import box_of
from moothall.domain.manaforge.moves import AnyMove, Choose, EndTurn
from moothall.domain.manaforge.state import Draft, Finished, Keep, Offers, Playing, PreRoll, Seat, State

STEP = 0.01
"""What a move less to a promised gain is worth: a promise is worth less than what is done."""

HELD = 0.3
"""A die kept on a double side for the next round."""


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


def expect(state: State, seat: int, move: AnyMove, scale: Scale = PLAIN) -> float | None:
    """An ended turn: what lasts, less a trifle for every useless act that shows."""
    phase = state.phase
    if isinstance(move, EndTurn) and isinstance(phase, Playing) and phase.making is None:
        me = state.seats[seat]
        held = HELD if me.held is not None and _is_double(me) else 0.0
        later = later_turns(state, seat)
        return (
            worth_by(scale, box_of(state)).belongings(me, later)
            + (held if later else 0.0)
            - TRIFLE * (sum(phase.mana) + len(phase.used))
        )
    if isinstance(move, Choose) and move.choice == "reserve_roll":
        keep = move.value == "keep" and _is_double(state.seats[seat])
        return evaluate(state, seat, scale) + (HELD if keep else 0.0)
    return None


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


def _is_double(me: Seat) -> bool:
    die = me.die(me.held) if me.held is not None else None
    return die is not None and die.face == 3
