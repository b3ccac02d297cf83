"""Every rule about what a seat may ask, once: `check_x` refuses, the questions beside it serve the lists too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise
from typing import TypeVar

from msgspec.structs import replace

from domain.core.bag import Bag
from domain.core.errors import IllegalMove, NotYourTurn
from domain.medieval_realms.content import FACES, LIMITS, TABLES
from domain.medieval_realms.content.faces import Face
from domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceBuffers, PlaceGenerals, PlaceMayors
from domain.medieval_realms.scoring import family_cards
from domain.medieval_realms.state import (
    INDEX,
    MANAGED,
    PRODUCTION,
    RESOURCES,
    Acting,
    Bidding,
    Choosing,
    Finished,
    GameOver,
    Phase,
    Picking,
    Placement,
    Placing,
    Realm,
    RoundOver,
    State,
    TakingBonus,
    TakingCard,
    asked_seats,
)

P = TypeVar("P", bound=Phase)

_WAITING: dict[type[Phase], tuple[str, str]] = {
    Picking: ("MR-1.10", "starting pairs are picked one seat at a time, last in turn order first"),
    Placing: ("MR-3.10", "your leaders are placed; no move changes a placed part"),
    Acting: ("MR-6.1", "the player on turn takes one action"),
    Bidding: ("MR-9.2", "an auction asks one seat after the other for a higher bid"),
    Choosing: ("MR-6.3", "the owner of a card must choose a resource first"),
    TakingCard: ("MR-6.3", "the owner of a card must take a realm card first"),
    TakingBonus: ("MR-11.4", "a bonus token must be chosen first"),
    RoundOver: ("MR-2.1", "the round is over and the next one is being prepared"),
    GameOver: ("MR-2.1", "the last round is over and final scoring is due"),
    Finished: ("MR-15.7", "the game is over"),
}


def check_asked(state: State, seat: int, wanted: type[P]) -> P:
    """The seat owes a decision, and one of this kind; the rule cited is that of the phase."""
    phase = state.phase
    if seat not in asked_seats(state):
        raise NotYourTurn(*_WAITING[type(phase)])
    if not isinstance(phase, wanted):
        if isinstance(phase, Placing):
            raise IllegalMove("MR-3.1", "your leaders must be placed first")
        raise IllegalMove(*_WAITING[type(phase)])
    return phase


def check_pair(phase: Picking, resources: tuple[str, ...]) -> None:
    """MR-1.10, MR-1.11."""
    places = [INDEX.get(resource, -1) for resource in resources]
    if len(places) != LIMITS.starting_pair_size or min(places) < 0 or places != sorted(set(places)):
        raise IllegalMove("MR-1.10", "a pair is two different resources, in canonical order")
    if resources in phase.taken:
        raise IllegalMove("MR-1.11", f"the pair {' + '.join(resources)} is taken")


def placed_mayors(move: PlaceMayors) -> Bag:
    """The move's mayors per management square, in canonical order."""
    return (move.production, move.science, move.culture, move.religion, move.gold, move.raw_material)


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


def check_mayors(realm: Realm, part: Placement, mayors: Bag) -> None:
    """MR-3.1, MR-3.2, MR-3.10."""
    if part.mayors is not None:
        raise IllegalMove("MR-3.10", "your mayors are placed already")
    if min(mayors) < 0:
        raise IllegalMove("MR-3.2", "no square takes fewer than 0 mayors")
    if sum(mayors) != realm.mayors - realm.buffers:
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
    available = TABLES.areas[state.seats]
    if len(areas) != wanted:
        raise IllegalMove("MR-3.1", f"place all of your {wanted} {what}, one area each")
    if any(area not in available for area in areas):
        raise IllegalMove("MR-3.5", f"areas {available[0]} to {available[-1]} are available")
    if any(left > right for left, right in pairwise(areas)):
        raise IllegalMove("MR-3.4", "name the areas in ascending order")


def leaves_room(state: State, realm: Realm, areas: Collection[int]) -> bool:
    """MR-3.7: military leaders on these areas leave one free for the buffers, where there are buffers."""
    return not realm.buffers or len(set(areas)) < len(TABLES.areas[state.seats])


def free_areas(state: State, part: Placement) -> tuple[int, ...]:
    """MR-3.7: where no military leader of the placement stands."""
    held = {*(part.generals or ()), *(part.admirals or ())}
    return tuple(area for area in TABLES.areas[state.seats] if area not in held)


def fits(realm: Realm, face: Face) -> bool:
    """MR-7.2, MR-8.3: whether the display can take the card."""
    display = realm.display
    if len(display) >= LIMITS.display_max_cards:
        return False
    stamp = face.stamp
    return all(FACES[card].stamp != stamp for card in display)


def _face_on(state: State, square: int) -> tuple[str, Face]:
    card = state.current[square - 1] if 1 <= square <= len(state.current) else None
    if card is None:
        rule = "MR-6.7" if 1 <= square <= len(state.current) else "MR-6.8"
        raise IllegalMove(rule, f"there is no card on current square {square}")
    return card, FACES[card]


def check_activate(state: State, seat: int, square: int) -> str:
    """MR-6.6, MR-7.2, MR-8.1; the card on the square."""
    card, face = _face_on(state, square)
    realm = state.realms[seat]
    if face.type == "auction":
        raise IllegalMove("MR-6.6", f"{face.name} is auctioned, not bought")
    price = TABLES.prices[square - 1]
    if realm.manor[PRODUCTION] < price:
        raise IllegalMove("MR-6.6", f"square {square} costs {price} production, you have {realm.manor[PRODUCTION]}")
    if face.type == "realm":
        check_fits(realm, face)
    return card


def check_fits(realm: Realm, face: Face) -> None:
    """MR-7.2: the display limits for a realm card."""
    if len(realm.display) >= LIMITS.display_max_cards:
        raise IllegalMove("MR-7.2", f"your display is full with {len(realm.display)} cards")
    if not fits(realm, face):
        raise IllegalMove("MR-7.2", f"your display holds a {face.stamp} card already")


def check_open_auction(state: State, seat: int, square: int, bid: int) -> str:
    """MR-9.1; the card on the square."""
    card, face = _face_on(state, square)
    if face.type != "auction":
        raise IllegalMove("MR-9.1", f"{face.name} is no auction card")
    least, own = LIMITS.auction_min_opening_bid, state.realms[seat].manor[face.pays]
    if not least <= bid <= own:
        raise IllegalMove("MR-9.1", f"open with {least} or more and at most your {own} {RESOURCES[face.pays]}")
    return card


def least_bid(phase: Bidding) -> int:
    """MR-9.3: the smallest bid that is higher."""
    return phase.bid + LIMITS.auction_min_raise


def check_bid(state: State, seat: int, phase: Bidding, amount: int) -> None:
    """MR-9.3."""
    own = state.realms[seat].manor[INDEX[phase.resource]]
    if not least_bid(phase) <= amount <= own:
        raise IllegalMove("MR-9.3", f"bid {least_bid(phase)} or more and at most your {own} {phase.resource}")


def admirals_needed(realm: Realm, face: Face) -> int:
    """MR-13.6: one per island in play, the new one included."""
    return family_cards(realm, face.family) + 1


def payable(state: State, realm: Realm, face: Face) -> bool:
    """MR-10.1, MR-13.6: whether the realm can put the card into play."""
    if face.amounts:
        return realm.manor[face.pays] >= face.amounts[state.seats]
    return realm.admirals >= admirals_needed(realm, face)


def check_play(state: State, seat: int, card: str) -> Face:
    """MR-10.1, MR-13.6."""
    realm = state.realms[seat]
    if card not in realm.display:
        raise IllegalMove("MR-10.1", f"{card} is not in your display")
    face = FACES[card]
    if not payable(state, realm, face):
        if face.amounts:
            cost, own, resource = face.amounts[state.seats], realm.manor[face.pays], RESOURCES[face.pays]
            raise IllegalMove("MR-10.1", f"{face.name} costs {cost} {resource}, you have {own}")
        needed = admirals_needed(realm, face)
        raise IllegalMove("MR-13.6", f"{face.name} needs {needed} admirals, you have {realm.admirals}")
    return face


def check_choice(phase: Choosing, resource: str) -> None:
    """MR-13.13: any resource that the effect does not rule out."""
    offered = [name for name in RESOURCES if name not in phase.barred]
    if resource not in offered:
        raise IllegalMove("MR-13.13", f"choose one of {', '.join(offered)}")


def check_bonus(resource: str) -> None:
    """MR-11.1."""
    if resource not in INDEX:
        raise IllegalMove("MR-11.1", f"a bonus token is one of {', '.join(RESOURCES)}")


def takable(state: State, seat: int) -> list[int]:
    """MR-13.17: the squares whose realm card fits the display."""
    realm = state.realms[seat]
    return [
        square
        for square, card in enumerate(state.current, 1)
        if card is not None and FACES[card].type == "realm" and fits(realm, FACES[card])
    ]


def check_take(state: State, seat: int, square: int) -> str:
    """MR-13.17; the card on the square."""
    if square not in takable(state, seat):
        raise IllegalMove("MR-13.17", "take a realm card from the current panel that fits your display")
    card = state.current[square - 1]
    assert card is not None
    return card


def receiver(state: State, activator: int, face: Face) -> int | None:
    """MR-8.3 to MR-8.8: who receives a majority card; None if nobody can."""
    most = -1
    tied: list[int] = []
    for seat in state.order:
        realm = state.realms[seat]
        if realm.manor[face.majority] >= most and fits(realm, face):
            if realm.manor[face.majority] > most:
                most, tied = realm.manor[face.majority], []
            tied.append(seat)
    if not tied:
        return None
    return activator if activator in tied else tied[0]


def strengths(state: State, placements: Sequence[Placement]) -> dict[int, list[int]]:
    """MR-4.2: by area, every seat's strength."""
    by_area = {area: [0] * state.seats for area in TABLES.areas[state.seats]}
    for seat, placement in enumerate(placements):
        for areas, strength in (
            (placement.generals, TABLES.general_strength),
            (placement.admirals, TABLES.admiral_strength),
            (placement.buffers, TABLES.buffer_strength),
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


def mayor_tokens(mayors: Bag) -> dict[str, int]:
    """MR-4.1: what the mayors of a placement give."""
    return {
        resource: number * each
        for resource, number, each in zip(MANAGED, mayors, TABLES.tokens_per_mayor, strict=True)
        if number
    }


def next_order(state: State) -> tuple[int, ...]:
    """MR-5.2, MR-5.3: by production, most first; equal seats keep their order."""
    return tuple(sorted(state.order, key=lambda seat: -state.realms[seat].manor[PRODUCTION]))
