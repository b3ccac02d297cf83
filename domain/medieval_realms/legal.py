"""The legal moves of a seat, listed or drawn at random."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.medieval_realms import moves as m, state as s
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.placements import legal_parts, some_part
from moothall.domain.medieval_realms.rules import deeds, is_asked, least_bid, takable

_CHOOSE = tuple(m.ChooseResource(resource) for resource in s.RESOURCES)
_BONUS = tuple(m.TakeBonusToken(resource) for resource in s.RESOURCES)
_PASS = m.Pass()
_PASS_AUCTION = m.PassAuction()


def legal_moves(state: s.State, seat: int) -> Iterable[m.AnyMove]:
    """Every legal move of the seat, in a fixed order."""
    if not is_asked(state, seat):
        return ()
    match state.phase:
        case s.Acting():
            return [*deeds(state, seat), _PASS]
        case s.Bidding() as phase:
            own = state.realms[seat].manor[s.INDEX[phase.resource]]
            return [*map(m.Bid, range(least_bid(box_of(state), phase), own + 1)), _PASS_AUCTION]
        case s.Placing(parts):
            return legal_parts(state, seat, parts[seat])
        case s.Picking(taken):
            pairs = combinations(s.RESOURCES, box_of(state).limits.starting_pair_size)
            return [m.PickStartingPair(pair) for pair in pairs if pair not in taken]
        case s.Choosing() as phase:
            return [move for move in _CHOOSE if move.resource not in phase.barred]
        case s.TakingCard():
            return [m.TakeRealmCard(square) for square in takable(state, seat)]
        case s.TakingBonus():
            return _BONUS
        case _:
            return ()


def sample_move(title: Any, state: s.State, seat: int, draw: Draw) -> m.AnyMove:
    """One legal move, each equally likely; a placement is drawn without making its list."""
    phase = state.phase
    label = f"sample/seat-{seat}"
    if isinstance(phase, s.Placing):
        return some_part(state, seat, phase.parts[seat], draw, label)
    moves = list(legal_moves(state, seat))
    return moves[draw.below(label, len(moves))]
