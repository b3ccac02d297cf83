"""Offers and pledges."""

from __future__ import annotations

from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera import changes as c
from moothall.domain.winds_of_numa_sera.state import Pledge, State


def offer_made(state: State, change: c.OfferMade) -> State:
    offer = change.offer
    return replace(state, offer=offer, offers=state.offers + 1, offered=(*state.offered, offer.public))


def offer_closed(state: State, change: c.OfferClosed) -> State:
    return replace(state, offer=None)


def offers_counted(state: State, change: c.OffersCounted) -> State:
    return replace(state, offers=change.count)


def pledge_made(state: State, change: c.PledgeMade) -> State:
    """The same promise made again runs as long as the longer one: both begin with the same turn."""
    new = change.pledge
    same = [each for each in state.pledges if replace(each, turns=new.turns) == new]
    turns = max(each.turns for each in (*same, new))
    others = tuple(each for each in state.pledges if each not in same)
    return replace(state, pledges=(*others, replace(new, turns=turns)))


def pledge_ended(state: State, change: c.PledgeEnded) -> State:
    return replace(state, pledges=tuple(each for each in state.pledges if each != change.pledge))


def a_turn_less(pledges: tuple[Pledge, ...], seat: int) -> tuple[Pledge, ...]:
    """The promises after a turn of the seat."""
    return tuple(replace(each, turns=each.turns - 1) if each.by == seat else each for each in pledges)
