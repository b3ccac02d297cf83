"""An auction, from its first bid to its end."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.core.seats import put
from moothall.domain.medieval_realms.changes.play import AuctionOpened, AuctionPassed, AuctionWon, BidAsked, BidMade
from moothall.domain.medieval_realms.state import Bidding, State


def auction_opened(state: State, change: AuctionOpened) -> State:
    phase = Bidding(change.square, change.card, change.resource, change.bid, change.seat, change.seat)
    return replace(state, phase=phase)


def bid_asked(state: State, change: BidAsked) -> State:
    return replace(state, phase=replace(_auction(state), asked=change.seat))


def bid_made(state: State, change: BidMade) -> State:
    return replace(state, phase=replace(_auction(state), bid=change.amount, bidder=change.seat))


def auction_passed(state: State, change: AuctionPassed) -> State:
    phase = _auction(state)
    return replace(state, phase=replace(phase, out=(*phase.out, change.seat)))


def auction_won(state: State, change: AuctionWon) -> State:
    realm = state.realms[change.seat]
    realms = put(state.realms, change.seat, replace(realm, in_play=(*realm.in_play, change.card)))
    return replace(state, realms=realms, current=put(state.current, change.square - 1, None))


def _auction(state: State) -> Bidding:
    phase = state.phase
    assert isinstance(phase, Bidding)
    return phase
