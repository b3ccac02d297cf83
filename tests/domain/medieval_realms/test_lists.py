"""Lists of legal moves: sizes, and random moves drawn without them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice, product
from math import comb

import pytest

from moothall.domain.core.draw import FastDraw, SeededDraw
from moothall.domain.core.errors import IllegalMove
from moothall.domain.medieval_realms import MEDIEVAL_REALMS, moves as m
from moothall.domain.medieval_realms.state import RESOURCES, Placing, Realm, State
from tests.domain.medieval_realms.tables import DECK, acting, moves_of, pair_realm, placing, realm
from tests.laws.walk import walk
from tests.support.scenes import Scene

MAYORS = m.PlaceMayors(4, 0, 0, 0, 0, 0)


def drawn(scene: Scene, times: int) -> Counter[m.AnyMove]:
    luck = FastDraw(7)
    return Counter(MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, scene.state, 0, luck) for _ in range(times))


@pytest.mark.parametrize(("mayors", "size"), [(4, 126), (6, 462), (10, 3003)])
def test_mayors_on_six_squares(mayors: int, size: int) -> None:
    listed = moves_of(placing(realm(mayors=mayors), realm(), realm()), 0)
    assert len(listed) == len(set(listed)) == size
    assert listed == sorted(listed, key=lambda move: list(vars_of(move)))


def vars_of(move: m.AnyMove) -> tuple[int, ...]:
    assert isinstance(move, m.PlaceMayors)
    return (move.production, move.science, move.culture, move.religion, move.gold, move.raw_material)


@pytest.mark.parametrize("generals", [1, 2, 3, 5])
def test_generals_on_ten_areas(generals: int) -> None:
    scene = placing(realm(generals=generals), *[realm()] * 4).when(0, MAYORS)
    assert len(moves_of(scene, 0)) == comb(generals + 9, generals)


def test_the_longest_list_is_made_lazily() -> None:
    scene = placing(realm(generals=10), *[realm()] * 4).when(0, MAYORS)
    listed = MEDIEVAL_REALMS.legal_moves(scene.state, 0)
    assert list(islice(listed, 2)) == [m.PlaceGenerals((1,) * 10), m.PlaceGenerals((1,) * 9 + (2,))]


@pytest.mark.parametrize(
    "held",
    [
        placing(realm(), realm(), realm()),
        placing(realm(generals=2), realm(), realm()).when(0, MAYORS),
        placing(realm(admirals=2), realm(), realm()).when(0, MAYORS, m.PlaceGenerals((3,))),
        placing(pair_realm(), pair_realm()).when(0, MAYORS, m.PlaceGenerals((3,)), m.PlaceAdmirals((4,))),
        acting(
            realm(["market_1"], production=6, gold=3), realm(), realm(), current={1: "castle_1", 2: "leader_mayor_1"}
        ),
    ],
    ids=["mayors", "generals", "admirals", "buffers", "actions"],
)
def test_a_random_move_is_any_of_the_list_with_equal_chance(held: Scene) -> None:
    listed = moves_of(held, 0)
    found = drawn(held, 100 * len(listed))
    assert set(found) == set(listed)
    assert min(found.values()) > 50
    assert max(found.values()) < 160


def everything() -> Iterator[m.AnyMove]:
    """Every move there could be, as far as its numbers are small; of long placements their beginning."""
    yield from (m.Pass(), m.PassAuction())
    yield from map(m.PickStartingPair, product(RESOURCES, repeat=2))
    for square in range(14):
        yield from (m.ActivateCard(square), m.TakeRealmCard(square))
        yield from (m.OpenAuction(square, bid) for bid in range(12))
    yield from map(m.Bid, range(12))
    yield from map(m.PlayCard, (*DECK, "castle", "nonsense"))
    for resource in (*RESOURCES, "wood"):
        yield from (m.ChooseResource(resource), m.TakeBonusToken(resource))
    for size in (1, 2):
        for areas in product(range(11), repeat=size):
            yield from (m.PlaceGenerals(areas), m.PlaceAdmirals(areas), m.PlaceBuffers(areas))


def accepted(state: State, seat: int, move: m.AnyMove) -> bool:
    try:
        MEDIEVAL_REALMS.play(state, seat, move, SeededDraw(b"law"))
    except IllegalMove:
        return False
    return True


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_a_list_holds_all_that_is_accepted(seats: int) -> None:
    seen: set[type[m.AnyMove]] = set()
    for index, point in enumerate(walk(MEDIEVAL_REALMS, seats, 11)):
        state: State = point.state
        if index % 5 or (isinstance(state.phase, Placing) and max(r.generals for r in state.realms) > 2):
            continue
        for seat in range(seats):
            listed = set(MEDIEVAL_REALMS.legal_moves(state, seat))
            allowed = {move for move in everything() if accepted(state, seat, move)}
            assert {move for move in listed if not isinstance(move, m.PlaceMayors) and small(move)} == allowed
            seen |= set(map(type, allowed))
    assert {m.ActivateCard, m.OpenAuction, m.PlayCard, m.PlaceGenerals} <= seen


def small(move: m.AnyMove) -> bool:
    """Whether `everything` reaches it."""
    match move:
        case m.OpenAuction(bid=bid) | m.Bid(bid):
            return bid < 12
        case m.PlaceGenerals(areas) | m.PlaceAdmirals(areas) | m.PlaceBuffers(areas):
            return len(areas) <= 2
        case _:
            return True


def test_a_random_placement_leaves_room_for_buffers() -> None:
    owned: Realm = pair_realm(generals=7, admirals=3)
    scene = placing(owned, pair_realm()).when(0, MAYORS, m.PlaceGenerals((1, 2, 3, 4, 5, 6, 7)))
    listed = moves_of(scene, 0)
    assert len(listed) == comb(9, 3), "none on area 8"
    assert set(drawn(scene, 6000)) == set(listed)
    proven = SeededDraw(b"labels must differ between attempts")
    assert MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, scene.state, 0, proven) in listed
