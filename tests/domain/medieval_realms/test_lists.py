"""Lists of legal moves: sizes, and random moves drawn without them."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import comb

import pytest

from domain.core.draw import FastDraw, SeededDraw
from domain.medieval_realms import MEDIEVAL_REALMS
from domain.medieval_realms.moves import AnyMove, PlaceAdmirals, PlaceGenerals, PlaceMayors
from domain.medieval_realms.state import Realm
from tests.domain.medieval_realms.tables import acting, moves_of, pair_realm, placing, realm
from tests.support.scenes import Scene

MAYORS = PlaceMayors(4, 0, 0, 0, 0, 0)


def drawn(scene: Scene, times: int) -> Counter[AnyMove]:
    luck = FastDraw(7)
    return Counter(MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, scene.state, 0, luck) for _ in range(times))


@pytest.mark.parametrize(("mayors", "size"), [(4, 126), (6, 462), (10, 3003)])
def test_mayors_on_six_squares(mayors: int, size: int) -> None:
    listed = moves_of(placing(realm(mayors=mayors), realm(), realm()), 0)
    assert len(listed) == len(set(listed)) == size
    assert listed == sorted(listed, key=lambda move: list(vars_of(move)))


def vars_of(move: AnyMove) -> tuple[int, ...]:
    assert isinstance(move, PlaceMayors)
    return (move.production, move.science, move.culture, move.religion, move.gold, move.raw_material)


@pytest.mark.parametrize("generals", [1, 2, 3, 5])
def test_generals_on_ten_areas(generals: int) -> None:
    scene = placing(realm(generals=generals), *[realm()] * 4).when(0, MAYORS)
    assert len(moves_of(scene, 0)) == comb(generals + 9, generals)


def test_the_longest_list_is_made_lazily() -> None:
    scene = placing(realm(generals=10), *[realm()] * 4).when(0, MAYORS)
    listed = MEDIEVAL_REALMS.legal_moves(scene.state, 0)
    assert list(islice(listed, 2)) == [PlaceGenerals((1,) * 10), PlaceGenerals((1,) * 9 + (2,))]


@pytest.mark.parametrize(
    "held",
    [
        placing(realm(), realm(), realm()),
        placing(realm(generals=2), realm(), realm()).when(0, MAYORS),
        placing(realm(admirals=2), realm(), realm()).when(0, MAYORS, PlaceGenerals((3,))),
        placing(pair_realm(), pair_realm()).when(0, MAYORS, PlaceGenerals((3,)), PlaceAdmirals((4,))),
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


def test_a_random_placement_leaves_room_for_buffers() -> None:
    owned: Realm = pair_realm(generals=7, admirals=3)
    scene = placing(owned, pair_realm()).when(0, MAYORS, PlaceGenerals((1, 2, 3, 4, 5, 6, 7)))
    listed = moves_of(scene, 0)
    assert len(listed) == comb(9, 3), "none on area 8"
    assert set(drawn(scene, 6000)) == set(listed)
    proven = SeededDraw(b"labels must differ between attempts")
    assert MEDIEVAL_REALMS.sample_move(MEDIEVAL_REALMS, scene.state, 0, proven) in listed
