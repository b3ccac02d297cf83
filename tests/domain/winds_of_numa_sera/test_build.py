"""NS-10 and NS-13: building, Classes."""

from __future__ import annotations

import pytest

from moothall.domain.winds_of_numa_sera.changes import BlockBuilt, CapitalGained, ClassUnlocked, PowerHealed
from moothall.domain.winds_of_numa_sera.moves import (
    AcceptTrade,
    Attack,
    Build,
    BuySkill,
    Choose,
    CommitBattle,
    OfferTrade,
)
from moothall.domain.winds_of_numa_sera.rules.battle import Target, attack_stat
from moothall.domain.winds_of_numa_sera.rules.standing import residual
from tests.domain.winds_of_numa_sera.tables import (
    BOX,
    WINDS,
    dice,
    discarded,
    explored,
    hand,
    has,
    play,
    scene,
    skilled,
    start,
    ticked,
)
from tests.support.scenes import rule


@rule("NS-10.1")
def test_residual_capital_is_gained_before_the_block() -> None:
    state = explored(start("krill", "ashkari"))
    table = scene(state).when(0, Build("efficiency"))
    assert table.changes[:2] == (CapitalGained(0, 4, "residual"), BlockBuilt(0, "efficiency"))
    assert residual(BOX, table.state.seats[0]) == 5


@rule("NS-10.2")
def test_solid_lines_need_all_and_dotted_lines_one() -> None:
    table = scene(explored(start("krill", "ashkari")))
    table.when(0, Build("bountiful_empire")).breaks("NS-10.2")
    table.when(0, Build("standing_army")).breaks("NS-10.2")
    table.when(0, Build("tithe")).breaks("NS-10.2")
    table.when(0, Build("stalkers")).breaks("NS-10.2")
    table.when(0, Build("castle")).breaks("NS-10.2")
    one = scene(ticked(explored(start("krill", "ashkari")), 0, "city_watch"))
    assert "standing_army" in one.when(0, Build("standing_army")).state.seats[0].mat.ticked
    other = scene(ticked(explored(start("krill", "ashkari")), 0, "court_physicians", "ordained_bloodline"))
    other.lists(0, Build("standing_army"))


@rule("NS-10.2")
def test_red_text_must_hold_now() -> None:
    state = ticked(explored(start("krill", "ashkari")), 0, "imperial_academy")
    scene(skilled(state, 0, lore=2)).when(0, Build("grand_library")).breaks("NS-10.2")
    scene(skilled(state, 0, lore=3)).lists(0, Build("grand_library"))


@rule("NS-10.3")
def test_once_ongoing_and_repeatable() -> None:
    state = has(ticked(explored(start("krill", "ashkari")), 0, "imperial_academy"), 0, power=3)
    once = scene(state).when(0, Build("scholars_charter"))
    assert once.state.seats[0].skill_credit == BOX.blocks["scholars_charter"].effects[0].amount
    scene(explored(ticked(state, 0, "scholars_charter"))).when(0, Build("scholars_charter")).breaks("NS-10.2")
    heal = scene(state).when(0, Build("court_physicians")).then(PowerHealed(0, 5, "court_physicians"))
    again = scene(ticked(state, 0, "court_physicians")).when(0, Build("court_physicians"))
    again.then(BlockBuilt(0, "court_physicians", again=True), PowerHealed(0, 5, "court_physicians"))
    assert again.state.seats[0].mat.ticked.count("court_physicians") == 1
    assert heal.state.seats[0].mat.ticked.count("court_physicians") == 1


@rule("NS-10.4")
@pytest.mark.parametrize("kingdom", BOX.kingdoms)
def test_build_is_always_possible(kingdom: str) -> None:
    first = BOX.kingdoms[kingdom].pre_ticked
    blocks = [BOX.blocks[block] for block in BOX.blocks_of[kingdom]]
    assert [b.id for b in blocks if b.type == "repeatable" and b.requires == (first,) and not b.conditions]
    hero = BOX.kingdoms[kingdom].heroes[0]
    state = explored(start(hero, "ashkari" if kingdom != "meran" else "lelia"))
    full = state.with_mat(0, ticked=BOX.blocks_of[kingdom])
    assert any(isinstance(move, Build) for move in WINDS.legal_moves(full, 0))


@rule("NS-10.5")
def test_ticks_stay_when_their_condition_is_gone() -> None:
    state = ticked(skilled(explored(start("krill", "ashkari")), 0, lore=3), 0, "imperial_academy", "grand_library")
    state = has(state, 1, treasury=50)
    table = scene(state).when(0, OfferTrade(1, give_cards=("lore_1", "lore_2")))
    assert "grand_library" in table.state.seats[0].mat.ticked
    stronghold = ticked(explored(start("halvard", "ashkari")), 0, "watchtowers")
    scene(stronghold).when(0, Build("bastion")).breaks("NS-10.2")


@rule("NS-13.1")
def test_a_class_unlocks_on_anybodys_turn_and_stays() -> None:
    state = play(has(start("krill", "ashkari"), 0, treasury=60), 1, "reedwatch")
    state = play(state, 0, "emberhold")
    table = scene(state).when(0, OfferTrade(1, give_cards=("emberhold",)))
    table = table.when(1, AcceptTrade())
    table.then(ClassUnlocked(1, "paladin"))
    back = scene(table.state).when(0, OfferTrade(1, get_cards=("emberhold",)))
    back = back.when(1, AcceptTrade())
    assert back.state.seats[1].mat.strongholds == ("reedwatch",)
    assert back.state.seats[1].mat.classes == ("paladin",)


@rule("NS-13.2")
def test_the_heir_builds_six_blocks() -> None:
    blocks = ("efficiency", "royal_mint", "imperial_academy", "city_watch")
    state = ticked(explored(start("krill", "ashkari")), 0, *blocks)
    scene(state).when(0, Build("standing_army")).then(ClassUnlocked(0, "heir"))
    fewer = scene(ticked(explored(start("krill", "ashkari")), 0, *blocks[:3])).when(0, Build("city_watch"))
    assert fewer.state.seats[0].mat.classes == ()


@rule("NS-13.2")
def test_the_rogue_wins_three_battles_with_a_card() -> None:
    state = hand(has(explored(start("halvard", "ashkari")), 0, wins_with_card=2, treasury=9), 0, "battle_cry_1")
    table = scene(state).when(0, Attack("hero", "1"))
    won = table.when(0, CommitBattle(("battle_cry_1",)), draw=dice(state, {0: 3, 1: -3}))
    won.then(ClassUnlocked(0, "rogue"))
    bare = table.when(0, CommitBattle(), draw=dice(state, {0: 3, 1: -3}))
    assert bare.state.seats[0].mat.classes == ()


@rule("NS-13.2")
def test_the_sage_learns_three_types_and_the_tyrant_raids_twice() -> None:
    state = has(skilled(start("krill", "ashkari"), 0, lore=1, weapon=2), 0, treasury=60)
    scene(state).when(0, BuySkill("agriculture")).then(ClassUnlocked(0, "sage"))
    raid = play(has(explored(start("halvard", "ashkari")), 0, raids=1), 1, "sapphire_gate")
    scene(raid).when(0, Attack("stronghold", "sapphire_gate"), draw=dice(raid, {0: 3, 1: -3})).then(
        ClassUnlocked(0, "tyrant")
    )


@rule("NS-13.3")
def test_benefits_of_classes_add_up() -> None:
    state = start("krill", "ashkari").with_mat(0, classes=("heir", "tyrant"))
    assert residual(BOX, state.seats[0]) == 5
    assert attack_stat(state, 0, Target("hero", "", 1)) == 4 + 1
    scene(state).when(0, OfferTrade(1, give_cards=("heir",))).breaks("NS-9.2")


def test_rag_and_bone_takes_any_of_three_kinds() -> None:
    state = discarded(explored(start("ashkari", "krill")), "rockslide_1", "fenn_gambler", "sunfang", "battle_cry_1")
    table = scene(state).when(0, Build("rag_and_bone"))
    options = [move.option for move in WINDS.legal_moves(table.state, 0)]
    assert options == ["fenn_gambler", "sunfang", "battle_cry_1"]
    assert table.when(0, Choose("take_card", "fenn_gambler")).state.seats[0].mat.mavens == ("fenn_gambler",)
