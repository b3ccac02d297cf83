"""Where pieces stand and what there is room for: questions on a table that need its box."""

from __future__ import annotations

from moothall.domain.gates_of_mara.content import Box, box_of
from moothall.domain.gates_of_mara.state import BOARD, CENTRAL, Seat, State, influence_of


def realms_of(state: State, place: str) -> tuple[str, ...]:
    """GM-6.9, 6.11: the realms that a figure at this place is in, in ring order."""
    return realms_at(box_of(state), state.ring, place)


def realms_at(box: Box, ring: tuple[str, ...], place: str) -> tuple[str, ...]:
    """The same on that ring."""
    found = box.realms_of_space.get(place)
    if found is not None:
        return found
    index = box.gate_index.get(place)
    if index is not None:
        after = index + 1
        return (ring[index], ring[after]) if after < len(ring) else (ring[0], ring[index])
    return ring if place == CENTRAL else ()


def site_of(box: Box, place: str) -> str:
    """The kind of place."""
    if place in box.spaces:
        return "realm"
    if place in box.gate_index:
        return "standard_gate"
    return CENTRAL if place == CENTRAL else BOARD


def free_stops(state: State, realm: str) -> list[str]:
    """The caravan spaces of the realm that nobody holds."""
    taken = [space for seat in state.seats for space in seat.caravans]
    return [space for space in box_of(state).stops[realm, state.side] if space not in taken]


def can_place_caravan(state: State, seat: int, realm: str) -> bool:
    """GM-7.16."""
    return state.seats[seat].caravans_left > 0 and bool(free_stops(state, realm))


def has_room(state: State, seat: int, realm: str) -> bool:
    """GM-4.4: whether the end of the track is not reached."""
    return influence_of(state, seat, realm) < box_of(state).tracks.influence_max


def influence_gain(state: State, seat: int, realm: str, n: int) -> int:
    """GM-4.4: what is left of a gain at the end of the track."""
    return min(n, box_of(state).tracks.influence_max - influence_of(state, seat, realm))


def pieces_in(state: State, seat: int, realm: str) -> int:
    """Own figures and caravans in the realm, gate figures included (GM-6.9)."""
    own, box = state.seats[seat], box_of(state)
    places = [figure.place for figure in own.figures.values() if figure.place is not None]
    figures = [place for place in places if realm in realms_at(box, state.ring, place)]
    return len(figures) + len([space for space in own.caravans if box.caravan_spaces[space].realm == realm])


def enchanter_space(box: Box, seat: Seat) -> int:
    """The number of the seat's Enchanter space nearest the arrow; a number beyond all spaces without one."""
    spaces = [
        int(figure.place.rpartition("_")[2])
        for figure in seat.figures.values()
        if figure.place is not None and figure.place.startswith(BOARD)
    ]
    return min(spaces, default=box.board.spaces + 1)
