"""The lists of legal moves, made lazily, and one move at random."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any, TypeVar

from moothall.domain.core.draw import Draw
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.moves import (
    ActivateCard,
    AnyMove,
    Bid,
    ChooseResource,
    OpenAuction,
    Pass,
    PassAuction,
    PickStartingPair,
    PlaceAdmirals,
    PlaceBuffers,
    PlaceGenerals,
    PlaceMayors,
    PlacementMove,
    PlayCard,
    TakeBonusToken,
    TakeRealmCard,
)
from moothall.domain.medieval_realms.rules.auctions import least_bid
from moothall.domain.medieval_realms.rules.cards import fits, payable, takable
from moothall.domain.medieval_realms.rules.placing import free_areas, leaves_room
from moothall.domain.medieval_realms.state import (
    INDEX,
    MANAGED,
    PRODUCTION,
    RESOURCES,
    Acting,
    Bidding,
    Choosing,
    Picking,
    Placement,
    Placing,
    Realm,
    State,
    TakingBonus,
    TakingCard,
)
from moothall.domain.medieval_realms.turns import is_asked

_CHOOSE = tuple(ChooseResource(resource) for resource in RESOURCES)
_BONUS = tuple(TakeBonusToken(resource) for resource in RESOURCES)
_PASS = Pass()
_PASS_AUCTION = PassAuction()
_BARS = len(MANAGED) - 1

_LONGEST_KEPT = 1 << 12
"""Lists of placements up to this length are made once and kept: they hang on few numbers, and every round asks for them
again. Longer ones are made each time, as far as they are read."""
_LISTS_KEPT = 1 << 9

Spread = TypeVar("Spread", PlaceGenerals, PlaceAdmirals, PlaceBuffers)


def legal_moves(state: State, seat: int) -> Iterable[AnyMove]:
    """Every legal move of the seat, in a fixed order."""
    if not is_asked(state, seat):
        return ()
    match state.phase:
        case Acting():
            return [*deeds(state, seat), _PASS]
        case Bidding() as phase:
            own = state.realms[seat].manor[INDEX[phase.resource]]
            return [*map(Bid, range(least_bid(box_of(state), phase), own + 1)), _PASS_AUCTION]
        case Placing(parts):
            return _placements(state, seat, parts[seat])
        case Picking(taken):
            pairs = combinations(RESOURCES, box_of(state).limits.starting_pair_size)
            return [PickStartingPair(pair) for pair in pairs if pair not in taken]
        case Choosing() as phase:
            return [move for move in _CHOOSE if move.resource not in phase.barred]
        case TakingCard():
            return [TakeRealmCard(square) for square in takable(state, seat)]
        case TakingBonus():
            return _BONUS
        case _:
            return ()


def deeds(state: State, seat: int) -> Iterator[AnyMove]:
    """All actions but passing: activations, auctions, cards of the display."""
    box, realm = box_of(state), state.realms[seat]
    faces, prices = box.faces, box.prices
    manor = realm.manor
    production = manor[PRODUCTION]
    for index, card in enumerate(state.current):
        if card is None:
            continue
        face = faces[card]
        if face.type == "auction":
            for bid in range(box.limits.auction_min_opening_bid, manor[face.pays] + 1):
                yield OpenAuction(index + 1, bid)
        elif production >= prices[index] and (face.type == "majority" or fits(box, realm, face)):
            yield ActivateCard(index + 1)
    for card in realm.display:
        if payable(state, realm, faces[card]):
            yield PlayCard(card)


def can_act(state: State, seat: int) -> bool:
    """MR-6.4: whether the seat has anything to do but pass."""
    return next(deeds(state, seat), None) is not None


def sample_move(title: Any, state: State, seat: int, draw: Draw) -> AnyMove:
    """One legal move, each equally likely; a placement is drawn without making its list."""
    phase = state.phase
    label = f"sample/seat-{seat}"
    if isinstance(phase, Placing):
        return some_part(state, seat, phase.parts[seat], draw, label)
    moves = list(legal_moves(state, seat))
    return moves[draw.below(label, len(moves))]


def some_part(state: State, seat: int, part: Placement, draw: Draw, label: str) -> PlacementMove:
    """The next part of a placement, each legal one equally likely."""
    realm = state.realms[seat]
    if part.mayors is None:
        mayors = realm.mayors - realm.buffers
        return _mayors_between(_some_combination(mayors + _BARS, _BARS, draw, f"{label}/mayors"), mayors)
    if part.generals is not None and part.admirals is not None:
        return PlaceBuffers(_some_areas(free_areas(state, part), realm.buffers, draw, f"{label}/buffers"))
    leaders, what = (realm.generals, "generals") if part.generals is None else (realm.admirals, "admirals")
    attempt = 0
    while True:  # few draws are thrown away: they would have to cover every area
        chosen = _some_areas(box_of(state).areas[state.seats], leaders, draw, f"{label}/{what}/{attempt}")
        if leaves_room(state, realm, (*(part.generals or ()), *chosen)):
            return PlaceGenerals(chosen) if part.generals is None else PlaceAdmirals(chosen)
        attempt += 1


def _placements(state: State, seat: int, part: Placement) -> Iterable[AnyMove]:
    realm = state.realms[seat]
    areas = box_of(state).areas[state.seats]
    if part.mayors is None:
        return _all_mayors(realm.mayors - realm.buffers)
    if part.generals is None:
        return _with_room(state, realm, (), _all_spread(PlaceGenerals, areas, realm.generals))
    if part.admirals is None:
        return _with_room(state, realm, part.generals, _all_spread(PlaceAdmirals, areas, realm.admirals))
    return _all_spread(PlaceBuffers, free_areas(state, part), realm.buffers)


def _with_room(state: State, realm: Realm, held: tuple[int, ...], moves: Iterable[Spread]) -> Iterable[Spread]:
    """Those that leave an area free for the buffers, beside the leaders placed before."""
    if not realm.buffers or realm.generals + realm.admirals < len(box_of(state).areas[state.seats]):
        return moves
    return filter(lambda move: leaves_room(state, realm, (*held, *move.areas)), moves)


def _all_mayors(mayors: int) -> Iterable[PlaceMayors]:
    """Every way to place so many mayors."""
    return _kept_mayors(mayors) if comb(mayors + _BARS, _BARS) <= _LONGEST_KEPT else _made_mayors(mayors)


@lru_cache(_LISTS_KEPT)
def _kept_mayors(mayors: int) -> tuple[PlaceMayors, ...]:
    return tuple(_made_mayors(mayors))


def _made_mayors(mayors: int) -> Iterator[PlaceMayors]:
    for bars in combinations(range(mayors + _BARS), _BARS):
        yield _mayors_between(bars, mayors)


def _all_spread(kind: Callable[[tuple[int, ...]], Spread], areas: tuple[int, ...], leaders: int) -> Iterable[Spread]:
    """Every way to spread so many leaders over these areas."""
    if comb(len(areas) + leaders - 1, leaders) <= _LONGEST_KEPT:
        return _kept_spread(kind, areas, leaders)
    return map(kind, combinations_with_replacement(areas, leaders))


@lru_cache(_LISTS_KEPT)
def _kept_spread(kind: Callable[[tuple[int, ...]], Spread], areas: tuple[int, ...], leaders: int) -> tuple[Spread, ...]:
    return tuple(map(kind, combinations_with_replacement(areas, leaders)))


def _mayors_between(bars: tuple[int, ...], mayors: int) -> PlaceMayors:
    """Stars and bars: the mayors before, between and after the bars."""
    a, b, c, d, e = bars
    return PlaceMayors(a, b - a - 1, c - b - 1, d - c - 1, e - d - 1, mayors + _BARS - 1 - e)


def _some_areas(areas: tuple[int, ...], leaders: int, draw: Draw, label: str) -> tuple[int, ...]:
    """A multiset of areas, each equally likely: a combination whose members move closer by their places."""
    chosen = _some_combination(len(areas) + leaders - 1, leaders, draw, label)
    return tuple(areas[member - place] for place, member in enumerate(chosen))


def _some_combination(n: int, k: int, draw: Draw, label: str) -> tuple[int, ...]:
    """k of range(n), ascending, each set equally likely: the set of a random rank."""
    rank = draw.below(label, comb(n, k))
    chosen = []
    member = 0
    while k:
        with_member = comb(n - member - 1, k - 1)
        if rank < with_member:
            chosen.append(member)
            k -= 1
        else:
            rank -= with_member
        member += 1
    return tuple(chosen)
