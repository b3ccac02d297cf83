"""NS-15: victory, rounds, the end of the game."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from moothall.domain.winds_of_numa_sera.changes import (
    ConditionFulfilled,
    GameEnded,
    GameScored,
    RoundBegan,
    RoundScored,
    TurnBegan,
)
from moothall.domain.winds_of_numa_sera.moves import AcceptTrade, Attack, Build, BuySkill, Choose, Explore, OfferTrade
from moothall.domain.winds_of_numa_sera.rounds import categories, order, progress, renown
from moothall.domain.winds_of_numa_sera.state import Finished, GameEnd, RoundEnd, State, Tally
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    explored,
    gone,
    hand,
    has,
    play,
    scene,
    shown,
    skilled,
    slew,
    start,
    ticked,
)
from tests.support.scenes import rule


def ending(state: State, number: int = 1) -> State:
    """The end-of-round step of that round is due."""
    return replace(state, round=number, phase=RoundEnd())


@rule("NS-15.1")
def test_a_condition_is_fulfilled_for_good() -> None:
    state = play(replace(start("krill", "ashkari"), setting="empire"), 0, "reedwatch", "emberhold", "highcrag")
    state = has(play(state, 1, "stormwall"), 0, treasury=9)
    table = scene(state).when(0, OfferTrade(1, get_cards=("stormwall",))).when(1, AcceptTrade())
    table.then(ConditionFulfilled(0, "conqueror"))
    lost = table.when(0, OfferTrade(1, give_cards=("stormwall",))).when(1, AcceptTrade())
    assert len(lost.state.seats[0].mat.strongholds) == 3
    assert lost.state.seats[0].conditions == ("conqueror",)


@rule("NS-15.1")
def test_champion_counts_heroes_of_different_players() -> None:
    state = slew(slew(start("halvard", "ashkari", "corvane"), 0, "ashkari"), 0, "corvane")
    state = has(explored(state), 1, power=1)
    table = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    table.then(ConditionFulfilled(0, "champion"), GameEnded(0, ("champion",)))


@rule("NS-15.2")
def test_throne_needs_one_condition_and_empire_two() -> None:
    state = has(skilled(start("krill", "ashkari"), 0, lore=3), 0, treasury=40)
    table = scene(state).when(0, BuySkill("lore"))
    table.then(ConditionFulfilled(0, "master"), GameEnded(0, ("master",)))
    assert table.state.phase == GameEnd(0, ("master",))
    table.when(0, Explore()).breaks("NS-2.1")
    empire = scene(replace(state, setting="empire")).when(0, BuySkill("lore"))
    assert empire.state.turn.seat == 0
    assert empire.state.seats[0].conditions == ("master",)


@rule("NS-15.2")
def test_five_classes_make_a_legend() -> None:
    state = skilled(start("krill", "ashkari"), 0, lore=1, weapon=1)
    state = has(state, 0, treasury=40).with_mat(0, classes=("heir", "paladin", "rogue", "tyrant"))
    scene(state).when(0, BuySkill("defense")).then(GameEnded(0, ("legend",)))


@rule("NS-15.3")
def test_several_conditions_at_once_are_all_marked() -> None:
    state = replace(skilled(start("krill", "ashkari"), 0, lore=3), setting="empire")
    state = has(play(state, 0, "reedwatch", "emberhold", "highcrag"), 0, treasury=40)
    state = play(skilled(state, 1, lore=1), 1, "stormwall")
    table = scene(state).when(0, OfferTrade(1, get_cards=("stormwall", "lore_4"))).when(1, AcceptTrade())
    table.then(
        ConditionFulfilled(0, "conqueror"), ConditionFulfilled(0, "master"), GameEnded(0, ("conqueror", "master"))
    )


@rule("NS-15.4")
def test_the_active_player_comes_first() -> None:
    state = skilled(skilled(start("krill", "ashkari"), 0, lore=3, weapon=1), 1, weapon=3, lore=1)
    swap = OfferTrade(1, give_cards=("weapon_1",), get_cards=("lore_4",))
    table = scene(state).when(0, swap).when(1, AcceptTrade())
    table.then(ConditionFulfilled(0, "master"), ConditionFulfilled(1, "master"), GameEnded(0, ("master",)))


@rule("NS-15.5")
def test_the_end_of_a_round_scores_and_opens_the_next() -> None:
    state = skilled(start("krill", "ashkari", "sjorsja"), 1, lore=2)
    state = ending(gone(replace(state, first=0), 0), 3).with_seat(1, tally=Tally(2, 1, 0, 9))
    table = scene(state).step("end_of_round")
    scored = table.changes[0]
    assert isinstance(scored, RoundScored)
    assert scored.renown == tuple(renown(BOX, seat) for seat in state.seats)
    assert scored.categories[1] == {
        **dict.fromkeys(scored.categories[0], 0),
        "best_skill": 8,
        "living_heroes": 6,
        "treasury": 1,
    }
    assert (scored.leader, scored.tallies[1]) == (1, Tally(2, 1, 0, 9))
    assert scored.progress[1] == {"conqueror": 0, "master": 2, "legend": 0, "champion": 0}
    table.then(RoundBegan(4), TurnBegan(1))
    assert table.state.seats[1].tally == Tally()
    assert WINDS.view(table.state, None).last_round.round == 3


@rule("NS-15.5")
@pytest.mark.parametrize("setting", ["throne", "empire"])
def test_with_a_limit_its_last_round_ends_the_game(setting: str) -> None:
    state = replace(start("krill", "ashkari"), setting=setting, round_limit=24)
    scene(ending(state, 23)).step().then(RoundBegan(24))
    table = scene(ending(state, 24)).step()
    table.then(GameEnded(-1, ("renown",)))
    assert WINDS.awaiting(table.state).step == "end_of_game"
    assert table.step("end_of_game").state.phase == Finished(order(state)[0], ("renown",))


@rule("NS-15.5")
def test_without_a_limit_the_game_goes_on() -> None:
    state = start("krill", "ashkari")
    for number in (24, 36, 60, 1000):
        scene(ending(state, number)).step().then(RoundBegan(number + 1), TurnBegan(0))


@rule("NS-15.6")
def test_ties_at_the_limit_are_broken_in_order() -> None:
    base = start("krill", "ashkari")
    even = has(has(base, 0, treasury=10), 1, treasury=10)
    assert renown(BOX, even.seats[0]) == renown(BOX, even.seats[1])
    assert order(even)[0] == 1, "the later place in turn order"
    assert order(has(has(base, 0, treasury=10), 1, treasury=9))[0] == 0
    strongholds = has(has(play(base, 0, "reedwatch"), 0, treasury=10), 1, treasury=50)
    assert renown(BOX, strongholds.seats[0]) == renown(BOX, strongholds.seats[1]) == 11
    assert order(strongholds)[0] == 0
    skills = has(has(skilled(base, 0, lore=1), 0, treasury=10), 1, treasury=50)
    assert renown(BOX, skills.seats[0]) == renown(BOX, skills.seats[1])
    assert order(skills)[0] == 0


@rule("NS-15.7")
def test_the_final_ranking() -> None:
    state = start("krill", "ashkari", "sjorsja", "halvard")
    state = has(gone(gone(state, 2), 1), 0, treasury=90)
    assert order(state) == (0, 3, 1, 2)
    won = replace(state, phase=GameEnd(3, ("master",)))
    table = scene(won).step("end_of_game")
    assert WINDS.ranking(table.state) == ((3,), (0,), (1,), (2,))
    table.then(GameScored(3, ("master",), tuple(renown(BOX, seat) for seat in state.seats), (3, 0, 1, 2), ((),) * 4))
    assert table.state.phase == Finished(3, ("master",))


@rule("NS-15.8")
def test_renown_by_category() -> None:
    state = skilled(play(start("krill", "ashkari"), 0, "reedwatch", "emberhold"), 0, weapon=3, lore=1, forge=1)
    state = slew(state, 0, "ashkari").with_mat(0, classes=("heir", "paladin"))
    seat = has(state, 0, treasury=11, conditions=("master",), purse={"reedwatch": 50}, skill_credit=9).seats[0]
    assert categories(BOX, seat) == {
        "conditions": 20,
        "strongholds": 8,
        "best_skill": 12,
        "other_skills": 2,
        "classes": 6,
        "heroes_slain": 6,
        "living_heroes": 6,
        "treasury": 2,
    }
    assert renown(BOX, seat) == 62
    assert renown(BOX, gone(state, 1).seats[1]) == 0


@rule("NS-15.9")
def test_conditions_are_tested_before_survival() -> None:
    state = slew(start("halvard", "ashkari"), 0, "ashkari", "tamsu")
    state = has(explored(state), 1, power=1)
    throne = scene(state).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3}))
    throne.then(GameEnded(0, ("champion",)))
    empire = replace(state, setting="empire")
    scene(empire).when(0, Attack("hero", "1"), draw=dice(state, {0: 3, 1: -3})).then(GameEnded(0, ("survivor",)))


def test_hands_are_shown_when_all_is_over() -> None:
    state = hand(start("krill", "ashkari"), 1, "battle_cry_1")
    state = replace(state, phase=GameEnd(0, ("master",)))
    assert WINDS.view(state, 0).seats[1].hand is None
    over = scene(state).step().state
    assert WINDS.view(over, None).seats[1].hand == ("battle_cry_1",)
    sheets = WINDS.score_sheet(over)
    assert [sheet.notes["winner"] for sheet in sheets] == [True, False]
    assert sheets[0].notes["reasons"] == ["master"]


def test_progress_is_measured_for_every_condition() -> None:
    state = skilled(play(start("krill", "ashkari"), 0, "reedwatch"), 0, lore=2, weapon=1)
    state = slew(state.with_mat(0, classes=("heir",)), 0, "ashkari")
    assert progress(BOX, state.seats[0]) == {"conqueror": 1, "master": 2, "legend": 1, "champion": 1}
    assert set(progress(BOX, state.seats[0])) == set(BOX.conditions)


def test_the_last_turn_of_a_round_is_followed_by_the_step() -> None:
    state = explored(start("krill", "ashkari"))
    table = scene(state).when(0, Build("royal_mint"))
    table = scene(explored(table.state)).when(1, Build("stalkers"))
    assert WINDS.awaiting(table.state).step == "end_of_round"
    table.when(0, Explore()).breaks("NS-2.1")
    table.when(1, Choose("maven", "accept")).breaks("NS-2.5")
    assert table.step().state.round == 2


def test_a_stronghold_display_can_run_dry() -> None:
    state = shown(explored(start("halvard", "ashkari")), "sapphire_gate")
    state = replace(ticked(state, 0, "squires"), stronghold_deck=()).with_mat(1, strongholds=state.stronghold_deck)
    table = scene(state).when(0, Attack("independent", "sapphire_gate"), draw=dice(state, {0: 3}))
    assert table.state.strongholds == ()
