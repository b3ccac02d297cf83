"""Offers and pledges."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from domain.winds_of_numa_sera import changes as c
from domain.winds_of_numa_sera.state import Pledge, State


def offer_made(state: State, change: c.OfferMade) -> State:
    turn = state.turn
    return replace(state, offer=change.offer, phase=replace(turn, offers=turn.offers + 1))


def offer_closed(state: State, change: c.OfferClosed) -> State:
    return replace(state, offer=None)


def _others(state: State, kind: str, by: int, to: int) -> tuple[Pledge, ...]:
    return tuple(each for each in state.pledges if (each.kind, each.by, each.to) != (kind, by, to))


def pledge_made(state: State, change: c.PledgeMade) -> State:
    others = _others(state, change.kind, change.by, change.to)
    return replace(state, pledges=(*others, Pledge(change.kind, change.by, change.to, change.target)))


def pledge_ended(state: State, change: c.PledgeEnded) -> State:
    return replace(state, pledges=_others(state, change.kind, change.by, change.to))


CASES: dict[type[Any], Callable[[State, Any], State]] = {
    c.OfferMade: offer_made,
    c.OfferClosed: offer_closed,
    c.PledgeMade: pledge_made,
    c.PledgeEnded: pledge_ended,
}
