"""The legal parts of a secret placement: all of them, listed as far as they are read, or one drawn at random.

Apart from legal.py because secrets.py and bots draw placements too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import TypeVar

from moothall.domain.core.draw import Draw
from moothall.domain.medieval_realms import moves as m, state as s
from moothall.domain.medieval_realms.content import box_of
from moothall.domain.medieval_realms.rules import free_areas, leaves_room

_BARS = len(s.MANAGED) - 1

_LONGEST_KEPT = 1 << 12
"""Lists of placements up to this length are made once and kept: they hang on few numbers, and every round asks for them
again. Longer ones are made each time, as far as they are read."""

_LISTS_KEPT = 1 << 9
Spread = TypeVar("Spread", m.PlaceGenerals, m.PlaceAdmirals, m.PlaceBuffers)


def legal_parts(state: s.State, seat: int, part: s.Placement) -> Iterable[m.AnyMove]:
    """Every legal next part of a placement, in a fixed order."""
    realm = state.realms[seat]
    areas = box_of(state).areas[state.seats]
    if part.mayors is None:
        return _all_mayors(realm.mayors - realm.buffers)
    if part.generals is None:
        return _with_room(state, realm, (), _all_spread(m.PlaceGenerals, areas, realm.generals))
    if part.admirals is None:
        return _with_room(state, realm, part.generals, _all_spread(m.PlaceAdmirals, areas, realm.admirals))
    return _all_spread(m.PlaceBuffers, free_areas(state, part), realm.buffers)


def some_part(state: s.State, seat: int, part: s.Placement, draw: Draw, label: str) -> m.PlacementMove:
    """The next part of a placement, each legal one equally likely."""
    realm = state.realms[seat]
    if part.mayors is None:
        mayors = realm.mayors - realm.buffers
        return _mayors_between(_some_combination(mayors + _BARS, _BARS, draw, f"{label}/mayors"), mayors)
    if part.generals is not None and part.admirals is not None:
        return m.PlaceBuffers(_some_areas(free_areas(state, part), realm.buffers, draw, f"{label}/buffers"))
    leaders, what = (realm.generals, "generals") if part.generals is None else (realm.admirals, "admirals")
    attempt = 0
    while True:  # few draws are thrown away: they would have to cover every area
        chosen = _some_areas(box_of(state).areas[state.seats], leaders, draw, f"{label}/{what}/{attempt}")
        if leaves_room(state, realm, (*(part.generals or ()), *chosen)):
            return m.PlaceGenerals(chosen) if part.generals is None else m.PlaceAdmirals(chosen)
        attempt += 1


def _with_room(state: s.State, realm: s.Realm, held: tuple[int, ...], moves: Iterable[Spread]) -> Iterable[Spread]:
    """Those that leave an area free for the buffers, beside the leaders placed before."""
    if not realm.buffers or realm.generals + realm.admirals < len(box_of(state).areas[state.seats]):
        return moves
    return filter(lambda move: leaves_room(state, realm, (*held, *move.areas)), moves)


def _all_mayors(mayors: int) -> Iterable[m.PlaceMayors]:
    """Every way to place so many mayors."""
    return _kept_mayors(mayors) if comb(mayors + _BARS, _BARS) <= _LONGEST_KEPT else _made_mayors(mayors)


@lru_cache(_LISTS_KEPT)
def _kept_mayors(mayors: int) -> tuple[m.PlaceMayors, ...]:
    return tuple(_made_mayors(mayors))


def _made_mayors(mayors: int) -> Iterator[m.PlaceMayors]:
    for bars in combinations(range(mayors + _BARS), _BARS):
        yield _mayors_between(bars, mayors)


def _mayors_between(bars: tuple[int, ...], mayors: int) -> m.PlaceMayors:
    """Stars and bars: the mayors before, between and after the bars."""
    a, b, c, d, e = bars
    return m.PlaceMayors(a, b - a - 1, c - b - 1, d - c - 1, e - d - 1, mayors + _BARS - 1 - e)


def _all_spread(kind: Callable[[tuple[int, ...]], Spread], areas: tuple[int, ...], leaders: int) -> Iterable[Spread]:
    """Every way to spread so many leaders over these areas."""
    if comb(len(areas) + leaders - 1, leaders) <= _LONGEST_KEPT:
        return _kept_spread(kind, areas, leaders)
    return map(kind, combinations_with_replacement(areas, leaders))


@lru_cache(_LISTS_KEPT)
def _kept_spread(kind: Callable[[tuple[int, ...]], Spread], areas: tuple[int, ...], leaders: int) -> tuple[Spread, ...]:
    return tuple(map(kind, combinations_with_replacement(areas, leaders)))


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
