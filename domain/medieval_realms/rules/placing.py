"""Starting pairs, placements, and what leaders win with them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from msgspec.structs import astuple, replace

from moothall.domain.core.errors import IllegalMove
from moothall.domain.medieval_realms.content import Box, box_of
from moothall.domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from moothall.domain.medieval_realms.state import (
    INDEX,
    PRODUCTION,
    Mayors,
    Picking,
    Placement,
    Realm,
    State,
    Tokens,
)


def check_pair(box: Box, phase: Picking, resources: tuple[str, ...]) -> None:
    """MR-1.10, MR-1.11."""
    places = [INDEX.get(resource, -1) for resource in resources]
    if len(places) != box.limits.starting_pair_size or min(places) < 0 or places != sorted(set(places)):
        raise IllegalMove("MR-1.10", "a pair is two different resources, in canonical order")
    if resources in phase.taken:
        raise IllegalMove("MR-1.11", f"the pair {' + '.join(resources)} is taken")


def placed_mayors(move: PlaceMayors) -> Mayors:
    """The move's mayors per management square."""
    return Mayors(*astuple(move))


def with_part(part: Placement, move: AnyMove) -> Placement:
    """The placement with what the move adds to it; other moves add nothing."""
    match move:
        case PlaceMayors():
            return replace(part, mayors=placed_mayors(move))
        case PlaceGenerals(areas):
            return replace(part, generals=areas)
        case PlaceAdmirals(areas):
            return replace(part, admirals=areas)
        case PlaceBuffers(areas):
            return replace(part, buffers=areas)
        case _:
            return part


def check_mayors(realm: Realm, part: Placement, mayors: Mayors) -> None:
    """MR-3.1, MR-3.2, MR-3.10."""
    if part.mayors is not None:
        raise IllegalMove("MR-3.10", "your mayors are placed already")
    numbers = astuple(mayors)
    if min(numbers) < 0:
        raise IllegalMove("MR-3.2", "no square takes fewer than 0 mayors")
    if sum(numbers) != realm.mayors - realm.buffers:
        raise IllegalMove("MR-3.1", f"place all of your {realm.mayors - realm.buffers} ordinary mayors")


def check_generals(state: State, realm: Realm, part: Placement, areas: tuple[int, ...]) -> None:
    """MR-3.1, MR-3.4, MR-3.5, MR-3.7, MR-3.10."""
    if part.mayors is None:
        raise IllegalMove("MR-3.1", "place your mayors first")
    if part.generals is not None:
        raise IllegalMove("MR-3.10", "your generals are placed already")
    _check_areas(state, realm.generals, "generals", areas)
    if not leaves_room(state, realm, areas):
        raise IllegalMove("MR-3.7", "leave an area free for your buffers")


def check_admirals(state: State, realm: Realm, part: Placement, areas: tuple[int, ...]) -> None:
    """MR-3.1, MR-3.4, MR-3.5, MR-3.7, MR-3.10."""
    if part.generals is None:
        raise IllegalMove("MR-3.1", "place your mayors and generals first")
    if part.admirals is not None:
        raise IllegalMove("MR-3.10", "your admirals are placed already")
    _check_areas(state, realm.admirals, "admirals", areas)
    if not leaves_room(state, realm, (*part.generals, *areas)):
        raise IllegalMove("MR-3.7", "leave an area free for your buffers")


def check_buffers(state: State, realm: Realm, part: Placement, areas: tuple[int, ...]) -> None:
    """MR-3.6, MR-3.7, MR-3.8."""
    if not realm.buffers:
        raise IllegalMove("MR-3.6", "only two players have buffers")
    if part.admirals is None:
        raise IllegalMove("MR-3.1", "place your mayors, generals and admirals first")
    _check_areas(state, realm.buffers, "buffers", areas)
    free = free_areas(state, part)
    if any(area not in free for area in areas):
        raise IllegalMove("MR-3.7", "a buffer does not stand beside a military leader of its owner")


def _check_areas(state: State, wanted: int, what: str, areas: tuple[int, ...]) -> None:
    available = box_of(state).areas[state.seats]
    if len(areas) != wanted:
        raise IllegalMove("MR-3.1", f"place all of your {wanted} {what}, one area each")
    if any(area not in available for area in areas):
        raise IllegalMove("MR-3.5", f"areas {available[0]} to {available[-1]} are available")
    if any(left > right for left, right in pairwise(areas)):
        raise IllegalMove("MR-3.4", "name the areas in ascending order")


def leaves_room(state: State, realm: Realm, areas: Collection[int]) -> bool:
    """MR-3.7: military leaders on these areas leave one free for the buffers, where there are buffers."""
    return not realm.buffers or len(set(areas)) < len(box_of(state).areas[state.seats])


def free_areas(state: State, part: Placement) -> tuple[int, ...]:
    """MR-3.7: where no military leader of the placement stands."""
    held = {*(part.generals or ()), *(part.admirals or ())}
    return tuple(area for area in box_of(state).areas[state.seats] if area not in held)


def strengths(state: State, placements: Sequence[Placement]) -> dict[int, list[int]]:
    """MR-4.2: by area, every seat's strength."""
    box = box_of(state)
    by_area = {area: [0] * state.seats for area in box.areas[state.seats]}
    for seat, placement in enumerate(placements):
        for areas, strength in (
            (placement.generals, box.general_strength),
            (placement.admirals, box.admiral_strength),
            (placement.buffers, box.buffer_strength),
        ):
            for area in areas or ():
                by_area[area][seat] += strength
    return by_area


def controller(strengths_: Sequence[int]) -> int | None:
    """MR-4.3, MR-4.4: who is stronger than every other; None on a tie or where nobody stands."""
    most = max(strengths_)
    if most == 0 or strengths_.count(most) > 1:
        return None
    return strengths_.index(most)


def mayor_tokens(box: Box, mayors: Mayors) -> Tokens:
    """MR-4.1: what the mayors of a placement give."""
    return Tokens(*(number * each for number, each in zip(astuple(mayors), box.tokens_per_mayor, strict=True)))


def next_order(state: State) -> tuple[int, ...]:
    """MR-5.2, MR-5.3: by production, most first; equal seats keep their order."""
    return tuple(sorted(state.order, key=lambda seat: -state.realms[seat].manor[PRODUCTION]))
