"""Auctions: opened, bid in, won."""

from __future__ import annotations

from moothall.domain.core.seats import clockwise
from moothall.domain.medieval_realms.changes import (
    AuctionOpened,
    AuctionPassed,
    AuctionWon,
    BidAsked,
    BidMade,
    TokensPaid,
)
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.decide.effects import resolve
from moothall.domain.medieval_realms.moves import Bid, OpenAuction, PassAuction
from moothall.domain.medieval_realms.rules.auctions import check_bid, check_open_auction, least_bid
from moothall.domain.medieval_realms.rules.turns import check_asked
from moothall.domain.medieval_realms.state import INDEX, RESOURCES, Acting, Bidding, Turning


def open_auction(turn: Turning, move: OpenAuction) -> None:
    """MR-9.1."""
    check_asked(turn.state, turn.seat, Acting)
    card = check_open_auction(turn.state, turn.seat, move.square, move.bid)
    turn.emit(AuctionOpened(turn.seat, move.square, card, RESOURCES[box_of(turn.state).faces[card].pays], move.bid))
    _ask_after(turn, turn.seat)


def bid(turn: Turning, move: Bid) -> None:
    """MR-9.3."""
    phase = check_asked(turn.state, turn.seat, Bidding)
    check_bid(turn.state, turn.seat, phase, move.amount)
    turn.emit(BidMade(turn.seat, move.amount, phase.resource))
    _ask_after(turn, turn.seat)


def pass_auction(turn: Turning, move: PassAuction) -> None:
    """MR-9.4."""
    check_asked(turn.state, turn.seat, Bidding)
    turn.emit(AuctionPassed(turn.seat))
    _ask_after(turn, turn.seat)


def _ask_after(turn: Turning, last: int) -> None:
    """MR-9.2, MR-9.5, MR-9.6: clockwise to the next seat that can bid higher; back at the bidder, the card is won."""
    state = turn.state
    phase = state.phase
    assert isinstance(phase, Bidding)
    resource, least = INDEX[phase.resource], least_bid(box_of(state), phase)
    for seat in clockwise(state.seats, last)[1:]:
        if seat == phase.bidder:
            break
        if seat in phase.out:
            continue
        if state.realms[seat].manor[resource] >= least:
            turn.emit(BidAsked(seat))
            return
        turn.emit(AuctionPassed(seat, forced=True))
    turn.emit(TokensPaid(phase.bidder, phase.resource, phase.bid, phase.card, "bid"))
    turn.emit(AuctionWon(phase.bidder, phase.square, phase.card))
    resolve(turn, phase.bidder, phase.card)
