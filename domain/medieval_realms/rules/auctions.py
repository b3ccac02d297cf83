"""Bids."""

from __future__ import annotations

from moothall.domain.core.errors import IllegalMove
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.rules.cards import face_on
from moothall.domain.medieval_realms.state import INDEX, RESOURCES, Bidding, State


def check_open_auction(state: State, seat: int, square: int, bid: int) -> str:
    """MR-9.1; the card on the square."""
    card, face = face_on(state, square)
    if face.type != "auction":
        raise IllegalMove("MR-9.1", f"{face.name} is no auction card")
    least, own = box_of(state).limits.auction_min_opening_bid, state.realms[seat].manor[face.pays]
    if not least <= bid <= own:
        raise IllegalMove("MR-9.1", f"open with {least} or more and at most your {own} {RESOURCES[face.pays]}")
    return card


def least_bid(box: Box, phase: Bidding) -> int:
    """MR-9.3: the smallest bid that is higher."""
    return phase.bid + box.limits.auction_min_raise


def check_bid(state: State, seat: int, phase: Bidding, amount: int) -> None:
    """MR-9.3."""
    least, own = least_bid(box_of(state), phase), state.realms[seat].manor[INDEX[phase.resource]]
    if not least <= amount <= own:
        raise IllegalMove("MR-9.3", f"bid {least} or more and at most your {own} {phase.resource}")
