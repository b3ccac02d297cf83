"""Places and placements: where pieces stand and what there is room for, and where a figure may be placed
(GM-3, GM-10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from moothall.domain.core.bag import Bag
from moothall.domain.core.data import Data
from moothall.domain.core.errors import IllegalMove
from moothall.domain.core.latest import latest
from moothall.domain.gates_of_mara import moves as m, state as s
from moothall.domain.gates_of_mara.content import Ability, Box, Figure, box_of
from moothall.domain.gates_of_mara.payment import default_gems


class Placement(Data, frozen=True):
    """A legal placement, priced."""

    place: str
    energy: int
    gems: Bag = s.NO_GEMS
    permission: Ability | None = None


# Places.


def realms_of(state: s.State, place: str) -> tuple[str, ...]:
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
    return ring if place == s.CENTRAL else ()


def site_of(box: Box, place: str) -> str:
    """The kind of place."""
    if place in box.spaces:
        return "realm"
    if place in box.gate_index:
        return "standard_gate"
    return s.CENTRAL if place == s.CENTRAL else s.BOARD


def free_stops(state: s.State, realm: str) -> list[str]:
    """The caravan spaces of the realm that nobody holds."""
    taken = [space for seat in state.seats for space in seat.caravans]
    return [space for space in box_of(state).stops[realm, state.side] if space not in taken]


def can_place_caravan(state: s.State, seat: int, realm: str) -> bool:
    """GM-7.16."""
    return state.seats[seat].caravans_left > 0 and bool(free_stops(state, realm))


def has_room(state: s.State, seat: int, realm: str) -> bool:
    """GM-4.4: whether the end of the track is not reached."""
    return s.influence_of(state, seat, realm) < box_of(state).tracks.influence_max


def influence_gain(state: s.State, seat: int, realm: str, n: int) -> int:
    """GM-4.4: what is left of a gain at the end of the track."""
    return min(n, box_of(state).tracks.influence_max - s.influence_of(state, seat, realm))


def pieces_in(state: s.State, seat: int, realm: str) -> int:
    """Own figures and caravans in the realm, gate figures included (GM-6.9)."""
    own, box = state.seats[seat], box_of(state)
    places = [figure.place for figure in own.figures.values() if figure.place is not None]
    figures = [place for place in places if realm in realms_at(box, state.ring, place)]
    return len(figures) + len([space for space in own.caravans if box.caravan_spaces[space].realm == realm])


def enchanter_space(box: Box, seat: s.Seat) -> int:
    """The number of the seat's Enchanter space nearest the arrow; a number beyond all spaces without one."""
    spaces = [
        int(figure.place.rpartition("_")[2])
        for figure in seat.figures.values()
        if figure.place is not None and figure.place.startswith(s.BOARD)
    ]
    return min(spaces, default=box.board.spaces + 1)


def innate_of(box: Box, tribe: str, figure: Figure) -> Ability | None:
    """GM-7.1 to 7.6."""
    return box.tribes[tribe].specialist if figure.kind == "specialist" else figure.innate


# Placements.


def placements(state: s.State, seat: int) -> list[m.Place]:
    """Every legal placement, figure by figure: free places first, then shared ones."""
    return _placements(box_of(state), state.ring, state.side, state.seats, state.lords, seat)


def has_placement(state: s.State, seat: int) -> bool:
    """GM-2.3."""
    return bool(placements(state, seat))


def check_place(state: s.State, seat: int, move: m.Place) -> Placement:
    """GM-3.1 to 3.8, and GM-10 for occupied spaces."""
    box = box_of(state)
    own = state.seats[seat]
    figure = box.figures.get(move.figure)
    if figure is None:
        raise IllegalMove("GM-3.8", f"{move.figure!r} is no figure of yours")
    if own.figures[move.figure].place is not None:
        raise IllegalMove("GM-3.8", f"your {figure.name} is placed already")
    if own.energy < figure.energy:
        raise IllegalMove("GM-3.1", f"the {figure.name} costs {figure.energy} energy and you have {own.energy}")
    _check_site(state, figure, move.space)
    taken = s.occupied(state)
    if move.space == s.BOARD:
        _check_no_via(move)
        return Placement(next(space for space in box.board_spaces if space not in taken), figure.energy)
    if move.space not in taken:
        _check_no_via(move)
        return Placement(move.space, figure.energy)
    if move.space not in box.spaces:
        raise IllegalMove("GM-3.4" if move.via is None else "GM-3.5", f"{move.space} is taken")
    return _check_permission(state, own, figure, move)


@latest  # without the phase: whether there is one decides whether the turn begins that lists them
def _placements(
    box: Box, ring: tuple[str, ...], side: str, seats: tuple[s.Seat, ...], lords: tuple[s.Lord, ...], seat: int
) -> list[m.Place]:
    own = seats[seat]
    taken = s.places_taken(seats)
    sites = _sites(box, ring, side)
    found: list[m.Place] = []
    for name, standing in own.figures.items():
        figure = box.figures[name]
        if standing.place is None and figure.energy <= own.energy:
            found += [move for place, move in sites[name] if place not in taken]
            if standing.cards or figure.kind == "specialist":
                found += _shared(box, sites[name], lords, own, figure, taken)
    return found


def _shared(
    box: Box,
    sites: tuple[tuple[str, m.Place], ...],
    lords: tuple[s.Lord, ...],
    seat: s.Seat,
    figure: Figure,
    taken: set[str],
) -> Iterator[m.Place]:
    """GM-10: occupied realm spaces, by every permission that holds and can be paid."""
    payable = [
        (via, ability)
        for via, ability in _permissions(box, seat, figure.id)
        if _permission_price(seat, figure, ability) is not None
    ]
    if payable:
        for place, _ in sites:
            if place in taken and place in box.spaces:
                for via, ability in payable:
                    if _permits(lords, ability, box.spaces[place].realm):
                        yield m.Place(figure.id, place, via)


@lru_cache(1 << 12)
def _sites(box: Box, ring: tuple[str, ...], side: str) -> dict[str, tuple[tuple[str, m.Place], ...]]:
    """Where every figure could ever go on this ring, with the moves ready-made: they are listed by the dozen at every
    turn. Clockwise, then gates, the centre, the Enchantment board."""
    return {
        name: tuple((site, m.Place(name, site)) for site in _sites_of(box, ring, side, name)) for name in box.figures
    }


def _sites_of(box: Box, ring: tuple[str, ...], side: str, name: str) -> list[str]:
    figure = box.figures[name]
    sites: list[str] = []
    if "realm" in figure.places:
        for realm in ring:
            sites += box.open_to[realm, side, figure.shape]
    if "standard_gate" in figure.places:
        sites += box.gates[: len(ring)]
    return sites + [site for site in (s.CENTRAL, s.BOARD) if site in figure.places]


def _check_site(state: s.State, figure: Figure, space: str) -> None:
    box = box_of(state)
    realm = box.spaces[space].realm if space in box.spaces else None
    in_play = (
        (realm in state.ring and space in box.boards[realm, state.side])
        if realm is not None
        else space in (s.CENTRAL, s.BOARD) or space in box.gates[: len(state.ring)]
    )
    if not in_play:
        raise IllegalMove("GM-3.2", f"{space!r} is no place of this game")
    if site_of(box, space) not in figure.places:
        raise IllegalMove("GM-3.2", f"the {figure.name} cannot be placed there")
    if realm is not None and figure.shape not in box.spaces[space].shapes:
        raise IllegalMove("GM-3.3", f"{box.spaces[space].name} does not take a {figure.shape}")


def _check_no_via(move: m.Place) -> None:
    if move.via is not None:
        raise IllegalMove("GM-10.3", "a permission is named on an occupied realm space only")


def _check_permission(state: s.State, seat: s.Seat, figure: Figure, move: m.Place) -> Placement:
    """GM-10.1 to 10.7."""
    box = box_of(state)
    if move.via is None:
        raise IllegalMove("GM-3.4", f"{box.spaces[move.space].name} is occupied")
    ability = dict(_permissions(box, seat, move.figure)).get(move.via)
    if ability is None:
        raise IllegalMove("GM-10.1", f"{move.via!r} does not let your {figure.name} share a space")
    if not _permits(state.lords, ability, box.spaces[move.space].realm):
        raise IllegalMove("GM-10.1", "it works only where a lord stands")
    gems = _permission_price(seat, figure, ability)
    if gems is None:
        raise IllegalMove("GM-10.3", "the permission cannot be paid together with the placement")
    return Placement(move.space, figure.energy + ability.cost.energy, gems, ability)


def _permissions(box: Box, seat: s.Seat, name: str) -> list[tuple[str, Ability]]:
    """GM-10.1: what lets this figure enter occupied spaces, conditions and costs aside."""
    figure = box.figures[name]
    found = []
    innate = innate_of(box, seat.tribe, figure)
    if innate is not None and innate.permission is not None:
        found.append(("innate", innate))
    for card in seat.figures[name].cards:
        ability = box.cards[card].ability
        if ability.permission is not None:
            found.append((f"card:{card}", ability))
    return found


def _permits(lords: tuple[s.Lord, ...], ability: Ability, realm: str) -> bool:
    assert ability.permission is not None
    return ability.permission.only_if is None or any(lord.realm == realm for lord in lords)


def _permission_price(seat: s.Seat, figure: Figure, ability: Ability) -> Bag | None:
    """GM-10.3: the gems, if they and all the energy are there."""
    cost = ability.cost
    if seat.energy < figure.energy + cost.energy or seat.onyx < cost.onyx:
        return None
    return default_gems(seat.gems, cost)
