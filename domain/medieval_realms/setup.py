"""Setting the game up, and whether everything that was laid out is still there."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from domain.core.draw import shuffle
from domain.core.title import NoOptions, Turn
from domain.medieval_realms.changes import AnyChange, CardsDrawn, DeckShuffled, RealmFounded, TurnOrderDrawn
from domain.medieval_realms.content import DECK, FACES, LIMITS, TABLES
from domain.medieval_realms.state import Picking, Placing, Realm, State

_PIECES = sorted(DECK)


def initial(seats: int, options: NoOptions, edition: int) -> State:
    """Empty realms and an empty board."""
    return State(realms=(Realm(),) * seats, phase=Picking(), edition=edition)


def setup(turn: Turn[State, AnyChange]) -> None:
    """MR-1.1 to MR-1.9."""
    seats = turn.state.seats
    current, future = len(TABLES.prices), TABLES.future_squares
    turn.emit(DeckShuffled(shuffle(turn.draw, "shuffle/deck", DECK), current, future))
    turn.emit(CardsDrawn("current", tuple(range(1, current + 1)), turn.state.deck[:current]))
    turn.emit(CardsDrawn("future", tuple(range(1, future + 1)), turn.state.deck[:future]))
    start = TABLES.starting[seats]
    for seat in range(seats):
        turn.emit(
            RealmFounded(
                seat,
                TABLES.colours[seat],
                TABLES.capital,
                start.mayors,
                start.buffers,
                start.generals,
                start.admirals,
            )
        )
    turn.emit(TurnOrderDrawn(shuffle(turn.draw, "shuffle/turn-order", range(seats))))


def check(state: State) -> list[str]:
    """Broken invariants, in words."""
    return [*_cards(state), *_realms(state), *_placements(state)]


def _cards(state: State) -> Iterator[str]:
    owned = chain.from_iterable((*realm.display, *realm.in_play) for realm in state.realms)
    board = (card for card in (*state.current, *state.future) if card is not None)
    if sorted(chain(state.deck, state.discard, board, owned)) != _PIECES:
        yield "the event cards are not each in one place"
    for name, squares, wanted in (
        ("current", state.current, len(TABLES.prices)),
        ("future", state.future, TABLES.future_squares),
    ):
        if len(squares) != wanted:
            yield f"the {name} panel has {len(squares)} squares"


def _realms(state: State) -> Iterator[str]:
    if sorted(state.order) != list(range(state.seats)):
        yield f"{state.order} is no turn order"
    for leader, supply in TABLES.supply.items():
        owned = sum(getattr(realm, f"{leader}s") for realm in state.realms)
        if owned > supply:
            yield f"{owned} {leader}s are owned, there are {supply}"
    for seat, realm in enumerate(state.realms):
        if min(realm.manor) < 0:
            yield f"seat {seat} owns less than nothing"
        if realm.buffers != TABLES.starting[state.seats].buffers:
            yield f"seat {seat} has {realm.buffers} buffers"
        stamps = {FACES[card].stamp for card in realm.display}
        if not len(stamps) == len(realm.display) <= LIMITS.display_max_cards:
            yield f"the display of seat {seat} breaks its limits"


def _placements(state: State) -> Iterator[str]:
    """Placed leaders were owned; more may have joined since (MR-3.12)."""
    placements = state.phase.parts if isinstance(state.phase, Placing) else state.placed
    for seat, placement in enumerate(placements):
        realm = state.realms[seat]
        for part, owned in (
            (sum(placement.mayors or ()), realm.mayors - realm.buffers),
            (len(placement.generals or ()), realm.generals),
            (len(placement.admirals or ()), realm.admirals),
            (len(placement.buffers or ()), realm.buffers),
        ):
            if part > owned:
                yield f"seat {seat} has placed leaders that it does not own"
