"""The legal moves of a seat, listed or drawn at random."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import Any

from moothall.domain.core.draw import Draw
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.moves import (
    AnyMove,
    Bid,
    ChooseResource,
    Pass,
    PassAuction,
    PickStartingPair,
    TakeBonusToken,
    TakeRealmCard,
)
from moothall.domain.medieval_realms.placements import legal_parts, some_part
from moothall.domain.medieval_realms.rules import deeds, is_asked, least_bid, takable
from moothall.domain.medieval_realms.state import (
    INDEX,
    RESOURCES,
    Acting,
    Bidding,
    Choosing,
    Picking,
    Placing,
    State,
    TakingBonus,
    TakingCard,
)

_CHOOSE = tuple(ChooseResource(resource) for resource in RESOURCES)
_BONUS = tuple(TakeBonusToken(resource) for resource in RESOURCES)
_PASS = Pass()
_PASS_AUCTION = PassAuction()


def legal_moves(state: State, seat: int) -> Iterable[AnyMove]:
    """Every legal move of the seat, in a fixed order."""
    if not is_asked(state, seat):
        return ()
    match state.phase:
        case Acting():
            return [*deeds(state, seat), _PASS]
        case Bidding() as phase:
            own = state.realms[seat].manor[INDEX[phase.resource]]
            return [*map(Bid, range(least_bid(box_of(state), phase), own + 1)), _PASS_AUCTION]
        case Placing(parts):
            return legal_parts(state, seat, parts[seat])
        case Picking(taken):
            pairs = combinations(RESOURCES, box_of(state).limits.starting_pair_size)
            return [PickStartingPair(pair) for pair in pairs if pair not in taken]
        case Choosing() as phase:
            return [move for move in _CHOOSE if move.resource not in phase.barred]
        case TakingCard():
            return [TakeRealmCard(square) for square in takable(state, seat)]
        case TakingBonus():
            return _BONUS
        case _:
            return ()


def sample_move(title: Any, state: State, seat: int, draw: Draw) -> AnyMove:
    """One legal move, each equally likely; a placement is drawn without making its list."""
    phase = state.phase
    label = f"sample/seat-{seat}"
    if isinstance(phase, Placing):
        return some_part(state, seat, phase.parts[seat], draw, label)
    moves = list(legal_moves(state, seat))
    return moves[draw.below(label, len(moves))]
