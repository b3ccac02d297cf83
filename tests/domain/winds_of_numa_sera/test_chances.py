"""How a search judges a race of two: by the chances to win it."""

from __future__ import annotations

from typing import cast

import pytest
from msgspec.structs import replace

from moothall.domain.core.draw import FastDraw
from moothall.domain.winds_of_numa_sera.bot.evaluation import CERTAIN
from moothall.domain.winds_of_numa_sera.moves import AnyMove, Attack, Build, BuySkill
from moothall.domain.winds_of_numa_sera.state import Acting, RoundEnd, State
from moothall.workers.bots.levels import greedy_bot
from moothall.workers.bots.mcts import Search
from moothall.workers.bots.planner import UNLIMITED, Budget
from tests.domain.winds_of_numa_sera.tables import (
    WINDS,
    explored,
    face,
    hand,
    has,
    play,
    shown,
    skilled,
    slew,
    start,
    ticked,
)
from tests.support.scenes import Scripted

KEEN = WINDS.searched()


def table(*heroes: str) -> State:
    return shown(start(*heroes), "sapphire_gate", "reedwatch", "emberhold", "highcrag")


def chance(state: State, seat: int = 0) -> float:
    return KEEN.evaluate(state, seat)


def expected(state: State, move: AnyMove) -> float:
    return cast(float, KEEN.expect(state, 0, move))


def test_what_one_gains_the_other_loses() -> None:
    state = table("krill", "edrik")
    for each in (
        state,
        has(state, 0, treasury=40),
        skilled(state, 1, weapon=2),
        play(state, 0, "stormwall"),
        play(state, 1, "longsword"),
        ticked(state, 0, "efficiency"),
        slew(state, 0, "edrik"),
    ):
        assert chance(each, 0) == pytest.approx(-chance(each, 1))
        assert abs(chance(each, 0)) < CERTAIN


def test_what_shortens_the_way_betters_the_chances() -> None:
    state = table("krill", "edrik")
    for better in (
        has(state, 0, treasury=40),
        has(state, 0, raids=2),
        skilled(state, 0, weapon=2),
        play(state, 0, "stormwall"),
        play(state, 0, "longsword"),
        hand(state, 0, "war_drums_1"),
        ticked(state, 0, "efficiency"),
        slew(state, 0, "edrik"),
    ):
        assert chance(better) > chance(state)
    assert chance(has(state, 0, power=2)) < chance(state)


def test_an_item_is_worth_most_worn_and_something_in_the_hand() -> None:
    state = table("krill", "edrik")
    assert chance(play(state, 0, "greatsword")) > chance(hand(state, 0, "greatsword")) > chance(state)


def test_who_has_the_next_turn_is_ahead_of_an_equal() -> None:
    state = table("krill", "edrik")
    theirs = replace(state, phase=Acting(1))
    assert chance(state) > chance(theirs)
    assert chance(replace(state, phase=RoundEnd())) == chance(state), "the first player begins the next round"


def test_what_is_over_is_surer_than_anything_else() -> None:
    state = play(table("krill", "edrik"), 0, "stormwall", "ironmarch_keep", "vineyard_citadel")
    state = explored(shown(skilled(state, 0, weapon=4), "sapphire_gate"))
    after = WINDS.play(state, 0, Attack("independent", "sapphire_gate"), Scripted({"battle": face(-3)})).state
    assert after.phase.winner == 0
    assert (chance(after, 0), chance(after, 1)) == (CERTAIN, -CERTAIN)
    assert expected(state, Attack("independent", "sapphire_gate")) == pytest.approx(CERTAIN)
    assert 0 < chance(state) < CERTAIN - 5


def test_an_attack_costs_the_turn() -> None:
    """What is not won by it stays with whoever has the next turn."""
    state = explored(shown(table("krill", "edrik"), "sapphire_gate", "stormwall"))
    hopeless, easy = Attack("independent", "stormwall"), Attack("independent", "sapphire_gate")
    passed = chance(replace(state, phase=Acting(1)))
    assert expected(state, hopeless) < passed < expected(state, easy)


@pytest.mark.parametrize(
    "state",
    [
        table("krill", "edrik", "tamsu"),
        table("krill", "edrik", "tamsu", "vharga"),
        start("krill", "edrik", setting="empire"),
    ],
    ids=["three", "four", "empire"],
)
def test_other_games_are_judged_as_greedy_judges_them(state: State) -> None:
    state = explored(shown(state, "sapphire_gate"))
    move = Attack("independent", "sapphire_gate")
    assert chance(state) == WINDS.evaluate(state, 0)
    assert expected(state, move) == WINDS.expect(state, 0, move)


def test_the_search_arms_and_takes_a_stronghold_where_greedy_saves() -> None:
    state = explored(has(table("krill", "edrik"), 0, treasury=10))
    assert greedy_bot(WINDS, state, 0, FastDraw(1), UNLIMITED)[-1] == Build("efficiency")
    found = Search(WINDS, state, 0, FastDraw(1), Budget(iterations=30).start()).run()
    assert found[0] == BuySkill("weapon")
    assert isinstance(found[-1], Attack)
