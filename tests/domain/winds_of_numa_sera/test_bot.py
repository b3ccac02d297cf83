"""What bots know of the game: a race, the chances of an attack, and moves that are worth a thought."""

from __future__ import annotations

from typing import cast

import pytest

from moothall.domain.core.draw import FastDraw
from moothall.domain.winds_of_numa_sera.bot import race
from moothall.domain.winds_of_numa_sera.bot.race import turns
from moothall.domain.winds_of_numa_sera.moves import AnyMove, Attack, Build, ChooseKingdom, Explore, OfferTrade
from moothall.domain.winds_of_numa_sera.state import State
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
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

evaluate = WINDS.evaluate


def expected(state: State, move: AnyMove, seat: int = 0) -> float:
    return cast(float, WINDS.expect(state, seat, move))


def candidates(state: State, most: int = 40) -> list[AnyMove]:
    return list(WINDS.candidates(WINDS, state, 0, FastDraw(1), most))


def test_what_shortens_the_way_is_worth_having() -> None:
    state = shown(start("krill", "edrik"), "sapphire_gate", "reedwatch", "emberhold", "highcrag")
    before = evaluate(state, 0)
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
        assert evaluate(better, 0) > before
        assert evaluate(better, 1) < evaluate(state, 1), "in a race one's gain is the other's loss"
    assert evaluate(has(state, 0, power=2), 0) < before


def test_a_condition_that_is_almost_met_counts_most() -> None:
    state = start("krill", "edrik")
    far = evaluate(skilled(state, 0, weapon=1, lore=1, forge=1), 0)
    near = evaluate(skilled(state, 0, weapon=3), 0)
    assert near > far
    assert turns(has(skilled(state, 0, weapon=3), 0, treasury=40), 0)["master"] == 0
    assert turns(has(skilled(state, 0, weapon=3), 0, treasury=0), 0)["master"] > 2


def test_a_college_that_has_run_dry_leads_nowhere() -> None:
    state = skilled(start("krill", "edrik"), 1, weapon=2, defense=2, forge=2, lore=2, agriculture=2)
    assert turns(state, 0)["master"] > 30, "five cards a college, two of them gone"


def test_what_is_fulfilled_is_no_way_any_more() -> None:
    state = has(start("krill", "edrik", setting="empire"), 0, conditions=("master",))
    assert set(turns(state, 0)) == {"conqueror", "legend", "champion"}
    assert evaluate(state, 0) > evaluate(has(state, 0, conditions=()), 0)


def test_among_four_nobody_leaves_the_foremost_to_the_others() -> None:
    def endangered(*heroes: str) -> float:
        far = skilled(start(*heroes), 1, weapon=3)
        return evaluate(far, 0) - evaluate(has(far, 1, treasury=36), 0)

    alone, among_others = endangered("vharga", "corvane"), endangered("vharga", "corvane", "tamsu", "halvard")
    assert alone / 2 < among_others < alone, "somebody else may stop it, but hardly two of three times"


@pytest.mark.parametrize("rolled", [False, True])
def test_the_chances_are_those_of_the_dice(rolled: bool) -> None:
    lead = 1
    outcomes = [lead + a - b for a in BOX.die for b in (BOX.die if rolled else (0,))]
    assert race.win(BOX, lead, rolled) == pytest.approx(sum(each >= 0 for each in outcomes) / len(outcomes))
    assert race.dealt(BOX, lead, rolled) == pytest.approx(sum(max(each, 0) for each in outcomes) / len(outcomes))
    assert race.win(BOX, 0.5, rolled) == pytest.approx((race.win(BOX, 0, rolled) + race.win(BOX, 1, rolled)) / 2)
    assert (race.win(BOX, -99, rolled), race.win(BOX, 99, rolled)) == pytest.approx((0, 1))


def test_an_attack_is_judged_by_its_chances() -> None:
    state = explored(shown(start("krill", "edrik"), "sapphire_gate", "reedwatch", "emberhold", "stormwall"))
    easy, hard = Attack("independent", "sapphire_gate"), Attack("independent", "stormwall")
    assert expected(state, easy) > evaluate(state, 0) > expected(state, hard)
    stronger = skilled(state, 0, weapon=2)
    assert expected(stronger, hard) - evaluate(stronger, 0) > expected(state, hard) - evaluate(state, 0)


def test_a_sure_victory_is_worth_the_game() -> None:
    state = play(start("krill", "edrik"), 0, "reedwatch", "emberhold", "highcrag")
    state = explored(shown(skilled(state, 0, weapon=4), "sapphire_gate"))
    move = Attack("independent", "sapphire_gate")
    after = WINDS.play(state, 0, move, Scripted({"battle": face(-3)})).state
    assert after.phase.winner == 0
    assert expected(state, move) == pytest.approx(evaluate(after, 0))
    assert evaluate(after, 0) > evaluate(state, 0)


def test_the_last_hero_does_not_risk_its_last_breath() -> None:
    state = explored(shown(start("krill", "edrik"), "emberhold")).with_mat(0, line=("krill",))
    move = Attack("independent", "emberhold")
    risk = expected(state, move) - evaluate(state, 0)
    assert expected(has(state, 0, power=1), move) - evaluate(has(state, 0, power=1), 0) < risk


def test_slaying_the_last_hero_wins() -> None:
    state = explored(slew(start("vharga", "edrik"), 0, "edrik", "kelesandra"))
    weak = has(skilled(state, 0, weapon=4), 1, power=1)
    assert expected(weak, Attack("hero", "1")) > evaluate(weak, 0) + 20
    assert expected(weak, Attack("hero", "1")) > expected(has(weak, 1, power=12), Attack("hero", "1"))


def test_bots_think_of_no_trades_and_no_hopeless_fights() -> None:
    state = explored(has(shown(start("krill", "edrik"), "sapphire_gate", "stormwall"), 0, treasury=30))
    moves = candidates(state)
    assert not any(isinstance(move, OfferTrade) for move in moves)
    assert Attack("independent", "sapphire_gate") in moves
    assert Attack("independent", "stormwall") not in moves
    assert any(isinstance(move, Build) for move in moves)
    assert set(moves) <= set(WINDS.legal_moves(state, 0))


def test_who_has_little_time_explores_first() -> None:
    state = has(start("lelia", "edrik"), 0, treasury=30)
    assert candidates(state, most=16) == [Explore()]
    assert len(candidates(state)) > 1


def test_every_kingdom_has_its_day() -> None:
    state = WINDS.new(4, WINDS.options(), Scripted({"first-player": 1})).state
    picked = {WINDS.candidates(WINDS, state, 0, FastDraw(seed), 40) for seed in range(40)}
    assert picked == {(ChooseKingdom(each),) for each in ("numa_sera", "meran", "siaa_dee", "dena_vale")}
