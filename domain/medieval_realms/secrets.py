"""What viewers may know of changes and moves, and what a seat may imagine of the rest."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from moothall.domain.core.data import Hidden
from moothall.domain.core.draw import Draw, shuffle
from moothall.domain.medieval_realms.changes import SECRET_PARTS, AnyChange, DeckShuffled
from moothall.domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from moothall.domain.medieval_realms.placements import some_part
from moothall.domain.medieval_realms.rules import with_part
from moothall.domain.medieval_realms.state import UNPLACED, Placement, Placing, State, committed

_SECRET_MOVES = (PlaceMayors, PlaceGenerals, PlaceAdmirals, PlaceBuffers)


def redact(change: AnyChange, viewer: int | None) -> Any:
    """A placement part is its seat's own, the deck's order nobody's; the reveal, like everything else, is open."""
    if isinstance(change, SECRET_PARTS):
        return change if change.seat == viewer else Hidden(change.seat)
    if isinstance(change, DeckShuffled):
        return replace(change, cards=())
    return change


def redact_move(move: AnyMove, seat: int, viewer: int | None) -> AnyMove | None:
    """Placements are shown to nobody else; the reveal repeats them for all."""
    return None if isinstance(move, _SECRET_MOVES) and seat != viewer else move


def determinize(state: State, seat: int, draw: Draw) -> State:
    """The deck in another order, and other placements of those who have committed.

    A seat that has not committed looks the same whatever it has placed, so its parts are put back in its hand.
    """
    state = replace(state, deck=shuffle(draw, "determinize/deck", sorted(state.deck)))
    if not isinstance(state.phase, Placing):
        return state
    parts = [
        part if other == seat else _dealt_anew(state, other, draw) if committed(state.realms[other], part) else UNPLACED
        for other, part in enumerate(state.phase.parts)
    ]
    return replace(state, phase=Placing(tuple(parts)))


def _dealt_anew(state: State, seat: int, draw: Draw) -> Placement:
    """A random complete placement of the seat."""
    part = UNPLACED
    while not committed(state.realms[seat], part):
        part = with_part(part, some_part(state, seat, part, draw, f"determinize/seat-{seat}"))
    return part
