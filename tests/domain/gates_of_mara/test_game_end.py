"""GM-13 and GM-15: the end of the game, limits."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.gates_of_mara import GATES_OF_MARA
from moothall.domain.gates_of_mara.changes import (
    GameEnded,
    LordPlaced,
    PointsGained,
    RoundStarted,
    StepCalled,
    TurnStarted,
)
from moothall.domain.gates_of_mara.moves import Activate, ChooseCaravanSpace, Pass, Place, PlaceLord
from moothall.domain.gates_of_mara.rounds import end_awards
from moothall.domain.gates_of_mara.state import Over, State
from moothall.domain.table.moves import Resign
from tests.domain.gates_of_mara.tables import (
    BOX,
    attached,
    claimed,
    due,
    own,
    rich,
    scene,
    standing,
    table,
    with_caravans,
)
from tests.laws.walk import Game
from tests.support.scenes import rule


def final(state: State) -> State:
    """The game scored."""
    found: State = scene(due(state, "score_game")).step("score_game").state
    return found


def with_points(state: State, *points: int) -> State:
    for seat, n in enumerate(points):
        state = own(state, seat, points={**state.seats[seat].points, "abilities": n})
    return state


@rule("GM-13.1")
def test_the_last_round_has_no_reset() -> None:
    state = standing(table(number=4), 0, leader="gate_1")
    found = scene(due(state, "score_claims", earth=(3, 0, 0, 0))).step().then(StepCalled("score_round"))
    found = found.step("score_round").then(StepCalled("score_game"))
    assert found.state.seats[0].figures["leader"].place == "gate_1"
    found = found.step("score_game").then(GameEnded((22, 2, 2, 2)))
    assert isinstance(found.state.phase, Over)
    assert GATES_OF_MARA.awaiting(found.state).finished
    found.when(0, Pass()).breaks("GM-13.1")


@rule("GM-13.2")
def test_claims_are_scored_realm_by_realm() -> None:
    state = claimed(claimed(table(), "chaos", 3, 1, 0, 0), "air", 1, 2, 0, 5)
    found = scene(due(own(state, 0), "score_game")).step()
    found.then(
        PointsGained(0, "claims_chaos", 20, "chaos", "first", 3),
        PointsGained(1, "claims_chaos", 10, "chaos", "second", 1),
        PointsGained(3, "claims_air", 20, "air", "first", 5),
        PointsGained(1, "claims_air", 10, "air", "second", 2),
    )


@rule("GM-13.3")
def test_keys_are_scored_like_a_realm() -> None:
    state = table()
    for seat, keys in enumerate((2, 6, 0, 1)):
        state = own(state, seat, keys=keys)
    assert [seat.points.get("keys", 0) for seat in final(state).seats] == [10, 20, 0, 0]


@rule("GM-13.4")
@pytest.mark.parametrize(
    ("counts", "points"),
    [
        ((6, 6, 3, 1), (10, 10, 0, 0)),
        ((7, 4, 4, 0), (20, 5, 5, 0)),
        ((5, 0, 0, 0), (20, 0, 0, 0)),
        ((0, 0, 0, 0), (0, 0, 0, 0)),
        ((3, 2, 1, 0), (20, 10, 0, 0)),
        ((2, 2, 2, 2), (10, 10, 10, 10)),
    ],
)
def test_ties_at_the_end(counts: tuple[int, ...], points: tuple[int, ...]) -> None:
    awards = end_awards(BOX, dict(enumerate(counts)))
    assert tuple(awards.get(seat, 0) for seat in range(4)) == points


@rule("GM-13.5")
def test_leftovers() -> None:
    state = own(own(table(), 0, gems={"fire": 4, "air": 3}, onyx=2), 1, gems={"fire": 1}, onyx=0)
    after = final(state)
    assert [(seat.points.get("gems", 0), seat.points.get("onyx", 0)) for seat in after.seats[:2]] == [(3, 6), (0, 0)]


@rule("GM-13.6")
def test_ties_are_broken_by_keys_attachments_claims_and_onyx() -> None:
    even = with_points(table(), 50, 50, 50, 40)
    assert GATES_OF_MARA.ranking(even) == ((0, 1, 2), (3,))
    keys = own(even, 1, keys=1)
    assert GATES_OF_MARA.ranking(keys) == ((1,), (0, 2), (3,))
    cards = attached(even, 2, merchant_1="firewater")
    assert GATES_OF_MARA.ranking(cards) == ((2,), (0, 1), (3,))
    claims = claimed(even, "air", 0, 3, 0, 9)
    assert GATES_OF_MARA.ranking(claims) == ((1,), (0, 2), (3,))
    onyx = own(even, 0, onyx=1)
    assert GATES_OF_MARA.ranking(onyx) == ((0,), (1, 2), (3,))
    order = own(attached(claimed(even, "air", 9, 0, 0, 0), 1, merchant_1="firewater"), 2, keys=1)
    assert GATES_OF_MARA.ranking(order) == ((2,), (1,), (0,), (3,)), "keys before attachments before claims"


def test_the_sheet_adds_up_and_notes_the_tie_breaks() -> None:
    state = attached(
        claimed(own(table(), 0, keys=2, onyx=1, gems={"fire": 3}), "air", 2, 1, 0, 0), 0, leader="mist_armor"
    )
    sheet = GATES_OF_MARA.score_sheet(final(state))[0]
    assert sheet.categories == {
        "enchantments": 0,
        "abilities": 0,
        "water_lord": 0,
        "second_place_ties": 0,
        "objectives": 0,
        "claims_chaos": 0,
        "claims_fire": 0,
        "claims_water": 0,
        "claims_earth": 0,
        "claims_air": 20,
        "keys": 20,
        "gems": 1,
        "onyx": 3,
    }
    assert sheet.total == 44
    assert sheet.notes == {"keys": 2, "attachments": 1, "claims": 2, "onyx": 1}


@rule("GM-15.1")
def test_caravans_are_limited_and_fire_banners_are_not() -> None:
    state = with_caravans(rich(table(), 0), 0, "fire_34p_c1", "fire_34p_c2", "fire_34p_c3", "water_34p_c1")
    found = scene(state).when(0, Place("champion", "earth_34p_5"), Activate("innate"))
    found = found.when(0, ChooseCaravanSpace("earth_34p_c3"))
    assert found.state.seats[0].caravans_left == 0
    many = table(lords={"fire_lord": "air", "earth_lord": "fire"})
    names = ["champion", "champion", "merchant_1", "merchant_1", "merchant_2", "merchant_2", "leader", "specialist"]
    for index, name in enumerate(names, 1):
        many = attached(many, 0, **{name: f"fire_banner_{index}"})
    claims = scene(due(many, "score_claims", air=(0, 5, 0, 0))).step()
    taken = next(iter(GATES_OF_MARA.legal_moves(claims.state, 1)))
    assert claims.when(1, taken).state.seats[1].figures["leader"].cards == ("fire_banner_9",)


@rule("GM-15.2")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_prices_and_awards_are_the_same_for_every_number_of_players(seats: int) -> None:
    found = scene(table(seats)).when(0, Place("leader", "central_gate"))
    assert found.state.seats[0].energy == 8
    assert found.state.seats[0].influence == (1,) * (seats + 1)
    scored = final(claimed(table(seats), "chaos", 2, 1))
    assert [seat.points.get("claims_chaos", 0) for seat in scored.seats[:2]] == [20, 10]


@rule("GM-15.3")
def test_two_lords_at_two_realms() -> None:
    state = table(2, ring=("chaos", "fire", "air"), lords={"earth_lord": "fire", "water_lord": "air"})
    found = scene(due(state, "score_round")).step()
    assert len(list(GATES_OF_MARA.legal_moves(found.state, 0))) == 4
    found.when(0, PlaceLord("earth_lord", "air")).exactly(
        LordPlaced("earth_lord", "air", 0), LordPlaced("water_lord", "fire"), RoundStarted(2), TurnStarted(0)
    )


@rule("GM-15.4")
def test_whatever_a_seat_does_costs_no_other_seat_anything() -> None:
    luck = FastDraw(11)
    state = rich(table(), 0)
    for _ in range(60):
        seat = GATES_OF_MARA.awaiting(state).seats[0].seat if GATES_OF_MARA.awaiting(state).seats else None
        if seat is None:
            break
        move = GATES_OF_MARA.sample_move(GATES_OF_MARA, state, seat, luck)
        after = GATES_OF_MARA.play(state, seat, move, luck).state
        for other, (before, now) in enumerate(zip(state.seats, after.seats, strict=True)):
            if other != seat:
                assert replace(now, passed=before.passed) == before
        state = after
    assert any(seat.gems != (1, 1, 1, 1) for seat in state.seats[1:])


@rule("GM-15.5")
def test_a_seat_given_up_stays_in_the_ranking() -> None:
    game = Game(GATES_OF_MARA, 3)
    game.play(1, Resign())
    game.run(FastDraw(3))
    result = game.log.table.result
    assert sorted(seat for group in result.ranking for seat in group) == [0, 1, 2]
    assert len(result.scores) == 3
