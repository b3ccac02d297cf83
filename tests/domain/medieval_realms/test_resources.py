"""MR-4 and MR-5: what leaders bring, extra goods, turn order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import asdict

from moothall.domain.medieval_realms.changes import AreaSettled, TokensGained, TurnOrderChanged
from moothall.domain.medieval_realms.moves import ActivateCard, AnyMove, Pass
from moothall.domain.medieval_realms.rules import controller, strengths
from moothall.domain.medieval_realms.state import MANAGED, Placement, Tokens
from tests.domain.medieval_realms.tables import (
    BOX,
    awaited,
    owner,
    pair_realm,
    placement,
    placing,
    realm,
    table,
    tokens,
)
from tests.support.scenes import Scene, rule


def revealed(*parts: Sequence[AnyMove], **fields: Any) -> Scene:
    """Three realms (or as many as there are placements) after the reveal; seat 0 has been last to commit."""
    make = pair_realm if len(parts) == 2 else realm
    scene = placing(*(make() for _ in parts), **fields)
    for seat in reversed(range(len(parts))):
        scene = scene.when(seat, *parts[seat])
    return scene


def contests(scene: Scene) -> dict[int, AreaSettled]:
    return {change.area: change for change in scene.changes if isinstance(change, AreaSettled)}


@rule("MR-4.1")
@pytest.mark.parametrize("resource", MANAGED)
def test_each_mayor_gives_a_token_of_its_square(resource: str) -> None:
    scene = revealed(placement(1, 1, **{resource: 4}), placement(2, 2), placement(3, 3))
    scene.then(TokensGained(0, Tokens(**{resource: 4}), "mayors"))


@rule("MR-4.1")
def test_mayors_on_several_squares_give_each_their_own() -> None:
    scene = revealed(placement(1, 1, science=2, culture=1, gold=1), placement(1, 1), placement(1, 1))
    assert tokens(scene, 0) == {"science": 2, "culture": 1, "gold": 1, "production": 2}


@rule("MR-4.2")
def test_strength_is_two_per_general_and_buffer_and_one_per_admiral() -> None:
    state = table(placing(pair_realm(), pair_realm()).state.phase, [pair_realm(), pair_realm()])
    parts = [
        Placement(generals=(3, 3), admirals=(3, 4), buffers=(1, 1)),
        Placement(generals=(4,), admirals=(4, 4), buffers=(1, 2)),
    ]
    by_area = strengths(state, parts)
    assert {area: forces for area, forces in by_area.items() if any(forces)} == {
        1: [4, 2],
        2: [0, 2],
        3: [5, 0],
        4: [1, 4],
    }


@rule("MR-4.3", "MR-4.4")
@pytest.mark.parametrize(
    ("forces", "winner"),
    [([2, 0, 0], 0), ([0, 1, 0], 1), ([2, 3, 2], 1), ([3, 3, 2], None), ([1, 1, 1], None), ([0, 0, 0], None)],
)
def test_an_area_belongs_to_whoever_is_stronger_than_every_other(forces: list[int], winner: int | None) -> None:
    assert controller(forces) == winner


@rule("MR-4.3")
@pytest.mark.parametrize("area", range(1, 11))
def test_the_controller_receives_the_areas_whole_reward(area: int) -> None:
    parts = [placement(area, area), *(placement(area % 10 + 1, area % 10 + 1) for _ in range(4))]
    scene = revealed(*parts)
    reward = BOX.rewards[area]
    scene.then(AreaSettled(area, (3, 0, 0, 0, 0), 0, reward))
    given = {resource: amount for resource, amount in asdict(reward).items() if amount}
    assert 2 <= sum(given.values()) <= 3
    for resource, amount in given.items():
        assert tokens(scene, 0)[resource] == amount + (6 if resource == "production" else 0)


@rule("MR-4.4")
def test_a_tie_rewards_nobody_not_even_a_weaker_third() -> None:
    scene = revealed(placement(5, 1), placement(5, 2), placement(6, 5))
    assert contests(scene)[5] == AreaSettled(5, (2, 2, 1))
    assert "raw_material" not in tokens(scene, 2)


@rule("MR-4.5")
def test_the_reward_comes_once_however_many_leaders_stand_there() -> None:
    scene = placing(realm(generals=3, admirals=2), realm(), realm())
    scene = scene.when(0, *placement((6, 6, 6), (6, 6))).when(1, *placement(1, 1)).when(2, *placement(1, 1))
    assert tokens(scene, 0) == {"production": 6, "religion": 1, "gold": 1}


@rule("MR-4.6")
def test_buffers_deny_a_reward_and_never_receive_one() -> None:
    scene = revealed(placement(5, 3, (6, 6)), placement(6, 1, (5, 7)))
    fought = contests(scene)
    assert fought[5] == AreaSettled(5, (2, 2))
    assert fought[6] == AreaSettled(6, (4, 2), 0), "held by buffers: no reward"
    assert fought[7] == AreaSettled(7, (0, 2), 1)
    assert tokens(scene, 0) == {"production": 6, "gold": 1, "battle_point": 2}
    assert tokens(scene, 1) == {"production": 6, "battle_point": 2}


@rule("MR-4.7")
def test_every_card_in_play_produces_once_a_round() -> None:
    scene = placing(realm(in_play=["castle_1", "castle_2"]), realm(["castle_3"]), realm())
    for seat in range(3):
        scene = scene.when(seat, *placement(8, 8))
    scene.then(
        TokensGained(0, Tokens(battle_point=1), "castle_1"),
        TokensGained(0, Tokens(battle_point=1), "castle_2"),
        TokensGained(0, Tokens(production=2), "extra_goods"),
    )
    assert tokens(scene, 0)["battle_point"] == 2
    assert "battle_point" not in tokens(scene, 1), "a card in the display produces nothing"


@rule("MR-4.8")
def test_gains_do_not_depend_on_the_order_of_seats() -> None:
    parts = [placement(1, 2, gold=4), placement(3, 4, science=4), placement(5, 6, culture=4)]
    scene = revealed(*parts)
    turned = revealed(parts[1], parts[2], parts[0])
    assert [tokens(turned, seat) for seat in range(3)] == [tokens(scene, seat) for seat in (1, 2, 0)]


@rule("MR-5.1")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_everybody_receives_two_production(seats: int) -> None:
    parts = [placement(1, 1, (2, 2) if seats == 2 else (), gold=4) for _ in range(seats)]
    scene = revealed(*parts)
    scene.then(*(TokensGained(seat, Tokens(production=2), "extra_goods") for seat in range(seats)))
    assert [tokens(scene, seat)["production"] for seat in range(seats)] == [2] * seats


@rule("MR-5.2", "MR-5.3")
def test_most_production_goes_first_and_equals_keep_their_order() -> None:
    parts = [placement(1, 1, gold=4), placement(1, 1, production=2, gold=2), placement(1, 1, gold=4)]
    scene = revealed(*parts, order=(2, 0, 1), current={1: "castle_1"})
    scene.then(TurnOrderChanged((1, 2, 0), (2, 4, 2)))
    assert tokens(scene, 1)["production"] == 4, "nothing is spent"
    assert awaited(scene) == [(1, "action")]


@rule("MR-5.4")
def test_the_order_holds_whatever_is_spent() -> None:
    parts = [placement(1, 1, production=3, gold=1), placement(1, 1), placement(1, 1, gold=4)]
    scene = revealed(*parts, current={1: "city_red", 2: "market_1", 3: "tithe_1", 9: "city_blue"})
    assert scene.state.order == (1, 0, 2)
    scene = scene.when(1, ActivateCard(9)).when(0, ActivateCard(1))
    assert tokens(scene, 1)["production"] == 3 < tokens(scene, 0)["production"] == 4
    assert awaited(scene) == [(2, "action")]
    scene = scene.when(2, Pass())
    assert scene.state.order == (1, 0, 2)
    assert awaited(scene) == [(1, "action")]
    assert owner(scene, 1).display == ("city_blue",)
