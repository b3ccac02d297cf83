"""MR-2.1 to MR-3: the start of a round and the secret placement."""

from __future__ import annotations

from typing import Any

import pytest

from moothall.domain.core.data import Hidden
from moothall.domain.core.errors import NotYourTurn
from moothall.domain.core.title import Binding
from moothall.domain.medieval_realms import MEDIEVAL_REALMS, changes as c, moves as m
from moothall.domain.medieval_realms.state import UNPLACED, Mayors, Placement
from moothall.domain.medieval_realms.view import PlacingPhase
from tests.domain.medieval_realms.tables import (
    acting,
    awaited,
    fresh,
    moves_of,
    owner,
    pair_realm,
    placement,
    placing,
    realm,
    tokens,
)
from tests.support.scenes import Scene, rule

MAYORS = m.PlaceMayors(4, 0, 0, 0, 0, 0)
POSTABLE = (MAYORS, m.PlaceGenerals((1,)), m.PlaceAdmirals((1,)))


@rule("MR-2.1", "MR-2.2")
def test_a_round_starts_with_the_placement_and_runs_to_the_first_action() -> None:
    scene = fresh(2)
    first, last = scene.state.order
    scene = scene.when(last, m.PickStartingPair(("culture", "gold")))
    scene = scene.when(first, m.PickStartingPair(("culture", "religion")))
    scene.then(c.RoundBegan(1))
    assert awaited(scene) == [(0, "leaders"), (1, "leaders")]
    scene = scene.when(0, *placement(1, 2, (3, 3))).when(1, *placement(1, 2, (3, 3)))
    kinds = [type(change).__name__ for change in scene.changes]
    steps = ["PlacementsRevealed", "TokensGained", "AreaSettled", "TurnOrderChanged", "TurnBegan"]
    assert [kinds.index(step) for step in steps] == sorted(kinds.index(step) for step in steps)
    extra = [
        change for change in scene.changes if isinstance(change, c.TokensGained) and change.source == "extra_goods"
    ]
    assert scene.changes.index(extra[0]) < kinds.index("TurnOrderChanged")
    assert len(awaited(scene)) == 1
    assert awaited(scene)[0][1] == "action"


@rule("MR-2.1")
def test_an_action_is_refused_while_leaders_are_placed() -> None:
    placing(realm(), realm(), realm()).when(0, m.Pass()).breaks("MR-3.1")


@rule("MR-2.3")
@pytest.mark.parametrize("viewer", [None, 0, 1])
def test_manor_display_and_cards_in_play_are_open_to_all(viewer: int | None) -> None:
    state = placing(realm(["castle_1"], ["tithe_1"], gold=3), realm(), realm()).state
    shown = MEDIEVAL_REALMS.view(state, viewer).realms[0]
    assert shown.tokens.gold == 3
    assert (shown.display, shown.in_play) == (("castle_1",), ("tithe_1",))


@rule("MR-3.1")
def test_no_leader_is_left_out() -> None:
    scene = placing(realm(generals=2), realm(), realm())
    scene.when(0, m.PlaceMayors(3, 0, 0, 0, 0, 0)).breaks("MR-3.1")
    scene.when(0, m.PlaceMayors(5, 0, 0, 0, 0, 0)).breaks("MR-3.1")
    scene = scene.when(0, MAYORS)
    scene.when(0, m.PlaceGenerals((1,))).breaks("MR-3.1")
    scene.when(0, m.PlaceGenerals((1, 1, 1))).breaks("MR-3.1")
    scene = scene.when(0, m.PlaceGenerals((1, 1)))
    scene.when(0, m.PlaceAdmirals(())).breaks("MR-3.1")


@rule("MR-3.1")
def test_parts_are_placed_in_order() -> None:
    scene = placing(pair_realm(), pair_realm())
    scene.when(0, m.PlaceGenerals((1,))).breaks("MR-3.1")
    scene.when(0, m.PlaceAdmirals((1,))).breaks("MR-3.1")
    scene.when(0, m.PlaceBuffers((1, 1))).breaks("MR-3.1")
    for size, part in ((126, m.PlaceMayors), (8, m.PlaceGenerals), (8, m.PlaceAdmirals), (28, m.PlaceBuffers)):
        listed = moves_of(scene, 0)
        assert {type(move) for move in listed} == {part}
        assert len(listed) == size
        scene = scene.when(0, listed[0])


@rule("MR-3.2")
def test_any_number_of_mayors_shares_a_square() -> None:
    scene = placing(realm(), realm(), realm())
    scene.when(0, m.PlaceMayors(0, 0, 4, 0, 0, 0)).exactly(c.MayorsPlaced(0, Mayors(0, 0, 4, 0, 0, 0)))
    scene.when(0, m.PlaceMayors(5, -1, 0, 0, 0, 0)).breaks("MR-3.2")


@rule("MR-3.3")
def test_there_is_no_square_for_battle_points() -> None:
    assert m.PlaceMayors.__struct_fields__ == ("production", "science", "culture", "religion", "gold", "raw_material")


@rule("MR-3.4")
def test_any_mix_of_military_leaders_shares_any_area() -> None:
    scene = placing(realm(generals=2, admirals=2), realm(), realm()).when(0, MAYORS)
    for area in range(1, 9):
        both = scene.when(0, m.PlaceGenerals((area, area)), m.PlaceAdmirals((area, area)))
        both.exactly(c.AdmiralsPlaced(0, (area, area)))
    scene.when(0, m.PlaceGenerals((5, 3))).breaks("MR-3.4")


@rule("MR-3.5", "MR-16.1")
@pytest.mark.parametrize(("seats", "last"), [(2, 8), (3, 8), (4, 8), (5, 10)])
def test_areas_nine_and_ten_are_for_five_players(seats: int, last: int) -> None:
    make = pair_realm if seats == 2 else realm
    scene = placing(*(make() for _ in range(seats))).when(0, MAYORS)
    assert moves_of(scene, 0) == [m.PlaceGenerals((area,)) for area in range(1, last + 1)]
    scene.when(0, m.PlaceGenerals((last + 1,))).breaks("MR-3.5")
    scene.when(0, m.PlaceGenerals((0,))).breaks("MR-3.5")


@rule("MR-3.6")
def test_both_buffers_go_on_one_or_two_areas() -> None:
    scene = placing(pair_realm(), pair_realm()).when(0, MAYORS, m.PlaceGenerals((1,)), m.PlaceAdmirals((2,)))
    scene.lists(0, m.PlaceBuffers((3, 3)), m.PlaceBuffers((3, 8)))
    assert len(moves_of(scene, 0)) == 21
    scene.when(0, m.PlaceBuffers((3,))).breaks("MR-3.1")
    assert scene.when(0, m.PlaceBuffers((3, 3))).state.phase.parts[0].buffers == (3, 3)


@rule("MR-3.6")
def test_more_than_two_players_have_no_buffers_to_place() -> None:
    placing(realm(), realm(), realm()).when(0, m.PlaceBuffers((1, 1))).breaks("MR-3.6")


@rule("MR-3.7")
def test_a_buffer_keeps_away_from_its_owners_military_leaders() -> None:
    scene = placing(pair_realm(), pair_realm()).when(0, MAYORS, m.PlaceGenerals((1,)), m.PlaceAdmirals((2,)))
    scene.when(0, m.PlaceBuffers((1, 5))).breaks("MR-3.7")
    scene.when(0, m.PlaceBuffers((2, 5))).breaks("MR-3.7")
    scene.lacks(0, m.PlaceBuffers((1, 5)), m.PlaceBuffers((2, 2)))


@rule("MR-3.7")
def test_military_leaders_leave_an_area_free_for_buffers() -> None:
    scene = placing(pair_realm(generals=8, admirals=1), pair_realm()).when(0, MAYORS)
    every = m.PlaceGenerals(tuple(range(1, 9)))
    scene.when(0, every).breaks("MR-3.7")
    scene.lacks(0, every)
    scene = scene.when(0, m.PlaceGenerals((1, 1, 2, 3, 4, 5, 6, 7)))
    scene.when(0, m.PlaceAdmirals((8,))).breaks("MR-3.7")
    assert moves_of(scene, 0) == [m.PlaceAdmirals((area,)) for area in range(1, 8)]
    scene = scene.when(0, m.PlaceAdmirals((7,)))
    assert moves_of(scene, 0) == [m.PlaceBuffers((8, 8))]


@rule("MR-3.8")
def test_mayors_gained_by_two_players_are_ordinary() -> None:
    scene = placing(pair_realm(mayors=7), pair_realm())
    scene.when(0, m.PlaceMayors(4, 0, 0, 0, 0, 0)).breaks("MR-3.1")
    scene = scene.when(0, m.PlaceMayors(5, 0, 0, 0, 0, 0), m.PlaceGenerals((1,)), m.PlaceAdmirals((1,)))
    scene.when(0, m.PlaceBuffers((2, 3, 4))).breaks("MR-3.1")
    assert scene.when(0, m.PlaceBuffers((2, 3))).state.realms[0].buffers == 2


@rule("MR-3.9")
def test_a_seat_commits_with_its_last_part_and_others_see_only_that() -> None:
    before = placing(realm(), realm(), realm())
    after = before.when(0, MAYORS, m.PlaceGenerals((3,)))
    for viewer in (None, 1, 2):
        assert MEDIEVAL_REALMS.view(after.state, viewer) == MEDIEVAL_REALMS.view(before.state, viewer)
        assert MEDIEVAL_REALMS.redact(after.changes[0], viewer) == Hidden(0)
    assert MEDIEVAL_REALMS.awaiting(after.state) == MEDIEVAL_REALMS.awaiting(before.state)
    done = after.when(0, m.PlaceAdmirals((4,)))
    assert MEDIEVAL_REALMS.view(done.state, 1).phase == PlacingPhase((True, False, False))
    assert MEDIEVAL_REALMS.view(done.state, 1).placement == UNPLACED
    assert MEDIEVAL_REALMS.view(done.state, 0).placement.generals == (3,)
    assert MEDIEVAL_REALMS.redact_move(m.PlaceAdmirals((4,)), 0, 1) is None
    assert MEDIEVAL_REALMS.redact_move(m.PlaceAdmirals((4,)), 0, 0) == m.PlaceAdmirals((4,))
    assert awaited(done) == [(1, "leaders"), (2, "leaders")]


@rule("MR-3.10")
def test_no_move_changes_a_placed_part() -> None:
    scene = placing(realm(), realm(), realm()).when(0, MAYORS)
    assert not isinstance(scene.when(0, m.PlaceMayors(0, 4, 0, 0, 0, 0)).breaks("MR-3.10"), NotYourTurn)
    scene = scene.when(0, m.PlaceGenerals((1,)))
    scene.when(0, m.PlaceGenerals((2,))).breaks("MR-3.10")
    scene = scene.when(0, m.PlaceAdmirals((1,)))
    for move in POSTABLE:
        assert isinstance(scene.when(0, move).breaks("MR-3.10"), NotYourTurn), "a committed seat is not awaited"
    assert moves_of(scene, 0) == []


@rule("MR-3.10")
def test_parts_can_be_taken_back_until_the_reveal() -> None:
    scene = placing(realm(), realm(), realm())
    for move in POSTABLE:
        scene = scene.when(0, move)
        assert [MEDIEVAL_REALMS.binding(change) for change in scene.changes] == [Binding.COMMIT]
    scene = scene.when(1, *POSTABLE).when(2, *POSTABLE)
    assert max(MEDIEVAL_REALMS.binding(change) for change in scene.changes) is Binding.FINAL


@rule("MR-3.10")
def test_the_order_of_committing_has_no_effect() -> None:
    start = placing(realm(), realm(), realm(), current={1: "castle_1"})
    parts = [placement(1, 5), placement(2, 4, gold=4), placement(3, 3, science=4)]

    def played(*seats: int) -> Any:
        scene = start
        for seat in seats:
            scene = scene.when(seat, *parts[seat])
        return scene.state

    assert played(0, 1, 2) == played(2, 0, 1) == played(1, 2, 0)


@rule("MR-3.11")
def test_the_last_commitment_reveals_all_and_runs_to_the_first_action() -> None:
    scene = placing(realm(), realm(), realm(), current={1: "castle_1"}).when(0, *placement(1, 5))
    scene = scene.when(2, *placement(2, 4)).when(1, *placement(3, 3, gold=4))
    scene.then(
        c.AdmiralsPlaced(1, (3,)),
        c.PlacementsRevealed(
            (
                Placement(Mayors(4, 0, 0, 0, 0, 0), (1,), (5,)),
                Placement(Mayors(0, 0, 0, 0, 4, 0), (3,), (3,)),
                Placement(Mayors(4, 0, 0, 0, 0, 0), (2,), (4,)),
            )
        ),
        c.TurnOrderChanged((0, 2, 1), (6, 2, 6)),
        c.TurnBegan(0),
    )
    assert awaited(scene) == [(0, "action")]
    assert [each.generals for each in MEDIEVAL_REALMS.view(scene.state, None).placements] == [(1,), (3,), (2,)]


@rule("MR-3.12")
def test_leaders_gained_in_a_round_are_placed_in_the_next() -> None:
    scene = acting(realm(["gunpowder_1"], science=4), realm(), realm()).when(0, m.PlayCard("gunpowder_1"))
    assert owner(scene, 0).generals == 2
    scene = _pass_all(scene).step("round_end").when(0, MAYORS)
    scene.when(0, m.PlaceGenerals((1,))).breaks("MR-3.1")
    assert len(moves_of(scene, 0)) == 36, "two generals on eight areas"


@rule("MR-4.9")
def test_all_leaders_are_back_in_the_next_round() -> None:
    scene = placing(realm(), realm(), realm())
    for seat in range(3):
        scene = scene.when(seat, *placement(3, 3))
    scene = _pass_all(scene).step("round_end")
    for seat in range(3):
        assert owner(scene, seat).leaders == 6
        assert len(moves_of(scene, seat)) == 126
    assert scene.state.placed == ()
    assert tokens(scene, 0) == {"production": 6}


def _pass_all(scene: Scene) -> Scene:
    while seats := awaited(scene):
        scene = scene.when(seats[0][0], m.Pass())
    return scene
