"""Whether everything that was laid out is still there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import astuple

from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.state import Placing, State


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    return [*_cards(state), *_realms(state), *_placements(state)]


def _cards(state: State) -> Iterator[str]:
    box = box_of(state)
    owned = chain.from_iterable((*realm.display, *realm.in_play) for realm in state.realms)
    board = (card for card in (*state.current, *state.future) if card is not None)
    if sorted(chain(state.deck, state.discard, board, owned)) != sorted(box.deck):
        yield "the event cards are not each in one place"
    for name, squares, wanted in (
        ("current", state.current, len(box.prices)),
        ("future", state.future, box.future_squares),
    ):
        if len(squares) != wanted:
            yield f"the {name} panel has {len(squares)} squares"


def _realms(state: State) -> Iterator[str]:
    box = box_of(state)
    if sorted(state.order) != list(range(state.seats)):
        yield f"{state.order} is no turn order"
    for leader, supply in box.supply.items():
        owned = sum(getattr(realm, f"{leader}s") for realm in state.realms)
        if owned > supply:
            yield f"{owned} {leader}s are owned, there are {supply}"
    for seat, realm in enumerate(state.realms):
        if min(realm.manor) < 0:
            yield f"seat {seat} owns less than nothing"
        if realm.buffers != box.starting[state.seats].buffers:
            yield f"seat {seat} has {realm.buffers} buffers"
        stamps = {box.faces[card].stamp for card in realm.display}
        if not len(stamps) == len(realm.display) <= box.limits.display_max_cards:
            yield f"the display of seat {seat} breaks its limits"


def _placements(state: State) -> Iterator[str]:
    """Placed leaders were owned; more may have joined since (MR-3.12)."""
    placements = state.phase.parts if isinstance(state.phase, Placing) else state.placed
    for seat, placement in enumerate(placements):
        realm = state.realms[seat]
        for part, owned in (
            (0 if placement.mayors is None else sum(astuple(placement.mayors)), realm.mayors - realm.buffers),
            (len(placement.generals or ()), realm.generals),
            (len(placement.admirals or ()), realm.admirals),
            (len(placement.buffers or ()), realm.buffers),
        ):
            if part > owned:
                yield f"seat {seat} has placed leaders that it does not own"
