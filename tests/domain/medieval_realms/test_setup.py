"""MR-1: setting up."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from moothall.domain.core.draw import SeededDraw
from moothall.domain.core.title import Binding, NoOptions
from moothall.domain.medieval_realms import MEDIEVAL_REALMS
from moothall.domain.medieval_realms.changes import CardsDrawn, DeckShuffled, PairPicked, RealmFounded, TurnOrderDrawn
from moothall.domain.medieval_realms.moves import PickStartingPair
from moothall.domain.medieval_realms.state import RESOURCES
from tests.domain.medieval_realms.tables import DECK, awaited, fresh, moves_of, owner, tokens
from tests.support.scenes import rule

ALL_COUNTS = pytest.mark.parametrize("seats", [2, 3, 4, 5])


@rule("MR-1.1")
@ALL_COUNTS
def test_every_seat_rules_a_realm_of_its_own_colour(seats: int) -> None:
    founded = [change for change in fresh(seats).changes if isinstance(change, RealmFounded)]
    assert [change.seat for change in founded] == list(range(seats))
    assert [change.colour for change in founded] == ["black", "violet", "blue", "yellow", "red"][:seats]


@rule("MR-1.1")
def test_one_and_six_players_are_too_few_and_too_many() -> None:
    assert list(MEDIEVAL_REALMS.players) == [2, 3, 4, 5]


@rule("MR-1.2")
@ALL_COUNTS
def test_all_cards_are_shuffled_into_one_deck(seats: int) -> None:
    shuffled = fresh(seats).changes[0]
    assert isinstance(shuffled, DeckShuffled)
    assert len(shuffled.cards) == 100
    assert sorted(shuffled.cards) == sorted(DECK)
    assert shuffled.cards != DECK


@rule("MR-1.3", "MR-1.4")
def test_twelve_current_and_six_future_cards_are_laid_out_in_order() -> None:
    scene = fresh(3)
    deck = scene.changes[0].cards
    scene.then(
        CardsDrawn("current", tuple(range(1, 13)), deck[:12]),
        CardsDrawn("future", tuple(range(1, 7)), deck[12:18]),
    )
    assert scene.state.current == deck[:12]
    assert scene.state.future == deck[12:18]


@rule("MR-1.5")
def test_the_rest_stays_face_down_and_nothing_is_discarded() -> None:
    scene = fresh(4)
    assert scene.state.deck == scene.changes[0].cards[18:]
    assert len(scene.state.deck) == 82
    assert scene.state.discard == ()
    view = MEDIEVAL_REALMS.view(scene.state, 0)
    assert (view.deck, view.discard) == (82, ())


@rule("MR-1.6")
def test_every_manor_starts_with_one_token_of_each_resource() -> None:
    for seat in range(5):
        assert tokens(fresh(5), seat) == dict.fromkeys(RESOURCES, 1)


@rule("MR-1.7", "MR-16.2")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_three_to_five_players_start_with_six_leaders(seats: int) -> None:
    for realm in fresh(seats).state.realms:
        assert (realm.mayors, realm.buffers, realm.generals, realm.admirals) == (4, 0, 1, 1)


@rule("MR-1.8", "MR-16.2")
def test_two_players_start_with_two_buffers_more() -> None:
    for realm in fresh(2).state.realms:
        assert (realm.mayors, realm.buffers, realm.generals, realm.admirals) == (6, 2, 1, 1)


@rule("MR-1.9")
def test_the_first_turn_order_is_drawn_and_every_order_comes_up() -> None:
    orders: Counter[tuple[int, ...]] = Counter()
    for seed in range(300):
        turn = MEDIEVAL_REALMS.new(3, NoOptions(), SeededDraw(seed.to_bytes(4, "big")))
        drawn = turn.changes[-1]
        assert isinstance(drawn, TurnOrderDrawn)
        assert turn.state.order == drawn.order
        orders[drawn.order] += 1
    assert len(orders) == 6
    assert min(orders.values()) > 25


@rule("MR-1.10")
def test_pairs_are_picked_from_last_to_first() -> None:
    scene = fresh(3)
    first, second, third = scene.state.order
    assert awaited(scene) == [(third, "starting_pair")]
    scene.when(first, PickStartingPair(("gold", "battle_point"))).breaks("MR-1.10")
    scene = scene.when(third, PickStartingPair(("gold", "battle_point")))
    scene.exactly(PairPicked(third, ("gold", "battle_point")))
    assert tokens(scene, third) == {**dict.fromkeys(RESOURCES, 1), "gold": 2, "battle_point": 2}
    assert awaited(scene) == [(second, "starting_pair")]
    scene = scene.when(second, PickStartingPair(("production", "gold")))
    assert awaited(scene) == [(first, "starting_pair")]


@rule("MR-1.10")
@pytest.mark.parametrize(
    "resources",
    [(), ("gold",), ("gold", "gold"), ("gold", "culture"), ("gold", "wood"), ("science", "culture", "gold")],
)
def test_a_pair_is_two_different_resources_in_canonical_order(resources: tuple[str, ...]) -> None:
    scene = fresh(2)
    scene.when(scene.state.order[-1], PickStartingPair(resources)).breaks("MR-1.10")


@rule("MR-1.10")
def test_all_21_pairs_are_on_offer() -> None:
    scene = fresh(2)
    assert moves_of(scene, scene.state.order[-1]) == [PickStartingPair(pair) for pair in combinations(RESOURCES, 2)]


@rule("MR-1.11")
def test_a_pair_is_taken_once_but_one_resource_may_be_shared() -> None:
    scene = fresh(2)
    first, last = scene.state.order
    scene = scene.when(last, PickStartingPair(("culture", "gold")))
    scene.when(first, PickStartingPair(("culture", "gold"))).breaks("MR-1.11")
    scene.lacks(first, PickStartingPair(("culture", "gold")))
    assert len(moves_of(scene, first)) == 20
    scene = scene.when(first, PickStartingPair(("culture", "religion")))
    assert tokens(scene, first)["culture"] == 2


@rule("MR-1.12")
def test_all_start_at_0_points_in_round_1() -> None:
    scene = fresh(4)
    assert [owner(scene, seat).vp for seat in range(4)] == [0, 0, 0, 0]
    assert scene.state.round == 1
    assert MEDIEVAL_REALMS.round_of(scene.state) == 0, "no round runs before the pairs are picked"


def test_the_pairs_stand_once_the_round_has_begun() -> None:
    scene = fresh(2)
    first, last = scene.state.order
    scene = scene.when(last, PickStartingPair(("culture", "gold")))
    assert [MEDIEVAL_REALMS.binding(change) for change in scene.changes] == [Binding.ACT]
    scene = scene.when(first, PickStartingPair(("culture", "religion")))
    assert max(MEDIEVAL_REALMS.binding(change) for change in scene.changes) is Binding.FINAL
